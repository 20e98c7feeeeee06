package floor_test

import (
	"fmt"
	"math/rand/v2"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/shopspring/decimal"

	"croupier/floor"
	"croupier/games/gamestest"
)

// quarter is the smallest chip, in which all is counted.
const quarter = "0.25"

// A wallet is what lies at a table in truth, in quarters: the tray, and the box.
type wallet struct{ tray, box int64 }

// Random fills, credits, drops, cash that is changed to chips, and rounds: a true
// count ties to the unit, one that is a chip off is a variance of a chip, and a
// sheet adds nothing of the session before.
func TestTheWinTies(t *testing.T) {
	t.Parallel()
	p := newPit(t)
	s := uth()
	s.Chip = dec(quarter)
	table, pair := p.shut(s)
	for seed := range uint64(6) {
		off := int64(seed%3) - 1
		rng := gamestest.Rand(seed)
		w, wins := p.busy(rng, table, pair)
		reason := ""
		if off != 0 {
			reason = "miscounted"
		}
		a, err := p.floor.CloseTable(t.Context(), p.by(pair), table, pair, floor.Counts{quarter: w.tray + off}, floor.Counts{quarter: w.box}, reason)
		sheet := answer[floor.Sheet](t, a, err)
		if !sheet.Variance.Equal(dec(quarter).Mul(decimal.NewFromInt(off))) {
			t.Errorf("seed %d: a count off by %d is a variance of %s", seed, off, sheet.Variance)
		}
		byCount := decimal.Sum(*sheet.Closing, sheet.Credits, sheet.Drop).Sub(sheet.Opening).Sub(sheet.Fills)
		if !byCount.Equal(sheet.WinInBook.Add(*sheet.Variance)) || !sheet.WinInBook.Equal(wins) {
			t.Errorf("seed %d: %s by the count, %s in the book, the rounds say %s: %+v", seed, byCount, sheet.WinInBook, wins, sheet)
		}
		if diff := cmp.Diff(p.sheet(table, sheet.Opened.Seq), sheet); diff != "" {
			t.Errorf("seed %d: %s", seed, diff)
		}
		p.now = p.now.AddDate(0, 0, 11) // into the next month, too
	}
	p.sound()
}

// busy opens the table and moves chips and plays rounds there as chance has it,
// over two gaming days. It returns what lies there then, and what the bank won.
func (p *pit) busy(rng *rand.Rand, table int64, pair floor.Pair) (w wallet, wins decimal.Decimal) {
	p.t.Helper()
	ctx := p.t.Context()
	w.tray = 1 + rng.Int64N(10_000)
	a, err := p.floor.OpenTable(ctx, p.by(pair), table, pair, floor.Counts{quarter: w.tray})
	answer[floor.Movement](p.t, a, err)
	for step := range 12 {
		n := 1 + rng.Int64N(500)
		slip := fmt.Sprintf("%d-%d", p.now.Unix(), step)
		switch rng.IntN(5) {
		case 0:
			_, err = p.floor.FillTable(ctx, p.by(pair), table, pair, slip, floor.Counts{quarter: n})
			w.tray += n
		case 1:
			_, err = p.floor.CreditTable(ctx, p.by(pair), table, pair, slip, floor.Counts{quarter: n})
			w.tray -= n
		case 2: // a player buys chips; nobody writes it down
			w.tray, w.box = w.tray-n, w.box+n
		case 3:
			if w.box == 0 {
				continue
			}
			_, err = p.floor.DropTable(ctx, p.by(pair), table, pair, floor.Counts{quarter: w.box})
			w.box = 0
		case 4:
			won := p.won(p.play(p.open(table), rng.Uint64(), 3))
			w.tray, wins = w.tray+won.Div(dec(quarter)).IntPart(), wins.Add(won)
		}
		if err != nil {
			p.t.Fatal(err)
		}
		p.now = p.now.Add(2 * time.Hour)
	}
	if w.tray < 1 { // nobody counts less than nothing
		_, err = p.floor.FillTable(ctx, p.by(pair), table, pair, fmt.Sprintf("%d-last", p.now.Unix()), floor.Counts{quarter: 1 - w.tray})
		w.tray = 1
	}
	if err != nil {
		p.t.Fatal(err)
	}
	return w, wins
}

// won is what the bank won in a round that is over.
func (p *pit) won(v floor.View) (won decimal.Decimal) {
	for _, l := range v.Lines {
		won = won.Sub(l.Amount)
	}
	return won
}
