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

// The oracle settles a round a second time, from the rules alone: it ranks
// hands by trying every five cards of seven, reads cards as text, and writes
// the tables of uth 10 and bonus 7 out. It shares no code with the product.

const oracleRanks = "23456789TJQKA"

// worth is a hand of five as numbers to compare from the left: its category
// from 0 to 9, then its ranks, the most frequent first.
type worth [6]int

func five(cs []string) worth {
	count := map[int]int{}
	suits := map[byte]bool{}
	for _, c := range cs {
		count[strings.IndexByte(oracleRanks, c[0])]++
		suits[c[1]] = true
	}
	var rs []int
	for r := range count {
		rs = append(rs, r)
	}
	slices.SortFunc(rs, func(a, b int) int {
		if count[a] != count[b] {
			return count[b] - count[a]
		}
		return b - a
	})
	run := len(rs) == 5 && rs[0]-rs[4] == 4
	if slices.Equal(rs, []int{12, 3, 2, 1, 0}) {
		run, rs = true, []int{3, 2, 1, 0, -1}
	}
	w := worth{fiveKind(count[rs[0]], len(rs), run, len(suits) == 1, rs[0])}
	copy(w[1:], rs)
	return w
}

func fiveKind(most, ranks int, run, flush bool, high int) int {
	switch {
	case run && flush && high == 12:
		return 9
	case run && flush:
		return 8
	case most == 4:
		return 7
	case most == 3 && ranks == 2:
		return 6
	case flush:
		return 5
	case run:
		return 4
	case most == 3:
		return 3
	case most == 2 && ranks == 3:
		return 2
	case most == 2:
		return 1
	}
	return 0
}

// seven is the best of the 21 fives.
func seven(hole, board string) (best worth) {
	all := strings.Fields(hole + " " + board)
	best[0] = -1
	for i := range all {
		for j := range i {
			var cs []string
			for k, c := range all {
				if k != i && k != j {
					cs = append(cs, c)
				}
			}
			if w := five(cs); slices.Compare(w[:], best[:]) > 0 {
				best = w
			}
		}
	}
	return best
}

// The shipped tables once more, by category from 0, as they stand in print.
var oraclePays = map[string]map[int]string{
	"blind-a": {4: "1", 5: "1.5", 6: "3", 7: "10", 8: "50", 9: "500"},
	"blind-b": {4: "0", 5: "1.5", 6: "3", 7: "10", 8: "50", 9: "500"},
	"trips-1": {3: "3", 4: "4", 5: "7", 6: "9", 7: "30", 8: "40", 9: "50"},
	"trips-2": {3: "3", 4: "5", 5: "6", 6: "8", 7: "30", 8: "40", 9: "50"},
	"trips-3": {3: "3", 4: "4", 5: "7", 6: "8", 7: "30", 8: "40", 9: "50"},
	"trips-4": {3: "3", 4: "5", 5: "6", 6: "7", 7: "20", 8: "40", 9: "50"},
}

// oracle returns the odds at which each wager of a seat is settled.
func oracle(d *deal, p *player) map[string]string {
	mine, theirs := seven(p.Cards, d.Board), seven(d.Dealer, d.Board)
	order := slices.Compare(mine[:], theirs[:])
	folded := slices.Contains(p.Actions, "fold")
	if d.Game == uth {
		return oracleUTH(d, p, mine[0], order, theirs[0] >= 1, folded)
	}
	return oracleBonus(d, p, mine[0], order, folded)
}

func oracleUTH(d *deal, p *player, kind, order int, qualified, folded bool) map[string]string {
	odds := map[string]string{}
	switch { // the table of uth 10, row by row
	case folded:
		odds["ante"], odds["blind"] = "-1", "-1"
	case order > 0 && qualified:
		odds["ante"], odds["play"], odds["blind"] = "1", "1", oraclePays[d.Paytables["blind"]][kind]
	case order > 0:
		odds["ante"], odds["play"], odds["blind"] = "0", "1", oraclePays[d.Paytables["blind"]][kind]
	case order == 0:
		odds["ante"], odds["play"], odds["blind"] = "0", "0", "0"
	case qualified:
		odds["ante"], odds["play"], odds["blind"] = "-1", "-1", "-1"
	default:
		odds["ante"], odds["play"], odds["blind"] = "0", "-1", "-1"
	}
	if odds["blind"] == "" {
		odds["blind"] = "0"
	}
	if p.Bets["trips"] == "" {
		return odds
	}
	mustWin := d.House["trips_versus_dealer"] == "must-win"
	odds["trips"] = oraclePays[d.Paytables["trips"]][kind]
	switch {
	case odds["trips"] == "", folded && (mustWin || d.House["trips_on_fold"] == "forfeit"), mustWin && order < 0:
		odds["trips"] = "-1"
	case mustWin && order == 0:
		odds["trips"] = "0"
	}
	return odds
}

func oracleBonus(d *deal, p *player, kind, order int, folded bool) map[string]string {
	odds := map[string]string{}
	bets := []string{"flop", "turn", "river"}
	switch {
	case folded:
		odds["ante"] = "-1"
	default:
		paid := map[int]string{-1: "-1", 0: "0", 1: "1"}[order]
		odds["ante"] = paid
		if least := map[string]int{"straight": 4, "flush": 5}[d.House["ante_pays_from"]]; order > 0 && kind < least {
			odds["ante"] = "0"
		}
		for i, action := range p.Actions {
			if action != "check" {
				odds[bets[i]] = paid
			}
		}
	}
	if p.Bets["bonus"] != "" {
		odds["bonus"] = oracleHole(p.Cards, d.Dealer, d.Paytables["bonus"])
		if folded && d.House["bonus_on_fold"] == "forfeit" {
			odds["bonus"] = "-1"
		}
	}
	return odds
}

// oracleHole is what the bonus pays on two cards, bonus 9.
func oracleHole(hole, dealer, table string) string {
	a, b := hole[0], hole[3]
	if strings.IndexByte(oracleRanks, a) < strings.IndexByte(oracleRanks, b) {
		a, b = b, a
	}
	suited := map[bool]string{true: " suited", false: " unsuited"}[hole[1] == hole[4]]
	switch pair := string([]byte{a, b}); pair {
	case "AA":
		if dealer[0] == 'A' && dealer[3] == 'A' && table == "bonus-1" {
			return "1000"
		}
		return "30"
	case "KK", "QQ", "JJ":
		return "10"
	case "AK", "AQ", "AJ":
		return map[string]string{"AK suited": "25", "AQ suited": "20", "AJ suited": "20", "AK unsuited": "15", "AQ unsuited": "5", "AJ unsuited": "5"}[pair+suited]
	}
	if a == b {
		return "3"
	}
	return "-1"
}

// TestOracle settles random rounds of both games and compares each line.
func TestOracle(t *testing.T) {
	t.Parallel()
	var s roundfile.Settler
	rapid.Check(t, func(t *rapid.T) {
		d := anyDeal.Draw(t, "deal")
		got := settle(t, &s, d.text())
		for i := range d.Seats {
			odds := map[string]string{}
			for _, l := range got.Seats[i].Lines {
				odds[l.Wager] = l.Odds.String()
				if want := l.Stake.Mul(l.Odds); !l.Amount.Equal(want) || l.Outcome != wentBy(l.Odds) {
					t.Errorf("%s of %s at %s: %s, amount %s", l.Wager, l.Stake, l.Odds, l.Outcome, l.Amount)
				}
			}
			if diff := cmp.Diff(oracle(d, &d.Seats[i]), odds); diff != "" {
				t.Errorf("seat %d of %s\nodds (-oracle +got):\n%s", d.Seats[i].Seat, d.text(), diff)
			}
		}
	})
}

func wentBy(odds decimal.Decimal) string {
	return map[int]string{-1: "lose", 0: "push", 1: "win"}[odds.Sign()]
}
