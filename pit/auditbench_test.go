package pit_test

import (
	"os"
	"runtime"
	"runtime/metrics"
	"strconv"
	"testing"

	"croupier/house"
	"croupier/house/housetest"
	"croupier/ledger"
	"croupier/ledger/booktest"
	"croupier/pit"
	"croupier/postgres"
	"croupier/postgres/postgrestest"
)

// sixWagers writes the same round of six wagers so many times in all, at eight
// tables, and returns the pool.
func sixWagers(b *testing.B, rounds int) kept {
	b.Helper()
	const tables = 8
	k := kept{url: postgrestest.New(b)}
	k.Pool = postgrestest.Pool(b, k.url, postgres.PoolOptions{Role: postgres.WriterRole})
	housetest.People(b, k.Pool)
	for range tables {
		s := newShoe(b, k.Pool, house.Spec{Game: ultimate})
		s.keep(0, s.twoSeats())
	}
	if err := booktest.Multiply(b.Context(), k.Pool, rounds/tables-1); err != nil {
		b.Fatal(err)
	}
	if _, err := postgrestest.Pool(b, k.url, postgres.PoolOptions{}).Exec(b.Context(), `VACUUM ANALYZE`); err != nil {
		b.Fatal(err)
	}
	return k
}

// BenchmarkAudit audits a book of 100,000 rounds of six wagers, or of as many as
// the variable AUDIT_ROUNDS says, and tells how far the heap grew.
func BenchmarkAudit(b *testing.B) {
	rounds := 100_000
	if n, err := strconv.Atoi(os.Getenv("AUDIT_ROUNDS")); err == nil {
		rounds = n
	}
	k := sixWagers(b, rounds)
	runtime.GC()
	n, most := int64(0), uint64(0)
	b.ReportAllocs()
	for b.Loop() {
		sum, err := pit.Audit(b.Context(), k.Pool, ledger.Span{}, pit.AuditOptions{
			Progress: func(int64, int64) { most = max(most, heap()) },
		})
		if err != nil || sum.Equal != int64(rounds)/8*8 {
			b.Fatalf("%+v, %v", sum, err)
		}
		n += sum.Rounds
	}
	b.ReportMetric(float64(n)/b.Elapsed().Seconds(), "rounds/s")
	b.ReportMetric(float64(most)/(1<<20), "heap-MiB")
}

// heap is how much memory objects take, dead ones too.
func heap() uint64 {
	s := []metrics.Sample{{Name: "/memory/classes/heap/objects:bytes"}}
	metrics.Read(s)
	return s[0].Value.Uint64()
}
