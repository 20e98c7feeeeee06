package api

import (
	"net/http"
	"strconv"
	"time"

	"github.com/labstack/echo/v4"
	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/collectors"
	"github.com/prometheus/client_golang/prometheus/promhttp"
)

// A Gauge is a figure measured at each scrape of /metrics, such as the
// connections of a pool. Its name begins with croupier_.
type Gauge struct {
	Name, Help string
	Value      func() float64
}

// metrics counts the requests. Each API has a registry of its own.
type metrics struct {
	registry *prometheus.Registry
	requests *prometheus.CounterVec
	took     *prometheus.HistogramVec
	running  prometheus.Gauge
}

// buckets in seconds suit a request that is one or two round trips to a
// database with fsync.
var buckets = []float64{.001, .0025, .005, .01, .025, .05, .1, .25, .5, 1, 2.5, 5, 15}

func newMetrics(version string, gauges []Gauge) *metrics {
	m := &metrics{
		registry: prometheus.NewRegistry(),
		requests: prometheus.NewCounterVec(prometheus.CounterOpts{
			Name: "croupier_http_requests_total", Help: "Requests answered, by route and status.",
		}, []string{"method", "route", "status"}),
		took: prometheus.NewHistogramVec(prometheus.HistogramOpts{
			Name: "croupier_http_request_seconds", Help: "Time to answer a request, by route.", Buckets: buckets,
		}, []string{"method", "route"}),
		running: prometheus.NewGauge(prometheus.GaugeOpts{
			Name: "croupier_http_requests_running", Help: "Requests being answered.",
		}),
	}
	build := prometheus.NewGauge(prometheus.GaugeOpts{
		Name: "croupier_build_info", Help: "Always 1; the label names the version.", ConstLabels: prometheus.Labels{"version": version},
	})
	build.Set(1)
	m.registry.MustRegister(m.requests, m.took, m.running, build,
		collectors.NewGoCollector(), collectors.NewProcessCollector(collectors.ProcessCollectorOpts{}))
	for _, g := range gauges {
		m.registry.MustRegister(prometheus.NewGaugeFunc(prometheus.GaugeOpts{Name: g.Name, Help: g.Help}, g.Value))
	}
	return m
}

// measure counts and times requests. What no route answers counts under one
// name, so that no client can make the metrics grow.
func (a *api) measure(next echo.HandlerFunc) echo.HandlerFunc {
	return func(c echo.Context) error {
		start := time.Now()
		a.metrics.running.Inc()
		defer a.metrics.running.Dec()
		err := next(c)
		method, path := template(c)
		a.metrics.requests.WithLabelValues(method, path, strconv.Itoa(c.Response().Status)).Inc()
		a.metrics.took.WithLabelValues(method, path).Observe(time.Since(start).Seconds())
		return err
	}
}

// template returns the route that answers the request, as it is described.
func template(c echo.Context) (method, path string) {
	if r := routeOf(c); r != nil {
		return r.method, r.path
	}
	return "other", "other"
}

func scrape(a *api, c echo.Context) error {
	promhttp.HandlerFor(a.metrics.registry, promhttp.HandlerOpts{}).ServeHTTP(c.Response(), c.Request())
	return nil
}

func live(_ *api, c echo.Context) error { return c.String(http.StatusOK, "live\n") }

// ready reports whether requests can be answered now.
func ready(a *api, c echo.Context) error {
	if err := a.ready(c.Request().Context()); err != nil {
		p := problem("unavailable", "the book cannot be reached now")
		p.cause = err
		return p
	}
	return c.String(http.StatusOK, "ready\n")
}
