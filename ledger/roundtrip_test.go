package ledger_test

import (
	"context"
	"fmt"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"github.com/jackc/pgx/v5"
	"github.com/shopspring/decimal"
	"pgregory.net/rapid"

	"croupier/cards"
	"croupier/games"
	"croupier/ledger"
	"croupier/ledger/booktest"
	"croupier/postgres"
)

// write appends pages to a table's chain in one transaction, each under the
// lock, and returns the head after them.
func (b book) write(ctx context.Context, table int64, pages ...func(ledger.Head) ledger.Page) (h ledger.Head, err error) {
	err = postgres.Transact(ctx, b.Pool, pgx.TxOptions{}, func(tx pgx.Tx) error {
		for _, page := range pages {
			held, err := ledger.Lock(ctx, tx, table, 0, ledger.Key{})
			if err != nil {
				return err
			}
			if h, err = ledger.Append(ctx, tx, held.Head, page(held.Head)); err != nil {
				return err
			}
		}
		return nil
	})
	return h, err
}

// TestWhatIsWrittenIsRead writes rounds of every shape a page can have, reads
// them in each of the ways there are, and verifies the book.
func TestWhatIsWrittenIsRead(t *testing.T) {
	t.Parallel()
	b := newBook(t, 1, 0)
	rapid.Check(t, func(r *rapid.T) {
		opening, pages := drawRound(r)
		head, err := b.write(t.Context(), 1, pages...)
		if err != nil {
			r.Fatal(err)
		}
		round, events, entry, err := ledger.ReadRound(t.Context(), b, 1, head.Rounds)
		if err != nil {
			r.Fatal(err)
		}
		diff(r, "round", opening.round(head), round)
		diff(r, "events", opening.events, events)
		diff(r, "entry", opening.entry, *entry)
		listed, next, err := ledger.Entries(t.Context(), b, ledger.Filter{Table: 1, Round: head.Rounds})
		if err != nil || next != "" {
			r.Fatalf("list: cursor %q, error %v", next, err)
		}
		diff(r, "listed entry", []ledger.Entry{opening.entry}, listed)
	})
	if sum := b.sound(t); sum.Rounds == 0 || !sum.Balance["KRW"].IsZero() {
		t.Errorf("read %+v", sum)
	}
}

func diff(r *rapid.T, what string, want, got any) {
	if d := cmp.Diff(want, got, cmpopts.EquateEmpty()); d != "" {
		r.Fatalf("%s (-written +read):\n%s", what, d)
	}
}

// A drawing is a round that was drawn, as it should be read.
type drawing struct {
	opening ledger.Round
	events  []ledger.Event
	entry   ledger.Entry
}

// round is the round as the book knows it when the head is after its last page.
func (d *drawing) round(h ledger.Head) ledger.Round {
	d.opening.Table, d.opening.Number = h.Table, h.Rounds
	return d.opening
}

var (
	words  = rapid.StringMatching(`[a-z][a-z -]{0,12}|[가-힣]{1,6}|it's "quoted" \\ and, {braced}|NULL|–€😀`)
	maybe  = rapid.OneOf(rapid.Just(""), words)
	stakes = rapid.Map(rapid.Int64Range(0, 1e13), func(n int64) decimal.Decimal { return decimal.New(n, -4) })
	signed = rapid.Map(rapid.Int64Range(-9e18, 9e18), func(n int64) decimal.Decimal { return decimal.New(n, -4) })
	days   = rapid.Map(rapid.IntRange(-20, 20), func(n int) time.Time { return booktest.Day.AddDate(0, 0, n/10) })
)

// drawRound draws a round of an opening page, one to three pages of events, and
// its end. Pages fill the drawing in as they are written.
func drawRound(r *rapid.T) (*drawing, []func(ledger.Head) ledger.Page) {
	d := &drawing{}
	day := days.Draw(r, "day")
	d.opening = ledger.Round{
		GamingDay: day, Game: words.Draw(r, "game"), Settings: 1, Digest: booktest.Digest, Currency: "KRW", Dealing: "deck",
		Sealed: rapid.SliceOfN(rapid.Byte(), 1, 90).Draw(r, "sealed"), Commitment: []byte{1},
	}
	pages := []func(ledger.Head) ledger.Page{func(h ledger.Head) ledger.Page {
		p := drawPage(r, day)
		d.events = nil
		d.opening.Seq, d.opening.Actor, d.opening.At = h.Seq+1, p.Actor, p.At.Truncate(time.Microsecond)
		p.Opening = &ledger.Round{}
		*p.Opening = d.round(ledger.Head{Table: h.Table, Rounds: h.Rounds + 1})
		return p
	}}
	for range rapid.IntRange(0, 2).Draw(r, "pages") {
		pages = append(pages, func(h ledger.Head) ledger.Page { return d.page(r, h, day) })
	}
	return d, append(pages, func(h ledger.Head) ledger.Page {
		p := d.page(r, h, day)
		e := drawEntry(r)
		p.Entry = &e
		d.entry = e
		d.entry.Table, d.entry.Seq, d.entry.Round, d.entry.GamingDay = h.Table, h.Seq+1, h.OpenRound, day
		d.entry.Actor, d.entry.Approver, d.entry.At = p.Actor, p.Approver, p.At.Truncate(time.Microsecond)
		d.entry.Settings = d.opening.Settings
		d.entry.Postings = moved(h.Table, e.Lines)
		return p
	})
}

func drawPage(r *rapid.T, day time.Time) ledger.Page {
	p := ledger.Page{
		Actor: words.Draw(r, "actor"), GamingDay: day,
		At: booktest.At.Add(time.Duration(rapid.Int64Range(0, 1e15).Draw(r, "at"))),
	}
	p.Approver = maybe.Filter(func(name string) bool { return name != p.Actor }).Draw(r, "approver")
	return p
}

// page is a page of events.
func (d *drawing) page(r *rapid.T, h ledger.Head, day time.Time) ledger.Page {
	p := drawPage(r, day)
	p.Round = h.OpenRound
	for range rapid.IntRange(1, 5).Draw(r, "events") {
		e := ledger.Event{N: len(d.events) + 1, Event: drawEvent(r)}
		p.Events = append(p.Events, e)
		e.Seq, e.Actor, e.Approver, e.At = h.Seq+1, p.Actor, p.Approver, p.At.Truncate(time.Microsecond)
		d.events = append(d.events, e)
	}
	return p
}

func drawEvent(r *rapid.T) games.Event {
	e := games.Event{
		Step: words.Draw(r, "step"), Kind: games.Kind(words.Draw(r, "kind")), Place: games.Place(rapid.IntRange(-2, 7).Draw(r, "place")),
		Do: maybe.Draw(r, "do"), Wager: maybe.Draw(r, "wager"), Note: maybe.Draw(r, "note"), Late: rapid.Bool().Draw(r, "late"),
		Amount: stakes.Draw(r, "amount"),
	}
	deck := rapid.Permutation([]int{0, 1, 2, 17, 52}).Draw(r, "cards")
	for _, n := range deck[:rapid.IntRange(0, 5).Draw(r, "n")] {
		e.Cards = append(e.Cards, cards.Card(n))
	}
	return e
}

func drawEntry(r *rapid.T) ledger.Entry {
	e := ledger.Entry{
		Kind: rapid.SampledFrom([]string{ledger.KindSettle, ledger.KindVoid}).Draw(r, "kind"), Currency: "KRW", Reason: maybe.Draw(r, "reason"),
	}
	for range rapid.IntRange(0, 6).Draw(r, "lines") {
		l := ledger.Line{Line: games.Line{
			Seat: games.Place(rapid.IntRange(1, 7).Draw(r, "seat")), Wager: words.Draw(r, "wager"), Stake: stakes.Draw(r, "stake"),
			Won:   rapid.SampledFrom([]games.WinLose{games.Win, games.Lost, games.Pushed, games.Voided}).Draw(r, "outcome"),
			Exact: decimal.New(rapid.Int64().Draw(r, "exact"), -10), Rounded: signed.Draw(r, "rounded"), Amount: signed.Draw(r, "amount"),
		}}
		l.Odds = decimal.New(rapid.Int64Range(-1e12, 1e12).Draw(r, "odds"), -6)
		l.Clause, l.Reason, l.Row = maybe.Draw(r, "clause"), maybe.Draw(r, "why"), maybe.Draw(r, "row")
		if rapid.Bool().Draw(r, "priced") {
			l.Paytable = &booktest.Paytables[0].Digest
		}
		e.Lines = append(e.Lines, l)
	}
	return e
}

// moved is what the lines move, worked out apart.
func moved(table int64, lines []ledger.Line) (ps []ledger.Posting) {
	for i, l := range lines {
		for _, side := range []struct {
			account string
			amount  decimal.Decimal
		}{{fmt.Sprintf("table %d seat %d", table, l.Seat), l.Amount}, {fmt.Sprintf("table %d bank", table), l.Amount.Neg()}} {
			if !l.Amount.IsZero() {
				ps = append(ps, ledger.Posting{Line: i + 1, Account: side.account, Amount: side.amount, Wager: l.Wager, Row: l.Row, Paytable: l.Paytable})
			}
		}
	}
	return ps
}
