// Package floor runs tables and their rounds: it puts rules, cards and book
// together, and is the only place that decides when a round is paid. It knows no
// HTTP, and no SQL but what ledger and house speak.
package floor

import (
	"crypto/rand"
	"io"
	"sync"

	"github.com/jackc/pgx/v5/pgxpool"

	"croupier/desk"
	"croupier/games"
)

// A Floor runs the rounds of all tables. Its methods may be called at once;
// requests at one table wait for each other.
type Floor struct {
	desk *desk.Desk
	pool *pgxpool.Pool
	seal sealer
	rand io.Reader // what decks are shuffled with
	felt felts

	displays sync.Map // table -> *Display, the newest that was asked for
}

// Options are what a Floor is made with.
type Options struct {
	Key    [32]byte  // seals decks; kept outside the database
	Random io.Reader // nil means crypto/rand
}

// New returns the floor whose requests pass the desk.
func New(d *desk.Desk, o Options) (*Floor, error) {
	seal, err := newSealer(o.Key)
	if err != nil {
		return nil, err
	}
	f := &Floor{desk: d, pool: d.Pool, seal: seal, rand: o.Random}
	if f.rand == nil {
		f.rand = rand.Reader
	}
	return f, nil
}

// A Change is what a request asks of a round: that these events happen, all
// or none, after N others.
type Change struct {
	N      int // events so far; AnyN where the request does not say
	Events []games.Event
}

// AnyN is the N of a change that does not name the number of events so far.
const AnyN = -1
