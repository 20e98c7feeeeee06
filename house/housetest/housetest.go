// Package housetest furnishes a house for the tests of others: persons, and tables
// whose settings are in force without anybody having counted a deal. It proves
// nothing of the life of a proposal, which package house's own tests do.
package housetest

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"croupier/house"
	"croupier/house/roles"
	"croupier/ledger"
	"croupier/postgres"
)

// At is the moment of all that is furnished, before any test's clock.
var At = time.Date(2026, time.November, 1, 0, 0, 0, 0, time.UTC)

// The persons of the house.
const (
	Author   = "mia" // manager; drafts
	Approver = "max" // manager; approves
	Boss     = "sue" // supervisor
	Dealer   = "dee" // dealer
)

// People adds the persons of the house. They have nothing to sign in with.
func People(t testing.TB, pool *pgxpool.Pool) {
	t.Helper()
	for _, name := range []string{Author, Approver} {
		Person(t, pool, name, roles.Manager)
	}
	Person(t, pool, Boss, roles.Supervisor)
	Person(t, pool, Dealer, roles.Dealer)
}

// Person writes the next version of a person.
func Person(t testing.TB, pool *pgxpool.Pool, name string, has ...roles.Role) {
	t.Helper()
	write(t, pool, func(tx pgx.Tx) (ledger.Page, error) {
		var version int
		err := tx.QueryRow(t.Context(), `SELECT 1 + coalesce(max(version), 0) FROM persons WHERE name = $1`, name).Scan(&version)
		return ledger.Page{Rows: []ledger.Row{{Of: "persons", Values: map[string]any{
			"name": name, "version": version, "title": strings.ToUpper(name[:1]) + name[1:],
			"roles": roles.Join(has), "active": true, "locale": "en",
		}}}}, err
	})
}

// Table sets up a table of the spec, in force since At, and returns its number.
// The persons must be there.
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
				Table: table, Version: 1, Digest: f.Digest, Content: f.Settings.Content(), Actor: Author, Approver: Approver,
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
	rows := []ledger.Row{{Of: "proposals", Values: map[string]any{"id": id, "revision": 1, "content": content, "actor": Author}}}
	for _, step := range []struct{ step, by string }{
		{"priced", Author}, {"submitted", Author}, {"approved", Approver}, {"scheduled", Approver},
	} {
		rows = append(rows, ledger.Row{Of: "proposal_steps", Values: map[string]any{
			"proposal": id, "step": step.step, "revision": 1, "digest": make([]byte, 32),
			"content": json.RawMessage(`{}`), "actor": step.by,
		}})
	}
	return append(rows, ledger.Row{Of: "activations", Values: map[string]any{
		"table_no": table, "version": 1, "proposal": id, "begins": At, "actor": Approver,
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
