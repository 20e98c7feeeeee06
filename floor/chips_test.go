package floor_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/jackc/pgx/v5"
	"github.com/shopspring/decimal"

	"croupier/desk"
	"croupier/floor"
	"croupier/floor/floortest"
	"croupier/games"
	"croupier/games/gamestest"
	"croupier/house"
	"croupier/ledger"
)

// shut is a new table, closed, and the pair who are to open it.
func (p *pit) shut(s house.Spec) (int64, floor.Pair) {
	p.t.Helper()
	table := floortest.Table(p.t, p.pool, s)
	return table, floor.Pair{Dealer: floortest.Dealer(table), Supervisor: floortest.Supervisor}
}

// staffed is a new table, open, and the pair who opened it.
func (p *pit) staffed(s house.Spec) (int64, floor.Pair) {
	p.t.Helper()
	table, pair := p.shut(s)
	floortest.Open(p.t, p.floor, table)
	return table, pair
}

// answer reads what a change was answered, which must not have failed.
func answer[T any](t *testing.T, a desk.Answer, err error) (v T) {
	t.Helper()
	if err == nil {
		err = json.Unmarshal(a.Body, &v)
	}
	if err != nil {
		t.Fatal(err)
	}
	return v
}

func (p *pit) sheet(table, opening int64) floor.Sheet {
	p.t.Helper()
	sheet, err := p.floor.Result(p.t.Context(), table, opening)
	if err != nil {
		p.t.Fatal(err)
	}
	return sheet
}

// sound fails the test unless the book verifies.
func (p *pit) sound() {
	p.t.Helper()
	sum, err := ledger.Verify(p.t.Context(), p.pool, ledger.VerifyOptions{}, func(f ledger.Fault) { p.t.Error(f) })
	if err != nil || sum.Faults != 0 {
		p.t.Errorf("verify: %+v, %v", sum, err)
	}
}

// A note is a significant event as the book has it.
type note struct {
	Kind, Subject, Origin, Actor, Approver, Reason, Before, After string
}

// notes are the significant events of the table, in order.
func (p *pit) notes(table int64) []note {
	p.t.Helper()
	rows, err := p.pool.Query(p.t.Context(), `
		SELECT kind, subject, origin, actor, coalesce(approver, ''), coalesce(reason, ''), coalesce(before::text, ''), coalesce(after::text, '')
		FROM significant_events WHERE table_id = $1 ORDER BY seq, n`, table)
	if err != nil {
		p.t.Fatal(err)
	}
	notes, err := pgx.CollectRows(rows, pgx.RowToStructByPos[note])
	if err != nil {
		p.t.Fatal(err)
	}
	return notes
}

func kinds(notes []note) (kinds []string) {
	for _, n := range notes {
		kinds = append(kinds, n.Kind)
	}
	return kinds
}

func dec(s string) decimal.Decimal { return decimal.RequireFromString(s) }

// equal holds amounts of a sheet against what they must be.
func equal(t *testing.T, what string, got *decimal.Decimal, want string) {
	t.Helper()
	if got == nil || !got.Equal(dec(want)) {
		t.Errorf("%s is %v, want %s", what, got, want)
	}
}

// A table opens with a float, has a fill and a credit, its drop box is counted,
// and it closes a chip short: the sheet says so, the bank holds nothing after it,
// and all of it stands in the book under two persons.
func TestASession(t *testing.T) {
	t.Parallel()
	ctx := t.Context()
	p := newPit(t)
	table, pair := p.shut(uth())
	a, err := p.floor.OpenTable(ctx, p.by(pair), table, pair, floor.Counts{"100": 20, "25": 40, "5": 0})
	opened := answer[floor.Movement](t, a, err)
	if !opened.Amount.Equal(dec("3000")) || opened.Entry.Kind != "open" || opened.GamingDay != "2026-11-30" || opened.Dealer != pair.Dealer {
		t.Errorf("opened %+v", opened)
	}
	a, err = p.floor.FillTable(ctx, p.by(pair), table, pair, "F-17", floor.Counts{"100": 10})
	answer[floor.Movement](t, a, err)
	a, err = p.floor.CreditTable(ctx, p.by(pair), table, pair, "C-17", floor.Counts{"25": 4})
	answer[floor.Movement](t, a, err)
	a, err = p.floor.DropTable(ctx, p.by(pair), table, pair, floor.Counts{"50": 6})
	answer[floor.Movement](t, a, err)
	sheet := p.sheet(table, 0)
	if sheet.Closing != nil || sheet.Closed != nil || sheet.Win != nil || sheet.Variance != nil {
		t.Errorf("the sheet of an open table says how it closed: %+v", sheet)
	}
	count := floor.Counts{"100": 30, "25": 20, "1": 25}
	if _, err := p.floor.CloseTable(ctx, p.by(pair), table, pair, count, floor.Counts{"20": 2}, ""); !errors.Is(err, floor.ErrReason) {
		t.Errorf("short, and no reason: %v", err)
	}
	c := p.by(pair)
	a, err = p.floor.CloseTable(ctx, c, table, pair, count, floor.Counts{"20": 2}, "a chip fell")
	said := answer[floor.Sheet](t, a, err)
	again, err := p.floor.CloseTable(ctx, c, table, pair, count, floor.Counts{"20": 2}, "a chip fell")
	if err != nil || !again.Repeated || string(again.Body) != string(a.Body) {
		t.Errorf("again: %s, %v", again.Body, err)
	}
	sheet = p.sheet(table, 0)
	if diff := cmp.Diff(sheet, said); diff != "" {
		t.Errorf("the sheet is not what was answered: %s", diff)
	}
	equal(t, "opening", &sheet.Opening, "3000")
	equal(t, "fills", &sheet.Fills, "1000")
	equal(t, "credits", &sheet.Credits, "100")
	equal(t, "drop", &sheet.Drop, "340")
	equal(t, "closing", sheet.Closing, "3525")
	equal(t, "win in the book", &sheet.WinInBook, "0")
	equal(t, "win", sheet.Win, "-35")
	equal(t, "variance", sheet.Variance, "-35")
	p.booked(table, pair)
	p.noted(table, pair)
	p.sound()
}

// booked checks the entries of TestASession.
func (p *pit) booked(table int64, pair floor.Pair) {
	p.t.Helper()
	list, err := p.floor.Entries(p.t.Context(), ledger.Filter{Table: table})
	if err != nil {
		p.t.Fatal(err)
	}
	bank := decimal.Zero
	var got []string
	for _, e := range list.Entries {
		got = append(got, e.Kind)
		if e.Actor != pair.Dealer || e.Approver != pair.Supervisor || e.Round != "" || len(e.Lines) > 0 || e.GamingDay != "2026-11-30" {
			p.t.Errorf("entry %+v", e)
		}
		for _, posting := range e.Postings {
			if posting.Account == ledger.Bank(table) {
				bank = bank.Add(posting.Amount)
			}
		}
	}
	if diff := cmp.Diff([]string{"open", "fill", "credit", "drop", "close"}, got); diff != "" {
		p.t.Errorf("entries: %s", diff)
	}
	if !bank.IsZero() {
		p.t.Errorf("the bank of a closed table holds %s", bank)
	}
}

// noted checks the significant events of TestASession.
func (p *pit) noted(table int64, pair floor.Pair) {
	p.t.Helper()
	notes := p.notes(table)
	if diff := cmp.Diff([]string{"table-open", "fill", "credit", "drop", "table-close", "count-variance"}, kinds(notes)); diff != "" {
		p.t.Fatalf("significant events: %s", diff)
	}
	for _, n := range notes {
		if n.Subject != fmt.Sprintf("table %d", table) || n.Origin != floortest.Origin || n.Actor != pair.Dealer || n.Approver != pair.Supervisor {
			p.t.Errorf("%+v", n)
		}
	}
	if n := notes[5]; n.Before != `{"bank": "3600"}` || n.After != `{"bank": "3565"}` || n.Reason != "a chip fell" {
		p.t.Errorf("%+v", n)
	}
}

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
			a, err = p.floor.FillTable(ctx, p.by(pair), table, pair, slip, floor.Counts{quarter: n})
			w.tray += n
		case 1:
			a, err = p.floor.CreditTable(ctx, p.by(pair), table, pair, slip, floor.Counts{quarter: n})
			w.tray -= n
		case 2: // a player buys chips; nobody writes it down
			w.tray, w.box = w.tray-n, w.box+n
		case 3:
			if w.box == 0 {
				continue
			}
			a, err = p.floor.DropTable(ctx, p.by(pair), table, pair, floor.Counts{quarter: w.box})
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

// What is refused changes nothing, and says what would be accepted.
func TestChipsRefused(t *testing.T) {
	t.Parallel()
	ctx := t.Context()
	p := newPit(t)
	open, pair := p.staffed(uth())
	other, otherPair := p.staffed(uth())
	shut, shutPair := p.shut(uth())
	alone, same := floor.Pair{Dealer: pair.Dealer}, floor.Pair{Dealer: pair.Dealer, Supervisor: pair.Dealer}
	strangers := floor.Pair{Dealer: pair.Dealer, Supervisor: "supervisor-2"}
	ten := floor.Counts{"10": 1}
	a, err := p.floor.FillTable(ctx, p.by(otherPair), other, otherPair, "1", ten)
	answer[floor.Movement](t, a, err)
	fill := func(pair floor.Pair, slip string, chips floor.Counts) error {
		_, err := p.floor.FillTable(ctx, p.by(pair), open, pair, slip, chips)
		return err
	}
	opening := func(table int64, pair floor.Pair, chips floor.Counts) error {
		_, err := p.floor.OpenTable(ctx, p.by(pair), table, pair, chips)
		return err
	}
	_, byStrangers := p.floor.FillTable(ctx, p.by(pair), open, strangers, "2", ten)
	_, closed := p.floor.CloseTable(ctx, p.by(shutPair), shut, shutPair, ten, nil, "")
	_, noSession := p.floor.Result(ctx, shut, 0)
	_, ofDrop := p.floor.DropTable(ctx, p.by(pair), open, pair, floor.Counts{})
	_, byItself := p.floor.ChangeDealer(ctx, p.caller(), open, "dealer-1")
	_, nobody := p.floor.ChangeDealer(ctx, p.caller(), open, "")
	_, noTable := p.floor.OpenTable(ctx, p.by(pair), 99, pair, ten)
	for name, c := range map[string]struct{ err, want error }{
		"alone":                  {fill(alone, "2", ten), floor.ErrTwoPersons},
		"one person in two":      {fill(same, "2", ten), floor.ErrTwoPersons},
		"others than who ask":    {byStrangers, floor.ErrTwoPersons},
		"another table's dealer": {fill(otherPair, "2", ten), desk.ErrNotOwn},
		"slip used elsewhere":    {fill(pair, "1", ten), ledger.ErrSlip},
		"slip of no form":        {fill(pair, "no 1", ten), floor.ErrSlipForm},
		"no chips":               {fill(pair, "2", floor.Counts{"10": 0}), floor.ErrCount},
		"parts of a chip":        {fill(pair, "2", floor.Counts{"0.5": 2}), floor.ErrCount},
		"open already":           {opening(open, pair, ten), floor.ErrTableOpen},
		"deals elsewhere":        {opening(shut, pair, ten), ledger.ErrDealing},
		"close a closed table":   {closed, floor.ErrTableClosed},
		"no session":             {noSession, floor.ErrNoSession},
		"empty drop":             {ofDrop, floor.ErrCount},
		"supervisor deals":       {byItself, floor.ErrTwoPersons},
		"nobody deals":           {nobody, floor.ErrTwoPersons},
		"no table":               {noTable, ledger.ErrNoTable},
	} {
		if !errors.Is(c.err, c.want) {
			t.Errorf("%s: %v, want %v", name, c.err, c.want)
		}
	}
	v := p.open(open)
	if _, err := p.floor.CloseTable(ctx, p.by(pair), open, pair, ten, nil, ""); !errors.Is(err, floor.ErrRoundOpen) {
		t.Errorf("close in a round: %v", err)
	}
	p.must(v, games.Event{Kind: games.KindVoid, Note: "test"})
	if sheet := p.sheet(open, 0); !sheet.Fills.IsZero() || sheet.Rounds != 0 || sheet.Voids != 1 {
		t.Errorf("%+v: a refusal changed something", sheet)
	}
	p.sound()
}

// A person who opens two tables at once gets one.
func TestAPersonDealsAtOneTable(t *testing.T) {
	t.Parallel()
	p := newPit(t)
	pair := floor.Pair{Dealer: "dealer-1", Supervisor: floortest.Supervisor}
	var wg sync.WaitGroup
	opened := make(chan int64, 4)
	for range cap(opened) {
		table, _ := p.shut(uth())
		wg.Go(func() {
			_, err := p.floor.OpenTable(t.Context(), p.by(pair), table, pair, floor.Counts{"100": 1})
			if err == nil {
				opened <- table
			} else if !errors.Is(err, ledger.ErrDealing) {
				t.Error(err)
			}
		})
	}
	wg.Wait()
	if len(opened) != 1 {
		t.Errorf("%d tables are opened", len(opened))
	}
	p.sound()
}

// The dealer changes in a round; the next one finishes it, the first may go to
// another table, and only the next moves chips.
func TestTheDealerChanges(t *testing.T) {
	t.Parallel()
	ctx := t.Context()
	p := newPit(t)
	table, pair := p.staffed(uth())
	shut, _ := p.shut(uth())
	v := p.must(p.open(table), anteOf(1, 10))
	next := floor.Pair{Dealer: "relief", Supervisor: pair.Supervisor}
	supervisor := floortest.Caller(floor.Pair{Dealer: pair.Supervisor}, "change", 1)
	a, err := p.floor.ChangeDealer(ctx, supervisor, table, next.Dealer)
	stint := answer[floor.Stint](t, a, err)
	if stint.Before != pair.Dealer || stint.Dealer != next.Dealer || stint.Table != table {
		t.Errorf("%+v", stint)
	}
	if _, err := p.floor.ChangeDealer(ctx, floortest.Caller(floor.Pair{Dealer: pair.Supervisor}, "change", 2), table, next.Dealer); !errors.Is(err, ledger.ErrDealing) {
		t.Errorf("the same dealer again: %v", err)
	}
	own := p.by(pair)
	own.Own = true
	if _, err := p.floor.Do(ctx, own, id(t, v), floor.Change{N: 1, Events: []games.Event{anteOf(2, 10)}}); !errors.Is(err, desk.ErrNotOwn) {
		t.Errorf("who dealt before: %v", err)
	}
	relief := p.by(next)
	relief.Own = true
	if _, err := p.floor.Do(ctx, relief, id(t, v), floor.Change{N: 1, Events: []games.Event{anteOf(2, 10)}}); err != nil {
		t.Errorf("who deals now: %v", err)
	}
	if _, err := p.floor.DropTable(ctx, p.by(pair), table, pair, floor.Counts{"10": 1}); !errors.Is(err, desk.ErrNotOwn) {
		t.Errorf("a drop by who dealt before: %v", err)
	}
	if _, err := p.floor.OpenTable(ctx, p.by(pair), shut, pair, floor.Counts{"10": 1}); err != nil {
		t.Errorf("who is free opens another table: %v", err)
	}
	if n := p.notes(table)[1]; n.Kind != "dealer" || n.Actor != pair.Supervisor || n.Before != `{"dealer": "dealer-1"}` || n.After != `{"dealer": "relief"}` {
		t.Errorf("%+v", n)
	}
	p.sound()
}

// A table at which nothing is in force any more can be closed, on the gaming day
// it was opened on; nothing else comes from the cage.
func TestATableCanAlwaysBeClosed(t *testing.T) {
	t.Parallel()
	ctx := t.Context()
	p := newPit(t)
	table, pair := p.staffed(uth())
	p.now = time.Date(2019, 12, 31, 12, 0, 0, 0, time.UTC)
	if _, err := p.floor.FillTable(ctx, p.by(pair), table, pair, "1", floor.Counts{"10": 1}); !errors.Is(err, house.ErrNotInForce) {
		t.Errorf("a fill: %v", err)
	}
	a, err := p.floor.CloseTable(ctx, p.by(pair), table, pair, floor.Counts{"100": 1000}, nil, "")
	if sheet := answer[floor.Sheet](t, a, err); sheet.Variance == nil || !sheet.Variance.IsZero() || sheet.GamingDay != "2026-11-30" {
		t.Errorf("%+v", sheet)
	}
	if _, err := p.floor.OpenTable(ctx, p.by(pair), table, pair, floor.Counts{"10": 1}); !errors.Is(err, house.ErrNotInForce) {
		t.Errorf("an opening: %v", err)
	}
	p.sound()
}

// Days on which nothing was dealt are listed with the others.
func TestDaysWithoutRoundsAreListed(t *testing.T) {
	t.Parallel()
	ctx := t.Context()
	p := newPit(t)
	table, pair := p.staffed(uth())
	p.now = p.now.AddDate(0, 0, 1)
	p.must(p.open(table), games.Event{Kind: games.KindVoid, Note: "test"})
	p.now = p.now.AddDate(0, 0, 1)
	a, err := p.floor.FillTable(ctx, p.by(pair), table, pair, "1", floor.Counts{"10": 1})
	answer[floor.Movement](t, a, err)
	var got []string
	for cursor := ""; ; {
		page, err := p.floor.Entries(ctx, ledger.Filter{Table: table, Limit: 1, After: cursor})
		if err != nil {
			t.Fatal(err)
		}
		for _, e := range page.Entries {
			got = append(got, e.GamingDay+" "+e.Kind)
		}
		if cursor = page.Cursor; cursor == "" {
			break
		}
	}
	if diff := cmp.Diff([]string{"2026-11-30 open", "2026-12-01 void", "2026-12-02 fill"}, got); diff != "" {
		t.Error(diff)
	}
}

// A void is a significant event, and so is what a seat wins from the table's
// threshold on.
func TestSignificantRounds(t *testing.T) {
	t.Parallel()
	p := newPit(t)
	s := uth()
	s.LargeWin = decimal.NewFromInt(100)
	table, pair := p.staffed(s)
	p.must(p.open(table), anteOf(1, 10), games.Event{Kind: games.KindVoid, Note: "card exposed"})
	want := []string{"void"}
	for seed := range uint64(12) {
		for _, won := range bySeat(p.play(p.open(table), seed, 4)) {
			if !won.LessThan(s.LargeWin) {
				want = append(want, "large-win")
			}
		}
	}
	notes := p.notes(table)[1:]
	var large int
	for _, n := range notes {
		if n.Kind == "large-win" {
			large++
		}
	}
	if n := notes[0]; n.Subject != fmt.Sprintf("round %d-1", table) || n.Reason != "card exposed" || n.Actor != pair.Dealer {
		t.Errorf("%+v", n)
	}
	if large == 0 || large != len(want)-1 {
		t.Errorf("%d large wins are noted, want %d and some", large, len(want)-1)
	}
	p.sound()
}

// bySeat is the sum of the lines each seat won.
func bySeat(v floor.View) map[int]decimal.Decimal {
	won := map[int]decimal.Decimal{}
	for _, l := range v.Lines {
		if l.Amount.IsPositive() {
			won[l.Seat] = won[l.Seat].Add(l.Amount)
		}
	}
	return won
}
