package ledger_test

import (
	"context"
	"fmt"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/jackc/pgx/v5/pgxpool"

	"croupier/ledger"
	"croupier/ledger/booktest"
	"croupier/migrations"
	"croupier/postgres"
	"croupier/postgres/postgrestest"
)

// BenchmarkBook writes hands of two seats, each in two commits, on a server with
// fsync on: the book's own way, and the same rows by SQL function and by one
// INSERT a row. What counts are the ratios of one run.
func BenchmarkBook(b *testing.B) {
	cluster := postgrestest.Durable(b)
	if _, err := postgres.Migrate(b.Context(), cluster.URL(), migrations.FS); err != nil {
		b.Fatal(err)
	}
	super := postgrestest.Pool(b, cluster.URL(), postgres.PoolOptions{MaxConns: 32})
	writer := postgrestest.Pool(b, cluster.URL(), postgres.PoolOptions{MaxConns: 32, Role: postgres.WriterRole})
	const most = 200
	if err := booktest.InstallFunctions(b.Context(), super); err != nil {
		b.Fatal(err)
	}
	if err := booktest.Furnish(b.Context(), writer, most); err != nil {
		b.Fatal(err)
	}
	var free int64 // the number of the last table that was played at
	for _, tables := range []int64{8, 32} {
		for _, way := range []struct {
			name string
			pool *pgxpool.Pool
			play func(context.Context, *pgxpool.Pool, int64, int64) error
		}{
			{"book", writer, booktest.Play},
			{"function", super, booktest.Plausible.ByFunction},
			{"row", super, booktest.Plausible.ByRow},
		} {
			first := free
			free += tables
			var hands [most]int64 // by table
			b.Run(fmt.Sprintf("%s/tables=%d", way.name, tables), func(b *testing.B) {
				benchmark(b, tables, func(n int64) error {
					table := first + n
					hands[table]++
					return way.play(b.Context(), way.pool, table+1, hands[table])
				})
			})
		}
	}
}

// benchmark plays b.N hands at so many tables at once.
func benchmark(b *testing.B, tables int64, play func(table int64) error) {
	var left atomic.Int64
	left.Store(int64(b.N))
	var wait sync.WaitGroup
	b.ResetTimer()
	for table := range tables {
		wait.Go(func() {
			for left.Add(-1) >= 0 {
				if err := play(table); err != nil {
					b.Error(err)
					return
				}
			}
		})
	}
	wait.Wait()
	b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "hands/s")
}

// BenchmarkVerify verifies a book of eight tables and counts rows a second.
func BenchmarkVerify(b *testing.B) {
	pool := postgrestest.NewPool(b)
	const tables, hands = 8, 100
	if err := booktest.Furnish(b.Context(), pool, tables); err != nil {
		b.Fatal(err)
	}
	for n := range int64(tables * hands) {
		if err := booktest.Play(b.Context(), pool, n%tables+1, n/tables+1); err != nil {
			b.Fatal(err)
		}
	}
	var rows int64
	for b.Loop() {
		sum, err := ledger.Verify(b.Context(), pool, ledger.VerifyOptions{}, func(f ledger.Fault) { b.Error(f) })
		if err != nil {
			b.Fatal(err)
		}
		rows += sum.Rows
	}
	b.ReportMetric(float64(rows)/b.Elapsed().Seconds(), "rows/s")
}
