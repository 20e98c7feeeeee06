package pit

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strconv"
	"time"

	"github.com/jackc/pgx/v5"

	"croupier/house"
	"croupier/ledger"
)

// ErrNoAlert reports an alert that was not raised.
var ErrNoAlert = errors.New("no such alert")

// An AlertFilter chooses alerts. A zero field does not.
type AlertFilter struct {
	Open  bool // nobody has acknowledged them
	Pit   string
	Kind  string
	Table int64
	After string // cursor of the page before; empty begins with the newest
	Limit int    // 1 to 1000; 0 is 100
}

const (
	alertColumns = `SELECT a.seq, a.id, a.kind, coalesce(a.pit, ''), coalesce(a.table_no, 0), a.subject, a.content::text, a.at FROM alerts a `
	selectAlerts = alertColumns + `
WHERE a.id < $1 AND ($2::text = '' OR a.pit = $2) AND ($3::text = '' OR a.kind = $3) AND ($4::bigint = 0 OR a.table_no = $4)
	AND (NOT $5::boolean OR NOT EXISTS (SELECT FROM alert_notes k WHERE k.alert = a.id AND k.step = 'acknowledged'))
ORDER BY a.id DESC LIMIT $6`
	selectAlertNotes = `SELECT alert, step, note, actor, at FROM alert_notes WHERE alert = ANY ($1) ORDER BY alert, seq, n`
)

// Alerts returns a page of the alerts, the newest first, and a cursor to the ones
// before them, which is empty after the oldest. It fails with ledger.ErrCursor.
func (p *Pit) Alerts(ctx context.Context, f AlertFilter) ([]Alert, string, error) {
	limit := cmp.Or(f.Limit, 100)
	if limit < 1 || limit > 1000 {
		return nil, "", fmt.Errorf("alerts: limit %d, want 1 to 1000", limit)
	}
	before := int64(1<<63 - 1)
	if f.After != "" {
		var err error
		if before, err = strconv.ParseInt(f.After, 10, 64); err != nil || before < 1 || strconv.FormatInt(before, 10) != f.After {
			return nil, "", fmt.Errorf("%.60q: %w", f.After, ledger.ErrCursor)
		}
	}
	list, err := alerts(ctx, p.desk.Pool, selectAlerts, before, f.Pit, f.Kind, f.Table, f.Open, limit+1)
	if err != nil {
		return nil, "", err
	}
	cursor := ""
	if len(list) > limit {
		list = list[:limit]
		cursor = strconv.FormatInt(list[limit-1].ID, 10)
	}
	return list, cursor, noted(ctx, p.desk.Pool, list)
}

func alerts(ctx context.Context, q house.Querier, statement string, args ...any) ([]Alert, error) {
	rows, err := q.Query(ctx, statement, args...)
	if err != nil {
		return nil, fmt.Errorf("alerts: %w", err)
	}
	list, err := pgx.CollectRows(rows, func(row pgx.CollectableRow) (Alert, error) {
		a := Alert{Notes: []AlertNote{}}
		var content string
		err := row.Scan(&a.seq, &a.ID, &a.Kind, &a.Pit, &a.Table, &a.Subject, &content, &a.At)
		a.Content, a.At = json.RawMessage(content), a.At.UTC()
		return a, err
	})
	if err != nil {
		return nil, fmt.Errorf("alerts: %w", err)
	}
	return list, nil
}

// noted adds to alerts what was said of them.
func noted(ctx context.Context, q house.Querier, list []Alert) error {
	at, ids := map[int64]*Alert{}, make([]int64, len(list))
	for i := range list {
		ids[i] = list[i].ID
		at[ids[i]] = &list[i]
	}
	rows, err := q.Query(ctx, selectAlertNotes, ids)
	if err != nil {
		return fmt.Errorf("notes of alerts: %w", err)
	}
	var id int64
	var step string
	var n AlertNote
	_, err = pgx.ForEachRow(rows, []any{&id, &step, &n.Note, &n.Actor, &n.At}, func() error {
		at[id].say(step, AlertNote{n.Note, n.Actor, n.At.UTC()})
		return nil
	})
	if err != nil {
		return fmt.Errorf("notes of alerts: %w", err)
	}
	return nil
}

// The steps of an alert, once it was raised.
const (
	stepAcknowledged = "acknowledged"
	stepNote         = "note"
)

func (a *Alert) say(step string, n AlertNote) {
	if step == stepAcknowledged {
		a.Acknowledged = &n
		return
	}
	a.Notes = append(a.Notes, n)
}

// alert returns the alert with what was said of it, or ErrNoAlert.
func alert(ctx context.Context, q house.Querier, id int64) (*Alert, error) {
	list, err := alerts(ctx, q, alertColumns+`WHERE a.id = $1`, id)
	if err == nil && len(list) == 0 {
		err = fmt.Errorf("alert %d: %w", id, ErrNoAlert)
	}
	if err != nil {
		return nil, err
	}
	return &list[0], noted(ctx, q, list)
}

// when is a time as causes name it.
func when(at time.Time) string { return at.UTC().Format(time.RFC3339Nano) }
