package ledger

import (
	"context"
	"fmt"

	"github.com/jackc/pgx/v5"
)

// The entries of round $2 of table $1 in the order in which they were booked: the
// one it ended in, and of each correction the reversal and what stands instead.
const (
	booked = `FROM reversals v CROSS JOIN generate_series(0, 1) page CROSS JOIN LATERAL (
	SELECT * FROM entries WHERE gaming_day = v.gaming_day AND table_id = $1 AND seq = v.seq + page ORDER BY seq
) e
WHERE v.table_id = $1 AND v.round = $2`
	selectOfRound = selectEnding + `
UNION ALL SELECT ` + entryColumns + ` ` + booked + ` ORDER BY 3`

	roundPages = `(
	SELECT gaming_day AS of_day, seq AS of_seq FROM entries
	WHERE gaming_day = ` + dayOf + ` AND table_id = $1 AND round = $2 AND kind IN ('settle', 'void')
	UNION ALL SELECT v.gaming_day, v.seq + page FROM reversals v CROSS JOIN generate_series(0, 1) page WHERE v.table_id = $1 AND v.round = $2
) p`
	selectOfRoundLines = `
SELECT ` + lineColumnsRead + ` FROM ` + roundPages + ` CROSS JOIN LATERAL (
	SELECT * FROM lines WHERE gaming_day = of_day AND table_id = $1 AND seq = of_seq ORDER BY line
) l
ORDER BY seq, line`
	selectOfRoundPostings = `
SELECT ` + postingColumnsRead + ` FROM ` + roundPages + ` CROSS JOIN LATERAL (
	SELECT * FROM postings WHERE gaming_day = of_day AND table_id = $1 AND seq = of_seq ORDER BY posting
) l
ORDER BY seq, posting`
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
