package ledger_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"croupier/ledger"
	"croupier/ledger/booktest"
	"croupier/postgres/postgrestest"
)

func TestAHandIsReadAsItWasWritten(t *testing.T) {
	t.Parallel()
	pool := postgrestest.NewPool(t)
	if err := booktest.Furnish(t.Context(), pool, 1); err != nil {
		t.Fatal(err)
	}
	if err := booktest.Play(t.Context(), pool, 1, 1); err != nil {
		t.Fatal(err)
	}
	r, es, e, err := ledger.ReadRound(t.Context(), pool, 1, 1)
	if err != nil {
		t.Fatal(err)
	}
	_, _ = r, es
	l, c, err := ledger.Entries(t.Context(), pool, ledger.Filter{Table: 1})
	if err != nil {
		t.Fatal(err)
	}
	if d := cmp.Diff([]ledger.Entry{*e}, l); d != "" {
		t.Fatal(d, c)
	}
}
