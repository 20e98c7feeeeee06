// Package booktest makes pages of a book for tests and benchmarks, and writes
// the same rows in two other ways to measure the book's own against.
//
// Its hands are plausible and not played: it knows no rule of any game.
package booktest

import (
	"context"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"croupier/ledger"
	"croupier/postgres"
)

// Day is the gaming day of the pages.
var Day = time.Date(2026, time.November, 30, 0, 0, 0, 0, time.UTC)

// At is when the first of them was written.
var At = time.Date(2026, time.November, 30, 19, 30, 0, 123_456_000, time.UTC)

// Content is what the tables' settings say, and Digest its digest.
var (
	Content   = []byte(`{"game":"ultimate-texas-holdem/1","chip":"2.50","seats":6}`)
	Digest, _ = ledger.ContentDigest(Content)
)

// Paytables are those that price the lines of the hands.
var Paytables = []ledger.Paytable{
	{Digest: [32]byte{1}, Game: "ultimate-texas-holdem", Wager: "blind", Name: "blind-a", Content: []byte(`{"rows":[{"row":"flush","pays":"1.5"}]}`)},
	{Digest: [32]byte{2}, Game: "ultimate-texas-holdem", Wager: "trips", Name: "trips-2", Content: []byte(`{"rows":[{"row":"flush","pays":"6"}]}`)},
}

// Furnish makes the month of Day and the next, and the tables 1 to n, each set by a page of
// the house, after a page with the paytables.
func Furnish(ctx context.Context, pool *pgxpool.Pool, n int64) error {
	for _, day := range []time.Time{Day, Day.AddDate(0, 1, 0)} {
		if err := ledger.EnsureMonth(ctx, pool, day); err != nil {
			return err
		}
	}
	err := write(ctx, pool, ledger.House, 0, ledger.Key{}, func(ledger.Head) ledger.Page {
		return ledger.Page{Paytables: Paytables, Actor: "token", At: At, GamingDay: Day}
	})
	for number := int64(1); number <= n && err == nil; number++ {
		err = furnish(ctx, pool, number)
	}
	return err
}

func furnish(ctx context.Context, pool *pgxpool.Pool, number int64) error {
	return postgres.Transact(ctx, pool, pgx.TxOptions{}, func(tx pgx.Tx) error {
		held, err := ledger.Lock(ctx, tx, ledger.House, 0, ledger.Key{})
		if err != nil {
			return err
		}
		if _, err := ledger.Append(ctx, tx, held.Head, Setting(number)); err != nil {
			return err
		}
		return ledger.CreateHead(ctx, tx, number)
	})
}

// Setting is the page of the house that sets a table up.
func Setting(number int64) ledger.Page {
	return ledger.Page{
		Table:    &ledger.Table{Number: number, Name: fmt.Sprintf("UTH %d", number)},
		Settings: []ledger.Settings{{Table: number, Version: 1, Digest: Digest, Content: Content, Actor: "manager-1", Approver: "manager-2"}},
		Key:      ledger.Key{Actor: "token", Key: fmt.Sprintf("table-%d", number), Body: [32]byte{byte(number)}},
		Answer:   ledger.Answer{Status: 201, Body: fmt.Appendf(nil, `{"id":%d}`, number)},
		Actor:    "token", At: At, GamingDay: Day,
	}
}

// Play plays the table's round of that number in two commits, one that opens it
// and one with its events and entry.
func Play(ctx context.Context, pool *pgxpool.Pool, table, number int64) error {
	if err := write(ctx, pool, table, 0, key("open", table, number), Opening); err != nil {
		return err
	}
	return write(ctx, pool, table, number, key("settle", table, number), Ending)
}

// write does what a server does for a request. The key is that of the page.
func write(ctx context.Context, pool *pgxpool.Pool, table, round int64, key ledger.Key, page func(ledger.Head) ledger.Page) error {
	return postgres.Transact(ctx, pool, pgx.TxOptions{}, func(tx pgx.Tx) error {
		held, err := ledger.Lock(ctx, tx, table, round, key)
		if err != nil || held.Answer != nil {
			return err
		}
		_, err = ledger.Append(ctx, tx, held.Head, page(held.Head))
		return err
	})
}
