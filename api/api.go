package api

import (
	"context"
	"log/slog"
	"net"
	"net/http"
	"time"

	"github.com/danielgtaylor/huma/v2"
	"github.com/labstack/echo/v4"

	"croupier/floor"
	"croupier/house"
	"croupier/house/people"
	"croupier/pit"
	"croupier/shelf"
)

// Config is what the API is made with.
type Config struct {
	Floor  *floor.Floor
	Office *house.Office
	Pit    *pit.Pit
	People *people.People
	OpenID *OpenID // who vouches for people in offices; nil is nobody
	// TLS says that browsers reach the server by https: by a proxy, as a rule, since
	// it serves no TLS itself. Cookies are marked for it then.
	TLS bool
	// Ready reports why requests cannot be answered now, or nil; nil is always
	// ready.
	Ready   func(context.Context) error
	Log     *slog.Logger // nil logs nothing
	Version string       // of the program, as the description and the metrics name it
	Gauges  []Gauge      // measured at each scrape of /metrics
	Shelf   *shelf.Shelf // where the counts of games are kept; nil keeps them in memory
	// Patience is how long a request may take; 0 is 15 seconds.
	Patience time.Duration
	// Beat is how often a stream shows that it lives, and looks whether it still may;
	// 0 is 15 seconds.
	Beat time.Duration
}

const patience = 15 * time.Second

// slowness is how many times its patience a slow route gets: a count of all
// deals takes every core for seconds.
const slowness = 8

// api is the API in service.
type api struct {
	floor    *floor.Floor
	office   *house.Office
	pit      *pit.Pit
	people   *people.People
	openid   *provider
	tls      bool
	origins  *http.CrossOriginProtection // tells our pages from those of other sites
	ready    func(context.Context) error
	log      *slog.Logger
	patience time.Duration
	beat     time.Duration
	metrics  *metrics
	shelf    *shelf.Shelf
	schemas  huma.Registry
	openapi  *huma.OpenAPI
	json     []byte // the description
	yaml     []byte
}

// New returns the handler of the API. It fails only on a fault of the program:
// a description that cannot be written.
func New(c Config) (http.Handler, error) {
	a, err := newAPI(c)
	if err != nil {
		return nil, err
	}
	return a.echo(), nil
}

func newAPI(c Config) (*api, error) {
	a := &api{
		floor: c.Floor, office: c.Office, pit: c.Pit, people: c.People, openid: newProvider(c.OpenID), tls: c.TLS, origins: http.NewCrossOriginProtection(),
		ready: c.Ready, log: c.Log, patience: c.Patience, beat: c.Beat, metrics: newMetrics(c.Version, c.Gauges),
	}
	if a.ready == nil {
		a.ready = func(context.Context) error { return nil }
	}
	if a.shelf = c.Shelf; a.shelf == nil {
		a.shelf = shelf.New("")
	}
	if a.log == nil {
		a.log = slog.New(slog.DiscardHandler)
	}
	if a.patience == 0 {
		a.patience = patience
	}
	if a.beat == 0 {
		a.beat = beat
	}
	return a, a.describe(c.Version)
}

// echo puts the routes behind what every request passes through, outermost
// first.
func (a *api) echo() *echo.Echo {
	e := echo.New()
	e.HideBanner, e.HidePort = true, true
	e.Logger.SetOutput(discard{})
	e.IPExtractor = echo.ExtractIPDirect() // what a client says of itself is not believed
	e.HTTPErrorHandler = a.fail
	e.Use(a.identify, a.measure, a.record, a.recoverPanic, a.headers, a.guard, a.hurry)
	for i := range routes {
		e.Add(routes[i].method, echoPath(routes[i].path), a.serve(&routes[i]))
	}
	return e
}

// serve answers the requests of a route.
func (a *api) serve(r *route) echo.HandlerFunc {
	return func(c echo.Context) error {
		if err := r.checkQuery(c); err != nil {
			return err
		}
		return r.handle(a, c)
	}
}

// discard swallows what Echo itself would print; requests are logged by record.
type discard struct{}

func (discard) Write(p []byte) (int, error) { return len(p), nil }

// Limits of a server. Reading and writing are bounded so that a slow client
// cannot hold a connection for ever; writing leaves room for a request that
// takes all its patience.
const (
	headerTime  = 5 * time.Second
	readTime    = 15 * time.Second
	writeTime   = (slowness + 1) * patience
	idleTime    = 2 * time.Minute
	headerBytes = 32 << 10
)

// Server returns a server of h at addr within the limits of the API. Starting
// it and shutting it down gracefully is the caller's; streams end when that begins.
func Server(addr string, h http.Handler, log *slog.Logger) *http.Server {
	stop, stopped := context.WithCancel(context.Background())
	base := context.WithValue(context.Background(), stopping{}, stop)
	s := &http.Server{
		Addr: addr, Handler: h,
		ReadHeaderTimeout: headerTime, ReadTimeout: readTime, WriteTimeout: writeTime, IdleTimeout: idleTime,
		MaxHeaderBytes: headerBytes,
		BaseContext:    func(net.Listener) context.Context { return base },
	}
	s.RegisterOnShutdown(stopped)
	if log != nil {
		s.ErrorLog = slog.NewLogLogger(log.Handler(), slog.LevelWarn)
	}
	return s
}
