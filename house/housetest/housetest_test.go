package housetest_test

import (
	"os"
	"testing"
	"time"

	"croupier/house"
	"croupier/house/housetest"
	"croupier/ledger"
	"croupier/postgres/postgrestest"
)

func TestMain(m *testing.M) { os.Exit(postgrestest.Main(m)) }

// What is furnished is in force, and the book verifies.
func TestFurnished(t *testing.T) {
	t.Parallel()
	pool := postgrestest.NewPool(t)
	housetest.People(t, pool)
	for want := range int64(3) {
		table := housetest.Table(t, pool, house.Spec{Game: "ultimate-texas-holdem"})
		version, err := house.InForce(t.Context(), pool, table, time.Now())
		if table != want+1 || version != 1 || err != nil {
			t.Errorf("table %d, version %d, %v", table, version, err)
		}
	}
	sum, err := ledger.Verify(t.Context(), pool, ledger.VerifyOptions{}, func(f ledger.Fault) { t.Error(f) })
	if err != nil || sum.Faults != 0 {
		t.Errorf("verify: %+v, %v", sum, err)
	}
}
