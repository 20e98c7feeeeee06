package edge

import (
	"bufio"
	"encoding/csv"
	"math/big"
	"os"
	"slices"
	"strings"
	"testing"
)

// TestFacts holds the figures that were found by others, exactly where they
// are given exactly and to every digit where they are not.
func TestFacts(t *testing.T) {
	t.Parallel()
	f, err := os.Open("testdata/facts.txt")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	lines := 0
	for scan := bufio.NewScanner(f); scan.Scan(); {
		if strings.HasPrefix(scan.Text(), "#") {
			continue
		}
		lines++
		fact := strings.Split(scan.Text(), "|")
		for i := range fact {
			fact[i] = strings.TrimSpace(fact[i])
		}
		t.Run(scan.Text(), func(t *testing.T) { holdFact(t, fact) })
	}
	if lines < 30 {
		t.Errorf("%d facts", lines)
	}
}

func holdFact(t *testing.T, fact []string) {
	game, rules, names := fact[0], strings.Fields(fact[1]), strings.Fields(fact[2])
	w := reportOf(t, countsOf(t, game, rules...), names...).Wager(fact[4])
	if w == nil {
		t.Fatalf("no wager %s", fact[4])
	}
	want := fact[5]
	digits := len(want) - 1 - strings.IndexByte(want, '.')
	got := map[string]func() *big.Rat{
		"ev":    func() *big.Rat { return w.EV },
		"edge":  w.Edge,
		"stake": func() *big.Rat { return w.Stake },
		"risk":  w.Risk,
		"hit":   func() *big.Rat { return w.Hit },
		"sd":    func() *big.Rat { return rat(t, w.Deviation(30)) },
	}[fact[3]]()
	if strings.Contains(want, "/") {
		if got.Cmp(rat(t, want)) != 0 {
			t.Errorf("got %s", got)
		}
	} else if got.FloatString(digits) != want {
		t.Errorf("got %s", got.FloatString(digits+3))
	}
}

func rat(t *testing.T, s string) *big.Rat {
	t.Helper()
	r, ok := new(big.Rat).SetString(s)
	if !ok {
		t.Fatalf("%q is no number", s)
	}
	return r
}

// TestDecisionFrequencies holds how often each choice is made.
func TestDecisionFrequencies(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		report *Report
		want   map[string]string
	}{
		{
			reportOf(t, countsOf(t, uth), "blind-a", "trips-2"),
			map[string]string{"preflop 4x": "37.7074", "preflop 3x": "0.0000", "after flop 2x": "21.2846", "after river 1x": "21.8264", "after river fold": "19.1816"},
		},
		{
			reportOf(t, countsOf(t, bonus, "ante_pays_from=straight"), "bonus-1"),
			map[string]string{"turn bet 1x": "44.5911", "river bet 1x": "46.2690"},
		},
	} {
		found := 0
		for _, f := range c.report.Decisions {
			if want, ok := c.want[f.Step+" "+f.Choice]; ok {
				found++
				if got := new(big.Rat).Mul(f.How, big.NewRat(100, 1)).FloatString(4); got != want {
					t.Errorf("%s %s: %s %%, want %s", f.Step, f.Choice, got, want)
				}
			}
		}
		if found != len(c.want) {
			t.Errorf("found %d of %v", found, c.want)
		}
	}
}

// TestBlindCounts holds how many of all deals win with each priced hand, which
// the strategy does not change where the blind is never folded with it.
func TestBlindCounts(t *testing.T) {
	t.Parallel()
	c := countsOf(t, uth)
	won := map[string]int64{}
	for i := range c.roots {
		for column, n := range c.roots[i].vec[:c.layouts[0].columns] {
			for k, w := range c.table.compared {
				if o := c.table.columns[column].outcomes[0][k]; c.table.question.wagers[w] == "blind" && o.row != fixed {
					won[c.table.question.rows[o.row].row] += n
				}
			}
		}
	}
	for row, want := range map[string]int64{
		"royal flush": 85_615_200, "straight flush": 734_237_144, "four of a kind": 4_240_864_800,
		"full house": 62_810_500_464, "flush": 71_523_195_288, "straight": 103_685_076_072,
	} {
		if got := won[row] / orders; got != want || won[row]%orders != 0 {
			t.Errorf("%s: %d deals, want %d", row, got, want)
		}
	}
}

// TestWinsAndTies holds how the two hands compare over all deals.
func TestWinsAndTies(t *testing.T) {
	t.Parallel()
	c := countsOf(t, uth)
	var total, won, tied int64
	for i := range c.roots {
		for column, n := range c.roots[i].vec[:c.layouts[0].columns] {
			total += n
			play := c.table.columns[column].outcomes[0][slices.Index(c.table.compared, c.game.Index("play"))]
			switch play.odds.Sign() {
			case 1:
				won += n
			case 0:
				tied += n
			}
		}
	}
	if total/orders != 2_781_381_002_400 || won/orders != 1_334_125_369_292 || tied/orders != 113_130_263_816 {
		t.Errorf("%d deals, %d won, %d tied", total/orders, won/orders, tied/orders)
	}
}

// orders is how often a deal is counted: its five cards of the board are three
// that make the flop, one the turn and one the river.
const orders = 20

// TestClassesUTH holds all 169 classes to the published table.
func TestClassesUTH(t *testing.T) {
	t.Parallel()
	r := reportOf(t, countsOf(t, uth), "blind-a", "trips-2")
	raised := int64(0)
	for class, line := range published(t, "testdata/uth-blind-a-preflop-ev.csv") {
		h := handOf(t, r, class)
		if h.Best == "4x" {
			raised += h.Combos
		}
		for i, v := range h.Choices { // check, 3x, 4x; the table has them the other way
			if got := v.EV.FloatString(6); got != line[4-i] {
				t.Errorf("%s %s: %s, want %s", class, v.Choice, got, line[4-i])
			}
		}
		if h.Best != line[5] {
			t.Errorf("%s: %s, want %s", class, h.Best, line[5])
		}
	}
	if raised != 500 {
		t.Errorf("%d pairs of cards raise, want 500", raised)
	}
}

func TestClassesBonus(t *testing.T) {
	t.Parallel()
	r := reportOf(t, countsOf(t, bonus, "ante_pays_from=straight"), "bonus-1")
	for class, line := range published(t, "testdata/bonus-straight-preflop-ev.csv") {
		h := handOf(t, r, class)
		if got := h.Choices[0].EV.FloatString(6); got != line[1] {
			t.Errorf("%s: %s, want %s", class, got, line[1])
		}
		if best := map[string]string{"2x": "play", "fold": "fold"}[h.Best]; best != line[2] {
			t.Errorf("%s: %s, want %s", class, best, line[2])
		}
	}
}

func TestBonusFlushFolds(t *testing.T) {
	t.Parallel()
	r := reportOf(t, countsOf(t, bonus, "ante_pays_from=flush"), "bonus-1")
	var folds []string
	for _, h := range r.Chart {
		if h.Best == "fold" {
			folds = append(folds, h.Class)
		}
	}
	slices.Sort(folds)
	if want := []string{"32o", "42o", "43o", "52o", "62o", "72o"}; !slices.Equal(folds, want) {
		t.Errorf("folds %v, want %v", folds, want)
	}
}

// published reads a table of the 169 classes, by class.
func published(t *testing.T, file string) map[string][]string {
	t.Helper()
	f, err := os.Open(file)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	lines, err := csv.NewReader(f).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	all := map[string][]string{}
	for _, line := range lines[1:] {
		all[line[0]] = line
	}
	if len(all) != 169 {
		t.Fatalf("%s: %d classes", file, len(all))
	}
	return all
}

func handOf(t *testing.T, r *Report, class string) Hand {
	t.Helper()
	for _, h := range r.Chart {
		if h.Class == class {
			return h
		}
	}
	t.Fatalf("no class %s", class)
	return Hand{}
}
