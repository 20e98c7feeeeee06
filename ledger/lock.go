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
	// The looks must stay statements of their own: joined to the first, they
	// would see the book as it was before the wait for the lock.
	var b pgx.Batch
	b.Queue(selectHead+` FOR UPDATE`, table)
	if key.Key != "" {
		b.Queue(selectAnswer, key.Actor, key.Key)
	}
	if round != 0 {
		b.Queue(selectRound, table, round)
		b.Queue(selectEvents, table, round)
	}
	results := tx.SendBatch(ctx, &b)
	defer results.Close()
	held, err := readHeld(results, table, round, key)
	if err != nil {
		return Held{}, err
	}
	return held, results.Close()
}

func readHeld(results pgx.BatchResults, table, round int64, key Key) (held Held, err error) {
	if held.Head, err = readHead(results, table); err != nil {
		return held, err
	}
	if key.Key != "" {
		rows, err := results.Query()
		if err != nil {
			return held, err
		}
		if held.Answer, err = readAnswer(rows, key); err != nil {
			return held, fmt.Errorf("key %.40q: %w", key.Key, err)
		}
	}
	if round == 0 || held.Answer != nil {
		return held, nil
	}
	held.Round, held.Events, err = readEvents(results, table, round)
	return held, err
}

const selectHead = `
SELECT seq, hash, rounds, coalesce(open_round, 0), gaming_day, settings FROM heads WHERE table_id = $1`

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
