package postgres_test

import (
	"errors"
	"fmt"
	"net/url"
	"os"
	"strings"
	"sync"
	"testing"
	"testing/fstest"

	"github.com/google/go-cmp/cmp"

	"croupier/postgres"
	"croupier/postgres/postgrestest"
)

// migrate applies a folder of migrations.
func migrate(t *testing.T, db, folder string) []string {
	t.Helper()
	applied, err := postgres.Migrate(t.Context(), db, os.DirFS(folder))
	if err != nil {
		t.Fatal(err)
	}
	return names(applied)
}

func names(applied []postgres.Applied) []string {
	var list []string
	for _, a := range applied {
		list = append(list, a.Name)
	}
	return list
}

func TestMigrate(t *testing.T) {
	t.Parallel()
	db := postgrestest.NewEmpty(t)
	if diff := cmp.Diff([]string{"00001_hand.sql", "00002_note.sql"}, migrate(t, db, "testdata/migrations")); diff != "" {
		t.Error(diff)
	}
	if again := migrate(t, db, "testdata/migrations"); again != nil {
		t.Errorf("the second time applied %v", again)
	}
	const owners = `SELECT string_agg(DISTINCT relowner::regrole::text, ' ') FROM pg_class WHERE relnamespace = 'croupier'::regnamespace`
	if got := ask[string](t, db, owners); got != postgres.OwnerRole {
		t.Errorf("the tables belong to %s", got)
	}
	const login = "SELECT bool_or(rolcanlogin OR rolsuper OR rolcreaterole) FROM pg_roles WHERE rolname IN ('croupier_owner', 'croupier_writer')"
	if ask[bool](t, db, login) {
		t.Error("a role may log in or has powers")
	}
}

// Processes that start together, on several databases of a server without the
// roles, apply each migration once in each database.
func TestMigrateAtOnce(t *testing.T) {
	t.Parallel()
	c := start(t, postgrestest.Dir(t), postgres.ClusterOptions{NoFsync: true})
	const databases, processes = 3, 6
	var mu sync.Mutex
	count := map[string]int{}
	var wait sync.WaitGroup
	for d := range databases {
		db := database(t, c.URL(), fmt.Sprintf("room_%d", d))
		for range processes {
			wait.Go(func() {
				applied, err := postgres.Migrate(t.Context(), db, os.DirFS("testdata/migrations"))
				if err != nil {
					t.Errorf("room %d: %v", d, err)
				}
				mu.Lock()
				defer mu.Unlock()
				for _, a := range applied {
					count[fmt.Sprintf("%d %s", d, a.Name)]++
				}
			})
		}
	}
	wait.Wait()
	want := map[string]int{}
	for d := range databases {
		want[fmt.Sprintf("%d 00001_hand.sql", d)] = 1
		want[fmt.Sprintf("%d 00002_note.sql", d)] = 1
	}
	if diff := cmp.Diff(want, count); diff != "" {
		t.Error(diff)
	}
}

// database makes a database beside the one of the URL.
func database(t *testing.T, at, name string) string {
	t.Helper()
	do(t, at, "CREATE DATABASE "+name)
	u, err := url.Parse(at)
	if err != nil {
		t.Fatal(err)
	}
	u.Path = "/" + name
	return u.String()
}

// A user with no more than CREATEROLE and CREATE on the database can set the
// book up and serve it.
func TestMigrateAsPlainUser(t *testing.T) {
	t.Parallel()
	c := start(t, postgrestest.Dir(t), postgres.ClusterOptions{NoFsync: true})
	do(t, c.URL(), "CREATE ROLE pit LOGIN CREATEROLE", "CREATE ROLE stranger LOGIN", "GRANT CREATE ON DATABASE croupier TO pit")
	if applied := migrate(t, as(t, c.URL(), "pit"), "testdata/migrations"); len(applied) != 2 {
		t.Errorf("applied %v", applied)
	}
	pool := postgrestest.Pool(t, as(t, c.URL(), "pit"), postgres.PoolOptions{Role: postgres.WriterRole})
	if _, err := pool.Exec(t.Context(), "INSERT INTO hand VALUES (1, 5)"); err != nil {
		t.Error(err)
	}
	if err := postgres.Check(t.Context(), pool, os.DirFS("testdata/migrations")); err != nil {
		t.Error(err)
	}
	// The others: no right to make roles before, no right to take them on after.
	if _, err := postgres.Migrate(t.Context(), as(t, c.URL(), "stranger"), os.DirFS("testdata/migrations")); !hasCode(err, "42501") {
		t.Errorf("a stranger migrates: %v", err)
	}
	if again := migrate(t, c.URL(), "testdata/migrations"); again != nil {
		t.Errorf("the superuser applied %v again", again)
	}
}

func as(t *testing.T, db, user string) string {
	t.Helper()
	u, err := url.Parse(db)
	if err != nil {
		t.Fatal(err)
	}
	u.User = url.User(user)
	return u.String()
}

func TestMigrateRefusesNewer(t *testing.T) {
	t.Parallel()
	db := postgrestest.NewEmpty(t)
	migrate(t, db, "testdata/migrations")
	older := fstest.MapFS{"00001_hand.sql": {Data: []byte("-- +goose Up\nDROP TABLE hand;")}}
	applied, err := postgres.Migrate(t.Context(), db, older)
	if !errors.Is(err, postgres.ErrNewer) || applied != nil {
		t.Errorf("applied %v, %v", applied, err)
	}
	if err == nil || !strings.Contains(err.Error(), "is at 2, this program knows up to 1") {
		t.Errorf("error %v", err)
	}
	if err := postgres.Check(t.Context(), postgrestest.Pool(t, db, postgres.PoolOptions{}), older); !errors.Is(err, postgres.ErrNewer) {
		t.Errorf("Check: %v", err)
	}
}

// A migration that fails leaves nothing of itself; those before it stay.
func TestMigrateFails(t *testing.T) {
	t.Parallel()
	db := postgrestest.NewEmpty(t)
	applied, err := postgres.Migrate(t.Context(), db, os.DirFS("testdata/broken"))
	if !hasCode(err, "22012") || !cmp.Equal(names(applied), []string{"00001_good.sql"}) {
		t.Errorf("applied %v, %v", applied, err)
	}
	if got := ask[string](t, db, "SELECT concat_ws(' ', to_regclass('croupier.good'), to_regclass('croupier.half'))"); got != "good" {
		t.Errorf("tables %q, want good", got)
	}
}

func TestMigrateRefusesForeignSchema(t *testing.T) {
	t.Parallel()
	db := postgrestest.NewEmpty(t)
	do(t, db, "CREATE SCHEMA croupier")
	if _, err := postgres.Migrate(t.Context(), db, os.DirFS("testdata/migrations")); err == nil || !strings.Contains(err.Error(), "belongs to postgres") {
		t.Errorf("error %v", err)
	}
}

func TestCheck(t *testing.T) {
	t.Parallel()
	db := postgrestest.NewEmpty(t)
	fsys := os.DirFS("testdata/migrations")
	pool := postgrestest.Pool(t, db, postgres.PoolOptions{})
	check := func(want error) {
		t.Helper()
		if err := postgres.Check(t.Context(), pool, fsys); !errors.Is(err, want) {
			t.Errorf("Check: %v, want %v", err, want)
		}
	}
	check(postgres.ErrBehind)
	migrate(t, db, "testdata/migrations")
	check(nil)
	got, err := postgres.Status(t.Context(), pool, fsys)
	if diff := cmp.Diff(postgres.Versions{Current: 2, Newest: 2}, got); err != nil || diff != "" {
		t.Errorf("%v\n%s", err, diff)
	}
	do(t, db, "ALTER DATABASE "+ask[string](t, db, "SELECT current_database()")+" SET default_transaction_read_only = on")
	pool.Reset()
	check(postgres.ErrReadOnly)
	pool.Close()
	if err := postgres.Check(t.Context(), pool, fsys); err == nil {
		t.Error("a closed pool passes")
	}
}

func TestStatusNamesBadFile(t *testing.T) {
	t.Parallel()
	pool := postgrestest.Pool(t, postgrestest.NewEmpty(t), postgres.PoolOptions{})
	bad := fstest.MapFS{"first.sql": {}}
	if _, err := postgres.Status(t.Context(), pool, bad); err == nil || !strings.Contains(err.Error(), "first.sql") {
		t.Errorf("error %v", err)
	}
}
