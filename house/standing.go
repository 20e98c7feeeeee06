package house

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"
)

// A Standing is where a table stands at a moment, as little as tells whether anything
// of it has changed.
type Standing struct {
	Name    string
	Head    []byte // hash of its chain
	Version int    // of the settings in force; 0 where none are
	Rounds  int64  // opened so far
	Open    int64  // the round that has not ended, or 0
	Dealt   bool   // somebody deals: the table is open
}

const selectStanding = `
SELECT t.name, h.hash, h.rounds, coalesce(h.open_round, 0), h.dealer IS NOT NULL
FROM tables t JOIN heads h ON h.table_id = t.id WHERE t.id = $1`

// StandingOf returns where the table stands, or ErrNoTable.
func StandingOf(ctx context.Context, q Querier, table int64, at time.Time) (Standing, error) {
	var s Standing
	err := q.QueryRow(ctx, selectStanding, table).Scan(&s.Name, &s.Head, &s.Rounds, &s.Open, &s.Dealt)
	if errors.Is(err, pgx.ErrNoRows) {
		err = ErrNoTable
	}
	if err == nil {
		s.Version, err = InForce(ctx, q, table, at)
	}
	if err != nil {
		return s, fmt.Errorf("table %d: %w", table, err)
	}
	return s, nil
}
