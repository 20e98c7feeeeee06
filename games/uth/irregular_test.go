package uth_test

import (
	"testing"

	"croupier/games"
	"croupier/games/gamestest"
	"croupier/games/uth"
)

// two opens a table at which seats 1 and 2 have raised and the board lies.
func two(t *testing.T) *gamestest.Table {
	t.Helper()
	tbl := open(t, nil)
	tbl.Bets(1, "ante 10", "trips 5")
	tbl.Bets(2, "ante 20")
	tbl.Hole()
	tbl.Acts(1, "4x")
	tbl.Acts(2, "3x")
	tbl.Deal("flop", "As Kd 7c")
	tbl.Deal("turn and river", "2h 2d")
	return tbl
}

// A dead hand loses all its wagers, play too, and shows nothing (table,
// "card leaves the table").
func TestDeadHand(t *testing.T) {
	t.Parallel()
	tbl := two(t)
	tbl.Voids(1, games.DoDead)
	tbl.Opens(games.Dealer, "Qh Jh")
	tbl.Asks("seats open: show 2 of seat 2")
	tbl.Opens(2, "Ah Kh")
	tbl.Pays(2, "play", "60")
	tbl.Asks("pay: pay of seat 1")
	for wager, net := range map[string]string{"play": "-40", "ante": "-10", "blind": "-10", "trips": "-5"} {
		tbl.PaysWhy(1, wager, net, "hand ruled dead")
	}
	tbl.Asks()
	if tbl.Round.Void() {
		t.Error("a dead hand made the round void")
	}
}

// When every hand is dead nobody opens, the dealer neither.
func TestAllHandsDead(t *testing.T) {
	t.Parallel()
	tbl := open(t, nil)
	tbl.Bets(1, "ante 10", "trips 5")
	tbl.Hole()
	tbl.Voids(1, games.DoDead)
	tbl.Asks("pay: pay of seat 1")
	tbl.Pays(1, "trips", "-5")
	tbl.Asks()
}

// A void of one seat gives its stakes back, side bets too, and the others
// play on.
func TestVoidOfASeat(t *testing.T) {
	t.Parallel()
	tbl := two(t)
	tbl.Voids(1, games.DoReturn)
	tbl.Opens(games.Dealer, "Qh Jh")
	tbl.Opens(2, "Ah Kh")
	tbl.Pays(2, "ante", "20")
	tbl.Asks()
	for _, l := range tbl.Round.Lines(1, nil) {
		if l.Won != games.Voided || !l.Amount.IsZero() {
			t.Errorf("%s came to %s %s", l.Wager, l.Won, l.Amount)
		}
	}
	if tbl.Round.Void() || tbl.Round.In() != games.At(2) {
		t.Errorf("void %v, in %b", tbl.Round.Void(), tbl.Round.In())
	}
}

// The void of the only seat is the void of the round.
func TestVoidOfTheOnlySeat(t *testing.T) {
	t.Parallel()
	tbl := open(t, nil)
	tbl.Bets(4, "ante 10")
	tbl.Hole()
	tbl.Voids(4, games.DoReturn)
	tbl.Asks()
	if !tbl.Round.Void() {
		t.Error("every stake went back and the round is not void")
	}
}

// A void after pays began gives back the stakes of the seats already paid.
func TestVoidAfterPaysBegan(t *testing.T) {
	t.Parallel()
	tbl := two(t)
	tbl.Opens(games.Dealer, "Qh Jh")
	tbl.Opens(2, "Ah Kh")
	tbl.Pays(2, "ante", "20")
	tbl.Refuses(games.Event{Kind: games.KindVoid, Place: 2, Note: "paid"}, games.ErrNotAsked)
	tbl.Voids(games.Dealer, games.DoReturn)
	tbl.Asks()
	tbl.PaysWhy(2, "ante", "0", "void: the stake goes back")
	tbl.PaysWhy(1, "play", "0", "void: the stake goes back")
}

// A struck ruling leaves the seat as it was.
func TestStruckRuling(t *testing.T) {
	t.Parallel()
	tbl := two(t)
	before := gamestest.Snapshot(tbl.Round)
	for _, do := range []string{games.DoDead, games.DoReturn} {
		tbl.Voids(1, do)
		tbl.Strikes()
		if after := gamestest.Snapshot(tbl.Round); after != before {
			t.Errorf("after a struck %s:\n%s\nwas:\n%s", do, after, before)
		}
	}
}

// table 5: bets change again only once the close is struck, which is on
// record; a bet or a close struck after cards were dealt is marked, since the
// seat may have looked at them.
func TestStrikeAcrossTheClose(t *testing.T) {
	t.Parallel()
	tbl := open(t, nil)
	tbl.Bets(1, "ante 10")
	tbl.Hole()
	tbl.RefusesBet(1, "ante 20", games.ErrNotAsked)
	tbl.RefusesBet(2, "ante 20", games.ErrNotAsked)
	for i, want := range []bool{false, false, true} { // the dealer's cards, the seat's, the close
		if tbl.Strikes() != want {
			t.Errorf("strike %d is marked late %v", i+1, !want)
		}
	}
	tbl.Bets(1, "ante 20")
	tbl.Hole()
	tbl.Acts(1, "4x")
	wantStake(t, tbl, 1, "play", "80")
	if n := tbl.Round.N(); n != 12 {
		t.Errorf("%d events, want 12", n)
	}
	tbl.Deal("flop", "As Kd 7c")
	late := []bool{false, false, true, false, false, true, true, true}
	for i, want := range late { // flop, burn, play, dealer, hole, close, the two bets
		if tbl.Strikes() != want {
			t.Errorf("strike %d is marked late %v", i+1, !want)
		}
	}
	tbl.Refuses(games.Event{Kind: games.KindStrike, Note: "nothing stands"}, games.ErrNotAsked)
}

// Twenty-one seats fit one deck; a table for more cannot be dealt (uth 15).
func TestSeatsThatFitOneDeck(t *testing.T) {
	t.Parallel()
	for n := range games.MaxSeats {
		seats := n + 1
		terms := games.DefaultTerms()
		terms.Seats = seats
		tbl := gamestest.NewTable(t, uth.Edition, gamestest.Setting{Terms: terms})
		for seat := range gamestest.AllSeats(seats).All() {
			tbl.Bets(seat, "ante 10")
		}
		tbl.Hole()
		for seat := range gamestest.AllSeats(seats).All() {
			tbl.Acts(seat, "4x")
		}
		tbl.Deal("flop", "As Kd 7c")
		tbl.Deal("turn and river", "2h 2d")
		if left := 52 - gamestest.Drawn(tbl.Round); left != 43-2*seats || (left >= 0) != (seats <= uth.Edition.Seats) {
			t.Errorf("%d seats leave %d cards", seats, left)
		}
	}
}

// All twenty-one seats play a whole round out of one deck.
func TestTwentyOneSeats(t *testing.T) {
	t.Parallel()
	g, terms, pays := gamestest.Setting{}.Game(t, uth.Edition)
	terms.Seats = uth.Edition.Seats
	for seed := range uint64(5) {
		d := gamestest.NewDealer(gamestest.Rand(seed), terms.Seats)
		d.Seats = gamestest.AllSeats(terms.Seats)
		r := games.NewRound(g, terms, pays)
		if err := d.Play(r); err != nil {
			t.Fatal(err)
		}
		if r.Paid() != d.Seats || gamestest.Drawn(r) != 51 {
			t.Errorf("paid %b, drawn %d", r.Paid(), gamestest.Drawn(r))
		}
	}
}
