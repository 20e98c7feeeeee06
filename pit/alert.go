package pit

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"time"

	"github.com/jackc/pgx/v5"

	"croupier/desk"
	"croupier/house"
	"croupier/ledger"
)

// The kinds of alerts.
const (
	AlertLargeWin     = "large-win"
	AlertApprovedWin  = "approved-win" // paid while a supervisor stood by
	AlertCorrection   = "correction"
	AlertVoid         = "void"
	AlertResettlement = "resettlement" // settled again, a round comes to something else
	AlertOverride     = "override"     // the gate was overridden for a bet that favours the player
	AlertCorrections  = "corrections-by-dealer"
	AlertPace         = "pace"
	AlertUnexpected   = "unexpected" // the win is outside the exact 95 % interval
	AlertUnattended   = "unattended"
	AlertClock        = "clock"
)

// AlertKinds are all kinds of alerts.
var AlertKinds = []string{
	AlertLargeWin, AlertApprovedWin, AlertCorrection, AlertVoid, AlertResettlement, AlertOverride,
	AlertCorrections, AlertPace, AlertUnexpected, AlertUnattended, AlertClock,
}

// An Alert is something somebody should look at, with who did.
type Alert struct {
	ID           int64           `json:"id"`
	Kind         string          `json:"kind" example:"approved-win"`
	Pit          string          `json:"pit,omitempty" doc:"Of the table, when it was raised"`
	Table        int64           `json:"table,omitempty" doc:"Absent where it is of no table"`
	Subject      string          `json:"subject" doc:"What it is about" example:"round 7-712"`
	Content      json.RawMessage `json:"content" doc:"What was seen, as the kind has it"`
	At           time.Time       `json:"at"`
	Acknowledged *AlertNote      `json:"acknowledged,omitempty" doc:"Absent: nobody has yet"`
	Notes        []AlertNote     `json:"notes" doc:"The first first"`
	seq          int64           // page of the house's chain
}

// An AlertNote is what a person said of an alert.
type AlertNote struct {
	Note  string    `json:"note"`
	Actor string    `json:"actor" example:"ann"`
	At    time.Time `json:"at"`
}

// An alarm is an alert to be raised. The same cause is raised once, whichever
// process finds it first.
type alarm struct {
	cause   string
	kind    string
	pit     string
	table   int64 // 0: of none
	subject string
	content any // JSON-ready
}

// errRaised breaks a page off on which nothing would stand.
var errRaised = errors.New("raised already")

// raise raises what was not raised before, on a page of the house's chain.
func (p *Pit) raise(ctx context.Context, found ...alarm) error {
	found, err := fresh(ctx, p.desk.Pool, found)
	if err != nil || len(found) == 0 {
		return err
	}
	_, err = p.desk.House(ctx, desk.Server, http.StatusCreated, func(tx pgx.Tx, _ ledger.Held) (any, ledger.Page, error) {
		rest, err := fresh(ctx, tx, found) // another process may have been faster
		if err == nil && len(rest) == 0 {
			err = errRaised
		}
		if err != nil {
			return nil, ledger.Page{}, err
		}
		rows, err := alertRows(ctx, tx, rest)
		return struct{}{}, ledger.Page{Rows: rows}, err
	})
	if errors.Is(err, errRaised) {
		return nil
	}
	if err != nil {
		return fmt.Errorf("raising %d alerts: %w", len(found), err)
	}
	return nil
}

// fresh are the alarms, each once, whose cause was not raised yet.
func fresh(ctx context.Context, q house.Querier, found []alarm) ([]alarm, error) {
	if len(found) == 0 {
		return nil, nil
	}
	causes := make([]string, len(found))
	for i := range found {
		causes[i] = found[i].cause
	}
	known, err := had(ctx, q, `SELECT cause FROM alerts WHERE cause = ANY ($1)`, causes)
	if err != nil {
		return nil, fmt.Errorf("alerts raised before: %w", err)
	}
	var kept []alarm
	for _, f := range found {
		if !slices.Contains(known, f.cause) {
			kept, known = append(kept, f), append(known, f.cause)
		}
	}
	return kept, nil
}

// had are those of the causes that the statement knows.
func had(ctx context.Context, q house.Querier, statement string, causes []string) ([]string, error) {
	rows, err := q.Query(ctx, statement, causes)
	if err != nil {
		return nil, err
	}
	return pgx.CollectRows(rows, pgx.RowTo[string])
}

func alertRows(ctx context.Context, q house.Querier, found []alarm) ([]ledger.Row, error) {
	var last int64
	if err := q.QueryRow(ctx, `SELECT coalesce(max(id), 0) FROM alerts`).Scan(&last); err != nil {
		return nil, fmt.Errorf("number of the next alert: %w", err)
	}
	var rows []ledger.Row
	for i, f := range found {
		content, err := json.Marshal(f.content)
		if err != nil {
			return nil, fmt.Errorf("alert of %s: %w", f.subject, err)
		}
		values := map[string]any{
			"id": last + int64(i) + 1, "cause": f.cause, "kind": f.kind, "subject": f.subject, "content": json.RawMessage(content),
		}
		if f.pit != "" {
			values["pit"] = f.pit
		}
		if f.table != 0 {
			values["table_no"] = f.table
		}
		rows = append(rows, ledger.Row{Of: "alerts", Values: values})
	}
	return rows, nil
}
