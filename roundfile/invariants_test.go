package roundfile_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/shopspring/decimal"
	"pgregory.net/rapid"

	"croupier/roundfile"
)

// byWager are the amounts of all seats.
func byWager(r *result) map[int]map[string]string {
	all := map[int]map[string]string{}
	for i := range r.Seats {
		all[r.Seats[i].Seat] = r.Seats[i].amounts()
	}
	return all
}

// check holds a property of random rounds; other makes the round to settle
// beside the first.
func check(t *testing.T, deals *rapid.Generator[*deal], other func(*rapid.T, *deal) *deal, holds func(t *rapid.T, ds pairOf, first, second *result)) {
	t.Helper()
	var s roundfile.Settler
	rapid.Check(t, func(t *rapid.T) {
		d := deals.Draw(t, "deal")
		beside := other(t, d.clone())
		first := settle(t, &s, d.text())
		second := settle(t, &s, beside.text())
		holds(t, pairOf{d, beside}, &first, &second)
	})
}

// pairOf are the two rounds a property compares.
type pairOf struct{ first, second *deal }

func same(t *rapid.T, _ pairOf, first, second *result) {
	if diff := cmp.Diff(byWager(first), byWager(second)); diff != "" {
		t.Errorf("amounts (-first +second):\n%s", diff)
	}
}

func TestSuitsNeverRank(t *testing.T) {
	t.Parallel()
	check(t, anyDeal, func(t *rapid.T, d *deal) *deal {
		to := rapid.Permutation([]string{"c", "d", "h", "s"}).Draw(t, "suits")
		swap := strings.NewReplacer("c", to[0], "d", to[1], "h", to[2], "s", to[3])
		d.Dealer, d.Board = swap.Replace(d.Dealer), swap.Replace(d.Board)
		for i := range d.Seats {
			d.Seats[i].Cards = swap.Replace(d.Seats[i].Cards)
		}
		return d
	}, same)
}

func TestOrderOfSeatsIsNothing(t *testing.T) {
	t.Parallel()
	check(t, anyDeal, func(t *rapid.T, d *deal) *deal {
		d.Seats = rapid.Permutation(d.Seats).Draw(t, "seats")
		return d
	}, same)
}

func TestNumbersOfSeatsAreNothing(t *testing.T) {
	t.Parallel()
	check(t, anyDeal, func(t *rapid.T, d *deal) *deal {
		for i := range d.Seats {
			d.Seats[i].Seat = 21 - d.Seats[i].Seat
		}
		return d
	}, func(t *rapid.T, ds pairOf, first, second *result) {
		for i := range second.Seats {
			second.Seats[i].Seat = 21 - second.Seats[i].Seat
		}
		same(t, ds, first, second)
	})
}

// TestOthersAreNothing settles a seat alone as it was settled among others.
func TestOthersAreNothing(t *testing.T) {
	t.Parallel()
	check(t, anyDeal, func(_ *rapid.T, d *deal) *deal {
		d.Seats = d.Seats[:1]
		return d
	}, func(t *rapid.T, ds pairOf, first, second *result) {
		first.Seats = first.Seats[:1]
		same(t, ds, first, second)
	})
}

func TestDoubleStakesDoubleAmounts(t *testing.T) {
	t.Parallel()
	two := decimal.NewFromInt(2)
	check(t, anyDeal, func(_ *rapid.T, d *deal) *deal {
		for i := range d.Seats {
			for wager, stake := range d.Seats[i].Bets {
				d.Seats[i].Bets[wager] = decimal.RequireFromString(stake).Mul(two).String()
			}
		}
		return d
	}, func(t *rapid.T, ds pairOf, first, second *result) {
		for i := range first.Seats {
			for j := range first.Seats[i].Lines {
				l := &first.Seats[i].Lines[j]
				l.Amount = l.Amount.Mul(two)
			}
		}
		same(t, ds, first, second)
	})
}

// TestBetterHandNeverNetsLess gives the one seat two cards, and two others.
func TestBetterHandNeverNetsLess(t *testing.T) {
	t.Parallel()
	alone := rapid.Custom(func(t *rapid.T) *deal {
		d := anyDeal.Draw(t, "round")
		d.Seats = d.Seats[:1]
		delete(d.Seats[0].Bets, "bonus") // is paid on the hole cards
		return d
	})
	check(t, alone, func(t *rapid.T, d *deal) *deal {
		d.Seats[0].Cards = strings.Join(rapid.Permutation(left(d)).Draw(t, "left")[:2], " ")
		return d
	}, func(t *rapid.T, ds pairOf, first, second *result) {
		a, b := seven(ds.first.Seats[0].Cards, ds.first.Board), seven(ds.second.Seats[0].Cards, ds.second.Board)
		order := slices.Compare(a[:], b[:])
		nets := first.Seats[0].Net.Cmp(second.Seats[0].Net)
		if order*nets < 0 || order == 0 && nets != 0 {
			t.Errorf("%s nets %s\n%s nets %s", ds.first.text(), first.Seats[0].Net, ds.second.text(), second.Seats[0].Net)
		}
	})
}

// left are the cards neither the dealer nor the board has.
func left(d *deal) (cs []string) {
	for _, r := range oracleRanks {
		for _, s := range "cdhs" {
			if c := string(r) + string(s); !strings.Contains(d.Dealer+" "+d.Board, c) {
				cs = append(cs, c)
			}
		}
	}
	return cs
}

// TestNetsThatNeverOccur holds uth 10: without trips a seat's net is never
// eleven antes, and unless it raised three times never seven or fourteen.
func TestNetsThatNeverOccur(t *testing.T) {
	t.Parallel()
	check(t, anyUTH, func(_ *rapid.T, d *deal) *deal {
		d.Paytables["blind"] = "blind-a"
		for i := range d.Seats {
			delete(d.Seats[i].Bets, "trips")
		}
		return d
	}, func(t *rapid.T, ds pairOf, _, got *result) {
		d := ds.second
		for i, s := range got.Seats {
			antes := s.Net.Div(decimal.RequireFromString(d.Seats[i].Bets["ante"]))
			never := []int64{11}
			if d.Seats[i].Actions[0] != "3x" {
				never = append(never, 7, 14)
			}
			for _, n := range never {
				if antes.Equal(decimal.NewFromInt(n)) {
					t.Errorf("seat %d nets %s antes: %s", s.Seat, antes, d.text())
				}
			}
		}
	})
}

// TestMoney holds every line under any chip, rounding and cap: a loss is the
// stake, a payout is whole chips unless exact, no more than a chip from exact,
// the cap holds, and the net is the sum.
func TestMoney(t *testing.T) {
	t.Parallel()
	check(t, anyDeal, func(t *rapid.T, d *deal) *deal {
		d.Table = map[string]string{
			"chip":      rapid.SampledFrom([]string{"0.01", "0.25", "0.5", "1", "5", "7", "1000"}).Draw(t, "chip"),
			"rounding":  rapid.SampledFrom([]string{"down", "nearest", "up"}).Draw(t, "rounding"),
			"cap":       rapid.SampledFrom([]string{"0", "0.3", "100", "20000", "50001.7"}).Draw(t, "cap"),
			"cap_share": rapid.SampledFrom([]string{"by-order", "pro-rata"}).Draw(t, "share"),
		}
		if d.Table["cap"] == "0" {
			delete(d.Table, "cap")
		}
		return d
	}, func(t *rapid.T, ds pairOf, _, got *result) { money(t, ds.second, got) })
}

// money checks the lines of a result against the table they were settled at.
func money(t *rapid.T, d *deal, got *result) {
	chip := decimal.RequireFromString(d.Table["chip"])
	for _, s := range got.Seats {
		net, won, could := decimal.Zero, decimal.Zero, decimal.Zero
		for _, l := range s.Lines {
			net = net.Add(l.Amount)
			switch l.Outcome {
			case "lose":
				if !l.Amount.Equal(l.Stake.Neg()) || !l.Exact.Equal(l.Amount) || !l.Rounded.Equal(l.Amount) {
					t.Errorf("a loss that is not the stake: %+v", l)
				}
			case "push":
				if !l.Amount.IsZero() || !l.Rounded.IsZero() || !l.Exact.IsZero() {
					t.Errorf("a push that moves chips: %+v", l)
				}
			case "win":
				won, could = won.Add(l.Amount), could.Add(l.Rounded)
				paidRightly(t, d, chip, &l)
			default:
				t.Errorf("outcome %q", l.Outcome)
			}
		}
		if !net.Equal(s.Net) {
			t.Errorf("net %s, lines come to %s", s.Net, net)
		}
		capped(t, d, chip, won, could)
	}
}

func paidRightly(t *rapid.T, d *deal, chip decimal.Decimal, l *line) {
	off := l.Rounded.Sub(l.Exact)
	switch mode := d.Table["rounding"]; {
	case !l.Exact.Equal(l.Stake.Mul(l.Odds)), !l.Rounded.Mod(chip).IsZero(), off.Abs().Cmp(chip) >= 0,
		mode == "down" && off.IsPositive(), mode == "up" && off.IsNegative(),
		mode == "nearest" && (off.Mul(decimal.NewFromInt(2)).Abs().GreaterThan(chip) || off.Mul(decimal.NewFromInt(2)).Equal(chip.Neg())):
		t.Errorf("%s in chips of %s: %+v", mode, chip, *l)
	}
	if l.Amount.GreaterThan(l.Rounded) || l.Amount.IsNegative() || !l.Amount.Mod(chip).IsZero() {
		t.Errorf("capped in chips of %s: %+v", chip, *l)
	}
}

// capped holds what a seat won to the cap: all it could where that is within,
// else the cap in whole chips.
func capped(t *rapid.T, d *deal, chip, won, could decimal.Decimal) {
	want := could
	if text, ok := d.Table["cap"]; ok {
		if limit := decimal.RequireFromString(text); could.GreaterThan(limit) {
			want = limit.Sub(limit.Mod(chip))
		}
	}
	if !won.Equal(want) {
		t.Errorf("won %s of %s, want %s under %v", won, could, want, d.Table)
	}
}
