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

// Who tries.
const (
	asWriter  = "SET LOCAL ROLE croupier_writer"
	asOwner   = "SET LOCAL ROLE croupier_owner"
	asReplica = "SET LOCAL session_replication_role = 'replica'" // a superuser who plays one
)

// TestNobodyChangesTheBook tries every way to change or delete a row, as the
// writer, the owner and a superuser who plays a replica, at each table and
// partition, whether it holds rows or not.
func TestNobodyChangesTheBook(t *testing.T) {
	t.Parallel()
	b := newBook(t, 1, 1)
	conn := b.superuser(t)
	for role, refused := range map[string]string{
		asWriter:  insufficientPrivilege,
		asOwner:   restrictViolation,
		asReplica: restrictViolation,
	} {
		for _, name := range b.relations(t) {
			for _, sql := range []string{
				`UPDATE ` + name + ` SET seq = seq`,
				`UPDATE ` + name + ` SET seq = seq WHERE false`,
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

// TestOnlySessionsAreForgotten tries what may be done to the one table that says
// nothing of the past.
func TestOnlySessionsAreForgotten(t *testing.T) {
	t.Parallel()
	conn := newBook(t, 0, 0).superuser(t)
	const session = `INSERT INTO sessions VALUES (sha256('x'), 'ann', 'terminal', 1, now(), now(), now(), 'server');`
	for sql, want := range map[string]string{
		session + `UPDATE sessions SET seen = now(); DELETE FROM sessions`: "",
		session + `UPDATE sessions SET person = 'bob'`:                     insufficientPrivilege,
		session + `UPDATE sessions SET expires = now()`:                    insufficientPrivilege,
		`TRUNCATE sessions`:                               insufficientPrivilege,
		strings.Replace(session, "terminal", "key", 1):    checkViolation,
		strings.Replace(session, "sha256('x')", "'x'", 1): checkViolation,
	} {
		if code := codeOf(try(t, conn, asWriter, sql)); code != want {
			t.Errorf("%s: code %q, want %q", sql, code, want)
		}
	}
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
			if code := codeOf(try(t, conn, asWriter, sql)); code != insufficientPrivilege {
				t.Errorf("%s: code %q, want %s", sql, code, insufficientPrivilege)
			}
		}
	}
	for _, sql := range []string{
		`SELECT guard('events')`, `ALTER TABLE events DISABLE TRIGGER append_only`, `DROP TABLE events`,
		`CREATE TABLE croupier.mine ()`,
	} {
		if code := codeOf(try(t, conn, asWriter, sql)); code != insufficientPrivilege {
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
	for _, role := range []string{asWriter, asOwner, asReplica} {
		for _, table := range []string{"postings", "postings_2026_11"} {
			if role == asWriter && table != "postings" {
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
	err := try(t, conn, asWriter, `INSERT INTO postings VALUES `+both)
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
		"seq = seq + 1, hash = sha256(hash)":               "",
		"seq = seq + 1, dealer = 'dan'":                    "",
		"dealer = 'dan'":                                   restrictViolation,
		"settings = 2":                                     restrictViolation,
		"seq = seq + 1, settings = 2":                      restrictViolation,
		"seq = seq + 1, settings = 2, rounds = rounds + 1": "",
		"seq = seq + 2":                                    restrictViolation,
		"seq = seq - 1":                                    restrictViolation,
		"hash = sha256(hash)":                              restrictViolation,
		"rounds = rounds + 1":                              restrictViolation,
		"seq = seq + 1, rounds = rounds - 1":               restrictViolation,
		"open_round = 1":                                   restrictViolation,
		"gaming_day = gaming_day + 1":                      restrictViolation,
		"table_id = 9":                                     restrictViolation,
	} {
		if code := codeOf(try(t, conn, asOwner, `UPDATE heads SET `+set+` WHERE table_id = 1`)); code != want {
			t.Errorf("SET %s: code %q, want %q", set, code, want)
		}
	}
	const renumber = `UPDATE heads SET seq = seq + 1, hash = sha256(hash), table_id = table_id WHERE table_id = 1`
	if code := codeOf(try(t, conn, asWriter, renumber)); code != insufficientPrivilege {
		t.Errorf("writer; %s: code %q, want %s", renumber, code, insufficientPrivilege)
	}
	for _, values := range []string{`9, 1, sha256(''), 0, NULL, NULL, 1`, `9, 0, decode(repeat('00', 32), 'hex'), 0, NULL, NULL, 0, 'dan'`} {
		if code := codeOf(try(t, conn, asWriter, `INSERT INTO heads VALUES (`+values+`)`)); code != restrictViolation {
			t.Errorf("a head that does not start at 0: %s: code %q, want %s", values, code, restrictViolation)
		}
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
		"one person":      {ledger.ErrPage, []func(ledger.Head) ledger.Page{open(still), end(func(p *ledger.Page) { p.Entry, p.Approver = nil, p.Actor })}},
		"ended by one":    {ledger.ErrPage, []func(ledger.Head) ledger.Page{open(still), end(func(p *ledger.Page) { p.Events, p.Approver = nil, p.Actor })}},
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
