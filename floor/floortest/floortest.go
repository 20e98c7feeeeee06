// Package floortest furnishes a house for tests: people, and tables whose settings
// are in force and whose float is counted.
//
// What package house makes of a proposal in many steps is written here as one
// page; it asks for no price and proves nothing of how settings come in force.
package floortest

import (
	"context"
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"croupier/desk"
	"croupier/floor"
	"croupier/house"
	"croupier/house/roles"
	"croupier/ledger"
	"croupier/paytables"
	"croupier/postgres"
)

// The people of the house, besides the dealer each table has.
const (
	Supervisor   = "supervisor-1"
	Manager      = "manager-1" // drafts, prices and submits
	OtherManager = "manager-2" // approves
	Auditor      = "auditor-1"
	Admin        = "admin-1"
)

// Dealer is the name of the person who deals at the table: "dealer-7".
func Dealer(table int64) string { return fmt.Sprintf("dealer-%d", table) }

// Origin is where the people of the house ask from.
const Origin = "127.0.0.1"

// At is when the house was furnished.
var At = time.Date(2026, time.November, 30, 9, 0, 0, 0, time.UTC)

// began is from when settings are in force: before any clock a test may have.
var began = time.Date(2020, time.January, 1, 0, 0, 0, 0, time.UTC)

// People puts the people of the house in, without secrets to sign in with.
func People(t testing.TB, pool *pgxpool.Pool) {
	t.Helper()
	write(t, pool, func(context.Context, pgx.Tx) (ledger.Page, error) {
		return ledger.Page{Rows: []ledger.Row{
			person(Supervisor, roles.Supervisor), person(Manager, roles.Manager), person(OtherManager, roles.Manager),
			person(Auditor, roles.Auditor), person(Admin, roles.Admin),
		}}, nil
	})
}

// Table sets a table up under the spec, approved by two managers and in force, and
// puts its dealer in. It is closed. People must have been put in.
func Table(t testing.TB, pool *pgxpool.Pool, s house.Spec) int64 {
	t.Helper()
	felt, err := s.Felt()
	if err != nil {
		t.Fatal(err)
	}
	var number int64
	write(t, pool, func(ctx context.Context, tx pgx.Tx) (page ledger.Page, err error) {
		if number, err = ledger.NextTable(ctx, tx); err != nil {
			return page, err
		}
		if err := ledger.CreateHead(ctx, tx, number); err != nil {
			return page, err
		}
		name := s.Name
		if name == "" {
			name = fmt.Sprintf("table %d", number)
		}
		page.Table = &ledger.Table{Number: number, Name: name}
		page.Settings = []ledger.Settings{{
			Table: number, Version: 1, Digest: felt.Settings.Digest(), Content: felt.Settings.Content(),
			Actor: Manager, Approver: OtherManager,
		}}
		page.Paytables, err = published(ctx, tx, felt)
		page.Rows = append(approved(number), person(Dealer(number), roles.Dealer))
		return page, err
	})
	return number
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

// write appends a page to the house's chain.
func write(t testing.TB, pool *pgxpool.Pool, page func(context.Context, pgx.Tx) (ledger.Page, error)) {
	t.Helper()
	ctx := t.Context()
	err := ledger.EnsureMonth(ctx, pool, At)
	if err == nil {
		err = postgres.Transact(ctx, pool, pgx.TxOptions{}, func(tx pgx.Tx) error {
			held, err := ledger.Lock(ctx, tx, ledger.House, 0, ledger.Key{})
			if err != nil {
				return err
			}
			p, err := page(ctx, tx)
			if err != nil {
				return err
			}
			p.Actor, p.At, p.GamingDay = "server", At, At
			_, err = ledger.Append(ctx, tx, held.Head, p)
			return err
		})
	}
	if err != nil {
		t.Fatal(err)
	}
}

func person(name string, role roles.Role) ledger.Row {
	return ledger.Row{Of: "persons", Values: map[string]any{
		"name": name, "version": 1, "title": name, "roles": string(role), "active": true, "locale": "en",
	}}
}

// approved are the life of the proposal that brings the new table's settings in
// force. Proposals are numbered as their tables.
func approved(table int64) []ledger.Row {
	digest, none := make([]byte, sha256.Size), json.RawMessage("{}")
	step := func(name, actor string) ledger.Row {
		return ledger.Row{Of: "proposal_steps", Values: map[string]any{
			"proposal": table, "step": name, "revision": 1, "digest": digest, "content": none, "actor": actor,
		}}
	}
	return []ledger.Row{
		{Of: "proposals", Values: map[string]any{"id": table, "revision": 1, "content": none, "actor": Manager}},
		step("priced", Manager), step("submitted", Manager), step("approved", OtherManager), step("scheduled", Manager),
		{Of: "activations", Values: map[string]any{"table_no": table, "version": 1, "proposal": table, "begins": began, "actor": Manager}},
	}
}

// published are the paytables of the felt that the book does not have yet.
func published(ctx context.Context, q house.Querier, felt *house.Felt) ([]ledger.Paytable, error) {
	known, err := house.Paytables(ctx, q)
	if err != nil {
		return nil, err
	}
	seen := map[paytables.Digest]bool{}
	for i := range known {
		seen[known[i].Digest()] = true
	}
	var added []ledger.Paytable
	for _, p := range felt.Paytables {
		if d := p.Digest(); !seen[d] {
			seen[d] = true
			added = append(added, ledger.Paytable{Digest: d, Game: p.Game, Wager: p.Wager, Name: p.Name, Content: p.Format()})
		}
	}
	return added, nil
}
