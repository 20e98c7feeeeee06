// Package floor runs rounds: it puts rules, cards and book together, and is
// the only place that decides when a round is paid. It knows no HTTP, and no
// SQL but what ledger and house speak.
package floor

import (
	"crypto/rand"
	"io"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"

	"croupier/games"
	"croupier/ledger"
)

// A Floor runs the rounds of all tables. Its methods may be called at once;
// requests at one table wait for each other in the database.
type Floor struct {
	pool   *pgxpool.Pool
	seal   sealer
	now    func() time.Time
	rand   io.Reader // what decks are shuffled with
	felt   felts
	months months
	queues *queues
}

// Options are what a Floor is made with.
type Options struct {
	Key    [32]byte         // seals decks; kept outside the database
	Now    func() time.Time // nil means time.Now
	Random io.Reader        // nil means crypto/rand
}

// A Caller is who asks, and under which key: the same key with the same body
// gets the first answer again.
type Caller struct {
	Actor string
	Key   string
	Body  [32]byte // digest of all the request says
}

// An Answer is what a changing request is answered, as it is stored under its
// key.
type Answer struct {
	Status   int    // of HTTP: 200 or 201
	Body     []byte // JSON
	Repeated bool   // the key was answered before
}

// New returns the floor over the book in pool.
func New(pool *pgxpool.Pool, o Options) (*Floor, error) {
	seal, err := newSealer(o.Key)
	if err != nil {
		return nil, err
	}
	f := &Floor{pool: pool, seal: seal, now: o.Now, rand: o.Random, queues: newQueues()}
	if f.now == nil {
		f.now = time.Now
	}
	if f.rand == nil {
		f.rand = rand.Reader
	}
	return f, nil
}

func (c Caller) key() ledger.Key { return ledger.Key{Actor: c.Actor, Key: c.Key, Body: c.Body} }

// A Change is what a request asks of a round: that these events happen, all
// or none, after N others.
type Change struct {
	N      int // events so far; AnyN where the request does not say
	Events []games.Event
}

// AnyN is the N of a change that does not name the number of events so far.
const AnyN = -1
