package gamestest

import (
	"strings"
	"testing"

	"github.com/shopspring/decimal"

	"croupier/cards"
	"croupier/games"
)

// A Setting is what a table of a story is set up with. Zero fields take the
// defaults: the first value of a house rule that must be chosen, the default
// terms, the Prices of the game.
type Setting struct {
	House     games.House
	DealOrder string
	Terms     games.Terms
	Prices    games.Prices
}

// Game builds the game of the edition under the setting.
func (s Setting) Game(t testing.TB, e games.Edition) (*games.Game, games.Terms, games.Pays) {
	t.Helper()
	g, pays, err := Build(e, games.Setup{House: s.House, DealOrder: s.DealOrder})
	if err != nil {
		t.Fatal(err)
	}
	if s.Prices != nil {
		if pays, err = g.Pays(s.Prices); err != nil {
			t.Fatal(err)
		}
	}
	if s.Terms.Seats == 0 {
		s.Terms = games.DefaultTerms()
	}
	if err := s.Terms.Check(); err != nil {
		t.Fatal(err)
	}
	return g, s.Terms, pays
}

// A Table tells the story of one round, a sentence a line; what does not come
// true ends the test.
type Table struct {
	Round *games.Round
	t     testing.TB
}

// NewTable opens a round of the edition under the setting.
func NewTable(t testing.TB, e games.Edition, s Setting) *Table {
	t.Helper()
	g, terms, pays := s.Game(t, e)
	return &Table{Round: games.NewRound(g, terms, pays), t: t}
}

// Bets puts down the bets of a seat: Bets(3, "ante 100", "trips 5").
func (tbl *Table) Bets(seat games.Place, bets ...string) {
	tbl.t.Helper()
	for _, bet := range bets {
		tbl.apply(tbl.bet(seat, bet))
	}
}

// RefusesBet tries a bet that is refused with want.
func (tbl *Table) RefusesBet(seat games.Place, bet string, want error) {
	tbl.t.Helper()
	tbl.Refuses(tbl.bet(seat, bet), want)
}

func (tbl *Table) bet(seat games.Place, bet string) games.Event {
	tbl.t.Helper()
	wager, amount, ok := strings.Cut(bet, " ")
	d, err := decimal.NewFromString(amount)
	if !ok || err != nil {
		tbl.t.Fatalf("a bet is a wager and an amount, not %q", bet)
	}
	return games.Event{Step: tbl.step(games.KindBet, seat), Kind: games.KindBet, Place: seat, Do: games.DoBet, Wager: wager, Amount: d}
}

// Hole closes the bets and deals all that lies face down before the first
// decision.
func (tbl *Table) Hole() {
	tbl.t.Helper()
	tbl.apply(games.Event{Step: tbl.step(games.KindClose, games.Dealer), Kind: games.KindClose, Place: games.Dealer})
	tbl.faceDown()
}

// faceDown deals while cards are asked for face down.
func (tbl *Table) faceDown() {
	tbl.t.Helper()
	for {
		p := tbl.Round.Next(nil)[0]
		if p.Kind != games.KindDeal || !p.Down {
			return
		}
		tbl.apply(games.Event{Step: p.Step, Kind: p.Kind, Place: p.Place})
	}
}

// Acts has a seat decide: "4x" bets so many times what it bet before the
// cards on the first wager; or "check", or "fold".
func (tbl *Table) Acts(seat games.Place, dos ...string) {
	tbl.t.Helper()
	for _, do := range dos {
		tbl.apply(tbl.act(seat, do))
	}
}

// RefusesAct tries a decision that is refused with want.
func (tbl *Table) RefusesAct(seat games.Place, do string, want error) {
	tbl.t.Helper()
	tbl.Refuses(tbl.act(seat, do), want)
}

func (tbl *Table) act(seat games.Place, do string) games.Event {
	tbl.t.Helper()
	e := games.Event{Step: tbl.step(games.KindAct, seat), Kind: games.KindAct, Place: seat, Do: do}
	times, bets := strings.CutSuffix(do, "x")
	if !bets {
		return e
	}
	n, err := decimal.NewFromString(times)
	if err != nil {
		tbl.t.Fatalf("%q is no decision", do)
	}
	e.Do, e.Wager = games.DoBet, tbl.offered(seat)
	e.Amount = n.Mul(tbl.Round.Stake(seat, tbl.Round.Game().Wagers[0].Name))
	return e
}

// offered is the wager a decision of the seat may bet.
func (tbl *Table) offered(seat games.Place) string {
	for _, p := range tbl.Round.Next(nil) {
		for _, o := range p.Options {
			if p.Kind == games.KindAct && p.Place == seat && o.Wager != "" {
				return o.Wager
			}
		}
	}
	return ""
}

// Deal lays the cards of a step on the board, dealt or turned, after what has
// to be burned.
func (tbl *Table) Deal(step, cs string) {
	tbl.t.Helper()
	tbl.faceDown()
	kind := games.KindDeal
	if tbl.step(games.KindShow, games.Board) != "" {
		kind = games.KindShow
	}
	tbl.apply(games.Event{Step: step, Kind: kind, Place: games.Board, Cards: tbl.cards(cs)})
}

// Opens shows the hole cards of a place.
func (tbl *Table) Opens(p games.Place, cs string) {
	tbl.t.Helper()
	tbl.apply(games.Event{Step: tbl.step(games.KindShow, p), Kind: games.KindShow, Place: p, Cards: tbl.cards(cs)})
}

func (tbl *Table) cards(cs string) cards.Cards {
	tbl.t.Helper()
	known, err := cards.ParseAll(cs)
	if err != nil {
		tbl.t.Fatal(err)
	}
	return known
}

// Strikes takes back the last standing event and reports whether that was
// marked late.
func (tbl *Table) Strikes() (late bool) {
	tbl.t.Helper()
	tbl.apply(ruling(games.KindStrike, games.Dealer, ""))
	events := tbl.Round.Events()
	return events[len(events)-1].Late
}

// Voids rules on a seat, or on the round at the Dealer's place.
func (tbl *Table) Voids(p games.Place, do string) {
	tbl.t.Helper()
	tbl.apply(ruling(games.KindVoid, p, do))
}

func (tbl *Table) apply(e games.Event) {
	tbl.t.Helper()
	if err := tbl.Round.Apply(e); err != nil {
		tbl.t.Fatalf("%s: %v\nasked:\n%s", EventText(&e), err, strings.Join(Asked(tbl.Round), "\n"))
	}
}

// step is the step that asks for the kind of event at the place, or none.
func (tbl *Table) step(kind games.Kind, at games.Place) string {
	for _, p := range tbl.Round.Next(nil) {
		if p.Kind == kind && p.Place == at {
			return p.Step
		}
	}
	return ""
}
