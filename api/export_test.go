package api

import (
	"bytes"
	"crypto/ed25519"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"os"
	"sync"
	"testing"

	"github.com/jackc/pgx/v5/pgxpool"

	"croupier/desk"
	"croupier/floor"
	"croupier/floor/floortest"
	"croupier/house"
	"croupier/pit"
	"croupier/postgres/postgrestest"
	"croupier/shelf"
)

const everyone = floortest.Everyone

// served is an API on a listener of its own.
type served struct {
	*api
	house *floortest.House // the book it is on
	t     testing.TB
	url   string
	log   *log
}

// log is what was logged, for a test to read while the server writes.
type log struct {
	mu  sync.Mutex
	buf bytes.Buffer
}

func (l *log) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.buf.Write(p)
}

func (l *log) String() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.buf.String()
}

// counts is the shelf of all tests: a game is counted once a run.
var counts = sync.OnceValue(func() *shelf.Shelf { return shelf.New(os.Getenv("CROUPIER_TEST_COUNTS")) })

// serve starts an API that knows people, without floor and office unless the
// config has them.
func serve(t testing.TB, c Config) *served {
	t.Helper()
	return serveOn(t, c, postgrestest.NewPool(t))
}

// serveFloor starts an API on a floor, an office and a book of its own.
func serveFloor(t testing.TB, c Config) *served {
	t.Helper()
	pool := postgrestest.NewPool(t)
	c.Ready = pool.Ping
	return serveOn(t, furnished(t, c, pool), pool)
}

// furnished is the config with a floor, an office and a pit on the book in pool.
func furnished(t testing.TB, c Config, pool *pgxpool.Pool) Config {
	t.Helper()
	d := desk.New(pool, nil)
	f, err := floor.New(d, floor.Options{Key: [32]byte{1}})
	if err != nil {
		t.Fatal(err)
	}
	c.Floor, c.Office, c.Pit = f, house.NewOffice(d, counts()), pit.New(d, pit.Options{
		Shelf: counts(), Signing: ed25519.NewKeyFromSeed(make([]byte, ed25519.SeedSize)),
	})
	return c
}

func serveOn(t testing.TB, c Config, pool *pgxpool.Pool) *served {
	t.Helper()
	s := &served{t: t, house: floortest.New(t, pool), log: &log{}}
	if c.Log == nil {
		c.Log = slog.New(slog.NewJSONHandler(s.log, &slog.HandlerOptions{Level: slog.LevelDebug}))
	}
	c.People = s.house.People
	var err error
	if s.api, err = newAPI(c); err != nil {
		t.Fatal(err)
	}
	server := httptest.NewUnstartedServer(nil)
	server.Config = Server("", s.echo(), nil)
	server.Start()
	t.Cleanup(server.Close)
	s.url = server.URL
	return s
}

// as sends a request with the key of the person.
func (s *served) as(name string) func(*http.Request) {
	return func(r *http.Request) { r.Header.Set("Authorization", "Bearer "+s.house.Key(name)) }
}

// both makes both changes to a request.
func both(changes ...func(*http.Request)) func(*http.Request) {
	return func(r *http.Request) {
		for _, change := range changes {
			change(r)
		}
	}
}
