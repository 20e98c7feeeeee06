package ledger

import (
	"context"

	"github.com/jackc/pgx/v5"
)

// VerifyIn verifies the book as the transaction sees it, so that a test can
// tamper with it and roll back.
func VerifyIn(ctx context.Context, tx pgx.Tx) (fs []Fault, err error) {
	_, err = verify(ctx, tx, VerifyOptions{}, func(f Fault) { fs = append(fs, f) })
	return fs, err
}

// Hashed is what verify hashes: the columns of each relation in order.
func Hashed() map[string][]string {
	hashed := map[string][]string{links.name: links.names()}
	for i := range relations {
		hashed[relations[i].name] = relations[i].names()
	}
	return hashed
}
