package api

import (
	"bytes"
	"fmt"
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
	"croupier/house/people"
	"croupier/house/roles"
	"croupier/postgres/postgrestest"
	"croupier/shelf"
)

// everyone is a person of all roles but a dealer's, whose key requests carry where
// a test does not say.
const everyone = "everyone"

// served is an API on a listener of its own.
type served struct {
	*api
	t    testing.TB
	pool *pgxpool.Pool
	url  string
	log  *log

	mu   sync.Mutex
	keys map[string]string // by person
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

// furnished is the config with a floor and an office on the book in pool.
func furnished(t testing.TB, c Config, pool *pgxpool.Pool) Config {
	t.Helper()
	d := desk.New(pool, nil)
	f, err := floor.New(d, floor.Options{Key: [32]byte{1}})
	if err != nil {
		t.Fatal(err)
	}
	c.Floor, c.Office = f, house.NewOffice(d, counts())
	return c
}

func serveOn(t testing.TB, c Config, pool *pgxpool.Pool) *served {
	t.Helper()
	s := &served{t: t, pool: pool, log: &log{}, keys: map[string]string{}}
	if c.Log == nil {
		c.Log = slog.New(slog.NewJSONHandler(s.log, &slog.HandlerOptions{Level: slog.LevelDebug}))
	}
	c.People = people.New(desk.New(pool, nil), people.Options{ByAddress: people.Pace{Burst: 10000}, ByName: people.Pace{Burst: 10000}})
	var err error
	if s.api, err = newAPI(c); err != nil {
		t.Fatal(err)
	}
	floortest.People(t, pool)
	s.person(everyone, roles.Supervisor, roles.Manager, roles.Auditor, roles.Admin)
	s.key(everyone)
	server := httptest.NewUnstartedServer(nil)
	server.Config = Server("", s.echo(), nil)
	server.Start()
	t.Cleanup(server.Close)
	s.url = server.URL
	return s
}

// person adds a person of the roles.
func (s *served) person(name string, has ...roles.Role) {
	s.t.Helper()
	if _, err := s.people.Add(s.t.Context(), desk.Server, people.Addition{Name: name, Roles: has}); err != nil {
		s.t.Fatal(err)
	}
}

// key is the key of the person, for all that the person may, or of the seat named
// "seat:7:3".
func (s *served) key(name string) string {
	s.mu.Lock()
	defer s.mu.Unlock()
	if key, ok := s.keys[name]; ok {
		return key
	}
	k := people.Key{Person: everyone, Label: "seat", Scopes: []roles.Action{roles.SeatRead}}
	if n, _ := fmt.Sscanf(name, "seat:%d:%d", &k.Table, &k.Seat); n == 2 {
		return s.newKey(name, k)
	}
	p, err := s.people.Get(s.t.Context(), name)
	if err != nil {
		s.t.Fatal(err)
	}
	var may []roles.Action
	for _, line := range roles.Table {
		if roles.ScopeOf(p.Roles, line.Action) != roles.None {
			may = append(may, line.Action)
		}
	}
	return s.newKey(name, people.Key{Person: name, Label: "tests", Scopes: may})
}

func (s *served) newKey(name string, k people.Key) string {
	var err error
	if _, s.keys[name], err = s.people.NewKey(s.t.Context(), desk.Server, k); err != nil {
		s.t.Fatal(err)
	}
	return s.keys[name]
}

// as sends a request with the key of the person.
func (s *served) as(name string) func(*http.Request) {
	return func(r *http.Request) { r.Header.Set("Authorization", "Bearer "+s.key(name)) }
}

// table furnishes a table under the spec, in force and open, and returns its
// number; floortest.Dealer deals.
func (s *served) table(spec house.Spec) int64 {
	s.t.Helper()
	table := floortest.Table(s.t, s.pool, spec)
	floortest.Open(s.t, s.floor, table)
	return table
}

// both makes both changes to a request.
func both(changes ...func(*http.Request)) func(*http.Request) {
	return func(r *http.Request) {
		for _, change := range changes {
			change(r)
		}
	}
}
