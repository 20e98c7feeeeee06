package ledger_test

import (
	"os"
	"testing"
	"testing/fstest"

	"croupier/ledger/booktest"
	"croupier/migrations"
	"croupier/postgres"
	"croupier/postgres/postgrestest"
)

// TestABookFromBeforeTheHouse migrates a book that was written when nobody had
// persons, a round of it still open. It is sound, and its tables go on.
func TestABookFromBeforeTheHouse(t *testing.T) {
	t.Parallel()
	b := book{url: postgrestest.NewEmpty(t)}
	first, err := migrations.FS.ReadFile("00001_book.sql")
	must(t, err)
	_, err = postgres.Migrate(t.Context(), b.url, fstest.MapFS{"00001_book.sql": {Data: first}})
	must(t, err)
	written, err := os.ReadFile("testdata/book-1.sql")
	must(t, err)
	conn := b.superuser(t)
	_, err = conn.Exec(t.Context(), `SET search_path = croupier;`+string(written))
	must(t, err)

	applied, err := postgres.Migrate(t.Context(), b.url, migrations.FS)
	must(t, err)
	if len(applied) == 0 || applied[0].Version != 2 {
		t.Fatalf("applied %v, want all from 2 on", applied)
	}
	b.Pool = postgrestest.Pool(t, b.url, postgres.PoolOptions{Role: postgres.WriterRole})
	if sum := b.sound(t); sum.Tables != 2 || sum.Rounds != 2 || sum.Open != 1 || sum.Entries != 1 {
		t.Errorf("before: %+v", sum)
	}
	_, err = b.write(t.Context(), 1, booktest.Ending, booktest.Opening, booktest.Ending)
	must(t, err)
	_, err = b.write(t.Context(), 2, booktest.Opening, booktest.Ending)
	must(t, err)
	must(t, booktest.Household(t.Context(), b.Pool))
	if sum := b.sound(t); sum.Rounds != 4 || sum.Open != 0 || sum.Entries != 4+5+4 {
		t.Errorf("after: %+v", sum)
	}
	const alone = `INSERT INTO settings SELECT seq, table_id, 9, digest, content, actor, NULL, at FROM settings WHERE table_id = 2`
	if got := constraintOf(try(t, conn, asWriter, `SET LOCAL search_path = croupier;`+alone)); got != "settings_two_persons" {
		t.Errorf("settings of nobody: refused by %q", got)
	}
}
