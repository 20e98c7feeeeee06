package ledger_test

import (
	"testing"

	"croupier/ledger"
	"croupier/ledger/booktest"
	"croupier/postgres/postgrestest"
)

func TestVerifyClean(t *testing.T) {
	t.Parallel()
	pool := postgrestest.NewPool(t)
	if err := booktest.Furnish(t.Context(), pool, 3); err != nil {
		t.Fatal(err)
	}
	for n := range int64(4) {
		for table := range int64(3) {
			if err := booktest.Play(t.Context(), pool, table+1, n+1); err != nil {
				t.Fatal(err)
			}
		}
	}
	s, err := ledger.Verify(t.Context(), pool, ledger.VerifyOptions{}, func(f ledger.Fault) { t.Error(f) })
	if err != nil {
		t.Fatal(err)
	}
	t.Logf("%+v", s)
}
