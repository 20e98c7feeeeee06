package ledger

import (
	"context"
	"fmt"

	"github.com/jackc/pgx/v5"
)

// The entries of round $2 of table $1 in the order in which they were booked: the
// one it ended in, and of each correction the reversal and what stands instead.
const (
	roundPages = `
pages AS (
	SELECT gaming_day, seq FROM entries
	WHERE gaming_day = ` + dayOf + ` AND table_id = $1 AND round = $2 AND kind IN ('settle', 'void')
	UNION ALL SELECT v.gaming_day, v.seq + page FROM reversals v, generate_series(0, 1) page
	WHERE v.table_id = $1 AND v.round = $2
)`
	selectOfRound = `
WITH ` + roundPages + `
SELECT ` + entryColumns + ` FROM pages p
JOIN entries e ON e.gaming_day = p.gaming_day AND e.table_id = $1 AND e.seq = p.seq
ORDER BY e.seq`
	selectOfRoundLines = `
WITH ` + roundPages + `
SELECT ` + lineColumnsRead + ` FROM pages JOIN lines USING (gaming_day, seq) WHERE table_id = $1 ORDER BY seq, line`
	selectOfRoundPostings = `
WITH ` + roundPages + `
SELECT ` + postingColumnsRead + ` FROM pages JOIN postings USING (gaming_day, seq) WHERE table_id = $1 ORDER BY seq, posting`
)

// AskEntries asks for all entries of a round in a batch of the caller's.
type AskEntries struct{ Table, Round int64 }

// Queue appends the statements of the ask to b.
func (a AskEntries) Queue(b *pgx.Batch) {
	for _, sql := range []string{selectOfRound, selectOfRoundLines, selectOfRoundPostings} {
		b.Queue(sql, a.Table, a.Round)
	}
}

// Read reads the results of what Queue appended, in the order in which the entries
// were booked: the last one stands. There is none while the round is open.
func (a AskEntries) Read(results pgx.BatchResults) ([]Entry, error) {
	entries, err := readEntries(results)
	if err != nil {
		return nil, fmt.Errorf("entries of round %d of table %d: %w", a.Round, a.Table, err)
	}
	return entries, nil
}

// ReadEntries reads all entries of a round, as AskEntries does.
func ReadEntries(ctx context.Context, q Querier, table, round int64) ([]Entry, error) {
	ask := AskEntries{table, round}
	var b pgx.Batch
	ask.Queue(&b)
	results := q.SendBatch(ctx, &b)
	defer results.Close()
	entries, err := ask.Read(results)
	if err != nil {
		return nil, err
	}
	return entries, results.Close()
}

// Reversal returns the entry that takes e back: its lines with the stake and all
// amounts the other way round. Who opened it, who approved it and the reason are
// left to the caller.
func (e *Entry) Reversal() *Entry {
	back := &Entry{Kind: KindReversal, Currency: e.Currency, Lines: make([]Line, len(e.Lines))}
	for i, l := range e.Lines {
		l.Stake, l.Exact, l.Rounded, l.Amount = l.Stake.Neg(), l.Exact.Neg(), l.Rounded.Neg(), l.Amount.Neg()
		back.Lines[i] = l
	}
	return back
}

// ReversalRow returns the row that goes with the reversal of e: which entry it takes
// back, for which correction of a round of that day.
func (e *Entry) ReversalRow(round Round, correction int64) Row {
	return Row{"reversals", map[string]any{
		"round": round.Number, "round_day": Date(round.GamingDay),
		"reverses": e.Seq, "reversed_day": Date(e.GamingDay), "correction": correction,
	}}
}
