package pit

import (
	"context"
	"fmt"
	"time"
)

// A clockNote is what an alert says of two clocks that differ.
type clockNote struct {
	Server   time.Time `json:"server"`
	Database time.Time `json:"database"`
	Skew     string    `json:"skew"` // how far the database's is ahead
}

// lookAtClock raises that the clocks of server and database differ, once an hour.
// Half the time it takes to ask is not held against them.
func (p *Pit) lookAtClock(ctx context.Context, s *scene) error {
	limit := time.Duration(s.policy.Thresholds("").Skew) * time.Second
	if limit == 0 {
		return nil
	}
	before := p.desk.Now()
	var n clockNote
	if err := p.desk.Pool.QueryRow(ctx, `SELECT clock_timestamp()`).Scan(&n.Database); err != nil {
		return fmt.Errorf("clock of the database: %w", err)
	}
	half := p.desk.Now().Sub(before) / 2
	n.Server, n.Database = before.Add(half), n.Database.UTC()
	skew := n.Database.Sub(n.Server)
	if skew.Abs()-half < limit {
		return nil
	}
	n.Skew = skew.Round(time.Millisecond).String()
	cause := "clocks differ in the hour of " + when(n.Database.Truncate(time.Hour))
	return p.raise(ctx, alarm{cause: cause, kind: AlertClock, subject: "clocks of server and database", content: n})
}
