package pit

import (
	"context"
	"fmt"
	"slices"
	"time"

	"github.com/jackc/pgx/v5"
)

// An absenceNote is what an alert says of a table nobody oversees.
type absenceNote struct {
	Since   time.Time `json:"since"`
	Minutes int       `json:"minutes"` // after which it is raised
}

// Whether a supervisor is signed in at a terminal; one that locked itself counts.
const attended = `
SELECT EXISTS (SELECT FROM sessions s
	JOIN LATERAL (SELECT active, roles FROM persons WHERE name = s.person ORDER BY version DESC LIMIT 1) p ON true
	WHERE s.kind = 'terminal' AND s.expires > $1 AND p.active AND 'supervisor' = ANY (string_to_array(p.roles, ','))
		AND s.secrets = (SELECT count(*) FROM secrets c WHERE c.person = s.person))`

// lookAtAbsences raises open tables that have had no supervisor in the house for
// too long.
func (p *Pit) lookAtAbsences(ctx context.Context, s *scene) error {
	var anybody bool
	if err := p.desk.Pool.QueryRow(ctx, attended, s.now).Scan(&anybody); err != nil {
		return fmt.Errorf("supervisors at terminals: %w", err)
	}
	alone := s.open()
	if anybody {
		alone = nil
	}
	since, err := p.absences(ctx)
	if err == nil {
		err = p.keepAbsences(ctx, s.now, alone, since)
	}
	if err != nil {
		return fmt.Errorf("tables without a supervisor: %w", err)
	}
	var found []alarm
	for _, table := range alone {
		minutes := s.thresholds(table).Unattended
		from, known := since[table]
		if !known || minutes == 0 || s.now.Sub(from) < time.Duration(minutes)*time.Minute {
			continue
		}
		cause := fmt.Sprintf("table %d unattended since %s", table, when(from))
		found = append(found, s.alarm(AlertUnattended, cause, table, absenceNote{from, minutes}))
	}
	return p.raise(ctx, found...)
}

// absences are the tables without a supervisor, as they were at the last look.
func (p *Pit) absences(ctx context.Context) (map[int64]time.Time, error) {
	rows, err := p.desk.Pool.Query(ctx, `SELECT table_id, since FROM alert_absences`)
	if err != nil {
		return nil, err
	}
	since := map[int64]time.Time{}
	var table int64
	var from time.Time
	_, err = pgx.ForEachRow(rows, []any{&table, &from}, func() error { since[table] = from.UTC(); return nil })
	return since, err
}

// keepAbsences begins the absences of the tables that are alone now, and ends the
// others.
func (p *Pit) keepAbsences(ctx context.Context, now time.Time, alone []int64, since map[int64]time.Time) error {
	var ended, begun []int64
	for table := range since {
		if !slices.Contains(alone, table) {
			ended = append(ended, table)
		}
	}
	for _, table := range alone {
		if _, known := since[table]; !known {
			begun = append(begun, table)
		}
	}
	if len(ended)+len(begun) == 0 {
		return nil
	}
	if _, err := p.desk.Pool.Exec(ctx, `DELETE FROM alert_absences WHERE table_id = ANY ($1)`, ended); err != nil {
		return err
	}
	_, err := p.desk.Pool.Exec(ctx, `INSERT INTO alert_absences (table_id, since) SELECT unnest($1::bigint[]), $2 ON CONFLICT DO NOTHING`, begun, now)
	return err
}
