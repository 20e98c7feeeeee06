package pit

import (
	"context"
	"errors"
	"sync"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"

	"croupier/house"
)

// felts keeps what lay on the felt of each table by version of its settings.
type felts struct {
	mu   sync.Mutex
	kept map[feltOf]laid
}

type feltOf struct {
	table   int64
	version int
}

// A laid is a felt, or what is wrong with the settings or paytables stored.
type laid struct {
	felt  *house.Felt
	wrong string
}

func newFelts() *felts { return &felts{kept: map[feltOf]laid{}} }

// lay returns the felt as it is stored in the transaction. The error says that it
// could not be read.
func (f *felts) lay(ctx context.Context, tx pgx.Tx, of feltOf) (laid, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if l, ok := f.kept[of]; ok {
		return l, nil
	}
	felt, err := house.LoadFelt(ctx, tx, of.table, of.version)
	if err == nil {
		f.kept[of] = laid{felt: felt}
		return f.kept[of], nil
	}
	if refused := new(pgconn.PgError); ctx.Err() != nil || tx.Conn().IsClosed() || errors.As(err, &refused) {
		return laid{}, err
	}
	f.kept[of] = laid{wrong: err.Error()}
	return f.kept[of], nil
}

// forget forgets what is wrong, so that it is looked for again.
func (f *felts) forget() {
	f.mu.Lock()
	defer f.mu.Unlock()
	for of, l := range f.kept {
		if l.wrong != "" {
			delete(f.kept, of)
		}
	}
}
