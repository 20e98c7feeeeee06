package ledger_test

import (
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgtype"
	"github.com/shopspring/decimal"
	"pgregory.net/rapid"

	"croupier/ledger"
	"croupier/ledger/booktest"
)

// TestRowsAreRead writes pages of rows with values of every type there is, in
// any order, reads each back, and verifies the book.
func TestRowsAreRead(t *testing.T) {
	t.Parallel()
	b := newBook(t, 1, 0)
	n := 0
	rapid.Check(t, func(r *rapid.T) {
		table := rapid.Int64Range(0, 1).Draw(r, "table")
		p := drawPage(r, booktest.Day)
		for range rapid.IntRange(1, 6).Draw(r, "rows") {
			n++
			p.Rows = append(p.Rows, drawRow(r, table, n))
		}
		head, err := b.write(t.Context(), table, func(ledger.Head) ledger.Page { return p })
		if err != nil {
			r.Fatal(err)
		}
		number := map[string]int{}
		for _, row := range p.Rows {
			number[row.Of]++
			want := map[string]any{}
			for name, v := range row.Values {
				want[name] = given(v)
			}
			diff(r, row.Of, want, b.kept(t, row, head, number[row.Of]))
		}
	})
	b.sound(t)
}

// kept reads the columns of the row that were given.
func (b book) kept(t *testing.T, row ledger.Row, head ledger.Head, n int) map[string]any {
	t.Helper()
	names := []string{"n"}
	for name := range row.Values {
		names = append(names, name)
	}
	sql := `SELECT ` + strings.Join(names, ", ") + ` FROM ` + row.Of + ` WHERE seq = $1 AND n = $2`
	if row.Of != "persons" && row.Of != "secrets" && row.Of != "api_keys" {
		sql += fmt.Sprintf(` AND table_id = %d`, head.Table)
	}
	rows, err := b.Query(t.Context(), sql, head.Seq, n)
	must(t, err)
	got, err := pgx.CollectExactlyOneRow(rows, pgx.RowToMap)
	must(t, err)
	delete(got, "n")
	for name := range got {
		got[name] = given(got[name])
	}
	return got
}

// given brings a value, as it was given or as it was read, to one form.
func given(v any) any {
	switch v := v.(type) {
	case int:
		return int64(v)
	case int32:
		return int64(v)
	case *int64:
		return *v
	case *string:
		return *v
	case time.Time:
		return v.Truncate(time.Microsecond).UTC()
	case decimal.Decimal:
		return v.StringFixed(4)
	case pgtype.Numeric:
		text, err := v.Value()
		if err != nil {
			return err
		}
		return text
	case json.RawMessage:
		var content any
		if err := json.Unmarshal(v, &content); err != nil {
			return err
		}
		return content
	}
	return v
}

var (
	texts = rapid.SampledFrom([]json.RawMessage{
		json.RawMessage(`{"b": [1.50, 1e2, -0.0], "a": {"한국어": "\u00e9 \"<&>"}}`), json.RawMessage(`[]`), json.RawMessage(`"x"`),
		json.RawMessage(`12345678901234567`), json.RawMessage(`[null, true]`),
	})
	moments = rapid.Map(rapid.Int64Range(-1e15, 1e15), func(n int64) time.Time { return booktest.At.Add(time.Duration(n)) })
)

// drawRow draws the nth row, of any relation with no order of its own, for the
// house or for a table.
func drawRow(r *rapid.T, table int64, n int) ledger.Row {
	unique := fmt.Sprintf("x%d", n)
	hash := sha256.Sum256([]byte(unique))
	number, name := rapid.Int64().Draw(r, "number"), words.Draw(r, "name")
	optional := func(label string, values ...any) any { return rapid.SampledFrom(append(values, nil)).Draw(r, label) }
	rows := []ledger.Row{
		{Of: "significant_events", Values: map[string]any{
			"kind": "large-win", "subject": name, "origin": "10.0.0.7", "actor": name, "approver": optional("approver", name+"2"),
			"reason": optional("reason", name), "before": optional("before", texts.Draw(r, "before")), "after": texts.Draw(r, "after"),
		}},
	}
	if table == ledger.House {
		rows = append(rows,
			ledger.Row{Of: "persons", Values: map[string]any{
				"name": unique, "version": rapid.IntRange(1, 1<<31-1).Draw(r, "version"), "title": name, "active": rapid.Bool().Draw(r, "active"),
				"roles": rapid.SampledFrom([]string{"", "dealer", "manager,admin"}).Draw(r, "roles"), "locale": optional("locale", "ko"), "subject": optional("subject", &name, name),
			}},
			ledger.Row{Of: "secrets", Values: map[string]any{"person": unique, "kind": "pin", "version": 1, "hash": "$argon2id$" + name}},
			ledger.Row{Of: "api_keys", Values: map[string]any{
				"id": int64(n), "person": name, "label": name, "hash": hash[:], "scopes": name,
				"table_no": optional("table_no", &number, number), "seat": optional("seat", 3), "expires": optional("expires", moments.Draw(r, "expires")),
			}})
	} else {
		rows = append(rows,
			ledger.Row{Of: "stints", Values: map[string]any{"dealer": optional("dealer", name)}},
			ledger.Row{Of: "slips", Values: map[string]any{"slip": "S/" + unique}},
			ledger.Row{Of: "counts", Values: map[string]any{
				"what": "drop", "denomination": decimal.New(rapid.Int64Range(1, 1e17).Draw(r, "denomination"), -4), "pieces": max(number, 1),
			}})
	}
	return rapid.SampledFrom(rows).Draw(r, "row")
}

// TestWhatIsNoRow gives rows that cannot be written.
func TestWhatIsNoRow(t *testing.T) {
	t.Parallel()
	b := newBook(t, 1, 0)
	dealer, denomination := "dan", decimal.New(1, 0)
	for name, row := range map[string]ledger.Row{
		"no relation":       {Of: "guests"},
		"not by rows":       {Of: "tables", Values: map[string]any{"id": int64(9)}},
		"no column":         {Of: "stints", Values: map[string]any{"dealer": "dan", "since": "noon"}},
		"no type":           {Of: "stints", Values: map[string]any{"dealer": []string{"dan"}}},
		"a float":           {Of: "counts", Values: map[string]any{"what": "chips", "denomination": 2.5, "pieces": 1}},
		"not JSON":          ledger.Significant{Kind: "large-win", Subject: "x", Origin: "x", After: func() {}}.Row(),
		"a zero byte":       {Of: "stints", Values: map[string]any{"dealer": "d\x00n"}},
		"a fifth decimal":   {Of: "counts", Values: map[string]any{"what": "chips", "denomination": denomination.Shift(-5), "pieces": 1}},
		"nothing where due": {Of: "slips"},
	} {
		_, err := b.write(t.Context(), 1, func(ledger.Head) ledger.Page {
			return ledger.Page{Actor: "ann", At: booktest.At, GamingDay: booktest.Day, Rows: []ledger.Row{{Of: "stints", Values: map[string]any{"dealer": &dealer}}, row}}
		})
		if !errors.Is(err, ledger.ErrPage) && (err == nil || name != "nothing where due") {
			t.Errorf("%s: %v, want %v", name, err, ledger.ErrPage)
		}
	}
	b.sound(t)
}

// TestChipsBetweenRoundsAreRead writes entries that are of no round, each with
// whom it puts on the table, and lists them.
func TestChipsBetweenRoundsAreRead(t *testing.T) {
	t.Parallel()
	b := newBook(t, 1, 1)
	seen := 1 // the round's
	rapid.Check(t, func(r *rapid.T) {
		p := drawPage(r, booktest.Day)
		p.Approver = p.Actor + "2"
		amount := stakes.Filter(decimal.Decimal.IsPositive).Draw(r, "amount")
		p.Entry = &ledger.Entry{
			Kind:     rapid.SampledFrom([]string{ledger.KindOpen, ledger.KindFill, ledger.KindCredit, ledger.KindDrop, ledger.KindClose}).Draw(r, "kind"),
			Currency: "KRW", Reason: maybe.Draw(r, "reason"),
			Postings: []ledger.Posting{{Account: words.Draw(r, "to"), Amount: amount}, {Account: words.Draw(r, "from"), Amount: amount.Neg()}},
		}
		dealer := maybe.Draw(r, "dealer")
		stint := ledger.Row{Of: "stints", Values: map[string]any{}}
		if dealer != "" {
			stint.Values["dealer"] = dealer
		}
		p.Rows = []ledger.Row{stint}
		head, err := b.write(t.Context(), 1, func(ledger.Head) ledger.Page { return p })
		if err != nil {
			r.Fatal(err)
		}
		if held := b.head(t); held != head || held.Dealer != dealer {
			r.Fatalf("the head is %+v after %+v, want %q to deal", held, head, dealer)
		}
		entries, _, err := ledger.Entries(t.Context(), b, ledger.Filter{Table: 1, Limit: 1000})
		if seen++; err != nil || len(entries) != seen {
			r.Fatalf("%d entries, %v, want %d", len(entries), err, seen)
		}
		want := *p.Entry
		want.Table, want.Seq, want.GamingDay = 1, head.Seq, booktest.Day
		want.Actor, want.Approver, want.At = p.Actor, p.Approver, p.At.Truncate(time.Microsecond)
		diff(r, "entry", want, entries[seen-1])
	})
	if sum := b.sound(t); !sum.Balance["KRW"].IsZero() {
		t.Errorf("balance %v", sum.Balance)
	}
	_, err := b.write(t.Context(), 1, booktest.Opening, booktest.Ending)
	must(t, err)
	b.sound(t)
}

// TestAPageOfNoRound gives pages that concern no round and make no sense.
func TestAPageOfNoRound(t *testing.T) {
	t.Parallel()
	b := newBook(t, 1, 1)
	entry := func(kind string) ledger.Page {
		one := decimal.New(1, 0)
		return ledger.Page{Approver: "cho", Entry: &ledger.Entry{
			Kind: kind, Currency: "KRW", Postings: []ledger.Posting{{Account: "cage", Amount: one}, {Account: "float", Amount: one.Neg()}},
		}}
	}
	lined := entry(ledger.KindFill)
	lined.Entry.Lines = booktest.Ending(ledger.Head{}).Entry.Lines
	alone, by := entry(ledger.KindFill), entry(ledger.KindOpen)
	alone.Approver, by.Approver = "", "dan"
	for name, test := range map[string]struct {
		page ledger.Page
		open bool // during a round
		want error
	}{
		"open":              {entry(ledger.KindOpen), false, nil},
		"open in a round":   {entry(ledger.KindOpen), true, ledger.ErrPage},
		"close in a round":  {entry(ledger.KindClose), true, ledger.ErrPage},
		"fill in a round":   {entry(ledger.KindFill), true, nil},
		"credit in a round": {entry(ledger.KindCredit), true, nil},
		"drop in a round":   {entry(ledger.KindDrop), true, nil},
		"settle":            {entry(ledger.KindSettle), false, ledger.ErrNoRound},
		"void":              {entry(ledger.KindVoid), true, ledger.ErrNoRound},
		"lines":             {lined, false, ledger.ErrPage},
		"events":            {ledger.Page{Events: booktest.Ending(ledger.Head{}).Events}, false, ledger.ErrNoRound},
		"nothing":           {ledger.Page{}, false, ledger.ErrPage},
		"of no kind":        {entry("gift"), false, ledger.ErrPage},
		"of one":            {alone, false, ledger.ErrPage},
		"of one by himself": {by, false, ledger.ErrPage},
	} {
		err := b.attempt(t, test.open, test.page)
		if !errors.Is(err, test.want) {
			t.Errorf("%s: %v, want %v", name, err, test.want)
		}
	}
	b.sound(t)
}

// attempt appends the page, after the opening of a round where one is to be
// open, and takes it back.
func (b book) attempt(t *testing.T, open bool, p ledger.Page) error {
	t.Helper()
	tx, err := b.Begin(t.Context())
	must(t, err)
	defer func() { must(t, tx.Rollback(t.Context())) }()
	held, err := ledger.Lock(t.Context(), tx, 1, 0, ledger.Key{})
	must(t, err)
	if open {
		held.Head, err = ledger.Append(t.Context(), tx, held.Head, booktest.Opening(held.Head))
		must(t, err)
	}
	p.Actor, p.At, p.GamingDay = "dan", booktest.At, booktest.Day
	_, err = ledger.Append(t.Context(), tx, held.Head, p)
	return err
}

// TestTheHouseMovesNoChips gives the house what only a table does.
func TestTheHouseMovesNoChips(t *testing.T) {
	t.Parallel()
	b := newBook(t, 0, 0)
	for name, p := range map[string]ledger.Page{
		"entry": {Entry: &ledger.Entry{Kind: ledger.KindFill, Currency: "KRW"}},
		"none":  {},
	} {
		p.Actor, p.Approver, p.At, p.GamingDay = "dan", "cho", booktest.At, booktest.Day
		if _, err := b.write(t.Context(), ledger.House, func(ledger.Head) ledger.Page { return p }); !errors.Is(err, ledger.ErrPage) {
			t.Errorf("%s: %v, want %v", name, err, ledger.ErrPage)
		}
	}
	b.sound(t)
}
