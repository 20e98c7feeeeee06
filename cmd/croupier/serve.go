package main

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"runtime/debug"
	"strings"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/spf13/cobra"

	"croupier/api"
	"croupier/floor"
	"croupier/migrations"
	"croupier/postgres"
	"croupier/shelf"
)

// server is what serve is told.
type server struct {
	env       environment
	log       *slog.Logger
	book      book
	listen    string
	token     string
	tokenFile string
	sealKey   string
	grace     time.Duration
}

func serveCommand(env environment) *cobra.Command {
	s := &server{env: env}
	c := &cobra.Command{
		Use:   "serve",
		Short: "Serve the API",
		Long: `Serves the API and keeps the book. Without a database it starts a private Postgres
in the data directory and stops it with itself.

The bearer token of $CROUPIER_TOKEN guards everything but /livez and /readyz; without
one serve listens on a loopback address only.`,
		Example: "  croupier serve\n  CROUPIER_TOKEN=… DATABASE_URL=postgres://db/croupier croupier serve --listen 0.0.0.0:8080",
		Args:    cobra.NoArgs,
	}
	s.book.settings(c, env)
	env.setting(c, &s.listen, "listen", "CROUPIER_LISTEN", defaultListen, "address to listen on")
	env.setting(c, &s.tokenFile, "token-file", "CROUPIER_TOKEN_FILE", "", "file with the bearer token; or give the token itself in $CROUPIER_TOKEN")
	env.setting(c, &s.sealKey, "seal-key-file", "CROUPIER_SEAL_KEY_FILE", "", "file with the key that seals decks, 64 hex digits; or give the key in $CROUPIER_SEAL_KEY; none: kept in the data directory")
	wrong := env.timed(c, &s.grace, "grace", "CROUPIER_GRACE", 30*time.Second, "how long a stop waits for what was accepted")
	c.RunE = func(c *cobra.Command, _ []string) error {
		if wrong != nil {
			return wrong
		}
		return s.run(c.Context())
	}
	return c
}

// collectAt lets the heap grow fivefold between collections: the server holds
// little and throws much away, and collecting took a tenth of its time.
const collectAt = 400

func (s *server) run(ctx context.Context) error {
	if s.env.getenv("GOGC") == "" {
		debug.SetGCPercent(collectAt)
	}
	s.log = slog.New(slog.NewJSONHandler(s.env.stderr, nil))
	var err error
	if s.token, err = secret(s.env, "CROUPIER_TOKEN", s.tokenFile); err != nil {
		return err
	}
	if err := guarded(s.listen, s.token); err != nil {
		return err
	}
	url := s.book.url
	if url == "" {
		private, err := s.startPrivate(ctx)
		if err != nil {
			return err
		}
		defer private.stop(ctx)
		url = private.url
	}
	pool, err := s.openBook(ctx, url)
	if err != nil {
		return err
	}
	defer pool.Close()
	listener, err := (&net.ListenConfig{}).Listen(ctx, "tcp", s.listen) // not before a request can be answered
	if err != nil {
		return err
	}
	defer listener.Close()
	return s.serve(ctx, listener, pool)
}

// openBook migrates the database and opens it as the writer.
func (s *server) openBook(ctx context.Context, url string) (*pgxpool.Pool, error) {
	applied, err := postgres.Migrate(ctx, url, migrations.FS)
	if err != nil {
		return nil, err
	}
	for _, a := range applied {
		s.log.Info("migrated", "file", a.Name, "took", a.Took)
	}
	return postgres.Open(ctx, url, postgres.PoolOptions{
		Role: postgres.WriterRole, StatementTimeout: 10 * time.Second, LockTimeout: 5 * time.Second,
		IdleInTransactionTimeout: 15 * time.Second,
	})
}

func (s *server) serve(ctx context.Context, listener net.Listener, pool *pgxpool.Pool) error {
	key, err := s.key()
	if err != nil {
		return err
	}
	f, err := floor.New(pool, floor.Options{Key: key})
	if err != nil {
		return err
	}
	handler, err := api.New(api.Config{
		Floor: f, Token: s.token, Log: s.log, Version: version(),
		Ready: func(c context.Context) error {
			if ctx.Err() != nil {
				return errors.New("stopping")
			}
			return postgres.Check(c, pool, migrations.FS)
		},
		Gauges: poolGauges(pool), Shelf: shelf.New(filepath.Join(s.book.data, "edge")),
	})
	if err != nil {
		return err
	}
	return s.untilStopped(ctx, listener, api.Server(s.listen, handler, s.log))
}

// untilStopped serves until the context ends, then finishes what was
// accepted, for as long as the grace lasts.
func (s *server) untilStopped(ctx context.Context, listener net.Listener, h *http.Server) error {
	failed := make(chan error, 1)
	go func() { failed <- h.Serve(listener) }()
	s.log.Info("serving", "listen", listener.Addr().String(), "version", version())
	select {
	case err := <-failed:
		return err
	case <-ctx.Done():
	}
	s.log.Info("stopping", "grace", s.grace.String())
	end, cancel := context.WithTimeout(context.WithoutCancel(ctx), s.grace)
	defer cancel()
	return h.Shutdown(end)
}

func poolGauges(pool *pgxpool.Pool) []api.Gauge {
	return []api.Gauge{
		{Name: "croupier_db_connections", Help: "Connections to the database.", Value: func() float64 { return float64(pool.Stat().TotalConns()) }},
		{Name: "croupier_db_connections_acquired", Help: "Connections in use.", Value: func() float64 { return float64(pool.Stat().AcquiredConns()) }},
	}
}

// guarded refuses to listen beyond loopback without a token.
func guarded(listen, token string) error {
	host, _, err := net.SplitHostPort(listen)
	if err != nil {
		return fmt.Errorf("--listen %q: %w", listen, err)
	}
	ip := net.ParseIP(host)
	if token == "" && host != "localhost" && (ip == nil || !ip.IsLoopback()) {
		return fmt.Errorf("--listen %s reaches beyond this machine: set $CROUPIER_TOKEN, or listen on 127.0.0.1", listen)
	}
	return nil
}

// secret is the variable of the environment or, without it, the file's first
// line.
func secret(env environment, variable, file string) (string, error) {
	if value := strings.TrimSpace(env.getenv(variable)); value != "" || file == "" {
		return value, nil
	}
	b, err := os.ReadFile(filepath.Clean(file))
	if err != nil {
		return "", err
	}
	value := strings.TrimSpace(string(b))
	if value == "" {
		return "", fmt.Errorf("%s is empty", file)
	}
	return value, nil
}
