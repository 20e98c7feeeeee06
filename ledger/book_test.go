package ledger_test

import (
	"context"
	"slices"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"croupier/ledger"
	"croupier/ledger/booktest"
	"croupier/postgres"
	"croupier/postgres/postgrestest"
)

// A book is one written to in a test: tables furnished, hands played.
type book struct {
	*pgxpool.Pool        // in the writer's role
	url           string // of the superuser
}

// newBook is a book of so many tables, each with so many hands.
func newBook(t *testing.T, tables, hands int64) book {
	t.Helper()
	b := book{url: postgrestest.New(t)}
	b.Pool = postgrestest.Pool(t, b.url, postgres.PoolOptions{Role: postgres.WriterRole})
	must(t, booktest.Furnish(t.Context(), b.Pool, tables))
	for n := range hands {
		for table := range tables {
			must(t, booktest.Play(t.Context(), b.Pool, table+1, n+1))
		}
	}
	return b
}

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// superuser is a connection whom no right stops.
func (b book) superuser(t *testing.T) *pgx.Conn {
	t.Helper()
	conn, err := pgx.Connect(t.Context(), b.url)
	must(t, err)
	t.Cleanup(func() { _ = conn.Close(context.WithoutCancel(t.Context())) }) // the test may have closed it
	return conn
}

// sound fails the test unless the book verifies, and returns what was read.
func (b book) sound(t *testing.T) ledger.Summary {
	t.Helper()
	sum, err := ledger.Verify(t.Context(), b.Pool, ledger.VerifyOptions{}, func(f ledger.Fault) { t.Errorf("sound book: %v", f) })
	must(t, err)
	return sum
}

// A column is one of the database's own account of the book.
type column struct {
	table, name, kind string
	generated         bool
}

// columns asks the database for the columns of the append-only tables, so that
// one added later is not forgotten.
func (b book) columns(t *testing.T) []column {
	t.Helper()
	rows, err := b.superuser(t).Query(t.Context(), `
SELECT c.table_name, c.column_name, c.data_type, c.is_generated = 'ALWAYS'
FROM information_schema.columns c JOIN pg_class r ON r.oid = c.table_name::regclass
WHERE c.table_schema = $1 AND NOT r.relispartition AND c.table_name NOT IN ('heads', 'sessions', 'languages', 'goose_db_version')
ORDER BY c.table_name, c.ordinal_position`, postgres.Schema)
	must(t, err)
	cs, err := pgx.CollectRows(rows, func(row pgx.CollectableRow) (c column, err error) {
		return c, row.Scan(&c.table, &c.name, &c.kind, &c.generated)
	})
	must(t, err)
	return slices.DeleteFunc(cs, func(c column) bool { return derived(c.table) })
}

// derived reports whether a table holds what is worked out of the book, and may be
// worked out anew.
func derived(table string) bool {
	return strings.HasPrefix(table, "rollup") || strings.HasSuffix(table, "_cursors") || table == "alert_absences" || table == "alert_looks"
}

// relations are the names of all tables and partitions that keep the book, which
// sessions, languages and what is derived are no part of.
func (b book) relations(t *testing.T) []string {
	t.Helper()
	rows, err := b.superuser(t).Query(t.Context(), `
SELECT relname FROM pg_class WHERE relnamespace = $1::regnamespace AND relkind IN ('r', 'p') ORDER BY relname`, postgres.Schema)
	must(t, err)
	names, err := pgx.CollectRows(rows, pgx.RowTo[string])
	must(t, err)
	return slices.DeleteFunc(names, func(name string) bool {
		return strings.Contains(name, "version") || name == "sessions" || name == "languages" || derived(name)
	})
}
