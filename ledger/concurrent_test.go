package ledger_test

import (
	"errors"
	"fmt"
	"sync"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"croupier/ledger"
	"croupier/ledger/booktest"
	"croupier/postgres"
)

// A crowd does many things at once.
type crowd struct {
	busy sync.WaitGroup
	mu   sync.Mutex
	errs []error
}

func (c *crowd) do(f func() error) {
	c.busy.Go(func() {
		err := f()
		c.mu.Lock()
		defer c.mu.Unlock()
		c.errs = append(c.errs, err)
	})
}

// wait returns what went wrong once all is done.
func (c *crowd) wait() error {
	c.busy.Wait()
	return errors.Join(c.errs...)
}

// TestManyAtOnce plays at one table and at several from sixteen goroutines, each
// hand under the lock, and expects chains without a gap or a fork.
func TestManyAtOnce(t *testing.T) {
	t.Parallel()
	const workers, hands = 16, 4
	for _, tables := range []int64{1, 5} {
		t.Run(fmt.Sprintf("tables=%d", tables), func(t *testing.T) {
			t.Parallel()
			b := newBook(t, tables, 0)
			var group crowd
			for worker := range int64(workers) {
				group.do(func() error {
					for range hands {
						if _, err := b.write(t.Context(), worker%tables+1, booktest.Opening, booktest.Ending); err != nil {
							return err
						}
					}
					return nil
				})
			}
			must(t, group.wait())
			sum := b.sound(t)
			if sum.Rounds != workers*hands || sum.Entries != workers*hands {
				t.Errorf("%d rounds and %d entries, want %d", sum.Rounds, sum.Entries, workers*hands)
			}
		})
	}
}

// TestARequestSentManyTimesIsWrittenOnce sends one request from sixteen
// goroutines at once. All get the first answer.
func TestARequestSentManyTimesIsWrittenOnce(t *testing.T) {
	t.Parallel()
	b := newBook(t, 1, 0)
	key := ledger.Key{Actor: "token", Key: "once", Body: [32]byte{7}}
	var mu sync.Mutex
	answers := map[string]int{}
	var group crowd
	for worker := range 16 {
		group.do(func() error {
			answer, err := b.ask(t, key, fmt.Sprint(worker))
			mu.Lock()
			defer mu.Unlock()
			answers[string(answer.Body)]++
			return err
		})
	}
	must(t, group.wait())
	if len(answers) != 1 {
		t.Errorf("answers %v, want one for all", answers)
	}
	if sum := b.sound(t); sum.Rounds != 1 {
		t.Errorf("%d rounds, want 1", sum.Rounds)
	}
	key.Body = [32]byte{8}
	if _, err := b.ask(t, key, "other"); !errors.Is(err, ledger.ErrKeyReused) {
		t.Errorf("another body: %v, want %v", err, ledger.ErrKeyReused)
	}
	key.Actor = "another"
	must(t, postgres.Transact(t.Context(), b.Pool, pgx.TxOptions{}, func(tx pgx.Tx) error {
		held, err := ledger.Lock(t.Context(), tx, 1, 0, key)
		if held.Answer != nil {
			t.Errorf("another's key was answered %s, want nothing", held.Answer.Body)
		}
		return err
	}))
}

// ask opens a round under the key, or gets what it was answered before.
func (b book) ask(t *testing.T, key ledger.Key, body string) (answer ledger.Answer, err error) {
	err = postgres.Transact(t.Context(), b.Pool, pgx.TxOptions{}, func(tx pgx.Tx) error {
		held, err := ledger.Lock(t.Context(), tx, 1, 0, key)
		if err != nil {
			return err
		}
		if held.Answer != nil {
			answer = *held.Answer
			return nil
		}
		p := booktest.Opening(held.Head)
		p.Key, p.Answer.Body = key, []byte(body)
		answer = p.Answer
		_, err = ledger.Append(t.Context(), tx, held.Head, p)
		return err
	})
	return answer, err
}

// TestAMonthIsMadeOnce makes months from many goroutines while hands are played.
func TestAMonthIsMadeOnce(t *testing.T) {
	t.Parallel()
	b := newBook(t, 2, 0)
	before := len(b.relations(t))
	var group crowd
	for worker := range 16 {
		group.do(func() error {
			return ledger.EnsureMonth(t.Context(), b.Pool, time.Date(time.Now().Year()+3, time.January+time.Month(worker%2), 1, 0, 0, 0, 0, time.UTC))
		})
		group.do(func() error {
			_, err := b.write(t.Context(), int64(worker%2)+1, booktest.Opening, booktest.Ending)
			return err
		})
	}
	must(t, group.wait())
	if made := len(b.relations(t)) - before; made != 2*6 {
		t.Errorf("%d partitions made, want those of two months: 12", made)
	}
	b.sound(t)
}

// TestWhatIsNotThere asks for tables and rounds the book does not have.
func TestWhatIsNotThere(t *testing.T) {
	t.Parallel()
	b := newBook(t, 1, 1)
	for _, test := range []struct {
		table, round int64
		want         error
	}{{9, 0, ledger.ErrNoTable}, {9, 1, ledger.ErrNoTable}, {1, 2, ledger.ErrNoRound}, {1, -1, ledger.ErrNoRound}, {1, 1, nil}} {
		err := postgres.Transact(t.Context(), b.Pool, pgx.TxOptions{}, func(tx pgx.Tx) error {
			_, err := ledger.Lock(t.Context(), tx, test.table, test.round, ledger.Key{})
			return err
		})
		if !errors.Is(err, test.want) {
			t.Errorf("lock table %d round %d: %v, want %v", test.table, test.round, err, test.want)
		}
	}
	if _, _, _, err := ledger.ReadRound(t.Context(), b, 9, 1); !errors.Is(err, ledger.ErrNoRound) {
		t.Errorf("read: %v, want %v", err, ledger.ErrNoRound)
	}
}
