package ledger_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5"

	"croupier/ledger"
	"croupier/ledger/booktest"
)

// A crime is a sound book of three tables, four hands each and a household, in
// the hands of a superuser who has switched every guard off.
type crime struct {
	book
	*testing.T
	conn *pgx.Conn
	cols []column
}

func newCrime(t *testing.T) crime {
	t.Helper()
	b := newBook(t, 3, 4)
	must(t, booktest.Household(t.Context(), b.Pool))
	b.sound(t)
	c := crime{b, t, b.superuser(t), b.columns(t)}
	for _, name := range b.relations(t) {
		_, err := c.conn.Exec(t.Context(), `ALTER TABLE `+name+` DISABLE TRIGGER ALL`)
		must(t, err)
	}
	_, err := c.conn.Exec(t.Context(), dropChecks)
	must(t, err)
	return c
}

const dropChecks = `
DO $$ DECLARE c record; BEGIN
	FOR c IN SELECT conrelid::regclass AS name, conname FROM pg_constraint
		WHERE contype = 'c' AND coninhcount = 0 AND connamespace = 'croupier'::regnamespace LOOP
		EXECUTE format('ALTER TABLE %s DROP CONSTRAINT %I', c.name, c.conname);
	END LOOP;
END $$`

// An attempt is tampering in a transaction that is taken back.
type attempt struct {
	*testing.T
	tx   pgx.Tx
	cols []column
}

// trying tampers and fails unless verify names the row that tamper returns, and
// the first fault it reports is of that table and of no later page.
func (c crime) trying(name string, tamper func(attempt) ledger.Fault) {
	c.Run(name, func(t *testing.T) {
		tx, err := c.conn.Begin(t.Context())
		must(t, err)
		defer func() { must(t, tx.Rollback(t.Context())) }()
		want := tamper(attempt{t, tx, c.cols})
		faults, err := ledger.VerifyIn(t.Context(), tx)
		must(t, err)
		named := func(f ledger.Fault) bool {
			return f.Table == want.Table && f.Seq == want.Seq && f.Relation == want.Relation
		}
		switch {
		case len(faults) == 0:
			t.Fatalf("not found, want %v", want)
		case !slices.ContainsFunc(faults, named):
			t.Errorf("not named: want %v, got %v", want, faults)
		case faults[0].Table != want.Table || faults[0].Seq > want.Seq:
			t.Errorf("first is %v, want %v", faults[0], want)
		}
	})
}

func (c attempt) do(sql string, args ...any) {
	c.Helper()
	tag, err := c.tx.Exec(c.Context(), sql, args...)
	must(c.T, err)
	if tag.RowsAffected() == 0 {
		c.Fatalf("%s: no row", sql)
	}
}

// swap gives two rows of a relation each other's numbers.
func (c attempt) swap(relation, number, where string, a, b int) {
	c.Helper()
	for _, step := range [][2]int{{a, 9999}, {b, a}, {9999, b}} {
		c.do(fmt.Sprintf(`UPDATE %s SET %s = %d %s %d`, relation, number, step[1], where, step[0]))
	}
}

// of are the columns of a table that can be set.
func (c attempt) of(table string) []column {
	return slices.DeleteFunc(slices.Clone(c.cols), func(col column) bool { return col.table != table || col.generated })
}

// A place is where in a table a row stands, of all its rows in order.
type place string

const (
	first  place = `0`
	middle place = `n / 2`
	last   place = `n - 1`
)

// A victim is a row to tamper with: how to find it, and how verify should name it.
type victim struct {
	where string
	fault ledger.Fault
}

func (c attempt) row(relation string, at place) victim {
	c.Helper()
	v := victim{fault: ledger.Fault{Relation: relation}}
	table := "0"
	if slices.ContainsFunc(c.of(relation), func(col column) bool { return col.name == "table_id" }) && relation != "settings" {
		table = "table_id"
	}
	var oid uint32
	var ctid string
	err := c.tx.QueryRow(c.Context(), strings.NewReplacer("TABLE", table, "RELATION", relation, "AT", string(at)).Replace(`
SELECT tableoid, ctid::text, t, seq FROM (
	SELECT tableoid, ctid, TABLE AS t, seq, row_number() OVER (ORDER BY TABLE, seq, tableoid, ctid) - 1 AS i, count(*) OVER () AS n
	FROM RELATION) AS r WHERE i = AT`)).Scan(&oid, &ctid, &v.fault.Table, &v.fault.Seq)
	must(c.T, err)
	v.where = fmt.Sprintf(` WHERE tableoid = %d AND ctid = '%s'`, oid, ctid)
	return v
}
