package ledger

import (
	"context"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"
)

// VerifyOptions narrow a verification.
type VerifyOptions struct {
	Table *int64    // one chain only; nil is all
	From  time.Time // gaming days before it are not read
}

// A Fault is a row that is not as it was written, or one that is missing or in
// excess.
type Fault struct {
	Table    int64
	Seq      int64
	Relation string // "postings"
	Row      string // "posting 3"
	What     string // "altered"
}

// String names the row and what is wrong: "table 7 seq 15: postings, posting 3: altered".
func (f Fault) String() string { panic("unwritten") }

// A Summary is what a verification went through.
type Summary struct {
	Tables, Links, Rounds, Events, Entries, Lines, Postings int64
	Faults                                                  int64
	First                                                   *Fault // by table and seq
}

// Verify reads the book in one snapshot and reports its faults in order of table and seq.
func Verify(ctx context.Context, pool *pgxpool.Pool, opts VerifyOptions, report func(Fault)) (Summary, error) {
	panic("unwritten")
}
