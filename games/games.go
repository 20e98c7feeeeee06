// Package games is the seam between the rules of a table game and everything
// that runs one: a game asks, someone answers, and the answers are the round.
// It knows no time, no randomness, no database and no HTTP.
package games

import "slices"

// A Game is the rules of one table game, its house rules built in. It is a
// value without state: all that happens is in the Round.
type Game struct {
	Name   string  // with the version of its rules, as "ultimate-texas-holdem/1"
	Wagers []Wager // in the order they lie on the layout; MaxWagers at most
	Steps  []Step
	Order  []string // the order in which a seat's wagers are settled

	// Qualifies reports whether the dealer's hand opens; nil where the dealer
	// always plays.
	Qualifies func(*Showdown) bool
	// Result says what a wager came to. It never touches money.
	Result func(wager string, s *Showdown, pays Pays) Outcome
	// Settle appends what each wager of a seat came to; nil means the shared
	// banked settlement (Round.Lines).
	Settle func(r *Round, seat Place, lines []Line) []Line
}

// A Wager is a spot on the layout.
type Wager struct {
	Name     string
	Required bool   // to be in the round at all
	Equals   string // goes down with this other wager, in the same amount
	Later    bool   // is bet by a decision, not before the cards
	Rows     []Row  // what its paytable prices, best first; none where it pays even money
	Paytable string // the shipped paytable used where none is named; none: one must be
	Looks    Looks  // all its result depends on
}

// A Row is one line of a paytable: the game says when it applies, the
// paytable what it pays. The first row that applies counts.
type Row struct {
	Name string
	When func(*Showdown) bool
}

// Looks is what the result of a wager depends on, as a set. The exact edge
// tabulates by it.
type Looks uint8

// What a wager may look at.
const (
	OwnHand    Looks = 1 << iota // the seat's best five of seven
	OwnHole                      // the seat's hole cards
	DealerHole                   // the dealer's hole cards
	FirstFive                    // the seat's hole cards and the flop
	DealerHand                   // the dealer's best five of seven, compared or qualifying
	Fold                         // whether the seat folded
)

// A Step appends what it still asks of the round to ps; nothing more means it
// is done. It must derive that from the round alone.
type Step func(r *Round, ps []Prompt) []Prompt

// Limits of the arrays a round is kept in. Twenty-two seats are what one deck
// deals to at most.
const (
	MaxSeats  = 22
	MaxWagers = 8
)

// Index returns the number of the wager in g.Wagers, or -1.
func (g *Game) Index(wager string) int {
	for i := range g.Wagers {
		if g.Wagers[i].Name == wager {
			return i
		}
	}
	return -1
}

// ask appends what the first unfinished step asks.
func (g *Game) ask(r *Round, ps []Prompt) []Prompt {
	for _, step := range g.Steps {
		if asked := step(r, ps); len(asked) > len(ps) {
			return asked
		}
	}
	return ps
}

// Priced returns the names of the wagers a paytable prices.
func (g *Game) Priced() []string {
	var names []string
	for _, w := range g.Wagers {
		if len(w.Rows) > 0 {
			names = append(names, w.Name)
		}
	}
	return slices.Clip(names)
}
