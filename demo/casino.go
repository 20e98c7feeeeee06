package demo

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"sync"
	"time"

	"croupier/desk"
	"croupier/edge"
	"croupier/games"
	"croupier/games/all"
	"croupier/house"
)

// A casino is the house while it is put up, by a clock of its own.
type casino struct {
	*Site
	clock  *clock
	desk   *desk.Desk
	office *house.Office
	tables []int64 // the numbers of stands
}

// hour is how long is played, and before is how long before that the house is set
// up.
const (
	hour   = time.Hour
	before = 10 * time.Minute
)

// The managers: one proposes, the other decides.
const (
	author = "manager-1"
	other  = "manager-2"
)

func newHouse(s *Site) *casino {
	now := s.Desk.Now()
	c := &casino{Site: s, clock: &clock{now.Add(-hour - before), now}}
	c.desk = desk.New(s.Desk.Pool, c.clock.now)
	c.office = house.NewOffice(c.desk, s.Shelf)
	return c
}

// by is the person who asks, on this machine, with another who stands by or alone.
func by(actor, approver string) desk.Caller {
	return desk.Caller{Actor: actor, Approver: approver, Origin: desk.Server.Origin}
}

// furnish brings the tables in force.
func (c *casino) furnish(ctx context.Context) error {
	for i := range stands {
		if err := c.count(ctx, &stands[i]); err != nil {
			return err
		}
		if err := c.setUp(ctx, &stands[i]); err != nil {
			return fmt.Errorf("%s: %w", stands[i].name, err)
		}
	}
	return nil
}

// count counts the deals of the game, where nobody has yet: the proposal is priced
// from them.
func (c *casino) count(ctx context.Context, s *stand) error {
	edition, err := all.Find(s.game)
	if err != nil {
		return err
	}
	_, setup, err := edition.Build(games.Setup{House: s.rules})
	if err != nil {
		return err
	}
	show, end := func(float64) {}, func() {}
	var begun sync.Once
	counts, err := c.Shelf.Counts(ctx, edition, setup, edge.Options{Progress: func(done float64) {
		begun.Do(func() { show, end = c.Count("every deal of " + edition.Title + ", counted once") })
		show(done)
	}})
	end()
	if counts == nil {
		return err
	}
	return nil // that they could not be kept is told again where they are priced
}

// setUp proposes the table and puts it in force, by two managers.
func (c *casino) setUp(ctx context.Context, s *stand) error {
	settings, err := s.settings()
	if err != nil {
		return err
	}
	var t house.Table
	if err := c.step(&t)(c.office.CreateTable(ctx, by(author, ""), s.name, settings)); err != nil {
		return err
	}
	for _, proposal := range t.Pending {
		if err := c.step(nil)(c.office.Submit(ctx, by(author, ""), proposal, "")); err != nil {
			return err
		}
		if err := c.step(nil)(c.office.Approve(ctx, by(other, ""), proposal, house.Approval{Now: true})); err != nil {
			return err
		}
	}
	c.tables = append(c.tables, t.ID)
	return nil
}

// step takes an answer, decodes it into to unless that is nil, and lets half a minute
// pass.
func (c *casino) step(to any) func(desk.Answer, error) error {
	return func(a desk.Answer, err error) error {
		c.clock.pass(30 * time.Second)
		if err != nil || to == nil {
			return err
		}
		return json.Unmarshal(a.Body, to)
	}
}

// play plays the hour at all tables at once.
func (c *casino) play(ctx context.Context) error {
	failed := make([]error, len(stands))
	var all sync.WaitGroup
	for i := range stands {
		all.Go(func() {
			s, err := c.shift(c.tables[i], &stands[i])
			if err == nil {
				err = s.play(ctx)
			}
			if err != nil {
				failed[i] = fmt.Errorf("%s: %w", stands[i].name, err)
			}
		})
	}
	all.Wait()
	c.clock.at = c.clock.end
	return errors.Join(failed...)
}
