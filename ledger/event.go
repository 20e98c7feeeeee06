package ledger

import (
	"fmt"
)

const insertEvents = `
INSERT INTO events (gaming_day, table_id, round, seq, actor, approver, at,
	n, step, kind, place, "do", wager, amount, cards, note, late)
SELECT $1, $2, $3, $4, $5, $6, $7,
	n, step, kind, place, act, wager, amount::numeric, cards, note, late
FROM unnest($8::int[], $9::text[], $10::text[], $11::smallint[], $12::text[], $13::text[],
	$14::text[], $15::text[], $16::text[], $17::bool[])
	AS e (n, step, kind, place, act, wager, amount, cards, note, late)`

// events writes the events of a page with one statement: an array a column.
func (w *writer) events(events []Event) {
	if len(events) == 0 {
		return
	}
	p, c := w.page, newEventColumns(len(events))
	for i := range events {
		w.event(&events[i], c)
	}
	w.batch.Queue(insertEvents, p.GamingDay, w.table, p.Round, w.seq, p.Actor, filled(p.Approver), p.At,
		c.n, c.step, c.kind, c.place, c.do, c.wager, c.amount, c.cards, c.note, c.late)
}

type eventColumns struct {
	n                              []int32
	step, kind                     []string
	place                          []int16
	do, wager, amount, cards, note []*string
	late                           []bool
}

func newEventColumns(n int) *eventColumns {
	return &eventColumns{
		n: make([]int32, 0, n), step: make([]string, 0, n), kind: make([]string, 0, n), place: make([]int16, 0, n),
		do: make([]*string, 0, n), wager: make([]*string, 0, n), amount: make([]*string, 0, n),
		cards: make([]*string, 0, n), note: make([]*string, 0, n), late: make([]bool, 0, n),
	}
}

func (w *writer) event(e *Event, c *eventColumns) {
	p, t := w.page, &w.row
	cards, err := e.Cards.AppendText(nil)
	if err != nil {
		t.fail(fmt.Errorf("%w: event %d: %w", ErrPage, e.N, err))
	}
	t.start(kindEvent)
	t.date(p.GamingDay)
	t.int(w.table)
	t.int(p.Round)
	t.int(int64(e.N))
	t.int(w.seq)
	t.text(e.Step)
	t.text(string(e.Kind))
	t.int(int64(e.Place))
	c.do = append(c.do, t.optional(e.Do))
	c.wager = append(c.wager, t.optional(e.Wager))
	c.amount = append(c.amount, w.stake(e))
	c.cards = append(c.cards, t.optional(string(cards)))
	c.note = append(c.note, t.optional(e.Note))
	t.bool(e.Late)
	t.text(p.Actor)
	t.optional(p.Approver)
	t.time(p.At)
	w.add()
	c.n, c.step, c.kind = append(c.n, int32(e.N)), append(c.step, e.Step), append(c.kind, string(e.Kind))
	c.place, c.late = append(c.place, int16(e.Place)), append(c.late, e.Late)
}

// stake is the event's amount. Where a wager is named, 0 says that it was taken
// away; elsewhere it says nothing.
func (w *writer) stake(e *Event) *string {
	if e.Wager == "" && e.Amount.IsZero() {
		w.row.null()
		return nil
	}
	s := w.row.money(e.Amount, chips)
	return &s
}

func filled(s string) *string {
	if s == "" {
		return nil
	}
	return &s
}
