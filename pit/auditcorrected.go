package pit

import (
	"context"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"

	"croupier/games"
	"croupier/house"
	"croupier/ledger"
)

// corrected settles what was corrected again, each correction from the record it was
// approved with, and holds each reversal to what it takes back. They are few, so
// they are read one by one, in the order of their rounds.
func (a *audit) corrected(ctx context.Context, tx pgx.Tx, s ledger.Span) error {
	rows, err := tx.Query(ctx, selectCorrections+`
		WHERE d.step = 'approved' AND ($1 = 0 OR c.table_id = $1) AND ($2::date IS NULL OR c.round_day >= $2) AND ($3::date IS NULL OR c.round_day <= $3)
		ORDER BY c.round_day, c.table_id, c.round, c.number`, s.Table, dateOrNull(s.From), dateOrNull(s.To))
	if err != nil {
		return err
	}
	list, err := pgx.CollectRows(rows, scanCorrection)
	if err != nil {
		return err
	}
	for i := range list {
		reason, columns, err := a.correction(ctx, tx, &list[i])
		if err != nil {
			return err
		}
		c := &list[i]
		a.sum.Corrections++
		if reason == "" && len(columns) == 0 {
			continue
		}
		a.sum.Different++
		if a.opts.Report != nil {
			a.opts.Report(Difference{c.day, c.table, c.round, c.decided.Seq, reason, columns})
		}
	}
	return nil
}

func dateOrNull(t time.Time) *time.Time {
	if t.IsZero() {
		return nil
	}
	return &t
}

// correction compares the entries of one correction.
func (a *audit) correction(ctx context.Context, tx pgx.Tx, c *correction) (reason string, columns []Column, err error) {
	opened, _, _, err := ledger.ReadRound(ctx, tx, c.table, c.round)
	if err != nil {
		return "", nil, err
	}
	entries, err := ledger.ReadEntries(ctx, tx, c.table, c.round)
	if err != nil {
		return "", nil, err
	}
	at := -1
	for i := range entries {
		if entries[i].Seq == c.decided.Seq {
			at = i
		}
	}
	if at < 2 {
		return fmt.Sprintf("correction %d left no reversal and entry", c.number), nil, nil
	}
	if n := unlike(entries[at-2].Reversal(), &entries[at-1]); n > 0 {
		return fmt.Sprintf("line %d of the reversal does not take back what it reverses", n), nil, nil
	}
	l, err := a.felts.lay(ctx, tx, feltOf{c.table, opened.Settings})
	if err != nil || l.wrong != "" {
		return l.wrong, nil, err
	}
	reason, columns = settledAgain(l.felt, c.Events, entries[at].Lines)
	return reason, columns, nil
}

// settledAgain compares posted lines with what the events come to on the felt.
func settledAgain(felt *house.Felt, events []games.Event, posted []ledger.Line) (reason string, differ []Column) {
	var again house.Resettler
	due, err := again.Resettle(felt, events)
	if err != nil {
		return err.Error(), nil
	}
	return "", compare(nil, posted, due, felt)
}

// unlike returns the number of the first line in which the entries differ; 0 where
// none does.
func unlike(want, is *ledger.Entry) int {
	for n := range max(len(want.Lines), len(is.Lines)) {
		if n >= len(want.Lines) || n >= len(is.Lines) || !equal(&want.Lines[n], &is.Lines[n]) {
			return n + 1
		}
	}
	return 0
}
