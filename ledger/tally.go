package ledger

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"time"

	"github.com/jackc/pgx/v5"
)

// A tally is what was counted of one table.
type tally struct {
	head    *Head // nil if the table has none
	set     bool  // it is among the tables of the house
	chain   chain
	rounds  int64
	last    int64     // number of the last round
	lastDay time.Time // and its gaming day
	open    []roundFact
	stint   stintFact // the last
}

// dealt keeps the last of the stints.
func (t *tally) dealt(stints []stintFact) {
	for _, s := range stints {
		if s.seq >= t.stint.seq {
			t.stint = s
		}
	}
}

func (v *verifier) tally(table int64) *tally {
	t := v.tables[table]
	if t == nil {
		t = &tally{}
		v.tables[table] = t
	}
	return t
}

// checkRounds checks the rounds of a day: what they pin, that their events count
// from 1 up to the end, and that each has one entry, or none and is open.
func (v *verifier) checkRounds(l *leafing, t *tally) {
	ended := v.checkEnds(l)
	events := v.checkEvents(l, ended)
	for _, r := range l.facts.rounds {
		v.checkRound(l, t, r)
		if _, ok := ended[r.round]; !ok {
			t.open = append(t.open, r)
		}
		delete(events, r.round)
		delete(ended, r.round)
	}
	for _, round := range slices.Sorted(maps.Keys(events)) {
		v.fault(l, 0, "events", "", fmt.Sprintf("of round %d, which was not opened on %s", round, l.day.Format(dayForm)))
	}
	for _, round := range slices.Sorted(maps.Keys(ended)) {
		v.fault(l, 0, "entries", "", fmt.Sprintf("of round %d, which was not opened on %s", round, l.day.Format(dayForm)))
	}
}

// checkEnds returns the page on which each round ended.
func (v *verifier) checkEnds(l *leafing) (ended map[int64]int64) {
	ended = map[int64]int64{}
	for i := range l.facts.entries {
		e := &l.facts.entries[i]
		if !e.ending() {
			continue
		}
		if _, ok := ended[e.round]; ok {
			v.fault(l, e.seq, "entries", "", fmt.Sprintf("round %d is ended twice", e.round))
			continue
		}
		ended[e.round] = e.seq
	}
	return ended
}

// checkEvents checks that the events of each round count from 1 and that none
// came after its end, and returns the last of each.
func (v *verifier) checkEvents(l *leafing, ended map[int64]int64) (last map[int64]int64) {
	last = map[int64]int64{}
	for _, e := range l.facts.events {
		if last[e.round]++; e.n != last[e.round] {
			v.fault(l, e.seq, "events", e.row(), fmt.Sprintf("out of order: want n %d of round %d", last[e.round], e.round))
			last[e.round] = e.n
		}
		if end, ok := ended[e.round]; ok && e.seq > end {
			v.fault(l, e.seq, "events", e.row(), fmt.Sprintf("of round %d, which had ended at seq %d", e.round, end))
		}
	}
	return last
}

func (e *eventFact) row() string { return fmt.Sprintf("n %d", e.n) }

func (v *verifier) checkRound(l *leafing, t *tally, r roundFact) {
	t.rounds++
	if r.round > t.last {
		t.last, t.lastDay = r.round, l.day
	}
	label := fmt.Sprintf("round %d", r.round)
	switch pinned, ok := v.pinned[version{l.table, r.settings}]; {
	case !ok:
		v.fault(l, r.seq, "rounds", label, fmt.Sprintf("opened under settings %d, which the table does not have", r.settings))
	case pinned != r.pinned:
		v.fault(l, r.seq, "rounds", label, fmt.Sprintf("pins another digest than that of settings %d", r.settings))
	case !v.inForce(l.table, r):
		v.fault(l, r.seq, "rounds", label, fmt.Sprintf("opened under settings %d, which were not in force", r.settings))
	}
}

func (v *verifier) fault(l *leafing, seq int64, relation, row, what string) {
	v.faults.add(Fault{l.table, seq, relation, row, what})
}

// ends compares what was read with where the heads say the tables stand.
func (v *verifier) ends() {
	for table, t := range v.tables {
		for _, f := range t.chain.faults(table, t.head) {
			v.faults.add(f)
		}
		if t.head != nil {
			v.end(table, t)
		}
		if table == House {
			continue
		}
		v.sum.Tables++
		v.sum.Open += int64(len(t.open))
		if !t.set {
			v.faults.add(Fault{Table: table, Relation: "tables", What: "missing"})
		}
	}
}

// end compares the head's words on rounds and settings with those that were read.
func (v *verifier) end(table int64, t *tally) {
	wrong := func(format string, args ...any) {
		v.faults.add(Fault{table, t.head.Seq, "heads", "", fmt.Sprintf("altered: "+format, args...)})
	}
	h := t.head
	switch _, ok := v.pinned[version{table, h.Settings}]; {
	case table == House && (h.Rounds != 0 || h.OpenRound != 0 || h.Settings != 0):
		wrong("the house plays no rounds")
	case table != House && !ok && (h.Settings != 0 || h.Rounds != 0):
		wrong("settings %d, which the table does not have", h.Settings)
	}
	if t.rounds != h.Rounds || t.last != h.Rounds {
		wrong("%d rounds, there are %d up to number %d", h.Rounds, t.rounds, t.last)
	}
	if t.stint.dealer != h.Dealer {
		wrong("%q deals, the last stint is of %q", h.Dealer, t.stint.dealer)
	}
	if !t.lastDay.Equal(h.OpenDay) {
		wrong("last gaming day %s, that of the last round is %s", h.OpenDay.Format(dayForm), t.lastDay.Format(dayForm))
	}
	if open := v.left(table, t); h.OpenRound != 0 && open != h.OpenRound {
		wrong("round %d is open, it has ended or never began", h.OpenRound)
	}
}

// left names the rounds that have no entry and are not the table's open one, and
// returns the last that has none.
func (v *verifier) left(table int64, t *tally) (open int64) {
	for _, r := range t.open {
		if t.head == nil || r.round != t.head.OpenRound {
			v.faults.add(Fault{table, r.seq, "rounds", fmt.Sprintf("round %d", r.round), "has no entry and is not open"})
		}
		open = r.round
	}
	return open
}

// readHeads reads where the tables stand, and which there are.
func (v *verifier) readHeads(ctx context.Context) error {
	rows, err := v.tx.Query(ctx, `SELECT seq, hash, rounds, coalesce(open_round, 0), gaming_day, settings, coalesce(dealer, ''), table_id FROM heads
		WHERE $1::bigint IS NULL OR table_id = $1`, v.opts.Table)
	if err != nil {
		return err
	}
	heads, err := pgx.CollectRows(rows, func(row pgx.CollectableRow) (*Head, error) {
		var h Head
		var hash []byte
		var day *time.Time
		err := row.Scan(&h.Seq, &hash, &h.Rounds, &h.OpenRound, &day, &h.Settings, &h.Dealer, &h.Table)
		if err == nil {
			h.Hash = asDigest(hash)
		}
		if day != nil {
			h.OpenDay = *day
		}
		return &h, err
	})
	if err != nil {
		return err
	}
	if v.opts.Table == nil || *v.opts.Table == House {
		v.tally(House) // which is there whether or not it has a head
	}
	for _, h := range heads {
		v.tally(h.Table).head = h
	}
	if rows, err = v.tx.Query(ctx, `SELECT id FROM tables WHERE $1::bigint IS NULL OR id = $1`, v.opts.Table); err != nil {
		return err
	}
	var id int64
	_, err = pgx.ForEachRow(rows, []any{&id}, func() error {
		v.tally(id).set = true
		return nil
	})
	return err
}
