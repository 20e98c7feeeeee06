package house_test

import (
	"context"
	"errors"
	"os"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/shopspring/decimal"

	"croupier/house"
	"croupier/ledger"
	"croupier/postgres"
	"croupier/postgres/postgrestest"
)

func TestMain(m *testing.M) { os.Exit(postgrestest.Main(m)) }

var noon = time.Date(2026, 11, 30, 12, 0, 0, 0, time.UTC)

func create(pool *pgxpool.Pool, s house.Spec) (house.Table, error) {
	ctx := context.Background()
	if err := ledger.EnsureMonth(ctx, pool, noon); err != nil {
		return house.Table{}, err
	}
	var made house.Table
	err := postgres.Transact(ctx, pool, pgx.TxOptions{}, func(tx pgx.Tx) error {
		held, err := ledger.Lock(ctx, tx, ledger.House, 0, ledger.Key{})
		if err != nil {
			return err
		}
		t, page, err := house.Create(ctx, tx, s, "token", noon)
		if err != nil {
			return err
		}
		page.Actor, page.At = "token", noon
		made = t
		_, err = ledger.Append(ctx, tx, held.Head, page)
		return err
	})
	return made, err
}

func TestTablesAreKept(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	pool := postgrestest.NewPool(t)
	s := uth()
	s.Name, s.Currency, s.Cap = "UTH 7", "KRW", decimal.NewFromInt(20_000_000)
	s.Limits = map[string]house.Limit{"ante": {Min: decimal.NewFromInt(5000), Max: decimal.NewFromInt(500_000)}}
	s.AnteStep = decimal.NewFromInt(5000)
	made, err := create(pool, s)
	if err != nil {
		t.Fatal(err)
	}
	got, err := house.Get(ctx, pool, made.ID)
	if err != nil || got.Name != "UTH 7" || got.Pins.Digest != made.Pins.Digest || got.Round != "" || !got.Created.Equal(noon) {
		t.Errorf("%+v, %v, want %+v", got, err, made)
	}
	f, err := house.LoadFelt(ctx, pool, made.ID, 1)
	if err != nil {
		t.Fatal(err)
	}
	if f.Settings.Pins().Digest != made.Pins.Digest || !f.Terms.Cap.Equal(s.Cap) || !f.Terms.Limits["ante"].Step.Equal(s.AnteStep) {
		t.Errorf("the felt laid is %+v", f.Settings)
	}
	list, err := house.List(ctx, pool)
	if err != nil || len(list) != 1 || list[0].ID != made.ID {
		t.Errorf("tables %v, %v", list, err)
	}
	tables, err := house.Paytables(ctx, pool)
	if err != nil || len(tables) != 2 {
		t.Errorf("paytables %v, %v", tables, err)
	}
}

func TestNames(t *testing.T) {
	t.Parallel()
	pool := postgrestest.NewPool(t)
	unnamed, err := create(pool, uth())
	if err != nil || unnamed.ID != 1 || unnamed.Name != "table 1" {
		t.Errorf("%+v, %v", unnamed, err)
	}
	s := uth()
	s.Name = "table 1"
	if _, err := create(pool, s); !errors.Is(err, house.ErrName) {
		t.Errorf("%v, want ErrName", err)
	}
	if next, err := create(pool, uth()); err != nil || next.ID != 2 {
		t.Errorf("%+v, %v: a refused table must leave no gap", next, err)
	}
}

func TestNoTable(t *testing.T) {
	t.Parallel()
	pool := postgrestest.NewPool(t)
	if _, err := house.Get(context.Background(), pool, 9); !errors.Is(err, house.ErrNoTable) {
		t.Errorf("%v", err)
	}
	if _, err := house.LoadFelt(context.Background(), pool, 9, 1); !errors.Is(err, house.ErrNoTable) {
		t.Errorf("%v", err)
	}
}
