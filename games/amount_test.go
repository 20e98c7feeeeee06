package games_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/shopspring/decimal"

	"croupier/games"
)

func TestParseAmount(t *testing.T) {
	t.Parallel()
	for in, want := range map[string]string{
		"0": "0", "7.50": "7.5", "0.0001": "0.0001", "007": "7", "1.50000": "1.5", "1000000000": "1000000000", "1000000000.0000": "1000000000", "4000000000": "4000000000",
	} {
		if got, err := games.ParseAmount(in); err != nil || !got.Equal(dec(want)) {
			t.Errorf("%q is %s, %v, want %s", in, got, err, want)
		}
	}
	for _, in := range []string{
		"", " ", ".", ".5", "5.", "1..2", "1.2.3", "-5", "+5", " 5", "5 ", "1,000", "1e5", "1E-5", "0x10", "NaN", "Inf", "½", "٣", "five",
		"0.00001", "10000000000.0001", "10000000001", strings.Repeat("9", 40), strings.Repeat("9", 1<<20), "1e999999999", "0." + strings.Repeat("0", 1<<20) + "1",
	} {
		got, err := games.ParseAmount(in)
		if !errors.Is(err, games.ErrAmount) {
			t.Errorf("%.40q is %s, %v", in, got, err)
		} else if len(err.Error()) > 200 {
			t.Errorf("%.40q is refused in %d bytes", in, len(err.Error()))
		}
	}
}

func TestParseOdds(t *testing.T) {
	t.Parallel()
	for in, want := range map[string]string{"0": "0", "1.5": "1.5", "0.000001": "0.000001", "1000000": "1000000"} {
		if got, err := games.ParseOdds(in); err != nil || !got.Equal(dec(want)) {
			t.Errorf("%q is %s, %v, want %s", in, got, err, want)
		}
	}
	for _, in := range []string{"", "-1", "1.0000001", "1000000.1", "3:2", "3/2", "1e2"} {
		if got, err := games.ParseOdds(in); err == nil {
			t.Errorf("%q is %s", in, got)
		}
	}
}

// However an amount is written, it is refused or taken in no time, and what
// the record then holds can be printed.
func TestAmountsOfHugeExponents(t *testing.T) {
	t.Parallel()
	tbl := open(t)
	ante := games.Event{Step: "bets", Kind: games.KindBet, Place: 1, Do: games.DoBet, Wager: "ante"}
	for _, amount := range []decimal.Decimal{
		decimal.New(1, 1<<30), decimal.New(1, -1<<30), decimal.New(-1, 1<<30), decimal.New(1, 19), decimal.New(1, -5),
	} {
		e := ante
		e.Amount = amount
		tbl.Refuses(e, games.ErrAmount)
	}
	ante.Amount = decimal.New(1, 3)
	if err := tbl.Round.Apply(ante); err != nil {
		t.Fatal(err)
	}
	end := games.Event{Step: "bets", Kind: games.KindClose, Amount: decimal.New(0, -1<<30)}
	if err := tbl.Round.Apply(end); err != nil {
		t.Fatal(err)
	}
	if e := tbl.Round.Events()[1]; e.Amount.Exponent() != 0 {
		t.Errorf("nothing is recorded as 0e%d", e.Amount.Exponent())
	}
}
