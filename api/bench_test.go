package api

import (
	"bytes"
	"context"
	"crypto/rand"
	"encoding/json"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"runtime/debug"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/shopspring/decimal"

	"croupier/floor"
	"croupier/floor/floortest"
	"croupier/house"
	"croupier/ledger"
	"croupier/ledger/booktest"
	"croupier/migrations"
	"croupier/postgres"
	"croupier/postgres/postgrestest"
)

// BenchmarkHands settles hands through the API, everything on: over HTTP with
// each dealer's own key, the access log, metrics, two requests a hand (the opening of the
// round, and all its events), each one commit with fsync on. Beside it the same
// rows are written in as many commits by calls of an SQL function and by one
// INSERT a row. What counts are the ratios of one run.
func BenchmarkHands(b *testing.B) {
	cluster := postgrestest.Durable(b)
	if _, err := postgres.Migrate(b.Context(), cluster.URL(), migrations.FS); err != nil {
		b.Fatal(err)
	}
	super := postgrestest.Pool(b, cluster.URL(), postgres.PoolOptions{MaxConns: 32})
	writer := postgrestest.Pool(b, cluster.URL(), postgres.PoolOptions{MaxConns: 32, Role: postgres.WriterRole})
	if err := booktest.InstallFunctions(b.Context(), super); err != nil {
		b.Fatal(err)
	}
	debug.SetGCPercent(400) // as serve does
	pit := newPit(b, writer)
	hand := pit.hand(b)
	for _, tables := range []int{8, 32} {
		for _, way := range []struct {
			name string
			play func(table, number int64) error
		}{
			{"api", func(table, _ int64) error { return pit.play(table) }},
			{"function", func(table, n int64) error { return hand.ByFunction(b.Context(), super, table, n) }},
			{"row", func(table, n int64) error { return hand.ByRow(b.Context(), super, table, n) }},
		} {
			b.Run(fmt.Sprintf("%s/tables=%d", way.name, tables), func(b *testing.B) {
				first := pit.tables(b, tables)
				benchmarkHands(b, tables, func(table int, n int64) error { return way.play(first+int64(table), n) })
			})
		}
	}
}

// benchmarkHands plays b.N hands at so many tables at once; the hands of a
// table are numbered from 1.
func benchmarkHands(b *testing.B, tables int, play func(table int, number int64) error) {
	var left atomic.Int64
	left.Store(int64(b.N))
	var wait sync.WaitGroup
	b.ResetTimer()
	for table := range tables {
		wait.Go(func() {
			for n := int64(1); left.Add(-1) >= 0; n++ {
				if err := play(table, n); err != nil {
					b.Error(err)
					return
				}
			}
		})
	}
	wait.Wait()
	b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "hands/s")
}

// benchPit is an API in service and a client of it.
type benchPit struct {
	*served
	pool   *pgxpool.Pool
	client http.Client
}

func newPit(b *testing.B, pool *pgxpool.Pool) *benchPit {
	c := furnished(b, Config{Log: slog.New(slog.NewJSONHandler(io.Discard, nil))}, pool)
	served := serveOn(b, c, pool)
	return &benchPit{
		served: served, pool: pool,
		client: http.Client{Transport: &http.Transport{MaxIdleConnsPerHost: 64}},
	}
}

func (p *benchPit) post(table int64, path string, body []byte, to any) error {
	req, err := http.NewRequest(http.MethodPost, p.url+path, bytes.NewReader(body))
	if err != nil {
		return err
	}
	req.Header.Set("Content-Type", "application/json")
	p.as(floortest.Dealer(table))(req)
	req.Header.Set("Idempotency-Key", rand.Text())
	resp, err := p.client.Do(req)
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	answer, err := io.ReadAll(resp.Body)
	if err != nil {
		return err
	}
	if resp.StatusCode >= 300 {
		return fmt.Errorf("%s: %s: %s", path, resp.Status, answer)
	}
	return json.Unmarshal(answer, to)
}

// tables sets so many tables up and returns the number of the first.
func (p *benchPit) tables(b *testing.B, n int) (first int64) {
	for i := range n {
		table := p.house.Open(house.Spec{Game: "ultimate-texas-holdem", Chip: decimal.NewFromInt(100)})
		p.house.Key(floortest.Dealer(table))
		if i == 0 {
			first = table
		}
	}
	return first
}

// opened is as much of a view as the client needs.
type opened struct {
	ID     string       `json:"id"`
	Status floor.Status `json:"status"`
}

// play settles a hand of two seats: six lines, twelve postings.
func (p *benchPit) play(table int64) error {
	var v opened
	if err := p.post(table, fmt.Sprintf("/v1/tables/%d/rounds", table), []byte("{}"), &v); err != nil {
		return err
	}
	if err := p.post(table, "/v1/rounds/"+v.ID+"/events", twoSeats, &v); err != nil {
		return err
	}
	if v.Status != floor.Settled {
		return fmt.Errorf("round %s is %s", v.ID, v.Status)
	}
	return nil
}

var twoSeats = []byte(`{"n":0,"events":[
	{"step":"bets","kind":"bet","place":1,"do":"bet","wager":"ante","amount":"5000"},
	{"step":"bets","kind":"bet","place":1,"do":"bet","wager":"trips","amount":"5000"},
	{"step":"bets","kind":"bet","place":3,"do":"bet","wager":"ante","amount":"10000"},
	{"step":"bets","kind":"close"},
	{"step":"hole","kind":"deal","place":1},{"step":"hole","kind":"deal","place":3},{"step":"dealer","kind":"deal","place":0},
	{"step":"preflop","kind":"act","place":1,"do":"bet","wager":"play","amount":"20000"},
	{"step":"preflop","kind":"act","place":3,"do":"check"},
	{"step":"burn 1","kind":"deal","place":-2},{"step":"flop","kind":"deal","place":-1,"cards":"2h 9h Kh"},
	{"step":"after flop","kind":"act","place":3,"do":"check"},
	{"step":"burn 2","kind":"deal","place":-2},{"step":"turn and river","kind":"deal","place":-1,"cards":"4c 7d"},
	{"step":"after river","kind":"act","place":3,"do":"fold"},
	{"step":"dealer opens","kind":"show","place":0,"cards":"Ks Kd"},{"step":"seats open","kind":"show","place":1,"cards":"Ah 3h"},
	{"step":"pay","kind":"pay","place":3},{"step":"pay","kind":"pay","place":1}]}`)

// hand plays a hand and reads from the book what it came to, for the other
// ways to write the same.
func (p *benchPit) hand(b *testing.B) booktest.Hand {
	table := p.tables(b, 1)
	if err := p.play(table); err != nil {
		b.Fatal(err)
	}
	round, events, entry, err := ledger.ReadRound(b.Context(), p.pool, table, 1)
	if err != nil {
		b.Fatal(err)
	}
	h := booktest.Plausible
	h.Opening.Opening = &round
	h.Opening.Answer = p.answer(b, table, 1)
	h.Ending.Events, h.Ending.Entry = events, entry
	h.Ending.Answer = p.answer(b, table, 2)
	return h
}

func (p *benchPit) answer(b *testing.B, table, seq int64) (a ledger.Answer) {
	err := p.pool.QueryRow(context.Background(), `SELECT status, answer FROM requests WHERE table_id = $1 AND seq = $2`, table, seq).Scan(&a.Status, &a.Body)
	if err != nil {
		b.Fatal(err)
	}
	return a
}
