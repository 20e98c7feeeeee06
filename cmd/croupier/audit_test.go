package main

import (
	"context"
	"regexp"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5"

	"croupier/postgres/postgrestest"
)

// What the demo played is audited beside the running server; after somebody has
// changed an amount past all guards, the round is named first and the status is 1.
func TestAudit(t *testing.T) {
	t.Parallel()
	url := postgrestest.New(t)
	book := map[string]string{"DATABASE_URL": url}
	p := start(t, "DATABASE_URL="+url, "CROUPIER_DATA="+t.TempDir())
	p.demo()
	status, says, errs := inProcess("", book, "audit")
	if status != 0 || !regexp.MustCompile(`^([1-9]\d*) of \d+ equal, 0 different; 0 are void\n$`).MatchString(says) {
		t.Errorf("status %d: %s%s", status, says, errs)
	}
	p.stop()
	change(t, url, `UPDATE croupier.lines SET amount = 12345 WHERE table_id = 1 AND round = 1 AND line = 1`)
	status, says, _ = inProcess("", book, "audit", "--table", "1", "--workers", "1")
	lines := strings.Split(says, "\n")
	if status != 1 || !strings.Contains(lines[0], ` table 1 round 1 entry `) || !strings.Contains(lines[0], `line 1 amount "12345" is posted, `) {
		t.Errorf("status %d: %s", status, says)
	}
	if !strings.Contains(lines[1], " equal, 1 different; ") {
		t.Errorf("%s", says)
	}
	for flags, want := range map[string]string{
		"--to 2020-01-01":   "0 of 0 equal, 0 different",
		"--from 2020-01-01": " equal, 1 different",
		"--from yesterday":  `--from "yesterday": want a day such as 2026-11-30`,
	} {
		if _, says, errs := inProcess("", book, append([]string{"audit"}, strings.Fields(flags)...)...); !strings.Contains(says+errs, want) {
			t.Errorf("%s: %s%s, want %s", flags, says, errs, want)
		}
	}
}

// change does what only a superuser who takes the guards away can.
func change(t *testing.T, url, sql string) {
	t.Helper()
	conn, err := pgx.Connect(t.Context(), url)
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close(context.WithoutCancel(t.Context()))
	for _, statement := range []string{`DROP FUNCTION croupier.refuse_change CASCADE`, sql} {
		tag, err := conn.Exec(t.Context(), statement)
		if err != nil || statement == sql && tag.RowsAffected() != 1 {
			t.Fatalf("%s: %s, %v", statement, tag, err)
		}
	}
}
