package pit

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"time"

	"croupier/house"
)

// Alerter raises alerts until the context ends: each second it looks at what has
// happened since, and each minute at what all bets came to, which may have to wait
// for a count of all deals. What fails is logged once, and looked at again. Any
// number of processes may do so.
//
// It takes no lock a table waits for; where there is something to raise, it takes
// the house's for the moment it takes to write.
func (p *Pit) Alerter(ctx context.Context) {
	var loops sync.WaitGroup
	defer loops.Wait()
	loops.Go(func() { p.repeat(ctx, time.Second, p.lookAtEvents, p.lookAtPace, p.lookAtAbsences, p.lookAtClock) })
	loops.Go(func() { p.repeat(ctx, time.Minute, p.lookAtWins) })
}

// A look raises what it finds.
type look func(context.Context, *scene) error

func (p *Pit) repeat(ctx context.Context, every time.Duration, looks ...look) {
	tick := time.NewTicker(every)
	defer tick.Stop()
	failing := false
	for {
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
		}
		switch err := p.survey(ctx, looks...); {
		case err == nil:
			failing = false
		case !failing && ctx.Err() == nil:
			failing = true
			p.log.Error("not all could be looked at that may want an alert", "error", err)
		}
	}
}

// Survey looks once at all that may want an alert, and raises what does.
func (p *Pit) Survey(ctx context.Context) error {
	return p.survey(ctx, p.lookAtEvents, p.lookAtPace, p.lookAtAbsences, p.lookAtClock, p.lookAtWins)
}

func (p *Pit) survey(ctx context.Context, looks ...look) error {
	s, err := p.scene(ctx)
	if err != nil {
		return err
	}
	var failed []error
	for _, look := range looks { // none is kept from looking by another that cannot
		failed = append(failed, look(ctx, s))
	}
	return errors.Join(failed...)
}

// A scene is the tables as they are at a moment.
type scene struct {
	now    time.Time
	tables map[int64]house.Table
	policy house.Policy
}

func (p *Pit) scene(ctx context.Context) (*scene, error) {
	s := &scene{now: p.desk.Now(), tables: map[int64]house.Table{}}
	list, err := house.List(ctx, p.desk.Pool, s.now)
	if err != nil {
		return nil, fmt.Errorf("tables to look at: %w", err)
	}
	for i := range list {
		s.tables[list[i].ID] = list[i]
	}
	s.policy, err = house.PolicyInForce(ctx, p.desk.Pool)
	return s, err
}

// pit is the pit the table stands in.
func (s *scene) pit(table int64) string {
	if pins := s.tables[table].Pins; pins != nil {
		return pins.Pit
	}
	return ""
}

func (s *scene) thresholds(table int64) house.Thresholds { return s.policy.Thresholds(s.pit(table)) }

// open are the tables that are open.
func (s *scene) open() (open []int64) {
	for id := range s.tables {
		if s.tables[id].Dealer != "" {
			open = append(open, id)
		}
	}
	return open
}

// alarm is one of the table.
func (s *scene) alarm(kind, cause string, table int64, content any) alarm {
	return alarm{cause: cause, kind: kind, pit: s.pit(table), table: table, subject: fmt.Sprintf("table %d", table), content: content}
}

// once raises what was found at looks that are taken once, and remembers all looks
// that were taken.
func (p *Pit) once(ctx context.Context, taken []string, found []alarm) error {
	if len(taken) == 0 {
		return nil
	}
	if err := p.raise(ctx, found...); err != nil {
		return err
	}
	_, err := p.desk.Pool.Exec(ctx, `INSERT INTO alert_looks (cause) SELECT unnest($1::text[]) ON CONFLICT DO NOTHING`, taken)
	return err
}

// taken are those of the looks that were taken before.
func (p *Pit) taken(ctx context.Context, looks []string) (map[string]bool, error) {
	list, err := had(ctx, p.desk.Pool, `SELECT cause FROM alert_looks WHERE cause = ANY ($1)`, looks)
	of := map[string]bool{}
	for _, cause := range list {
		of[cause] = true
	}
	return of, err
}
