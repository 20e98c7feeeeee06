package demo

import (
	"context"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"time"

	"croupier/cards"
	"croupier/desk"
	"croupier/floor"
	"croupier/games"
	"croupier/pit"
	"croupier/sight"
)

// A shift is the hour at one table: the dealer, whom the floor tells what is asked,
// and the players, who see their own cards.
type shift struct {
	*stand
	table   int64
	desk    *desk.Desk
	clock   *clock
	floor   *floor.Floor
	pit     *pit.Pit
	rand    *rand.Rand
	players []player

	view  floor.View
	bets  []wish                      // of the round, still to be made
	deck  cards.Deck                  // what a hand deals from
	dealt int                         // cards of it
	lying map[games.Place]cards.Cards // face down, as far as somebody knows them
	over  []sight.RoundID             // rounds that were settled
}

// shift is the one at the table of the number.
func (c *casino) shift(table int64, at *stand) (*shift, error) {
	s := &shift{
		stand: at, table: table, clock: &clock{c.clock.end.Add(-hour), c.clock.end},
		// The same players at each demo. Where a hand deals, the same cards, too.
		rand: rand.New(rand.NewPCG(uint64(table), 6)), //nolint:gosec // chance that can be told again, and no secret
	}
	s.desk = desk.New(c.Desk.Pool, s.clock.now)
	s.pit = pit.New(s.desk, pit.Options{Shelf: c.Shelf})
	var err error
	s.floor, err = floor.New(s.desk, floor.Options{Key: c.Key})
	s.seat()
	return s, err
}

// longest is how much time the last round needs at most.
const longest = 2 * time.Minute

// play opens the table and plays until the hour is over. The table stays open.
func (s *shift) play(ctx context.Context) error {
	s.pass(20, 90)
	pair := floor.Pair{Dealer: s.dealer, Supervisor: s.supervisor}
	if _, err := s.floor.OpenTable(ctx, by(s.dealer, s.supervisor), s.table, pair, float); err != nil {
		return err
	}
	for n := 1; s.clock.left() > longest; n++ {
		if err := s.round(ctx, n == s.misdealt); err != nil {
			return fmt.Errorf("round %d: %w", n, err)
		}
		if happens := s.happens[n]; happens != nil {
			if err := happens(ctx, s); err != nil {
				return fmt.Errorf("after round %d: %w", n, err)
			}
		}
	}
	return nil
}

// pass lets from least to most seconds go by.
func (s *shift) pass(least, most int) {
	s.clock.pass(time.Duration(1000*least+s.rand.IntN(1000*(most-least))) * time.Millisecond)
}

// round plays a round, from its opening to its last payment or, where it is misdealt,
// until somebody is to decide.
func (s *shift) round(ctx context.Context, misdealt bool) error {
	s.pass(6, 14)
	if err := s.told(s.floor.OpenRound(ctx, s.dealing(), s.table)); err != nil {
		return err
	}
	s.shuffle()
	s.wishes()
	for len(s.view.Next) > 0 {
		answer := s.answer
		if misdealt && s.view.Next[0].Kind == games.KindAct {
			answer = s.void
		}
		if err := answer(ctx); err != nil {
			return err
		}
	}
	id, err := sight.ParseRoundID(s.view.ID)
	if s.view.Status == floor.Settled {
		s.over = append(s.over, id)
	}
	return err
}

// dealing is the dealer who asks, at the own table.
func (s *shift) dealing() desk.Caller {
	c := by(s.dealer, "")
	c.Own = true
	return c
}

// do has the events happen to the round.
func (s *shift) do(ctx context.Context, c desk.Caller, events ...games.Event) error {
	id, err := sight.ParseRoundID(s.view.ID)
	if err != nil {
		return err
	}
	s.pass(1, 6)
	return s.told(s.floor.Do(ctx, c, id, floor.Change{N: s.view.N, Events: events}))
}

// told takes over the round as it was answered.
func (s *shift) told(a desk.Answer, err error) error {
	if err != nil {
		return err
	}
	s.view = floor.View{}
	return json.Unmarshal(a.Body, &s.view)
}
