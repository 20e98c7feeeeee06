package floor_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/shopspring/decimal"

	"croupier/desk"
	"croupier/floor"
	"croupier/floor/floortest"
	"croupier/games"
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
