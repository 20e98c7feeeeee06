package house_test

import (
	"errors"
	"os"
	"testing"
	"time"

	"github.com/shopspring/decimal"

	"croupier/house"
	"croupier/house/housetest"
	"croupier/paytables"
	"croupier/postgres/postgrestest"
)

func TestMain(m *testing.M) { os.Exit(postgrestest.Main(m)) }

var noon = time.Date(2026, 11, 30, 12, 0, 0, 0, time.UTC)

func TestTablesAreKept(t *testing.T) {
	t.Parallel()
	pool := postgrestest.NewPool(t)
	housetest.People(t, pool)
	s := uth()
	s.Name, s.Cap, s.Pit, s.Language = "UTH 7", decimal.NewFromInt(20_000_000), "north", "ru"
	s.Limits = map[string]house.Limit{"ante": {Min: decimal.NewFromInt(5000), Max: decimal.NewFromInt(500_000)}}
	s.AnteStep, s.LargeWin, s.ApproveWin = decimal.NewFromInt(5000), decimal.NewFromInt(1_000_000), decimal.NewFromInt(2_000_000)
	s.Paytables = map[string]paytables.Paytable{"trips": {}} // not offered
	want, err := s.Felt()
	if err != nil {
		t.Fatal(err)
	}
	id := housetest.Table(t, pool, s)
	got, err := house.Get(t.Context(), pool, id, noon)
	if err != nil || got.Name != "UTH 7" || got.Version != 1 || got.Pins.Digest != want.Pins.Digest || got.Round != "" || !got.Created.Equal(housetest.At) {
		t.Errorf("%+v, %v, want %+v", got, err, want.Pins)
	}
	if got, err := house.Get(t.Context(), pool, id, housetest.Began.Add(-time.Second)); err != nil || got.Version != 0 || got.Pins != nil {
		t.Errorf("before it was in force: %+v, %v", got, err)
	}
	f, err := house.LoadFelt(t.Context(), pool, id, 1)
	if err != nil {
		t.Fatal(err)
	}
	if f.Digest != want.Digest || f.Settings.Language != "ru" || !f.Terms.Cap.Equal(s.Cap) || !f.Terms.Limits["ante"].Step.Equal(s.AnteStep) || !f.ApproveWin.Equal(s.ApproveWin) || f.Pays.Has("trips") {
		t.Errorf("the felt laid is %+v", f.Settings)
	}
	list, err := house.List(t.Context(), pool, noon)
	if err != nil || len(list) != 1 || list[0].ID != id {
		t.Errorf("tables %v, %v", list, err)
	}
	tables, err := house.Paytables(t.Context(), pool)
	if err != nil || len(tables) != 1 {
		t.Errorf("paytables %v, %v", tables, err)
	}
}

func TestNoTable(t *testing.T) {
	t.Parallel()
	pool := postgrestest.NewPool(t)
	for _, id := range []int64{9, 0, -1} {
		if _, err := house.Get(t.Context(), pool, id, noon); !errors.Is(err, house.ErrNoTable) {
			t.Errorf("table %d: %v", id, err)
		}
	}
	if _, err := house.LoadFelt(t.Context(), pool, 9, 1); !errors.Is(err, house.ErrNoTable) {
		t.Errorf("%v", err)
	}
}
