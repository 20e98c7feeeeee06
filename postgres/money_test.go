package postgres_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/shopspring/decimal"

	"croupier/postgres"
	"croupier/postgres/postgrestest"
)

// paid is a row with money in it, and with money that may be missing.
type paid struct {
	N     int
	Stake decimal.Decimal
	Cap   decimal.NullDecimal
}

// Decimals pass without a codec, in every way that rows go in.
func TestDecimals(t *testing.T) {
	t.Parallel()
	db := postgrestest.NewEmpty(t)
	do(t, db, "CREATE TABLE paid (n int, stake numeric(28,10), cap numeric(18,4))")
	pool := postgrestest.Pool(t, db, postgres.PoolOptions{})
	stakes := []decimal.Decimal{
		decimal.RequireFromString("0.0000000001"), decimal.RequireFromString("-999999999999999999.9999999999"), decimal.RequireFromString("33.3333"),
	}
	limit := decimal.NewNullDecimal(decimal.RequireFromString("1000000000.0001"))
	for name, write := range map[string]func(t *testing.T) error{
		"one by one": func(t *testing.T) error { return insertPaid(t, pool, stakes, limit) },
		"arrays": func(t *testing.T) error {
			caps := []decimal.NullDecimal{{}, limit, {}}
			_, err := pool.Exec(t.Context(), "INSERT INTO paid SELECT * FROM unnest($1::int[], $2::numeric[], $3::numeric[])", []int{0, 1, 2}, stakes, caps)
			return err
		},
		"copy": func(t *testing.T) error {
			rows := [][]any{{0, stakes[0], nil}, {1, stakes[1], limit}, {2, stakes[2], decimal.NullDecimal{}}}
			_, err := pool.CopyFrom(t.Context(), pgx.Identifier{"paid"}, []string{"n", "stake", "cap"}, pgx.CopyFromRows(rows))
			return err
		},
	} {
		t.Run(name, func(t *testing.T) {
			do(t, db, "TRUNCATE paid")
			if err := write(t); err != nil {
				t.Fatal(err)
			}
			want := []paid{{0, stakes[0], decimal.NullDecimal{}}, {1, stakes[1], limit}, {2, stakes[2], decimal.NullDecimal{}}}
			if diff := cmp.Diff(want, readPaid(t, pool)); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func insertPaid(t *testing.T, pool *pgxpool.Pool, stakes []decimal.Decimal, limit decimal.NullDecimal) error {
	t.Helper()
	for n, stake := range stakes {
		ceiling := decimal.NullDecimal{}
		if n == 1 {
			ceiling = limit
		}
		if _, err := pool.Exec(t.Context(), "INSERT INTO paid VALUES ($1, $2, $3)", n, stake, ceiling); err != nil {
			return err
		}
	}
	return nil
}

func readPaid(t *testing.T, pool *pgxpool.Pool) []paid {
	t.Helper()
	rows, err := pool.Query(t.Context(), "SELECT n, stake, cap FROM paid ORDER BY n")
	if err != nil {
		t.Fatal(err)
	}
	got, err := pgx.CollectRows(rows, pgx.RowToStructByName[paid])
	if err != nil {
		t.Fatal(err)
	}
	return got
}

// A missing amount read into a plain Decimal is an error, not zero.
func TestNullNeedsNullDecimal(t *testing.T) {
	t.Parallel()
	pool := postgrestest.Pool(t, postgrestest.NewEmpty(t), postgres.PoolOptions{})
	var d decimal.Decimal
	if err := pool.QueryRow(t.Context(), "SELECT NULL::numeric").Scan(&d); err == nil {
		t.Errorf("NULL was read as %s", d)
	}
}
