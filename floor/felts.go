package floor

import (
	"context"
	"fmt"
	"sync"

	"croupier/desk"
	"croupier/house"
)

// felts keeps what lies on the felt of each table by version of its settings;
// a version never changes.
type felts struct {
	laid sync.Map // feltKey -> *house.Felt
}

type feltKey struct {
	table   int64
	version int
}

// laid is the felt, or a *desk.Unprepared where it was not loaded yet.
func (f *Floor) laid(table int64, version int) (*house.Felt, error) {
	if laid, ok := f.felt.laid.Load(feltKey{table, version}); ok {
		return laid.(*house.Felt), nil
	}
	return nil, &desk.Unprepared{What: fmt.Sprintf("the felt of table %d", table), Prepare: func(ctx context.Context) error {
		_, err := f.lay(ctx, table, version)
		return err
	}}
}

// lay is the felt, loaded where need be.
func (f *Floor) lay(ctx context.Context, table int64, version int) (*house.Felt, error) {
	if laid, err := f.laid(table, version); err == nil {
		return laid, nil
	}
	laid, err := house.LoadFelt(ctx, f.pool, table, version)
	if err == nil {
		f.felt.laid.Store(feltKey{table, version}, laid)
	}
	return laid, err
}
