package ledger

import (
	"context"

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
// It fails with ErrNoTable, ErrNoRound, or ErrKeyReused.
func Lock(ctx context.Context, tx pgx.Tx, table, round int64, key Key) (Held, error) {
	panic("unwritten")
}
