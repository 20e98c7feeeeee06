package ledger_test

import (
	"errors"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/shopspring/decimal"

	"croupier/games"
	"croupier/ledger"
	"croupier/ledger/booktest"
)

// won is the end of the open round with a line that pays the odds on the stake.
func won(stake, odds decimal.Decimal) func(ledger.Head) ledger.Page {
	return func(h ledger.Head) ledger.Page {
		p := booktest.Ending(h)
		p.Events = nil
		l := ledger.Line{Line: games.Line{Seat: 1, Wager: "play", Stake: stake, Won: games.Win}}
		l.Odds, l.Exact = odds, stake.Mul(odds)
		l.Rounded, l.Amount = l.Exact, l.Exact
		p.Entry = &ledger.Entry{Kind: ledger.KindSettle, Currency: "KRW", Lines: []ledger.Line{l}}
		return p
	}
}

// TestTheHighestWinnings writes what the highest stakes come to at the highest
// odds, and reads it again: an ante of a thousand million, a play of four such.
func TestTheHighestWinnings(t *testing.T) {
	t.Parallel()
	b := newBook(t, 1, 0)
	million := decimal.New(1, 6)
	for _, stake := range []decimal.Decimal{decimal.New(1_000_000_000, 0), decimal.New(4_000_000_000, 0), decimal.New(39_999_999_999_999, -4)} {
		head, err := b.write(t.Context(), 1, booktest.Opening, won(stake, million))
		must(t, err)
		_, _, entry, err := ledger.ReadRound(t.Context(), b, 1, head.Rounds)
		must(t, err)
		want := stake.Mul(million)
		got := []decimal.Decimal{entry.Lines[0].Exact, entry.Lines[0].Rounded, entry.Lines[0].Amount, entry.Postings[0].Amount, entry.Postings[1].Amount.Neg()}
		if diff := cmp.Diff([]decimal.Decimal{want, want, want, want, want}, got); diff != "" {
			t.Errorf("%s at %s to one (-written +read):\n%s", stake, million, diff)
		}
	}
	b.sound(t)
}

// TestMoreThanAColumnHolds gives winnings and a stake of one digit too many.
func TestMoreThanAColumnHolds(t *testing.T) {
	t.Parallel()
	b := newBook(t, 1, 0)
	for _, test := range []struct{ stake, odds decimal.Decimal }{
		{decimal.New(1, 12), decimal.New(1, 6)},
		{decimal.New(1, 14), decimal.New(1, 0)},
		{decimal.New(1, 2), decimal.New(1, 8)},
	} {
		if _, err := b.write(t.Context(), 1, booktest.Opening, won(test.stake, test.odds)); !errors.Is(err, ledger.ErrPage) {
			t.Errorf("%s at %s to one: %v, want %v", test.stake, test.odds, err, ledger.ErrPage)
		}
	}
}
