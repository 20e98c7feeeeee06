package api

import (
	"net/http"
	"strings"
	"testing"
	"time"

	"croupier/migrations"
	"croupier/postgres"
	"croupier/postgres/postgrestest"
)

// TestBookDown stops Postgres under a server: what cannot be answered says so,
// and says that it may be sent again.
func TestBookDown(t *testing.T) {
	t.Parallel()
	cluster := postgrestest.Durable(t)
	if _, err := postgres.Migrate(t.Context(), cluster.URL(), migrations.FS); err != nil {
		t.Fatal(err)
	}
	pool := postgrestest.Pool(t, cluster.URL(), postgres.PoolOptions{Role: postgres.WriterRole})
	s := serveOn(t, furnished(t, Config{Ready: pool.Ping, Patience: 30 * time.Second}, pool), pool)
	if resp, body := fetch(t, s, "GET", "/readyz", nil); resp.StatusCode != http.StatusOK {
		t.Fatal(body)
	}
	if err := cluster.Stop(t.Context()); err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct{ method, path, body string }{
		{"GET", "/readyz", ""},
		{"GET", "/v1/tables", ""},
		{"GET", "/v1/rounds/1-1", ""},
		{"POST", "/v1/tables", `{"game":"ultimate-texas-holdem"}`},
		{"POST", "/v1/rounds/1-1/events", `{"kind":"void","note":"no book"}`},
	} {
		resp, body := send(t, s, tt.method, tt.path, strings.NewReader(tt.body), posting("down"))
		if p := problemIn(t, resp, body); p.Code != "unavailable" || resp.Header.Get("Retry-After") == "" {
			t.Errorf("%s %s: %s", tt.method, tt.path, body)
		}
		if strings.Contains(body, "socket") || strings.Contains(body, ".s.PGSQL") {
			t.Errorf("the client learns where the book is: %s", body)
		}
	}
}
