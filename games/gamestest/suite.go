package gamestest

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/shopspring/decimal"

	"croupier/games"
)

// Run plays so many random rounds under every combination of house rules and
// deal order, at tables of any terms and size, and checks what must hold in
// all of them whatever the rules are.
func Run(t *testing.T, e games.Edition, rounds int) {
	t.Helper()
	for i, s := range Setups(e) {
		t.Run(setupName(s), func(t *testing.T) {
			t.Parallel()
			g, pays, err := Build(e, s)
			if err != nil {
				t.Fatal(err)
			}
			CheckLooks(t, g, pays, Rand(uint64(i)), 100*rounds)
			for n := range rounds {
				seed := uint64(i)<<32 | uint64(n)
				c := play(t, e, s, seed)
				c.check(t)
				if t.Failed() {
					t.Fatalf("seed %#x:\n%s%s", seed, recordText(c.round), Snapshot(c.round))
				}
			}
		})
	}
}

// Setups returns every combination of the values of the edition's house rules
// and its deal orders.
func Setups(e games.Edition) []games.Setup {
	var all []games.Setup
	for _, order := range e.DealOrders {
		all = append(all, games.Setup{House: games.House{}, DealOrder: order})
	}
	for _, rule := range e.House {
		var more []games.Setup
		for _, s := range all {
			for _, value := range rule.Values {
				house := games.House{rule.Name: value}
				for name, v := range s.House {
					house[name] = v
				}
				more = append(more, games.Setup{House: house, DealOrder: s.DealOrder})
			}
		}
		all = more
	}
	return all
}

func setupName(s games.Setup) string {
	var parts []string
	for name, value := range s.House {
		parts = append(parts, name+"="+value)
	}
	slices.Sort(parts)
	return strings.Join(append(parts, s.DealOrder), ";")
}

// A played is a round played to its end, and what it was played with.
type played struct {
	game  *games.Game
	terms games.Terms
	pays  games.Pays
	deal  Dealer // as it was before the first card
	round *games.Round
	rand  *rand.Rand
}

func play(t *testing.T, e games.Edition, s games.Setup, seed uint64) *played {
	t.Helper()
	c := &played{rand: Rand(seed)}
	var err error
	if c.game, c.pays, err = Build(e, s); err != nil {
		t.Fatal(err)
	}
	c.terms = randomTerms(c.rand, c.game, e.Seats)
	if err := c.terms.Check(); err != nil {
		t.Fatal(err)
	}
	d := NewDealer(c.rand, c.terms.Seats)
	if c.rand.IntN(2) == 0 {
		d.Deck = Stacked(c.rand)
	}
	d.Strikes, d.Voids = []int{0, 0, 60, 400}[c.rand.IntN(4)], c.rand.IntN(3)*15 // four in ten go back over decisions
	c.deal = *d
	c.round = c.fresh()
	if err := d.Play(c.round); err != nil {
		t.Fatalf("seed %#x: %v", seed, err)
	}
	return c
}

func (c *played) fresh() *games.Round { return games.NewRound(c.game, c.terms, c.pays) }

// replay returns the round of the events, which must be legal.
func (c *played) replay(t *testing.T, events []games.Event) *games.Round {
	t.Helper()
	r, err := games.Replay(c.game, c.terms, c.pays, events)
	if err != nil {
		t.Fatalf("replay: %v\n%s", err, eventsText(events))
	}
	return r
}

// dealerAt returns the dealer who has just made the round what it is.
func (c *played) dealerAt(r *games.Round) *Dealer {
	d := c.deal
	d.Strikes, d.Voids = 0, 0
	d.made = r.Standing()
	return &d
}

func (c *played) check(t *testing.T) {
	c.checkRecord(t)
	c.checkDeck(t)
	c.checkLate(t)
	c.checkOrder(t)
	c.checkOver(t)
	CheckLines(t, c.round)
	c.checkWalk(t)
	c.checkRekeyed(t)
	c.checkVoids(t)
}

// randomTerms are terms a table might have: most of one to seven seats, some
// as large as the deck allows.
func randomTerms(rng *rand.Rand, g *games.Game, seats int) games.Terms {
	t := games.DefaultTerms()
	t.Seats = 1 + rng.IntN(7)
	if rng.IntN(8) == 0 {
		t.Seats = seats
	}
	t.Chip = oneOf(rng, "0.01", "0.5", "1", "5", "25")
	t.Rounding = []games.Rounding{games.Down, games.Nearest, games.Up}[rng.IntN(3)]
	t.Cap = oneOf(rng, "0", "0", "7.77", "60", "500")
	t.CapShare = []games.CapShare{games.ByOrder, games.ProRata}[rng.IntN(2)]
	t.DealFrom = []games.Side{games.First, games.Last}[rng.IntN(2)]
	t.SettleFrom = []games.Side{games.First, games.Last}[rng.IntN(2)]
	t.Limits = map[string]games.Limit{}
	for _, w := range g.Wagers {
		if rng.IntN(2) == 0 {
			t.Limits[w.Name] = games.Limit{
				Min:  oneOf(rng, "0", "5", "7.5"),
				Max:  oneOf(rng, "0", "100", "7.5"),
				Step: oneOf(rng, "0", "2.5", "0.25"),
			}
		}
	}
	return t
}

func oneOf(rng *rand.Rand, amounts ...string) decimal.Decimal {
	return decimal.RequireFromString(amounts[rng.IntN(len(amounts))])
}

func recordText(r *games.Round) string { return eventsText(r.Events()) }

func eventsText(events []games.Event) string {
	var b strings.Builder
	for i := range events {
		fmt.Fprintf(&b, "%d. %s\n", i+1, EventText(&events[i]))
	}
	return b.String()
}
