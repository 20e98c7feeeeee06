package postgres_test

import (
	"context"
	"sync"
	"testing"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"croupier/postgres"
)

// meeting lets two transactions wait for each other, each on its first run only.
type meeting struct {
	sync.WaitGroup
	runs [2]int
}

func newMeeting() *meeting {
	m := &meeting{}
	m.Add(2)
	return m
}

// meet waits for the other transaction, if this is the first run of who.
func (m *meeting) meet(who int) {
	m.runs[who]++
	if m.runs[who] == 1 {
		m.Done()
		m.Wait()
	}
}

// both runs fn as two transactions at once; neither may fail in the end.
func both(t *testing.T, pool *pgxpool.Pool, opts pgx.TxOptions, fn func(ctx context.Context, tx pgx.Tx, who int) error) {
	t.Helper()
	var wait sync.WaitGroup
	for who := range 2 {
		wait.Go(func() {
			err := postgres.Transact(t.Context(), pool, opts, func(tx pgx.Tx) error { return fn(t.Context(), tx, who) })
			if err != nil {
				t.Errorf("transaction %d: %v", who, err)
			}
		})
	}
	wait.Wait()
}

// Each transaction counts the rows and adds one numbered after the count. Were
// both committed as first run, both rows would have the same seat.
func TestSerializationFailureIsRetried(t *testing.T) {
	t.Parallel()
	url, pool := hands(t)
	m := newMeeting()
	both(t, pool, pgx.TxOptions{IsoLevel: pgx.Serializable}, func(ctx context.Context, tx pgx.Tx, who int) error {
		var rows int
		if err := tx.QueryRow(ctx, "SELECT count(*) FROM hand").Scan(&rows); err != nil {
			return err
		}
		m.meet(who)
		_, err := tx.Exec(ctx, "INSERT INTO hand VALUES ($1, $2)", who, rows)
		return err
	})
	if runs := m.runs[0] + m.runs[1]; runs < 3 {
		t.Errorf("%d runs: there was no conflict", runs)
	}
	if got := ask[string](t, url, "SELECT string_agg(seat::text, ' ' ORDER BY seat) FROM hand"); got != "0 1" {
		t.Errorf("seats %q, want \"0 1\"", got)
	}
}

// Two transactions take two rows in opposite order.
func TestDeadlockIsRetried(t *testing.T) {
	t.Parallel()
	url, pool := hands(t)
	do(t, url, "INSERT INTO hand VALUES (0, 0), (1, 0)")
	m := newMeeting()
	both(t, pool, pgx.TxOptions{}, func(ctx context.Context, tx pgx.Tx, who int) error {
		if _, err := tx.Exec(ctx, "UPDATE hand SET seat = seat + 1 WHERE n = $1", who); err != nil {
			return err
		}
		m.meet(who)
		_, err := tx.Exec(ctx, "UPDATE hand SET seat = seat + 1 WHERE n = $1", 1-who)
		return err
	})
	if runs := m.runs[0] + m.runs[1]; runs < 3 {
		t.Errorf("%d runs: there was no deadlock", runs)
	}
	if got := ask[string](t, url, "SELECT string_agg(seat::text, ' ') FROM hand"); got != "2 2" {
		t.Errorf("seats %q, want \"2 2\"", got)
	}
}
