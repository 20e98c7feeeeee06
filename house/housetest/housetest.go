// Package housetest furnishes a house for the tests of others: persons, and tables
// whose settings are in force without anybody having counted a deal. It proves
// nothing of the life of a proposal, which package house's own tests do.
package housetest

import (
	"encoding/json"
	"fmt"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"croupier/house"
	"croupier/house/roles"
	"croupier/ledger"
	"croupier/postgres"
)

// The people of the house.
const (
	Supervisor   = "supervisor-1"
	Manager      = "manager-1" // drafts, prices and submits
	OtherManager = "manager-2" // approves
	Auditor      = "auditor-1"
	Admin        = "admin-1"
	Dealer       = "dealer-0" // deals at no table
)

// At is when the house was furnished.
var At = time.Date(2026, time.November, 30, 9, 0, 0, 0, time.UTC)

// Began is from when settings are in force: before any clock a test may have.
var Began = time.Date(2020, time.January, 1, 0, 0, 0, 0, time.UTC)

// People puts the people of the house in, without secrets to sign in with.
func People(t testing.TB, pool *pgxpool.Pool) {
	t.Helper()
	for name, role := range map[string]roles.Role{
		Supervisor: roles.Supervisor, Manager: roles.Manager, OtherManager: roles.Manager,
		Auditor: roles.Auditor, Admin: roles.Admin, Dealer: roles.Dealer,
	} {
		Person(t, pool, name, role)
	}
}

// Person writes the next version of a person.
func Person(t testing.TB, pool *pgxpool.Pool, name string, has ...roles.Role) {
	t.Helper()
	write(t, pool, func(tx pgx.Tx) (ledger.Page, error) {
		var version int
		err := tx.QueryRow(t.Context(), `SELECT 1 + coalesce(max(version), 0) FROM persons WHERE name = $1`, name).Scan(&version)
		return ledger.Page{Rows: []ledger.Row{{Of: "persons", Values: map[string]any{
			"name": name, "version": version, "title": name,
			"roles": roles.Join(has), "active": true,
		}}}}, err
	})
}

// Table sets a table up under the spec, approved by two managers and in force since
// Began, and returns its number. People must have been put in.
func Table(t testing.TB, pool *pgxpool.Pool, s house.Spec) int64 {
	t.Helper()
	f, err := s.Felt()
	if err != nil {
		t.Fatal(err)
	}
	var table int64
	write(t, pool, func(tx pgx.Tx) (ledger.Page, error) {
		if table, err = ledger.NextTable(t.Context(), tx); err != nil {
			return ledger.Page{}, err
		}
		if err := ledger.CreateHead(t.Context(), tx, table); err != nil {
			return ledger.Page{}, err
		}
		if s.Name == "" {
			s.Name = fmt.Sprintf("table %d", table)
		}
		page := ledger.Page{
			Table: &ledger.Table{Number: table, Name: s.Name},
			Settings: []ledger.Settings{{
				Table: table, Version: 1, Digest: f.Digest, Content: f.Settings.Content(), Actor: Manager, Approver: OtherManager,
			}},
		}
		if page.Paytables, err = unknown(t, tx, f); err != nil {
			return page, err
		}
		page.Rows, err = life(t, tx, table)
		return page, err
	})
	return table
}

// life is a proposal from its draft to its schedule, in one page.
func life(t testing.TB, tx pgx.Tx, table int64) ([]ledger.Row, error) {
	var id int64
	if err := tx.QueryRow(t.Context(), `SELECT 1 + coalesce(max(id), 0) FROM proposals`).Scan(&id); err != nil {
		return nil, err
	}
	content := json.RawMessage(fmt.Sprintf(`{"title":"furnished","tables":[%d],"change":{}}`, table))
	rows := []ledger.Row{{Of: "proposals", Values: map[string]any{"id": id, "revision": 1, "content": content, "actor": Manager}}}
	versions := json.RawMessage(fmt.Sprintf(`{"versions":[{"table":%d,"version":1}]}`, table))
	for _, step := range []struct{ step, by string }{
		{"priced", Manager}, {"submitted", Manager}, {"approved", OtherManager}, {"scheduled", OtherManager},
	} {
		rows = append(rows, ledger.Row{Of: "proposal_steps", Values: map[string]any{
			"proposal": id, "step": step.step, "revision": 1, "digest": make([]byte, 32),
			"content": versions, "actor": step.by,
		}})
	}
	return append(rows, ledger.Row{Of: "activations", Values: map[string]any{
		"table_no": table, "version": 1, "proposal": id, "begins": Began, "actor": OtherManager,
	}}), nil
}

// unknown are the paytables of the felt that the book does not have yet.
func unknown(t testing.TB, tx pgx.Tx, f *house.Felt) ([]ledger.Paytable, error) {
	var missing []ledger.Paytable
	for wager, p := range f.Paytables {
		var known bool
		err := tx.QueryRow(t.Context(), `SELECT EXISTS (SELECT FROM paytables WHERE digest = $1)`, f.Digests[wager][:]).Scan(&known)
		if err != nil {
			return nil, err
		}
		if !known {
			missing = append(missing, ledger.Paytable{Digest: *f.Digests[wager], Game: p.Game, Wager: p.Wager, Name: p.Name, Content: p.Format()})
		}
	}
	return missing, nil
}

// write appends a page to the house's chain.
func write(t testing.TB, pool *pgxpool.Pool, page func(pgx.Tx) (ledger.Page, error)) {
	t.Helper()
	if err := ledger.EnsureMonth(t.Context(), pool, At); err != nil {
		t.Fatal(err)
	}
	err := postgres.Transact(t.Context(), pool, pgx.TxOptions{}, func(tx pgx.Tx) error {
		held, err := ledger.Lock(t.Context(), tx, ledger.House, 0, ledger.Key{})
		if err != nil {
			return err
		}
		p, err := page(tx)
		if err != nil {
			return err
		}
		p.Actor, p.At, p.GamingDay = "server", At, At
		_, err = ledger.Append(t.Context(), tx, held.Head, p)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
}
