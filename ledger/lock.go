package ledger

import (
	"context"
	"errors"
	"fmt"

	"github.com/jackc/pgx/v5"
)

// Held is what a table's lock is taken for: where the table stands, what the
// key was answered before, and the round asked for.
type Held struct {
	Head   Head
	Answer *Answer // what was answered under the key; nil if it is new
	Round  *Round
	Events []Event
}

// Lock locks the table's head until the transaction ends, and nothing else; then
// it looks the key up (none where Key.Key is empty) and reads the round and its
// events (none where round is 0), all in one round trip. Table House locks the
// house's chain. Where an answer is found, the round is not looked for.
//
// It fails with ErrNoTable, ErrNoRound, or ErrKeyReused. The transaction must be
// read committed or stricter; under read committed each look is taken after the
// lock was granted, so it sees all that was done under the lock before.
func Lock(ctx context.Context, tx pgx.Tx, table, round int64, key Key) (Held, error) {
	ask := Ask{table, round, key}
	var b pgx.Batch
	ask.Queue(&b)
	results := tx.SendBatch(ctx, &b)
	defer results.Close()
	held, err := ask.Read(results)
	if err != nil {
		return Held{}, err
	}
	return held, results.Close()
}

// An Ask is what Lock asks, for a caller who sends it in a batch of its own.
type Ask struct {
	Table, Round int64
	Key          Key
}

// Queue appends the statements of the ask to b.
func (a Ask) Queue(b *pgx.Batch) {
	// The looks must stay statements of their own: joined to the first, they
	// would see the book as it was before the wait for the lock.
	b.Queue(selectHead+` FOR UPDATE`, a.Table)
	if a.Key.Key != "" {
		b.Queue(selectAnswer, a.Key.Actor, a.Key.Key)
	}
	if a.Round != 0 {
		b.Queue(selectRound, a.Table, a.Round)
		b.Queue(selectEvents, a.Table, a.Round)
	}
}

// Read reads the results of what Queue appended, as far as they are needed. It
// fails as Lock does.
func (a Ask) Read(results pgx.BatchResults) (held Held, err error) {
	if held.Head, err = readHead(results, a.Table); err != nil {
		return held, err
	}
	if a.Key.Key != "" {
		rows, err := results.Query()
		if err != nil {
			return held, err
		}
		if held.Answer, err = readAnswer(rows, a.Key); err != nil {
			return held, fmt.Errorf("key %.40q: %w", a.Key.Key, err)
		}
	}
	if a.Round == 0 || held.Answer != nil {
		return held, nil
	}
	held.Round, held.Events, err = readEvents(results, a.Table, a.Round)
	return held, err
}

const selectHead = `
SELECT seq, hash, rounds, coalesce(open_round, 0), gaming_day, settings, coalesce(dealer, '') FROM heads WHERE table_id = $1`

func readHead(results pgx.BatchResults, table int64) (Head, error) {
	h := Head{Table: table}
	rows, err := results.Query()
	if err != nil {
		return h, err
	}
	_, err = pgx.CollectExactlyOneRow(rows, func(row pgx.CollectableRow) (_ Head, err error) {
		h, err = scanHead(row, table)
		return h, err
	})
	if errors.Is(err, pgx.ErrNoRows) {
		return h, fmt.Errorf("table %d: %w", table, ErrNoTable)
	}
	return h, err
}
