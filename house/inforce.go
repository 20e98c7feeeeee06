package house

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"

	"croupier/desk"
)

// An Activation puts a version of a table's settings in force from a moment on.
// Of those that have begun and whose band holds, the newest counts.
type Activation struct {
	Seq      int64     `json:"seq" doc:"Page of the house's chain"`
	Table    int64     `json:"table"`
	Version  int       `json:"version"`
	Proposal int64     `json:"proposal,omitempty" doc:"That brought it in; absent: a return"`
	Begins   time.Time `json:"begins"`
	Band     *Band     `json:"band,omitempty"`
	Reason   string    `json:"reason,omitempty"`
	Actor    string    `json:"actor"`
	At       time.Time `json:"at"`
}

// ErrNotInForce reports a table none of whose settings is in force.
var ErrNotInForce = errors.New("no settings of the table are in force")

// selectCandidates are the activations of table $1 that count at $2 or may come
// to: the newest that has begun and holds always, and all after it.
const selectCandidates = `
SELECT ` + columnsOfActivation + ` FROM activations
WHERE table_no = $1 AND (seq, n) >= (SELECT coalesce(max(seq), 0), 0 FROM activations WHERE table_no = $1 AND band IS NULL AND begins <= $2)
ORDER BY seq DESC, n DESC`

func scanActivation(row pgx.CollectableRow) (Activation, error) {
	var a Activation
	var band []byte
	err := row.Scan(&a.Seq, &a.Table, &a.Version, &a.Proposal, &a.Begins, &band, &a.Reason, &a.Actor, &a.At)
	if err == nil && band != nil {
		err = json.Unmarshal(band, &a.Band)
	}
	return a, err
}

// inForce returns the version that counts at the moment, of activations newest
// first; 0 where none does.
func inForce(newest []Activation, at time.Time) (int, error) {
	for i := range newest {
		a := &newest[i]
		if a.Begins.After(at) {
			continue
		}
		holds, err := a.Band.holds(at)
		if err != nil {
			return 0, fmt.Errorf("table %d version %d: %w", a.Table, a.Version, err)
		}
		if holds {
			return a.Version, nil
		}
	}
	return 0, nil
}

// AskInForce asks, under a table's lock, which version of its settings serves a
// round that opens at the moment, and writes it to version; 0 where none does.
func AskInForce(table int64, at time.Time, version *int) *desk.Also {
	return &desk.Also{
		Queue: func(b *pgx.Batch) { b.Queue(selectCandidates, table, at) },
		Read: func(results pgx.BatchResults) error {
			rows, err := results.Query()
			if err != nil {
				return err
			}
			newest, err := pgx.CollectRows(rows, scanActivation)
			if err != nil {
				return err
			}
			*version, err = inForce(newest, at)
			return err
		},
	}
}

// InForce returns the version of the table's settings that serves a round that
// opens at the moment, or 0.
func InForce(ctx context.Context, q Querier, table int64, at time.Time) (int, error) {
	rows, err := q.Query(ctx, selectCandidates, table, at)
	if err != nil {
		return 0, err
	}
	newest, err := pgx.CollectRows(rows, scanActivation)
	if err != nil {
		return 0, err
	}
	return inForce(newest, at)
}
