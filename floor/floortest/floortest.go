// Package floortest furnishes a house for tests: people, and tables whose settings
// are in force and whose float is counted.
//
// It proves nothing of how settings come in force: see house/housetest.
package floortest

import (
	"crypto/sha256"
	"fmt"
	"testing"

	"github.com/jackc/pgx/v5/pgxpool"

	"croupier/desk"
	"croupier/floor"
	"croupier/house"
	"croupier/house/housetest"
	"croupier/house/roles"
)

// People of the house.
const (
	Supervisor = housetest.Supervisor // stands by
	Manager    = housetest.Manager
)

// Dealer is the name of the person who deals at the table: "dealer-7".
func Dealer(table int64) string { return fmt.Sprintf("dealer-%d", table) }

// Origin is where the people of the house ask from.
const Origin = "127.0.0.1"

// People puts the people of the house in, without secrets to sign in with.
func People(t testing.TB, pool *pgxpool.Pool) {
	t.Helper()
	housetest.People(t, pool)
}

// Table sets a table up under the spec, approved by two managers and in force, and
// puts its dealer in. It is closed. People must have been put in.
func Table(t testing.TB, pool *pgxpool.Pool, s house.Spec) int64 {
	t.Helper()
	table := housetest.Table(t, pool, s)
	housetest.Person(t, pool, Dealer(table), roles.Dealer)
	return table
}

// Open opens the table with a float of 1000 chips of 100, counted by its dealer
// and the supervisor.
func Open(t testing.TB, f *floor.Floor, table int64) {
	t.Helper()
	pair := floor.Pair{Dealer: Dealer(table), Supervisor: Supervisor}
	if _, err := f.OpenTable(t.Context(), Caller(pair, "open", table), table, pair, floor.Counts{"100": 1000}); err != nil {
		t.Fatal(err)
	}
}

// Caller is the pair's dealer who asks, while the supervisor stands by. The words
// and the number make the key.
func Caller(p floor.Pair, what string, n int64) desk.Caller {
	key := fmt.Sprintf("%s %d", what, n)
	return desk.Caller{Actor: p.Dealer, Approver: p.Supervisor, Origin: Origin, Key: key, Body: sha256.Sum256([]byte(key))}
}
