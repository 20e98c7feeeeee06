package ledger_test

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	gocmp "github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"croupier/ledger"
	"croupier/ledger/booktest"
)

// owed is what an event of each kind must say: who approved it, the reason, what
// was before and what is after.
var owed = map[string]string{
	"start": "after", "stop": "", "clock-jump": "reason before after",
	"sign-in": "", "sign-in-failed": "reason", "sign-out": "", "account-locked": "reason after", "account-freed": "reason before after",
	"person": "after", "roles": "reason before after", "secret": "after", "key": "after", "key-end": "reason after",
	"table": "after", "table-open": "approver after", "table-close": "approver after", "dealer": "after",
	"fill": "approver after", "credit": "approver after", "drop": "approver after", "count-variance": "reason before after",
	"draft": "after", "priced": "after", "submitted": "after", "override": "reason after", "approved": "approver after",
	"rejected": "reason", "scheduled": "after", "withdrawn": "reason", "returned": "reason before after", "policy": "after", "import": "after",
	"void": "reason", "correction": "approver reason before after", "large-win": "after",
	"approved-win": "approver after", "dispute": "reason after", "dispute-closed": "reason after", "day-close": "approver after", "irregularity": "approver after",
}

// TestWhatASignificantEventOwes writes an event of each kind whole, without each
// of its parts, approved by who asked, and of an empty text.
func TestWhatASignificantEventOwes(t *testing.T) {
	t.Parallel()
	b := newBook(t, 1, 0)
	for _, kind := range ledger.SignificantKinds {
		whole := ledger.Significant{
			Kind: kind, Subject: "table 1", Origin: "server", Approver: "cho", Reason: "because", Before: map[string]int{"a": 1}, After: []int{2},
		}
		tries := map[string]ledger.Significant{"": whole}
		for _, part := range []string{"approver", "reason", "before", "after"} {
			less := whole
			switch part {
			case "approver":
				less.Approver = ""
			case "reason":
				less.Reason = ""
			case "before":
				less.Before = nil
			case "after":
				less.After = nil
			}
			tries[part] = less
		}
		for part, s := range tries {
			want := part != "" && slices.Contains(strings.Fields(owed[kind]), part)
			b.significant(t, s, want, kind+" without "+part)
		}
		alone, nowhere, nothing := whole, whole, whole
		alone.Approver, nowhere.Origin, nothing.Subject = "dan", "", ""
		b.significant(t, alone, true, kind+" approved by who asked")
		b.significant(t, nowhere, true, kind+" from nowhere")
		b.significant(t, nothing, true, kind+" about nothing")
	}
	b.significant(t, ledger.Significant{Kind: "rumour", Subject: "table 1", Origin: "server", After: 1}, true, "of no kind")
	b.sound(t)
}

// significant tries to write the event.
func (b book) significant(t *testing.T, s ledger.Significant, refused bool, what string) {
	t.Helper()
	err := b.attempt(t, false, ledger.Page{Rows: []ledger.Row{s.Row()}})
	if refused != errors.Is(err, ledger.ErrPage) || !refused && err != nil {
		t.Errorf("%s: %v, want it refused: %v", what, err, refused)
	}
}

// TestSignificantKinds compares the constants, their list, what is owed and the
// database's list.
func TestSignificantKinds(t *testing.T) {
	t.Parallel()
	file, err := parser.ParseFile(token.NewFileSet(), "significant.go", nil, 0)
	must(t, err)
	var constants []string
	ast.Inspect(file, func(n ast.Node) bool {
		spec, ok := n.(*ast.ValueSpec)
		if ok && strings.HasPrefix(spec.Names[0].Name, "Significant") {
			text, err := strconv.Unquote(spec.Values[0].(*ast.BasicLit).Value)
			must(t, err)
			constants = append(constants, text)
		}
		return true
	})
	var check string
	must(t, newBook(t, 0, 0).QueryRow(t.Context(), `SELECT pg_get_constraintdef(oid) FROM pg_constraint WHERE conname = 'significant_events_kind_check'`).Scan(&check))
	var database, due []string
	for _, m := range regexp.MustCompile(`'([a-z-]+)'::text`).FindAllStringSubmatch(check, -1) {
		database = append(database, m[1])
	}
	for kind := range owed {
		due = append(due, kind)
	}
	sorted := cmpopts.SortSlices(cmp.Less[string])
	for what, list := range map[string][]string{"constants": constants, "database": database, "owed": due} {
		if diff := gocmp.Diff(ledger.SignificantKinds, list, sorted); diff != "" {
			t.Errorf("(-SignificantKinds +%s):\n%s", what, diff)
		}
	}
}

// noteworthy is a book with three events a page on three pages of the house and
// of each of two tables, all of one second; the newest first.
func noteworthy(t *testing.T) (book, []ledger.SignificantEvent) {
	t.Helper()
	b := newBook(t, 2, 1)
	var all []ledger.SignificantEvent
	for n := range 9 {
		table := int64(n % 3)
		p := ledger.Page{
			Actor: []string{"ann", "bob"}[n%2], At: booktest.At.Add(time.Duration(n/3) * time.Second), GamingDay: booktest.Day,
		}
		for i := range 3 {
			s := ledger.Significant{Kind: "void", Subject: fmt.Sprintf("round %d-%d", table, i), Origin: "10.0.0.7", Reason: "misdeal"}
			if i == 1 {
				s = ledger.Significant{
					Kind: "correction", Subject: "table 1", Origin: "server", Approver: "cho", Reason: "misread",
					Before: map[string]string{"to": "4"}, After: map[string]string{"to": "5"},
				}
			}
			p.Rows = append(p.Rows, s.Row())
			s.Actor = p.Actor
			all = append(all, ledger.SignificantEvent{Table: table, N: i + 1, Significant: s, At: p.At})
		}
		head, err := b.write(t.Context(), table, func(ledger.Head) ledger.Page { return p })
		must(t, err)
		for i := range 3 {
			all[len(all)-1-i].Seq = head.Seq
		}
	}
	slices.SortFunc(all, func(a, b ledger.SignificantEvent) int {
		return -cmp.Or(a.At.Compare(b.At), cmp.Compare(a.Table, b.Table), cmp.Compare(a.Seq, b.Seq), cmp.Compare(a.N, b.N))
	})
	for i := range all {
		all[i].Before, all[i].After = text(t, all[i].Before), text(t, all[i].After)
	}
	return b, all
}

// text is the value as JSON, without blanks.
func text(t *testing.T, v any) any {
	t.Helper()
	if v == nil {
		return nil
	}
	b, err := json.Marshal(v)
	must(t, err)
	b, err = ledger.Canonical(b)
	must(t, err)
	return string(b)
}

// TestSignificantsInPages reads events under each filter, at once and in pages,
// and compares with what was written.
func TestSignificantsInPages(t *testing.T) {
	t.Parallel()
	b, all := noteworthy(t)
	house, one, none := int64(ledger.House), int64(1), int64(9)
	second := booktest.At.Add(time.Second)
	for name, f := range map[string]ledger.SignificantFilter{
		"all": {}, "house": {Table: &house}, "table": {Table: &one}, "no table": {Table: &none},
		"kind": {Kind: "correction"}, "subject": {Subject: "round 1-0"}, "actor": {Actor: "bob"}, "nobody": {Actor: "eve"},
		"from": {From: second}, "to": {To: second}, "within": {From: second, To: second.Add(time.Second)}, "never": {From: second, To: second},
		"much": {Table: &one, Kind: "void", Subject: "round 1-2", Actor: "ann", From: booktest.At, To: booktest.At.AddDate(0, 0, 1)},
	} {
		var want []ledger.SignificantEvent
		for _, e := range all {
			if (f.Table == nil || *f.Table == e.Table) && (f.Kind == "" || f.Kind == e.Kind) && (f.Subject == "" || f.Subject == e.Subject) &&
				(f.Actor == "" || f.Actor == e.Actor) && !e.At.Before(f.From) && (f.To.IsZero() || e.At.Before(f.To)) {
				want = append(want, e)
			}
		}
		for _, limit := range []int{0, 1, 2, 4, len(all)} {
			f.Limit, f.After = limit, ""
			if diff := gocmp.Diff(want, b.significants(t, f), cmpopts.EquateEmpty()); diff != "" {
				t.Errorf("%s by %d (-written +read):\n%s", name, limit, diff)
			}
		}
	}
}

// significants reads all that the filter chooses, page by page.
func (b book) significants(t *testing.T, f ledger.SignificantFilter) (all []ledger.SignificantEvent) {
	t.Helper()
	for {
		page, next, err := ledger.Significants(t.Context(), b, f)
		must(t, err)
		for i := range page {
			page[i].Before, page[i].After = text(t, page[i].Before), text(t, page[i].After)
		}
		if all = append(all, page...); next == "" {
			return all
		}
		if f.Limit != 0 && len(page) != f.Limit {
			t.Fatalf("%d events and a cursor, want %d", len(page), f.Limit)
		}
		f.After = next
	}
}

// TestSignificantsStayInPlace goes on from a cursor after more was written.
func TestSignificantsStayInPlace(t *testing.T) {
	t.Parallel()
	b, all := noteworthy(t)
	_, next, err := ledger.Significants(t.Context(), b, ledger.SignificantFilter{Limit: 10})
	must(t, err)
	_, err = b.write(t.Context(), 1, func(ledger.Head) ledger.Page {
		return ledger.Page{
			Actor: "ann", At: booktest.At.Add(time.Hour), GamingDay: booktest.Day,
			Rows: []ledger.Row{ledger.Significant{Kind: "stop", Subject: "server", Origin: "server"}.Row()},
		}
	})
	must(t, err)
	if diff := gocmp.Diff(all[10:], b.significants(t, ledger.SignificantFilter{After: next, Limit: 10})); diff != "" {
		t.Errorf("after ten (-written +read):\n%s", diff)
	}
}

// TestNotAMoment gives what no reading of events returned.
func TestNotAMoment(t *testing.T) {
	t.Parallel()
	b := newBook(t, 0, 0)
	for _, after := range []string{"x", "%", "MS8yLzMv", "MS8yLzMvNCA", "MDEvMi8zLzQ"} {
		if _, _, err := ledger.Significants(t.Context(), b, ledger.SignificantFilter{After: after}); !errors.Is(err, ledger.ErrCursor) {
			t.Errorf("%q: %v, want %v", after, err, ledger.ErrCursor)
		}
	}
	for _, limit := range []int{-1, 1001} {
		if _, _, err := ledger.Significants(t.Context(), b, ledger.SignificantFilter{Limit: limit}); err == nil {
			t.Errorf("limit %d: no error", limit)
		}
	}
}
