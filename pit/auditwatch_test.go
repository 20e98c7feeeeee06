package pit_test

import (
	"context"
	"errors"
	"slices"
	"sync"
	"testing"

	"croupier/desk"
	"croupier/house/housetest"
	"croupier/ledger"
	"croupier/pit"
	"croupier/postgres"
	"croupier/postgres/postgrestest"
)

// A bell remembers what it was rung for.
type bell struct {
	mu     sync.Mutex
	rounds []int64
	broken bool
}

func (b *bell) ring(_ context.Context, d pit.Difference) error {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.broken {
		return errors.New("the bell is broken")
	}
	b.rounds = append(b.rounds, d.Round)
	return nil
}

// watched is a pit that rings the bell.
func (k kept) watched(b *bell) *pit.Pit {
	return pit.New(desk.New(k.Pool, nil), pit.Options{Alert: b.ring})
}

func pass(t *testing.T, p *pit.Pit, rounds, different int64) {
	t.Helper()
	sum, err := p.Resettle(t.Context())
	if err != nil || sum.Rounds != rounds || sum.Different != different {
		t.Errorf("%+v, %v, want %d rounds and %d different", sum, err, rounds, different)
	}
}

// What has ended is settled again once, whoever does, after a restart too; what
// came to something else is told.
func TestWhatHasEndedIsSettledAgain(t *testing.T) {
	t.Parallel()
	k, s := uth(t)
	var b bell
	p := k.watched(&b)
	pass(t, p, 3, 0)
	pass(t, p, 0, 0)
	s.keep(0, s.twoSeats())
	s.keep(2, s.twoSeats(), s.twoSeats()) // the next days
	s.keep(1, s.twoSeats())               // the clock is set back
	k.tamper(t, `UPDATE lines SET amount = 45 WHERE round IN (5, 7) AND line = 3`)
	p = k.watched(&b)
	pass(t, p, 4, 2)
	pass(t, k.watched(&b), 0, 0)
	if !slices.Equal(b.rounds, []int64{5, 7}) {
		t.Errorf("told of %v", b.rounds)
	}
}

// A pass takes 64 rounds of a table, so a book that was never looked at is gone
// through bit by bit.
func TestAPassIsBounded(t *testing.T) {
	t.Parallel()
	k, s := uth(t)
	s.keep(0, s.random(1, 40)...)
	s.keep(1, s.random(2, 40)...)
	other := newShoe(t, k.Pool, settingOf(editionOf(t, ultimate)))
	other.keep(0, other.random(3, 5)...)
	p := k.watched(new(bell))
	pass(t, p, 64+5, 0)
	pass(t, p, 83-64, 0)
	pass(t, p, 0, 0)
}

// A difference that could not be told is found again.
func TestATellingThatFailsIsTriedAgain(t *testing.T) {
	t.Parallel()
	k, _ := uth(t)
	k.tamper(t, `UPDATE lines SET amount = 45 WHERE round = 2 AND line = 3`)
	b := bell{broken: true}
	p := k.watched(&b)
	if _, err := p.Resettle(t.Context()); err == nil {
		t.Error("it was told")
	}
	b.broken = false
	pass(t, p, 3, 1)
	if !slices.Equal(b.rounds, []int64{2}) {
		t.Errorf("told of %v", b.rounds)
	}
}

// What was wrong with a paytable and was put right is right from then on.
func TestWhatWasPutRightIsRight(t *testing.T) {
	t.Parallel()
	k, s := uth(t)
	var b bell
	p := k.watched(&b)
	k.tamper(t, `UPDATE paytables SET content = replace(content::text, '"6"', '"66"')::jsonb WHERE wager = 'trips'`)
	pass(t, p, 3, 3)
	k.tamper(t, `UPDATE paytables SET content = replace(content::text, '"66"', '"6"')::jsonb WHERE wager = 'trips'`)
	s.keep(0, s.twoSeats())
	pass(t, p, 1, 0)
}

// Several processes at once settle each round again once, and alert of each
// difference once, while rounds are played.
func TestSeveralWatchAtOnce(t *testing.T) {
	t.Parallel()
	k, s := uth(t)
	k.tamper(t, `UPDATE lines SET amount = 45 WHERE round = 2 AND line = 3`)
	var b bell
	var settled sync.Mutex
	var sum pit.Audited
	var all sync.WaitGroup
	for range 4 {
		p := k.watched(&b)
		all.Go(func() {
			for range 20 {
				got, err := p.Resettle(t.Context())
				if err != nil {
					t.Error(err)
					return
				}
				settled.Lock()
				sum.Rounds += got.Rounds
				settled.Unlock()
			}
		})
	}
	for range 10 {
		s.keep(0, s.twoSeats())
	}
	all.Wait()
	last, err := k.watched(&b).Resettle(t.Context())
	if err != nil || sum.Rounds+last.Rounds != 13 || !slices.Equal(b.rounds, []int64{2}) {
		t.Errorf("%d and %d rounds, told of %v, %v", sum.Rounds, last.Rounds, b.rounds, err)
	}
}

// A pass waits for no table, and no table for it: with every head locked it
// settles again what has ended.
func TestAPassTakesNoLockOfATable(t *testing.T) {
	t.Parallel()
	k, _ := uth(t)
	tx, err := k.Begin(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = tx.Rollback(context.WithoutCancel(t.Context())) }()
	if _, err := ledger.Lock(t.Context(), tx, 1, 0, ledger.Key{}); err != nil {
		t.Fatal(err)
	}
	pass(t, k.watched(new(bell)), 3, 0)
}

// Watch ends with its context.
func TestWatchEnds(t *testing.T) {
	t.Parallel()
	k, _ := uth(t)
	k.tamper(t, `UPDATE lines SET amount = 45 WHERE round = 2 AND line = 3`)
	ctx, cancel := context.WithCancel(t.Context())
	told := make(chan pit.Difference, 1)
	p := pit.New(desk.New(k.Pool, nil), pit.Options{Alert: func(_ context.Context, d pit.Difference) error {
		told <- d
		return nil
	}})
	ended := make(chan struct{})
	go func() {
		p.Watch(ctx)
		close(ended)
	}()
	if d := <-told; d.Round != 2 || d.GamingDay.Day() != housetest.At.Day() {
		t.Errorf("%s", d)
	}
	cancel()
	<-ended
}

// A pass that could not read what lay on the felt, as when the database goes away in
// the midst of it, is made again.
func TestAPassThatFailsIsMadeAgain(t *testing.T) {
	t.Parallel()
	k, _ := uth(t)
	p := k.watched(new(bell))
	super := postgrestest.Pool(t, k.url, postgres.PoolOptions{})
	rename := func(from, to string) {
		if _, err := super.Exec(t.Context(), `ALTER TABLE `+from+` RENAME TO `+to); err != nil {
			t.Fatal(err)
		}
	}
	rename("settings", "away")
	for range 2 {
		if sum, err := p.Resettle(t.Context()); err == nil {
			t.Fatalf("without settings: %+v", sum)
		}
	}
	rename("away", "settings")
	pass(t, p, 3, 0)
}
