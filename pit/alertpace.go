package pit

import (
	"context"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"
)

// A paceNote is what an alert says of an hour of a table.
type paceNote struct {
	From   time.Time `json:"from"`
	To     time.Time `json:"to"`
	Rounds int       `json:"rounds"` // that ended in it
	Least  int       `json:"least,omitempty"`
	Most   int       `json:"most,omitempty"`
}

// An opening is the entry a table was opened with.
type opening struct {
	table, seq int64
	at         time.Time
}

const (
	selectOpenings = `
SELECT t.id, o.seq, o.at FROM unnest($1::bigint[]) AS t (id) CROSS JOIN LATERAL (
	SELECT seq, at FROM entries WHERE table_id = t.id AND round IS NULL AND kind = 'open' ORDER BY seq DESC LIMIT 1
) o`
	// A round ends on the gaming day it was opened on, so on one of these.
	countEnded = `
SELECT count(*) FROM entries
WHERE gaming_day = ANY (ARRAY[$3::timestamptz::date - 2, $3::timestamptz::date - 1, $3::timestamptz::date, $3::timestamptz::date + 1])
	AND table_id = $1 AND seq > $2 AND kind IN ('settle', 'void') AND at >= $3 AND at < $4`
)

// lookAtPace raises hours of open tables in which too few rounds ended, or too many.
// Hours are counted from the opening of the table; each is looked at once, when it
// is over.
func (p *Pit) lookAtPace(ctx context.Context, s *scene) error {
	rows, err := p.desk.Pool.Query(ctx, selectOpenings, s.open())
	if err != nil {
		return fmt.Errorf("openings of tables: %w", err)
	}
	openings, err := pgx.CollectRows(rows, func(row pgx.CollectableRow) (o opening, err error) {
		return o, row.Scan(&o.table, &o.seq, &o.at)
	})
	if err != nil {
		return fmt.Errorf("openings of tables: %w", err)
	}
	hours := map[string]opening{}
	var looks []string
	for _, o := range openings {
		t := s.thresholds(o.table)
		if over := int(s.now.Sub(o.at).Hours()); over >= 1 && (t.PaceLeast > 0 || t.PaceMost > 0) {
			look := fmt.Sprintf("pace of table %d, opened at %d, hour %d", o.table, o.seq, over)
			o.at = o.at.Add(time.Duration(over-1) * time.Hour).UTC()
			hours[look], looks = o, append(looks, look)
		}
	}
	before, err := p.taken(ctx, looks)
	if err != nil {
		return err
	}
	var found []alarm
	for _, look := range looks {
		if before[look] {
			continue
		}
		f, err := p.paceOf(ctx, s, look, hours[look])
		if err != nil {
			return err
		}
		found = append(found, f...)
	}
	if len(before) == len(looks) {
		return nil
	}
	return p.once(ctx, looks, found)
}

// paceOf is what there is to say of the hour.
func (p *Pit) paceOf(ctx context.Context, s *scene, look string, o opening) ([]alarm, error) {
	t := s.thresholds(o.table)
	n := paceNote{From: o.at, To: o.at.Add(time.Hour), Least: t.PaceLeast, Most: t.PaceMost}
	if err := p.desk.Pool.QueryRow(ctx, countEnded, o.table, o.seq, n.From, n.To).Scan(&n.Rounds); err != nil {
		return nil, fmt.Errorf("pace of table %d: %w", o.table, err)
	}
	if n.Rounds >= n.Least && (n.Most == 0 || n.Rounds <= n.Most) {
		return nil, nil
	}
	return []alarm{s.alarm(AlertPace, look, o.table, n)}, nil
}
