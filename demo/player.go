package demo

import (
	"context"
	"slices"

	"github.com/shopspring/decimal"

	"croupier/cards"
	"croupier/games"
)

// A player sits at a seat for the hour.
type player struct {
	seat  games.Place
	units int64 // how many times the least the player bets at most
	comes int   // of a hundred rounds, in how many
	sides int   // of a hundred rounds, in how many on what is optional
}

// seats are how many a table has.
const seats = 7

// seat lets three to five players sit down.
func (s *shift) seat() {
	for _, at := range s.rand.Perm(seats)[:3+s.rand.IntN(3)] {
		s.players = append(s.players, player{games.Place(at + 1), 1 + s.rand.Int64N(8), 70 + s.rand.IntN(30), 20 + s.rand.IntN(60)})
	}
	slices.SortFunc(s.players, func(a, b player) int { return int(a.seat - b.seat) })
}

// A wish is what a player bets in a round.
type wish struct {
	seat  games.Place
	units int64
	sides bool
}

// wishes are those of the players who come to the next round, one at least.
func (s *shift) wishes() {
	s.bets = s.bets[:0]
	for i, p := range s.players {
		if s.rand.IntN(100) < p.comes || i == len(s.players)-1 && len(s.bets) == 0 {
			s.bets = append(s.bets, wish{p.seat, 1 + s.rand.Int64N(p.units), s.rand.IntN(100) < p.sides})
		}
	}
}

// bet puts the next chips down or, when all are, ends the betting. Now and then an
// amount is keyed wrongly and struck.
func (s *shift) bet(ctx context.Context) error {
	e, o := s.nextBet()
	if e.Kind != games.KindBet {
		return s.do(ctx, s.dealing(), e)
	}
	if wrong := e.Amount.Add(o.Min); s.rand.IntN(25) == 0 && !wrong.GreaterThan(o.Max) {
		miskeyed := e
		miskeyed.Amount = wrong
		strike := games.Event{Step: string(games.KindStrike), Kind: games.KindStrike, Note: "keyed wrongly"}
		if err := s.do(ctx, s.dealing(), miskeyed); err != nil {
			return err
		}
		if err := s.do(ctx, s.dealing(), strike); err != nil {
			return err
		}
	}
	return s.do(ctx, s.dealing(), e)
}

// nextBet is the first bet of the wishes that is offered and does not lie there, with
// its option, or the end of betting.
func (s *shift) nextBet() (games.Event, games.Option) {
	for ; len(s.bets) > 0; s.bets = s.bets[1:] {
		w := s.bets[0]
		lies := s.laid(w.seat)
		for _, p := range asked(s.view.Next, games.KindBet) {
			if p.Place != w.seat || len(lies) > 0 && !w.sides {
				continue
			}
			for _, o := range p.Options {
				if _, there := lies[o.Wager]; there {
					continue
				}
				e := eventOf(p)
				e.Do, e.Wager, e.Amount = o.Do, o.Wager, decimal.Min(o.Min.Mul(decimal.NewFromInt(w.units)), o.Max)
				return e, o
			}
		}
	}
	return eventOf(asked(s.view.Next, games.KindClose)[0]), games.Option{}
}

// laid are the stakes of the seat, by wager.
func (s *shift) laid(seat games.Place) map[string]string {
	for i := range s.view.Seats {
		if s.view.Seats[i].Seat == int(seat) {
			return s.view.Seats[i].Bets
		}
	}
	return nil
}

// decide is what a player of some sense does: with a hand the first choice, which is
// the largest bet, and without one the last, which is to check or to fold.
func (s *shift) decide(hole, board cards.Cards, options []games.Option) games.Option {
	bets := worth(hole, board, options[len(options)-1].Do == games.DoFold)
	if s.rand.IntN(25) == 0 {
		bets = !bets // a whim
	}
	if bets {
		return options[0]
	}
	return options[len(options)-1]
}

// worth reports whether the hand is one to bet on, or not one to fold.
func worth(hole, board cards.Cards, folds bool) bool {
	high, low := hole[0].Rank(), hole[1].Rank()
	if high < low {
		high, low = low, high
	}
	paired := high == low
	for _, c := range board {
		paired = paired || c.Rank() == high || c.Rank() == low
	}
	switch {
	case paired:
		return true
	case len(board) >= 3 && cards.Evaluate(slices.Concat(hole, board)).Category() >= cards.Straight:
		return true
	case folds:
		return high >= cards.Jack || len(board) == 0 && low >= cards.Five
	case len(board) == 0:
		return high == cards.Ace || low >= cards.Ten
	}
	return false
}
