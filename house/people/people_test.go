package people_test

import (
	"context"
	"encoding/json"
	"os"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"croupier/desk"
	"croupier/house/people"
	"croupier/house/roles"
	"croupier/ledger"
	"croupier/postgres/postgrestest"
)

func TestMain(m *testing.M) { os.Exit(postgrestest.Main(m)) }

// quick lets a test try as often as it likes.
var quick = people.Options{ByName: people.Pace{Burst: 1000, Every: 1}, ByAddress: people.Pace{Burst: 1000, Every: 1}}

// a house is a book of its own, with a clock that stands.
type testHouse struct {
	*people.People
	t    *testing.T
	pool *pgxpool.Pool
	mu   sync.Mutex
	now  time.Time
}

func open(t *testing.T, o people.Options) *testHouse {
	t.Helper()
	h := &testHouse{t: t, pool: postgrestest.NewPool(t), now: time.Date(2026, 11, 30, 12, 0, 0, 0, time.UTC)}
	h.People = people.New(desk.New(h.pool, h.clock), o)
	t.Cleanup(h.sound)
	return h
}

func (h *testHouse) clock() time.Time {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.now
}

func (h *testHouse) pass(d time.Duration) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.now = h.now.Add(d)
}

// sound holds the book to what it says of itself.
func (h *testHouse) sound() {
	h.t.Helper()
	opts := ledger.VerifyOptions{PaytableDigest: func(p ledger.Paytable) ([32]byte, error) { return p.Digest, nil }}
	sum, err := ledger.Verify(context.Background(), h.pool, opts, func(f ledger.Fault) { h.t.Error(f) })
	if err != nil || sum.Faults > 0 {
		h.t.Errorf("the book is not sound: %d faults, %v", sum.Faults, err)
	}
}

func as(name string) desk.Caller { return desk.Caller{Actor: name, Origin: "10.0.0.9"} }

const (
	pin      = "4071"
	password = "correct horse battery"
)

// has adds a person with a PIN and a password.
func (h *testHouse) has(name string, given ...roles.Role) {
	h.t.Helper()
	ctx := h.t.Context()
	if _, err := h.Add(ctx, as(desk.Server.Actor), people.Addition{Name: name, Roles: given}); err != nil {
		h.t.Fatal(err)
	}
	h.secret(name, people.PIN, pin)
	h.secret(name, people.Password, password)
}

func (h *testHouse) secret(name string, s people.Secret, text string) {
	h.t.Helper()
	if err := h.SetSecret(h.t.Context(), as(desk.Server.Actor), name, s, text); err != nil {
		h.t.Fatal(err)
	}
}

// terminal signs in by the PIN, office by the password.
func (h *testHouse) terminal(name string) string {
	h.t.Helper()
	return h.in(people.Attempt{Name: name, PIN: pin, Origin: "10.0.0.1"})
}

func (h *testHouse) office(name string) string {
	h.t.Helper()
	return h.in(people.Attempt{Name: name, Password: password, Origin: "10.0.0.2"})
}

func (h *testHouse) in(a people.Attempt) string {
	h.t.Helper()
	token, _, err := h.SignIn(h.t.Context(), a)
	if err != nil {
		h.t.Fatal(err)
	}
	return token
}

// dealsAt puts the person on a new table.
func (h *testHouse) tableOf(dealer string) {
	h.t.Helper()
	d := desk.New(h.pool, h.clock)
	_, err := d.House(h.t.Context(), as(desk.Server.Actor), 201, func(tx pgx.Tx, _ ledger.Held) (any, ledger.Page, error) {
		return nil, ledger.Page{Table: &ledger.Table{Number: 1, Name: "table 1"}}, ledger.CreateHead(h.t.Context(), tx, 1)
	})
	if err == nil {
		_, err = d.Table(h.t.Context(), as(desk.Server.Actor), 1, 0, 200, nil, func(ledger.Held) (any, ledger.Page, error) {
			return nil, ledger.Page{GamingDay: h.clock(), Rows: []ledger.Row{{Of: "stints", Values: map[string]any{"dealer": dealer}}}}, nil
		})
	}
	if err != nil {
		h.t.Fatal(err)
	}
}

// told are the significant events about the subject, the first first: kind, and
// what the kind is told with.
func (h *testHouse) told(subject string) (events []string) {
	h.t.Helper()
	rows, err := h.pool.Query(h.t.Context(), `
SELECT kind || coalesce(': ' || reason, '') || coalesce(' ' || (after->>'via'), '') || ' by ' || actor
FROM significant_events WHERE table_id = 0 AND subject = $1 ORDER BY seq, n`, subject)
	if err == nil {
		events, err = pgx.CollectRows(rows, pgx.RowTo[string])
	}
	if err != nil {
		h.t.Fatal(err)
	}
	return events
}

// written is everything the book keeps but the hashes of secrets themselves.
func (h *testHouse) written() string {
	h.t.Helper()
	var text string
	if err := h.pool.QueryRow(h.t.Context(), `
SELECT coalesce(string_agg(e::text, E'\n'), '') || coalesce((SELECT string_agg(convert_from(r.answer, 'UTF8'), E'\n') FROM requests r), '')
FROM significant_events e`).Scan(&text); err != nil {
		h.t.Fatal(err)
	}
	return text
}

func decoded[T any](t *testing.T, a desk.Answer) (v T) {
	t.Helper()
	if err := json.Unmarshal(a.Body, &v); err != nil {
		t.Fatal(err)
	}
	return v
}

// What is secret stands nowhere but in its own relation.
func TestNothingSecretIsWritten(t *testing.T) {
	t.Parallel()
	h := open(t, quick)
	h.has("ann", roles.Supervisor)
	token := h.terminal("ann")
	_, key, err := h.NewKey(t.Context(), as("bob"), people.Key{Person: "ann", Label: "display", Scopes: []roles.Action{roles.TableRead}})
	if err != nil {
		t.Fatal(err)
	}
	if _, _, err := h.SignIn(t.Context(), people.Attempt{Name: "My Secret Password", PIN: "8630", Origin: "10.0.0.1"}); err == nil {
		t.Error("a password as a name lets in")
	}
	_, err = h.End(t.Context(), desk.Caller{Actor: "bob", Origin: "10.0.0.9", Key: "k1"}, "ann", "left")
	if err != nil {
		t.Fatal(err)
	}
	text := strings.ToLower(h.written())
	for _, secret := range []string{"argon2id", pin, password, "8630", "my secret", token, key} {
		if strings.Contains(text, strings.ToLower(secret)) {
			t.Errorf("the book tells %q", secret)
		}
	}
}
