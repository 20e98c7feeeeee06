package all_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/shopspring/decimal"
	"pgregory.net/rapid"

	"croupier/cards"
	"croupier/games"
	"croupier/games/all"
	"croupier/games/gamestest"
)

// A drawn round is a plan with the table it was played at.
type drawn struct {
	game  *games.Game
	terms games.Terms
	pays  games.Pays
	plan  gamestest.Plan
	deck  cards.Deck
}

// draw plays a random round of any game under any house rules, often with a
// stacked deck.
func draw(t *rapid.T) drawn {
	e := rapid.SampledFrom(all.Editions).Draw(t, "edition")
	s := rapid.SampledFrom(gamestest.Setups(e)).Draw(t, "setup")
	rng := gamestest.Rand(rapid.Uint64().Draw(t, "seed"))
	g, pays, err := gamestest.Build(e, s)
	if err != nil {
		t.Fatal(err)
	}
	d := drawn{game: g, terms: games.DefaultTerms(), pays: pays}
	dealer := gamestest.NewDealer(rng, d.terms.Seats)
	if rapid.Bool().Draw(t, "stacked") {
		dealer.Deck = gamestest.Stacked(rng)
	}
	r := games.NewRound(d.game, d.terms, d.pays)
	if err := dealer.Play(r); err != nil {
		t.Fatal(err)
	}
	d.plan, d.deck = gamestest.PlanOf(r), dealer.Deck
	return d
}

func (d *drawn) play(t *rapid.T, p gamestest.Plan) *games.Round {
	r := games.NewRound(d.game, d.terms, d.pays)
	if err := p.Play(r); err != nil {
		t.Fatal(err)
	}
	return r
}

func linesOf(r *games.Round, seat games.Place) string {
	var b strings.Builder
	for _, l := range r.Lines(seat, nil) {
		fmt.Fprintf(&b, "%s %s: %s %s %s %s %s %s\n", l.Wager, l.Stake, l.Won, l.Odds, l.Amount, l.Clause, l.Reason, l.Row)
	}
	return b.String()
}

// Suits never rank: changing them round changes nothing.
func TestSuitsDoNotMatter(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		d := draw(t)
		suits := rapid.Permutation([]cards.Suit{cards.Clubs, cards.Diamonds, cards.Hearts, cards.Spades}).Draw(t, "suits")
		was := d.play(t, d.plan)
		now := d.play(t, d.plan.Swap(func(c cards.Card) cards.Card { return cards.Of(c.Rank(), suits[c.Suit()]) }))
		for seat := range was.Staked().All() {
			if a, b := linesOf(was, seat), linesOf(now, seat); a != b {
				t.Fatalf("%v:\n%s\nwith other suits:\n%s", seat, a, b)
			}
		}
	})
}

// Where a seat sits changes nothing for it or the others.
func TestSeatsDoNotMatter(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		d := draw(t)
		seats := rapid.Permutation([]games.Place{1, 2, 3, 4, 5, 6, 7}).Draw(t, "seats")
		to := func(p games.Place) games.Place { return seats[p-1] }
		was, now := d.play(t, d.plan), d.play(t, d.plan.Move(to))
		for seat := range was.Staked().All() {
			if a, b := linesOf(was, seat), linesOf(now, to(seat)); a != b {
				t.Fatalf("%v:\n%s\nas %v:\n%s", seat, a, to(seat), b)
			}
		}
	})
}

// Stakes so many times as large come to so many times as much, before
// rounding and caps.
func TestStakesScale(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		d := draw(t)
		n := rapid.Int64Range(2, 9).Draw(t, "times")
		was, now := gamestest.Lines(d.play(t, d.plan)), gamestest.Lines(d.play(t, d.plan.Times(n)))
		if len(was) != len(now) {
			t.Fatalf("%d lines, with larger stakes %d", len(was), len(now))
		}
		for i, l := range was {
			if m := now[i]; !m.Exact.Equal(l.Exact.Mul(decimal.NewFromInt(n))) || m.Won != l.Won || m.Row != l.Row {
				t.Fatalf("%+v, with stakes %d times as large %+v", l, n, m)
			}
		}
	})
}

// A better hand never nets less, all else the same; wagers on the hole cards,
// or on them and the flop, are left out.
func TestABetterHandNeverNetsLess(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		d := draw(t)
		was := d.play(t, d.plan)
		for seat := range was.Live().All() {
			rest := d.deck[51-rapid.IntRange(0, 25).Draw(t, "from the end"):]
			if len(rest) < 2 || cards.SetOf(rest[:2]...)&onTable(was) != 0 {
				continue
			}
			other := d.plan.Move(func(p games.Place) games.Place { return p })
			other.Cards[seat] = append(cards.Cards(nil), rest[:2]...)
			now := d.play(t, other)
			a, b := was.Showdown(seat), now.Showdown(seat)
			x, y := d.net(was, seat), d.net(now, seat)
			if a.Player >= b.Player && x.LessThan(y) || a.Player <= b.Player && x.GreaterThan(y) {
				t.Fatalf("%v nets %s with %v, %s with %v", seat, x, a, y, b)
			}
		}
	})
}

func onTable(r *games.Round) cards.Set {
	var s cards.Set
	for p := games.Board; p <= games.MaxSeats; p++ {
		s |= cards.SetOf(r.Cards(p)...)
	}
	return s
}

// net is what the seat's wagers on hands come to.
func (d *drawn) net(r *games.Round, seat games.Place) decimal.Decimal {
	var sum decimal.Decimal
	for _, l := range r.Lines(seat, nil) {
		if d.game.Wagers[d.game.Index(l.Wager)].Looks&(games.OwnHole|games.FirstFive) == 0 {
			sum = sum.Add(l.Amount)
		}
	}
	return sum
}

// The chips on the table before and after a round are the same: what the seats
// hold more, the bank holds less. The bank's side is counted wager by wager,
// from stakes taken and winnings paid.
func TestChipsAreConserved(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		d := draw(t)
		r := d.play(t, d.plan)
		var seats, bank decimal.Decimal
		for seat := range r.Staked().All() {
			for _, w := range d.game.Wagers {
				seats = seats.Sub(r.Stake(seat, w.Name))
			}
			for _, l := range r.Lines(seat, nil) {
				switch l.Won {
				case games.Lost:
					bank = bank.Add(l.Stake)
				case games.Win:
					bank = bank.Sub(l.Amount)
				}
				seats = seats.Add(l.Stake).Add(l.Amount)
			}
		}
		if !seats.Add(bank).IsZero() {
			t.Fatalf("the seats are up %s, the bank %s", seats, bank)
		}
	})
}
