package floor_test

import (
	"fmt"
	"testing"

	"github.com/jackc/pgx/v5"
	"github.com/shopspring/decimal"

	"croupier/floor"
	"croupier/games"
)

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
