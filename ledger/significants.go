package ledger

import (
	"cmp"
	"context"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"
)

// SignificantKinds are all kinds of significant events.
var SignificantKinds = []string{
	SignificantStart, SignificantStop, SignificantClockJump,
	SignificantSignIn, SignificantSignInFailed, SignificantSignOut, SignificantAccountLocked, SignificantAccountFreed,
	SignificantPerson, SignificantRoles, SignificantSecret, SignificantKey, SignificantKeyEnd,
	SignificantTable, SignificantTableOpen, SignificantTableClose, SignificantDealer,
	SignificantFill, SignificantCredit, SignificantDrop, SignificantVariance,
	SignificantDraft, SignificantPriced, SignificantSubmitted, SignificantOverride, SignificantApproved, SignificantRejected,
	SignificantScheduled, SignificantWithdrawn, SignificantReturned, SignificantPolicy, SignificantImport,
	SignificantVoid, SignificantCorrection, SignificantLargeWin,
	SignificantDispute, SignificantDisputeClosed, SignificantDayClose, SignificantApprovedWin, SignificantIrregularity,
}

// A SignificantEvent is a significant event as the book has it. Before and After
// are a json.RawMessage, or nil.
type SignificantEvent struct {
	Table int64 // House is the house
	Seq   int64
	N     int // among those of its page, from 1
	Significant
	At time.Time
}

// A SignificantFilter chooses significant events. A zero field does not.
type SignificantFilter struct {
	Table                *int64 // House included
	Kind, Subject, Actor string
	From, To             time.Time // from the one on, before the other
	After                string    // cursor of the page before; empty begins with the newest
	Limit                int       // 1 to 1000; 0 is 100
}

const significantColumns = `table_id, seq, n, kind, subject, origin, actor, coalesce(approver, ''), coalesce(reason, ''), before::text, after::text, at`

const selectSignificants = `
SELECT ` + significantColumns + `
FROM significant_events
WHERE ($1::bigint IS NULL OR table_id = $1)
	AND ($2::text = '' OR kind = $2) AND ($3::text = '' OR subject = $3) AND ($4::text = '' OR actor = $4)
	AND at >= $5 AND at < $6 AND (at, table_id, seq, n) < ($7, $8::bigint, $9::bigint, $10::int)
ORDER BY at DESC, table_id DESC, seq DESC, n DESC LIMIT $11`

// Significants reads significant events, the newest first, and returns a cursor
// to the ones before them, which is empty after the oldest. An event that is
// written meanwhile comes where its time is: before the first page, unless a
// clock was set back. It fails with ErrCursor.
func Significants(ctx context.Context, q Querier, f SignificantFilter) ([]SignificantEvent, string, error) {
	limit := cmp.Or(f.Limit, 100)
	if limit < 1 || limit > 1000 {
		return nil, "", fmt.Errorf("significant events: limit %d, want 1 to 1000", limit)
	}
	from, to := firstDay, lastDay
	if !f.From.IsZero() {
		from = f.From
	}
	if !f.To.IsZero() {
		to = f.To
	}
	after, err := readMoment(f.After)
	if err != nil {
		return nil, "", err
	}
	events, err := query(ctx, q, selectSignificants, scanSignificant, f.Table, f.Kind, f.Subject, f.Actor, from, to,
		after.at, after.table, after.seq, after.n, limit+1)
	if err != nil {
		return nil, "", fmt.Errorf("significant events: %w", err)
	}
	if len(events) <= limit {
		return events, "", nil
	}
	last := events[limit-1]
	return events[:limit], moment{last.At, last.Table, last.Seq, last.N}.cursor(), nil
}

func scanSignificant(row pgx.CollectableRow) (SignificantEvent, error) {
	var e SignificantEvent
	var before, after *string
	err := row.Scan(&e.Table, &e.Seq, &e.N, &e.Kind, &e.Subject, &e.Origin, &e.Actor, &e.Approver, &e.Reason, &before, &after, &e.At)
	e.At = e.At.UTC()
	if before != nil {
		e.Before = json.RawMessage(*before)
	}
	if after != nil {
		e.After = json.RawMessage(*after)
	}
	return e, err
}

// A moment is where a significant event stands in the order of all.
type moment struct {
	at         time.Time
	table, seq int64
	n          int
}

// cursor names the moment as an opaque text.
func (m moment) cursor() string {
	return base64.RawURLEncoding.EncodeToString(fmt.Appendf(nil, "%d/%d/%d/%d", m.at.UnixMicro(), m.table, m.seq, m.n))
}

// readMoment reads a cursor; an empty one comes after all events.
func readMoment(s string) (moment, error) {
	m := moment{at: lastDay}
	if s == "" {
		return m, nil
	}
	text, err := base64.RawURLEncoding.DecodeString(s)
	if err == nil {
		var micros int64
		_, err = fmt.Sscanf(string(text), "%d/%d/%d/%d", &micros, &m.table, &m.seq, &m.n)
		m.at = time.UnixMicro(micros).UTC()
	}
	if err != nil || m.cursor() != s {
		return m, fmt.Errorf("%.60q: %w", s, ErrCursor)
	}
	return m, nil
}
