package api

import (
	"bytes"
	"log/slog"
	"net/http/httptest"
	"sync"
	"testing"

	"croupier/floor"
	"croupier/postgres/postgrestest"
)

const testToken = "a token of the tests"

// served is an API on a listener of its own.
type served struct {
	*api
	url   string
	token string
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

// serve starts an API; what the config leaves out it makes.
func serve(t testing.TB, c Config) *served {
	t.Helper()
	s := &served{token: c.Token, log: &log{}}
	if c.Log == nil {
		c.Log = slog.New(slog.NewJSONHandler(s.log, &slog.HandlerOptions{Level: slog.LevelDebug}))
	}
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

// serveFloor starts an API on a floor and a book of its own.
func serveFloor(t testing.TB, c Config) *served {
	t.Helper()
	pool := postgrestest.NewPool(t)
	f, err := floor.New(pool, floor.Options{Key: [32]byte{1}})
	if err != nil {
		t.Fatal(err)
	}
	c.Floor, c.Ready = f, pool.Ping
	return serve(t, c)
}
