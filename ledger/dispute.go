package ledger

import (
	"errors"
	"fmt"

	"github.com/jackc/pgx/v5"
)

// ErrDisputed reports a round of which a dispute is open.
var ErrDisputed = errors.New("the round is disputed")

// An AskDispute asks, in a batch of the caller's, for the dispute of a round that
// is open.
type AskDispute struct{ Table, Round int64 }

const selectOpenDispute = `
SELECT number FROM disputes o WHERE table_id = $1 AND round = $2 AND step = 'opened' AND NOT EXISTS (
	SELECT FROM disputes c WHERE c.table_id = o.table_id AND c.number = o.number AND c.step = 'closed')`

// Queue appends the statement of the ask to b.
func (a AskDispute) Queue(b *pgx.Batch) { b.Queue(selectOpenDispute, a.Table, a.Round) }

// Read reads the result of what Queue appended: the table's own number of the
// dispute, or 0.
func (a AskDispute) Read(results pgx.BatchResults) (number int64, err error) {
	err = results.QueryRow().Scan(&number)
	if err != nil && !errors.Is(err, pgx.ErrNoRows) {
		return 0, fmt.Errorf("disputes of round %d of table %d: %w", a.Round, a.Table, err)
	}
	return number, nil
}
