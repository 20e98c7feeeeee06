package ledger_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"

	"croupier/ledger"
	"croupier/ledger/booktest"
)

const (
	insufficientPrivilege = "42501"
	restrictViolation     = "23001"
	checkViolation        = "23514"
)

// TestNobodyChangesTheBook tries every way to change or delete a row, as the
// writer, the owner and a superuser who plays a replica, at each table and
// partition, whether it holds rows or not.
func TestNobodyChangesTheBook(t *testing.T) {
	t.Parallel()
	b := newBook(t, 1, 1)
	conn := b.superuser(t)
	for role, refused := range map[string]string{
		"SET LOCAL ROLE croupier_writer":                 insufficientPrivilege,
		"SET LOCAL ROLE croupier_owner":                  restrictViolation,
		"SET LOCAL session_replication_role = 'replica'": restrictViolation,
	} {
		for _, name := range b.relations(t) {
			for _, sql := range []string{
				`UPDATE ` + name + ` SET ` + anyColumn(name) + ` = ` + anyColumn(name),
				`UPDATE ` + name + ` SET ` + anyColumn(name) + ` = ` + anyColumn(name) + ` WHERE false`,
				`DELETE FROM ` + name,
				`TRUNCATE ` + name + ` CASCADE`,
			} {
				if name == "heads" && strings.HasPrefix(sql, "UPDATE") {
					continue // see TestAHeadOnlyMovesForward
				}
				if code := codeOf(try(t, conn, role, sql)); code != refused {
					t.Errorf("%s; %s: code %q, want %s", role, sql, code, refused)
				}
			}
		}
	}
	b.sound(t)
}

// TestTheWriterReachesNoPartition tries to add to a partition past its parent.
func TestTheWriterReachesNoPartition(t *testing.T) {
	t.Parallel()
	b := newBook(t, 1, 1)
	conn := b.superuser(t)
	for _, parent := range []string{"rounds", "events", "entries", "lines", "postings", "links"} {
		for _, sql := range []string{
			`INSERT INTO ` + parent + `_2026_11 (table_id) VALUES (1)`,
			`SELECT FROM ` + parent + `_2026_11`,
		} {
			if code := codeOf(try(t, conn, "SET LOCAL ROLE croupier_writer", sql)); code != insufficientPrivilege {
				t.Errorf("%s: code %q, want %s", sql, code, insufficientPrivilege)
			}
		}
	}
	for _, sql := range []string{
		`SELECT guard('events')`, `ALTER TABLE events DISABLE TRIGGER append_only`, `DROP TABLE events`,
		`CREATE TABLE croupier.mine ()`,
	} {
		if code := codeOf(try(t, conn, "SET LOCAL ROLE croupier_writer", sql)); code != insufficientPrivilege {
			t.Errorf("%s: code %q, want %s", sql, code, insufficientPrivilege)
		}
	}
}

// TestUnbalancedPostingsAreRefused adds postings that do not sum to zero.
func TestUnbalancedPostingsAreRefused(t *testing.T) {
	t.Parallel()
	b := newBook(t, 1, 1)
	conn := b.superuser(t)
	const row = `('2026-11-30', 1, 4, %, NULL, 'table 1 bank', %, NULL, NULL, NULL)`
	values := func(amounts ...string) string {
		var rows []string
		for i, amount := range amounts {
			rows = append(rows, strings.Replace(strings.Replace(row, "%", string(rune('1'+i)), 1), "%", amount, 1))
		}
		return strings.Join(rows, ", ")
	}
	for _, role := range []string{"SET LOCAL ROLE croupier_writer", "SET LOCAL ROLE croupier_owner", "SET LOCAL session_replication_role = 'replica'"} {
		for _, table := range []string{"postings", "postings_2026_11"} {
			if role == "SET LOCAL ROLE croupier_writer" && table != "postings" {
				continue // which it may not touch at all
			}
			for amounts, want := range map[string]string{
				"5": checkViolation, "5 -4.9999": checkViolation, "'NaN' 1": checkViolation, "5 -5": "", "1 2 -3": "",
			} {
				sql := `INSERT INTO ` + table + ` VALUES ` + values(strings.Fields(amounts)...)
				if code := codeOf(try(t, conn, role, sql)); code != want {
					t.Errorf("%s; %s: code %q, want %q", role, sql, code, want)
				}
			}
		}
	}
	// Two entries that cancel out are not balanced each.
	both := values("5") + ", " + strings.Replace(values("-5"), "1, 4,", "1, 5,", 1)
	err := try(t, conn, "SET LOCAL ROLE croupier_writer", `INSERT INTO postings VALUES `+both)
	if code := codeOf(err); code != checkViolation || !strings.Contains(err.Error(), "table 1 seq ") {
		t.Errorf("two entries: %v, want one named", err)
	}
}

// TestAHeadOnlyMovesForward tries what a head must not do.
func TestAHeadOnlyMovesForward(t *testing.T) {
	t.Parallel()
	b := newBook(t, 1, 2)
	conn := b.superuser(t)
	for set, want := range map[string]string{
		"seq = seq + 1, hash = sha256(hash)": "",
		"settings = 2":                       restrictViolation,
		"seq = seq + 2":                      restrictViolation,
		"seq = seq - 1":                      restrictViolation,
		"hash = sha256(hash)":                restrictViolation,
		"rounds = rounds + 1":                restrictViolation,
		"seq = seq + 1, rounds = rounds - 1": restrictViolation,
		"open_round = 1":                     restrictViolation,
		"gaming_day = gaming_day + 1":        restrictViolation,
		"table_id = 9":                       restrictViolation,
	} {
		if code := codeOf(try(t, conn, "SET LOCAL ROLE croupier_owner", `UPDATE heads SET `+set+` WHERE table_id = 1`)); code != want {
			t.Errorf("SET %s: code %q, want %q", set, code, want)
		}
	}
	for _, column := range []string{"settings", "table_id"} { // which no page changes
		sql := `UPDATE heads SET seq = seq + 1, hash = sha256(hash), ` + column + ` = ` + column + ` WHERE table_id = 1`
		if code := codeOf(try(t, conn, "SET LOCAL ROLE croupier_writer", sql)); code != insufficientPrivilege {
			t.Errorf("writer; %s: code %q, want %s", sql, code, insufficientPrivilege)
		}
	}
	if code := codeOf(try(t, conn, "SET LOCAL ROLE croupier_writer", `INSERT INTO heads VALUES (9, 1, sha256(''), 0, NULL, NULL, 1)`)); code != restrictViolation {
		t.Errorf("a head that does not start at 0: code %q, want %s", code, restrictViolation)
	}
}

// TestGuardsComeAsTheirErrors lets each guard refuse a page.
func TestGuardsComeAsTheirErrors(t *testing.T) {
	t.Parallel()
	b := newBook(t, 1, 1)
	open := func(change func(*ledger.Page)) func(ledger.Head) ledger.Page {
		return func(h ledger.Head) ledger.Page {
			p := booktest.Opening(h)
			change(&p)
			return p
		}
	}
	end := func(change func(*ledger.Page)) func(ledger.Head) ledger.Page {
		return func(h ledger.Head) ledger.Page {
			p := booktest.Ending(h)
			change(&p)
			return p
		}
	}
	still := func(*ledger.Page) {}
	one := []ledger.Posting{{Account: "table 1 bank", Amount: booktest.Ending(ledger.Head{}).Entry.Lines[1].Amount}}
	for name, test := range map[string]struct {
		want  error
		pages []func(ledger.Head) ledger.Page
	}{
		"unbalanced":      {ledger.ErrUnbalanced, []func(ledger.Head) ledger.Page{open(still), end(func(p *ledger.Page) { p.Entry.Postings = one })}},
		"settled":         {ledger.ErrPosted, []func(ledger.Head) ledger.Page{open(still), end(still), end(func(p *ledger.Page) { p.Round = 2; p.Key.Key = "other" })}},
		"key of another":  {ledger.ErrKeyReused, []func(ledger.Head) ledger.Page{open(func(p *ledger.Page) { p.Key.Key = "open-1-1" })}},
		"no month":        {ledger.ErrNoMonth, []func(ledger.Head) ledger.Page{open(func(p *ledger.Page) { p.GamingDay = booktest.Day.AddDate(20, 0, 0) })}},
		"opened twice":    {ledger.ErrPage, []func(ledger.Head) ledger.Page{open(still), open(still)}},
		"number skipped":  {ledger.ErrPage, []func(ledger.Head) ledger.Page{open(func(p *ledger.Page) { p.Opening.Number++ })}},
		"no such round":   {ledger.ErrNoRound, []func(ledger.Head) ledger.Page{end(func(p *ledger.Page) { p.Round = 9 })}},
		"another day":     {ledger.ErrPage, []func(ledger.Head) ledger.Page{open(still), end(func(p *ledger.Page) { p.GamingDay = booktest.Day.AddDate(0, 0, 1) })}},
		"nobody":          {ledger.ErrPage, []func(ledger.Head) ledger.Page{open(func(p *ledger.Page) { p.Actor = "" })}},
		"zero byte":       {ledger.ErrPage, []func(ledger.Head) ledger.Page{open(func(p *ledger.Page) { p.Opening.Game = "a\x00b" })}},
		"no UTF-8":        {ledger.ErrPage, []func(ledger.Head) ledger.Page{open(func(p *ledger.Page) { p.Opening.Game = "\xff" })}},
		"five decimals":   {ledger.ErrPage, []func(ledger.Head) ledger.Page{open(still), end(func(p *ledger.Page) { p.Entry.Postings = tiny(one) })}},
		"event again":     {ledger.ErrStale, []func(ledger.Head) ledger.Page{open(still), end(func(p *ledger.Page) { p.Entry = nil }), end(func(p *ledger.Page) { p.Key.Key = "other" })}},
		"unknown outcome": {ledger.ErrPage, []func(ledger.Head) ledger.Page{open(still), end(func(p *ledger.Page) { p.Entry.Kind = "gift" })}},
		"house at play":   {ledger.ErrPage, []func(ledger.Head) ledger.Page{open(func(p *ledger.Page) { p.Table = &ledger.Table{Number: 2, Name: "x"} })}},
	} {
		if _, err := b.write(t.Context(), 1, test.pages...); !errors.Is(err, test.want) {
			t.Errorf("%s: %v, want %v", name, err, test.want)
		}
	}
	b.sound(t)
}

func tiny(ps []ledger.Posting) []ledger.Posting {
	p := ps[0]
	p.Amount = p.Amount.Shift(-6)
	return []ledger.Posting{p}
}

// try runs the statement after the setting and takes both back.
func try(t *testing.T, conn *pgx.Conn, setting, sql string) error {
	t.Helper()
	tx, err := conn.Begin(t.Context())
	must(t, err)
	defer func() { must(t, tx.Rollback(t.Context())) }()
	_, err = tx.Exec(t.Context(), setting)
	must(t, err)
	_, err = tx.Exec(t.Context(), sql)
	return err
}

// codeOf is the SQLSTATE of the error; empty where there is none.
func codeOf(err error) string {
	var pg *pgconn.PgError
	switch {
	case err == nil:
		return ""
	case errors.As(err, &pg):
		return pg.Code
	}
	return err.Error()
}

// anyColumn is a column that the table or partition has.
func anyColumn(name string) string {
	if name == "tables" || name == "paytables" {
		return "at"
	}
	return "table_id"
}
