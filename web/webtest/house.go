package webtest

import (
	"crypto/ed25519"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"os"
	"sync"
	"sync/atomic"
	"testing"

	"croupier/api"
	"croupier/desk"
	"croupier/floor"
	"croupier/floor/floortest"
	"croupier/house"
	"croupier/house/people"
	"croupier/house/roles"
	"croupier/pit"
	"croupier/postgres/postgrestest"
	"croupier/shelf"
	"croupier/web"
)

// What everybody in the house signs in with.
const (
	PIN      = "482100"
	Password = "a password of tests"
)

// A House serves the screens on a book of its own. Its people are supervisor-1 and -2,
// manager-1 and -2, auditor-1, admin-1, and a dealer for each table: dealer-7.
type House struct {
	*floortest.House
	URL    string
	Pit    *pit.Pit
	Office *house.Office
	Server *httptest.Server

	t    testing.TB
	gone atomic.Bool
}

// Gone takes the server away, so that each request ends without an answer, or brings it
// back.
func (h *House) Gone(gone bool) { h.gone.Store(gone) }

// there hands requests on while the server is there.
func (h *House) there(next http.Handler) http.Handler {
	return http.HandlerFunc(func(rw http.ResponseWriter, r *http.Request) {
		if h.gone.Load() {
			panic(http.ErrAbortHandler)
		}
		next.ServeHTTP(rw, r)
	})
}

var counts = sync.OnceValue(func() *shelf.Shelf { return shelf.New(os.Getenv("CROUPIER_TEST_COUNTS")) })

// New serves a house without tables.
func New(t testing.TB) *House {
	t.Helper()
	if raced {
		t.Skip("the screens are not tried under the race detector")
	}
	pool := postgrestest.NewPool(t)
	h := &House{House: floortest.New(t, pool), t: t}
	d := desk.New(pool, nil)
	f, err := floor.New(d, floor.Options{Key: [32]byte{1}})
	if err != nil {
		t.Fatal(err)
	}
	h.Office = house.NewOffice(d, counts()).WithKeys(house.Keys{Own: ed25519.NewKeyFromSeed(make([]byte, ed25519.SeedSize))})
	h.Pit = pit.New(d, pit.Options{Shelf: counts(), Signing: ed25519.NewKeyFromSeed(make([]byte, ed25519.SeedSize))})
	log := slog.New(slog.DiscardHandler)
	of, err := api.New(api.Config{Floor: f, Office: h.Office, Pit: h.Pit, People: h.People, Ready: pool.Ping, Shelf: counts(), Log: log})
	if err != nil {
		t.Fatal(err)
	}
	screens, err := web.New(web.Config{API: of, Log: slog.New(slog.NewTextHandler(&told{t: t}, &slog.HandlerOptions{Level: slog.LevelError}))})
	if err != nil {
		t.Fatal(err)
	}
	h.Server = httptest.NewUnstartedServer(http.NotFoundHandler())
	h.Server.Config = api.Server("", h.there(screens), log)
	h.Server.Start()
	t.Cleanup(h.Server.Close)
	h.URL = h.Server.URL
	for _, name := range []string{"supervisor-1", "manager-1", "manager-2", "auditor-1", "admin-1"} { // floortest has put them in
		h.secrets(name)
	}
	h.Add("supervisor-2", roles.Supervisor)
	return h
}

// Add adds a person who signs in with PIN at terminals and with Password in offices.
func (h *House) Add(name string, has ...roles.Role) {
	h.t.Helper()
	h.Person(name, has...)
	h.secrets(name)
}

func (h *House) secrets(name string) {
	h.t.Helper()
	for kind, secret := range map[people.Secret]string{people.PIN: PIN, people.Password: Password} {
		if err := h.People.SetSecret(h.t.Context(), desk.Server, name, kind, secret); err != nil {
			h.t.Fatal(err)
		}
	}
}

// Set sets a table up under the spec, in force and closed, and returns its number; its
// dealer can sign in.
func (h *House) Set(s house.Spec) int64 {
	h.t.Helper()
	table := floortest.Table(h.t, h.Pool, s)
	h.secrets(floortest.Dealer(table))
	return table
}

// Open sets a table up under the spec and opens it with a float: its dealer deals.
func (h *House) Open(s house.Spec) int64 {
	h.t.Helper()
	table := h.Set(s)
	pair := floor.Pair{Dealer: floortest.Dealer(table), Supervisor: floortest.Supervisor}
	if _, err := h.Floor.OpenTable(h.t.Context(), floortest.Caller(pair, "open", table), table, pair, floor.Counts{
		"1000": 1000, "5000": 400, "10000": 400, "100000": 100,
	}); err != nil {
		h.t.Fatal(err)
	}
	return table
}

// told is the log of errors of the server, in that of the test.
type told struct {
	mu sync.Mutex
	t  testing.TB
}

func (l *told) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.t.Logf("the server says: %s", p)
	return len(p), nil
}
