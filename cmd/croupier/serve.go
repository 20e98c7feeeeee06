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
	"sync"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/spf13/cobra"

	"croupier/api"
	"croupier/desk"
	"croupier/floor"
	"croupier/house"
	"croupier/house/people"
	"croupier/ledger"
	"croupier/migrations"
	"croupier/pit"
	"croupier/postgres"
	"croupier/shelf"
	"croupier/web"
)

// server is what serve is told.
type server struct {
	env         environment
	log         *slog.Logger
	book        book
	listen      string
	sealKey     string
	public      string
	signingKey  string
	trusted     string
	checkpoints string
	openid      api.OpenID
	openidFile  string
	grace       time.Duration
	demo        bool
	up          demoFloor // with demo
}

func serveCommand(env environment) *cobra.Command {
	s := &server{env: env}
	c := &cobra.Command{
		Use:   "serve",
		Short: "Serve the API",
		Long: `Serves the API and keeps the book. Without a database it starts a private Postgres
in the data directory and stops it with itself.

Nobody may do anything before there is a person: the first admin is added on this
machine with "croupier user add NAME --role admin". With --demo an empty book
first gets people, and tables with an hour of play.`,
		Example: "  croupier serve\n  croupier serve --demo\n  DATABASE_URL=postgres://db/croupier croupier serve --listen 0.0.0.0:8080",
		Args:    cobra.NoArgs,
	}
	s.book.settings(c, env)
	env.setting(c, &s.listen, "listen", "CROUPIER_LISTEN", defaultListen, "address to listen on")
	env.setting(c, &s.sealKey, "seal-key-file", "CROUPIER_SEAL_KEY_FILE", "", "file with the key that seals decks, 64 hex digits; or give the key in $CROUPIER_SEAL_KEY; none: kept in the data directory")
	env.setting(c, &s.public, "public-url", "CROUPIER_PUBLIC_URL", "", "address browsers reach the server at; with https:// cookies are marked for TLS, which a proxy in front ends")
	env.setting(c, &s.signingKey, "signing-key-file", "CROUPIER_SIGNING_KEY_FILE", "", "file with the key that signs exported proposals, case files, closed days and checkpoints, 64 hex digits; or give the key in $CROUPIER_SIGNING_KEY; none: kept in the data directory")
	env.setting(c, &s.trusted, "trusted-keys-file", "CROUPIER_TRUSTED_KEYS_FILE", "", "file with the public keys whose proposals are imported, one in hex a line")
	env.setting(c, &s.checkpoints, "checkpoints", "CROUPIER_CHECKPOINTS", "", "directory to append signed checkpoints of the chains to, this server's alone; none: none are signed")
	env.setting(c, &s.openid.Issuer, "openid-issuer", "CROUPIER_OPENID_ISSUER", "", "OpenID provider that vouches for people in offices")
	env.setting(c, &s.openid.ClientID, "openid-client", "CROUPIER_OPENID_CLIENT", "", "how the provider knows this server")
	env.setting(c, &s.openidFile, "openid-secret-file", "CROUPIER_OPENID_SECRET_FILE", "", "file with the provider's secret; or give it in $CROUPIER_OPENID_SECRET")
	env.setting(c, &s.openid.Redirect, "openid-redirect", "CROUPIER_OPENID_REDIRECT", "", "this server's address that the provider leads back to, ending in /v1/session/openid/callback")
	wrong := env.timed(c, &s.grace, "grace", "CROUPIER_GRACE", 30*time.Second, "how long a stop waits for what was accepted")
	c.Flags().BoolVar(&s.demo, "demo", false, "put a casino to try things at up in an empty book, or go on with the one that was put up there")
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
	if s.demo {
		if err := s.openDemo(ctx, pool); err != nil {
			return err
		}
	}
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
	d := desk.New(pool, nil)
	f, err := floor.New(d, floor.Options{Key: key})
	if err != nil {
		return err
	}
	keys, err := s.keys()
	if err != nil {
		return err
	}
	openid, err := s.provider()
	if err != nil {
		return err
	}
	counts := shelf.New(filepath.Join(s.book.data, "edge"))
	office := house.NewOffice(d, counts).WithKeys(keys)
	policy, err := office.Policy(ctx)
	if err != nil {
		return err
	}
	var w waits
	w.take(policy)
	points, err := s.newCheckpoints(keys.Own, pool)
	if err != nil {
		return err
	}
	boss := pit.New(d, pit.Options{Log: s.log, Shelf: counts, Signing: keys.Own})
	handler, err := api.New(api.Config{
		Floor: f, Office: office, Pit: boss, People: people.New(d, w.options()), OpenID: openid, TLS: strings.HasPrefix(s.public, "https://"),
		Log: s.log, Version: version(),
		Ready:  untilStopping(ctx, pool),
		Gauges: append(poolGauges(pool), points.gauges()...),
	})
	if err != nil {
		return err
	}
	if handler, err = web.New(web.Config{API: handler, Log: s.log}); err != nil {
		return err
	}
	return s.noted(ctx, d, listener.Addr(), func() error {
		var watches sync.WaitGroup
		defer watches.Wait()
		watching, end := context.WithCancel(ctx)
		defer end()
		for _, watch := range []func(context.Context){
			func(c context.Context) { s.watchClock(c, d) },
			func(c context.Context) { s.watchPolicy(c, office, &w) },
			boss.Watch, boss.Alerter, points.watch, func(c context.Context) { s.roll(c, boss) },
		} {
			watches.Go(func() { watch(watching) })
		}
		return s.untilStopped(ctx, listener, api.Server(s.listen, handler, s.log))
	})
}

// untilStopping reports whether the book can be written and the server is not stopping.
func untilStopping(ctx context.Context, pool *pgxpool.Pool) func(context.Context) error {
	return func(c context.Context) error {
		if ctx.Err() != nil {
			return errors.New("stopping")
		}
		return postgres.Check(c, pool, migrations.FS)
	}
}

// rolled is how often reports are brought up to date; whoever asks for one in between
// waits for what is missing.
const rolled = 30 * time.Second

func (s *server) roll(ctx context.Context, boss *pit.Pit) {
	tick := time.NewTicker(rolled)
	defer tick.Stop()
	for {
		if err := boss.Roll(ctx); err != nil && ctx.Err() == nil {
			s.log.Error("the reports were not brought up to date", "error", err)
		}
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
		}
	}
}

// provider is the OpenID provider, if one is named.
func (s *server) provider() (*api.OpenID, error) {
	if s.openid.Issuer == "" {
		return nil, nil
	}
	var err error
	if s.openid.ClientSecret, err = secret(s.env, "CROUPIER_OPENID_SECRET", s.openidFile); err != nil {
		return nil, err
	}
	if s.openid.ClientID == "" || s.openid.Redirect == "" {
		return nil, errors.New("--openid-issuer needs --openid-client and --openid-redirect")
	}
	return &s.openid, nil
}

// noted serves between two significant events: that the server started, and that
// it stopped. Where the second is missing, it did not stop by itself.
func (s *server) noted(ctx context.Context, d *desk.Desk, at net.Addr, serve func() error) error {
	subject := "server " + at.String()
	started := ledger.Significant{Kind: ledger.SignificantStart, Subject: subject, After: map[string]string{"version": version()}}
	if err := d.Note(ctx, desk.Server, started); err != nil {
		return fmt.Errorf("recording the start: %w", err)
	}
	err := serve()
	end, cancel := context.WithTimeout(context.WithoutCancel(ctx), 5*time.Second)
	defer cancel()
	return errors.Join(err, d.Note(end, desk.Server, ledger.Significant{Kind: ledger.SignificantStop, Subject: subject}))
}

// untilStopped serves until the context ends, then finishes what was
// accepted, for as long as the grace lasts.
func (s *server) untilStopped(ctx context.Context, listener net.Listener, h *http.Server) error {
	failed := make(chan error, 1)
	go func() { failed <- h.Serve(listener) }()
	s.log.Info("serving", "listen", listener.Addr().String(), "version", version())
	if s.demo {
		s.up.print(s.env.stdout, s.root(listener.Addr()))
	}
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
