package ledger_test

import (
	"encoding/json"
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"croupier/ledger"
	"croupier/ledger/booktest"
)

// What somebody with the writer's rights would send, in the words of correction 4
// and dispute 2 of table 1 unless they are replaced.
const (
	open4    = `INSERT INTO corrections VALUES (1, 900, 1, 4, 'opened', 1, '2026-11-30', 800, 'void', NULL, '{}', 'why', 'dan', now());`
	reverse4 = `INSERT INTO reversals VALUES (1, 901, 1, '2026-11-30', 1, '2026-11-30', 800, '2026-11-30', 4);`
	sign4    = `INSERT INTO corrections VALUES (1, 902, 1, 4, 'approved', 1, '2026-11-30', 800, 'void', NULL, NULL, NULL, 'cho', now());`
	reject4  = `INSERT INTO corrections VALUES (1, 903, 1, 4, 'rejected', 1, '2026-11-30', 800, 'void', NULL, NULL, 'no', 'cho', now());`
	entry4   = `INSERT INTO entries VALUES ('2026-11-30', 1, 901, 1, 'reversal', 'KRW', 'dan', 'cho', 'why', now());`
	dispute2 = `INSERT INTO disputes VALUES (1, 904, 1, 2, 'opened', 1, NULL, 'why', 'cho', now());`
	note2    = `INSERT INTO disputes VALUES (1, 905, 1, 2, 'note', 1, NULL, 'so', 'cho', now());`
	close2   = `INSERT INTO disputes VALUES (1, 906, 1, 2, 'closed', 1, 'stands', 'so', 'bob', now());`
)

// TestTwoPersonsStandBehindACorrection goes past the program, with the writer's
// rights, and tries to correct alone, twice, or what nobody opened.
func TestTwoPersonsStandBehindACorrection(t *testing.T) {
	t.Parallel()
	conn := household(t).superuser(t)
	as := func(from, to, sql string) string { return strings.ReplaceAll(sql, from, to) }
	for name, test := range map[string]struct{ sql, refused string }{
		"all is well": {open4 + reverse4 + sign4, ""},
		"rejected":    {open4 + reject4, ""},
		"the entries": {entry4 + as("reversal", "correction", as("901", "902", entry4)), ""},
		"a dispute":   {dispute2 + note2 + close2, ""},

		"the own":                   {open4 + as("'cho'", "'dan'", sign4), "correction_two_persons"},
		"never opened":              {sign4, "correction_order"},
		"of another entry":          {open4 + as("800", "801", sign4), "correction_order"},
		"of another round":          {open4 + as("'approved', 1", "'approved', 2", sign4), "correction_order"},
		"approved twice":            {open4 + sign4 + as("902", "905", sign4), "corrections_decided"},
		"rejected after that":       {open4 + sign4 + reject4, "corrections_decided"},
		"opened twice":              {open4 + as("900, 1", "900, 2", open4), "correction_order"},
		"a number left out":         {as("1, 4,", "1, 5,", open4), "correction_order"},
		"no record":                 {as("'{}'", "NULL", open4), "corrections_check"},
		"a reversal nobody asked":   {reverse4, "correction_order"},
		"a reversal of another":     {open4 + as("800", "801", reverse4), "correction_order"},
		"a reversal twice":          {open4 + reverse4 + as("901", "907", reverse4), "reversals_once"},
		"a reversal of what is not": {open4 + as("901, 1", "700, 1", reverse4), "reversals_check"},
		"an entry of one":           {as("'cho'", "'dan'", entry4), "entries_two_persons"},
		"an entry of nobody else":   {as("'cho'", "NULL", entry4), "entries_two_persons"},
		"an entry without a reason": {as("'why'", "NULL", entry4), "entries_reasoned"},
		"an entry of no round":      {as("901, 1", "901, NULL", entry4), "entries_round"},

		"a dispute closed by its own": {dispute2 + as("'bob'", "'cho'", close2), "correction_two_persons"},
		"a dispute closed twice":      {dispute2 + close2 + as("906", "907", close2), "dispute_order"},
		"a note after the end":        {dispute2 + close2 + as("905", "907", note2), "dispute_order"},
		"a note of another round":     {dispute2 + as("'note', 1", "'note', 2", note2), "dispute_order"},
		"a note on nothing":           {note2, "dispute_order"},
		"two at once":                 {dispute2 + as("1, 2, 'opened'", "1, 3, 'opened'", as("904", "907", dispute2)), "dispute_order"},
		"no outcome":                  {dispute2 + as("'stands'", "NULL", close2), "disputes_check"},
	} {
		for _, role := range []string{asWriter, asOwner, asReplica} {
			if got := constraintOf(try(t, conn, role, test.sql)); got != test.refused && !strings.HasPrefix(got, cmpOr(test.refused, "?")) {
				t.Errorf("%s: %s: refused by %q, want %q", role, name, got, test.refused)
			}
		}
	}
}

// fix4 are the pages that open correction 1 of round 4 of table 2 and approve it.
func fix4(t *testing.T, b book) (open, back ledger.Page) {
	t.Helper()
	round, _, ended, err := ledger.ReadRound(t.Context(), b, 2, 4)
	must(t, err)
	row := func(step string) ledger.Row {
		values := map[string]any{
			"number": int64(1), "step": step, "round": round.Number, "round_day": ledger.Date(round.GamingDay),
			"standing": ended.Seq, "code": "card-miskeyed",
		}
		if step == "opened" {
			values["content"], values["reason"] = json.RawMessage(`{}`), "a ten"
		}
		return ledger.Row{Of: "corrections", Values: values}
	}
	instead := &ledger.Entry{Kind: ledger.KindCorrection, Currency: ended.Currency, Lines: booktest.Corrected}
	reversal := ended.Reversal()
	for _, e := range []*ledger.Entry{reversal, instead} {
		e.Actor, e.Approver, e.Reason = "dan", "cho", "a ten"
	}
	return ledger.Page{Actor: "dan", Rows: []ledger.Row{row("opened")}}, ledger.Page{
		Actor: "cho", Round: round.Number, Entry: reversal, Rows: []ledger.Row{ended.ReversalRow(round, 1)},
		Then: &ledger.Page{Round: round.Number, Entry: instead, Rows: []ledger.Row{row("approved")}},
	}
}

// TestVerifyHoldsCorrections corrects a round on pages of which every hash is right,
// with every guard switched off, as it must be and otherwise.
func TestVerifyHoldsCorrections(t *testing.T) {
	t.Parallel()
	c := newCrime(t)
	const open, back, instead = 9, 10, 11 // the pages of table 2
	for name, test := range map[string]struct {
		spoil func(open, back *ledger.Page)
		want  []ledger.Fault
	}{
		"as it must be": {func(_, _ *ledger.Page) {}, nil},
		"another stake": {func(_, back *ledger.Page) { back.Entry.Lines[1].Stake = back.Entry.Lines[0].Stake }, []ledger.Fault{
			{Table: 2, Seq: back, Relation: "reversals", Row: "n 1", What: "its lines are not the opposite of those of seq 8"}}},
		"a line less": {func(_, back *ledger.Page) { back.Entry.Lines = back.Entry.Lines[1:] }, []ledger.Fault{
			{Table: 2, Seq: back, Relation: "reversals", Row: "n 1", What: "its lines are not the opposite of those of seq 8"}}},
		"of another round": {func(_, back *ledger.Page) { back.Rows[0].Values["round"] = int64(3) }, []ledger.Fault{
			{Table: 2, Seq: back, Relation: "entries", What: "reversal of round 4, of which nothing was taken back"},
			{Table: 2, Seq: back, Relation: "reversals", Row: "n 1", What: "is of no reversal"},
			{Table: 2, Seq: instead, Relation: "entries", What: "correction of round 4, of which nothing was taken back"}}},
		"of another entry": {func(open, back *ledger.Page) {
			for _, row := range []ledger.Row{open.Rows[0], back.Then.Rows[0]} {
				row.Values["standing"] = int64(6)
			}
			back.Rows[0].Values["reverses"] = int64(6)
		}, []ledger.Fault{{Table: 2, Seq: back, Relation: "reversals", Row: "n 1", What: "takes back seq 6, which is no entry of round 4"}}},
		"of another day": {func(_, back *ledger.Page) {
			back.Rows[0].Values["gaming_day"] = ledger.Date(booktest.Day.AddDate(0, 0, 1))
		}, []ledger.Fault{
			{Table: 2, Seq: back, Relation: "entries", What: "reversal of round 4, of which nothing was taken back"},
			{Table: 2, Seq: back, Relation: "reversals", Row: "n 1", What: "is of no reversal"},
			{Table: 2, Seq: instead, Relation: "entries", What: "correction of round 4, of which nothing was taken back"},
			{Table: 2, Seq: instead, Relation: "corrections", Row: "n 1", What: "no entries of the two persons go with it"}}},
		"nothing taken back": {func(_, back *ledger.Page) { back.Rows = nil }, []ledger.Fault{
			{Table: 2, Seq: back, Relation: "entries", What: "reversal of round 4, of which nothing was taken back"},
			{Table: 2, Seq: instead, Relation: "entries", What: "correction of round 4, of which nothing was taken back"},
			{Table: 2, Seq: instead, Relation: "corrections", Row: "n 1", What: "no entries of the two persons go with it"}}},
		"approved by nobody": {func(_, back *ledger.Page) { back.Then.Rows = nil }, []ledger.Fault{
			{Table: 2, Seq: back, Relation: "reversals", Row: "n 1", What: "nobody approved it"}}},
		"approved by the own": {func(open, back *ledger.Page) {
			open.Actor, back.Entry.Actor, back.Then.Entry.Actor = "cho", "cho", "cho"
		}, []ledger.Fault{
			{Table: 2, Seq: back, Relation: "entries", What: "reversal of chips, which takes two persons"},
			{Table: 2, Seq: instead, Relation: "entries", What: "correction of chips, which takes two persons"},
			{Table: 2, Seq: instead, Relation: "corrections", Row: "n 1", What: "cho may not approve what is the own"}}},
		"in another's name": {func(_, back *ledger.Page) { back.Then.Entry.Actor = "bob" }, []ledger.Fault{
			{Table: 2, Seq: instead, Relation: "corrections", Row: "n 1", What: "no entries of the two persons go with it"}}},
		"otherwise than opened": {func(open, _ *ledger.Page) { open.Rows[0].Values["code"] = "void" }, []ledger.Fault{
			{Table: 2, Seq: instead, Relation: "corrections", Row: "n 1", What: "correction 1 was not opened as it was approved"}}},
		"chips that no line moves": {func(_, back *ledger.Page) {
			back.Then.Entry.Postings = []ledger.Posting{{Line: 1, Account: "table 2 seat 1", Amount: booktest.Corrected[1].Stake}, {Line: 1, Account: "table 2 bank", Amount: booktest.Corrected[1].Stake.Neg()}}
		}, []ledger.Fault{{Table: 2, Seq: instead, Relation: "lines", Row: "line 2", What: "is not what its postings moved"}}},
	} {
		t.Run(name, func(t *testing.T) {
			open, back := fix4(t, c.book)
			test.spoil(&open, &back)
			got := c.found(t, 2, open, back)
			if diff := cmp.Diff(test.want, got, cmpopts.SortSlices(func(a, b ledger.Fault) bool { return a.String() < b.String() })); diff != "" {
				t.Errorf("(-want +found):\n%s", diff)
			}
		})
	}
}

// found appends the pages, verifies, and takes them back.
func (c crime) found(t *testing.T, table int64, pages ...ledger.Page) []ledger.Fault {
	t.Helper()
	tx, err := c.conn.Begin(t.Context())
	must(t, err)
	defer func() { must(t, tx.Rollback(t.Context())) }()
	held, err := ledger.Lock(t.Context(), tx, table, 0, ledger.Key{})
	must(t, err)
	head := held.Head
	for _, p := range pages {
		p.At, p.GamingDay = booktest.At, booktest.Day
		head, err = ledger.Append(t.Context(), tx, head, p)
		must(t, err)
	}
	faults, err := ledger.VerifyIn(t.Context(), tx)
	must(t, err)
	return faults
}

// TestVerifyHoldsDisputes closes a dispute, with every guard switched off, by whom
// and as what it may not be.
func TestVerifyHoldsDisputes(t *testing.T) {
	t.Parallel()
	c := newCrime(t)
	row := func(step string, outcome any, actor string) ledger.Row {
		return ledger.Row{Of: "disputes", Values: map[string]any{"number": int64(1), "step": step, "round": int64(4), "outcome": outcome, "reason": "so", "actor": actor}}
	}
	page := func(r ledger.Row) ledger.Page { return ledger.Page{Actor: "eve", Rows: []ledger.Row{r}} }
	opened := page(row("opened", nil, "cho"))
	for name, test := range map[string]struct {
		pages []ledger.Page
		want  string
	}{
		"by another": {[]ledger.Page{opened, page(row("note", nil, "cho")), page(row("closed", "stands", "bob"))}, ""},
		"by the own": {[]ledger.Page{opened, page(row("closed", "stands", "cho"))}, "cho may not close what is the own"},
		"of nothing": {[]ledger.Page{page(row("closed", "stands", "bob"))}, "dispute 1 was not opened"},
		"by nothing": {[]ledger.Page{opened, page(row("closed", "corrected", "bob"))}, "no correction answers it"},
		"twice":      {[]ledger.Page{opened, page(row("closed", "stands", "bob")), page(row("note", nil, "bob"))}, "dispute 1 was closed before"},
	} {
		t.Run(name, func(t *testing.T) {
			var got []string
			for _, f := range c.found(t, 2, test.pages...) {
				got = append(got, f.What)
			}
			if test.want == "" && got != nil || test.want != "" && !slices.Equal(got, []string{test.want}) {
				t.Errorf("found %q, want %q", got, test.want)
			}
		})
	}
}

// TestPagesThatDoNotCorrect tries pages that make no sense.
func TestPagesThatDoNotCorrect(t *testing.T) {
	t.Parallel()
	b := newBook(t, 2, 4)
	_, err := b.write(t.Context(), 2, booktest.Opening) // round 5
	must(t, err)
	for name, test := range map[string]struct {
		spoil func(*ledger.Page)
		want  error
	}{
		"a reversal alone":     {func(p *ledger.Page) { p.Then = nil }, ledger.ErrPage},
		"a correction alone":   {func(p *ledger.Page) { p.Entry, p.Then = p.Then.Entry, nil }, ledger.ErrCorrection},
		"of two rounds":        {func(p *ledger.Page) { p.Then.Round = 3 }, ledger.ErrPage},
		"of the open round":    {func(p *ledger.Page) { p.Round, p.Then.Round = 5, 5 }, ledger.ErrPage},
		"of no round":          {func(p *ledger.Page) { p.Round, p.Then.Round = 9, 9 }, ledger.ErrNoRound},
		"with events":          {func(p *ledger.Page) { p.Events = booktest.Ending(ledger.Head{}).Events }, ledger.ErrPage},
		"approved by nobody":   {func(p *ledger.Page) { p.Then.Entry.Approver = "" }, ledger.ErrPage},
		"opened by nobody":     {func(p *ledger.Page) { p.Entry.Actor = "" }, ledger.ErrPage},
		"what nobody opened":   {func(*ledger.Page) {}, ledger.ErrCorrection},
		"a page after no such": {func(p *ledger.Page) { p.Entry = nil }, ledger.ErrPage},
	} {
		_, back := fix4(t, b)
		test.spoil(&back)
		_, err := b.write(t.Context(), 2, func(ledger.Head) ledger.Page {
			back.At, back.GamingDay = booktest.At, booktest.Day
			return back
		})
		if !errors.Is(err, test.want) {
			t.Errorf("%s: %v, want %v", name, err, test.want)
		}
	}
	b.sound(t)
}
