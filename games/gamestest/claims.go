package gamestest

import (
	"errors"
	"strings"

	"github.com/shopspring/decimal"

	"croupier/games"
)

// Pays takes and pays the seat, unless that is done, and holds what the wager
// came to against net: "300", "-10", "0".
func (tbl *Table) Pays(seat games.Place, wager, net string) {
	tbl.t.Helper()
	if !tbl.Round.Over() && !tbl.Round.Paid().Has(seat) {
		tbl.apply(games.Event{Step: tbl.step(games.KindPay, seat), Kind: games.KindPay, Place: seat})
	}
	if l := tbl.Line(seat, wager); !l.Amount.Equal(decimal.RequireFromString(net)) {
		tbl.t.Fatalf("%s, want %s", LineText(&l, tbl.Round.Terms()), net)
	}
}

// PaysWhy is Pays with the reason the line must give.
func (tbl *Table) PaysWhy(seat games.Place, wager, net, why string) {
	tbl.t.Helper()
	tbl.Pays(seat, wager, net)
	l := tbl.Line(seat, wager)
	terms := tbl.Round.Terms()
	if got := l.Why(&terms); got != why {
		tbl.t.Fatalf("%v %s: %q, want %q", seat, wager, got, why)
	}
}

// Line returns what the wager of the seat came to.
func (tbl *Table) Line(seat games.Place, wager string) games.Line {
	tbl.t.Helper()
	for _, l := range tbl.Round.Lines(seat, nil) {
		if l.Wager == wager {
			return l
		}
	}
	tbl.t.Fatalf("%v has no %s", seat, wager)
	return games.Line{}
}

// Asks holds what is asked now, rulings left out, against the lines, each as
// PromptText prints it. No line means the round is over.
func (tbl *Table) Asks(lines ...string) {
	tbl.t.Helper()
	if got, want := strings.Join(Asked(tbl.Round), "\n"), strings.Join(lines, "\n"); got != want {
		tbl.t.Fatalf("asked:\n%s\nwant:\n%s", got, want)
	}
}

// Asked prints what the game asks of the round now, rulings left out.
func Asked(r *games.Round) []string { return promptTexts(r.Asked()) }

// Refuses tries an event that is refused with want and leaves no trace.
func (tbl *Table) Refuses(e games.Event, want error) {
	tbl.t.Helper()
	before, n := Snapshot(tbl.Round), tbl.Round.N()
	if err := tbl.Round.Apply(e); !errors.Is(err, want) {
		tbl.t.Fatalf("%s: %v, want %v", EventText(&e), err, want)
	}
	if after := Snapshot(tbl.Round); after != before || tbl.Round.N() != n {
		tbl.t.Fatalf("refused %s left a trace:\n%s\nwas:\n%s", EventText(&e), after, before)
	}
}
