package ledger_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/jackc/pgx/v5/pgconn"

	"croupier/ledger"
	"croupier/ledger/booktest"
)

// What somebody with the writer's rights would send, in the words of proposal 9
// unless they are replaced. None of it is on a page of the book.
const (
	draft9     = `INSERT INTO proposals VALUES (900, 1, 9, 1, '{}', 'ann', now());`
	price9     = `INSERT INTO proposal_steps VALUES (901, 1, 9, 'priced', 1, sha256('9'), '{}', NULL, NULL, 'ann', now());`
	submit9    = `INSERT INTO proposal_steps VALUES (902, 1, 9, 'submitted', 1, sha256('9'), '{}', NULL, NULL, 'ann', now());`
	settings9  = `INSERT INTO settings VALUES (903, 1, 9, sha256('9'), '{}', 'ann', 'bob', now());`
	sign9      = `INSERT INTO proposal_steps VALUES (903, 1, 9, 'approved', 1, sha256('9'), '{"versions":[{"table":1,"version":9}]}', NULL, NULL, 'bob', now());`
	approve9   = settings9 + sign9
	reject9    = `INSERT INTO proposal_steps VALUES (903, 1, 9, 'rejected', 1, sha256('9'), '{}', NULL, 'no', 'bob', now());`
	schedule9  = `INSERT INTO proposal_steps VALUES (904, 1, 9, 'scheduled', 1, sha256('9'), '{}', NULL, NULL, 'ann', now());`
	withdraw9  = `INSERT INTO proposal_steps VALUES (905, 1, 9, 'withdrawn', 1, sha256('9'), '{}', NULL, 'no', 'ann', now());`
	activate9  = `INSERT INTO activations VALUES (904, 1, 1, 9, 9, now(), NULL, NULL, 'ann', now());`
	return9    = `INSERT INTO activations VALUES (906, 1, 1, 9, NULL, now(), NULL, 'back', 'ann', now());`
	policy9    = `INSERT INTO policies VALUES (903, 1, 9, 9, '{}', 'ann', 'bob', now());`
	submitted9 = draft9 + price9 + submit9
	approved9  = submitted9 + approve9
	inForce9   = approved9 + schedule9 + activate9
)

func by(person, sql string) string { return strings.ReplaceAll(sql, "'ann'", "'"+person+"'") }

// household is a book with a household, in which ann is manager and admin, bob a
// manager, and neither cho nor dan is any.
func household(t *testing.T) book {
	t.Helper()
	b := newBook(t, 2, 1)
	must(t, booktest.Household(t.Context(), b.Pool))
	return b
}

// TestTwoPersonsStandBehindIt goes past the program, with the writer's rights,
// and tries to put on the felt what two persons did not agree to.
func TestTwoPersonsStandBehindIt(t *testing.T) {
	t.Parallel()
	conn := household(t).superuser(t)
	const (
		person = `INSERT INTO persons VALUES (900, 9, 'bob', 2, 'Bob', 'auditor', true, 'en', NULL, 'ann', now());`
		ended  = `INSERT INTO persons VALUES (900, 9, 'bob', 2, 'Bob', 'manager', false, 'en', NULL, 'ann', now());`
		pin    = `INSERT INTO secrets VALUES (900, 9, 'bob', 'pin', 2, '$argon2id$bob', 'ann', now());`
		second = `INSERT INTO proposals VALUES (900, 2, 9, 2, '{}', 'bob', now());`
	)
	ofSecond := func(sql string) string { return strings.ReplaceAll(sql, ", 1, sha256('9')", ", 2, sha256('9')") }
	as := func(from, to, sql string) string { return strings.ReplaceAll(sql, from, to) }
	for name, test := range map[string]struct{ sql, refused string }{
		"all is well": {inForce9 + return9, ""},
		"rejected":    {submitted9 + reject9, ""},
		"withdrawn":   {submitted9 + withdraw9, ""},
		"a policy":    {approved9 + policy9, ""},

		"the own":                      {submitted9 + as("'bob'", "'ann'", sign9), "proposal_two_persons"},
		"the own first draft":          {draft9 + second + ofSecond(by("bob", price9+submit9)) + ofSecond(as("'bob'", "'ann'", sign9)), "proposal_two_persons"},
		"what another drafted for one": {draft9 + price9 + by("bob", submit9) + approve9, "proposal_two_persons"},
		"approved by a supervisor":     {submitted9 + as("'bob'", "'cho'", approve9), "proposal_two_persons"},
		"approved by nobody known":     {submitted9 + as("'bob'", "'eve'", approve9), "proposal_two_persons"},
		"approved by a manager before": {submitted9 + person + approve9, "proposal_two_persons"},
		"approved by one who left":     {submitted9 + ended + approve9, "proposal_two_persons"},
		"submitted by a dealer":        {draft9 + price9 + by("dan", submit9), "proposal_two_persons"},
		"approved twice":               {approved9 + as("903, 1, 9, 'approved'", "903, 2, 9, 'approved'", sign9), "proposal_order"},
		"settings of one":              {as("'bob'", "'ann'", settings9), "settings_two_persons"},
		"settings of nobody":           {as("'bob'", "NULL", settings9), "settings_two_persons"},

		"drafted from the second on":    {second, "proposal_immutable"},
		"drafted after it was sent":     {submitted9 + second, "proposal_immutable"},
		"drafted after it was approved": {approved9 + second, "proposal_immutable"},
		"drafted after the end":         {draft9 + withdraw9 + second, "proposal_immutable"},

		"submitted without a price":       {draft9 + submit9, "proposal_order"},
		"submitted at another price":      {draft9 + price9 + as("sha256('9')", "sha256('8')", submit9), "proposal_order"},
		"submitted at an old price":       {draft9 + price9 + second + ofSecond(submit9), "proposal_order"},
		"submitted in an old draft":       {draft9 + price9 + second + submit9, "proposal_order"},
		"submitted twice":                 {submitted9 + as("902, 1", "902, 2", submit9), "proposal_order"},
		"priced after it was sent":        {submitted9 + as("901, 1", "901, 2", price9), "proposal_order"},
		"approved without being sent":     {draft9 + price9 + approve9, "proposal_order"},
		"approved otherwise than sent":    {submitted9 + as("'approved', 1, sha256('9')", "'approved', 1, sha256('8')", approve9), "proposal_order"},
		"approved after being rejected":   {submitted9 + reject9 + as("903, 1, 9, 'app", "903, 2, 9, 'app", approve9), "proposal_order"},
		"approved after being withdrawn":  {submitted9 + withdraw9 + approve9, "proposal_order"},
		"rejected after being approved":   {approved9 + as("903, 1", "903, 2", reject9), "proposal_order"},
		"scheduled without approval":      {submitted9 + schedule9, "proposal_order"},
		"scheduled after being withdrawn": {approved9 + withdraw9 + schedule9, "proposal_order"},
		"withdrawn after being scheduled": {approved9 + schedule9 + withdraw9, "proposal_order"},
		"withdrawn after being rejected":  {submitted9 + reject9 + withdraw9, "proposal_order"},
		"of no proposal":                  {price9, "proposal_steps_proposal_revision_fkey"},

		"activated without approval":       {submitted9 + settings9 + activate9, "activation_approved"},
		"activated before it is scheduled": {approved9 + activate9, "activation_approved"},
		"a version of another proposal":    {approved9 + schedule9 + as("904, 1, 1, 9, 9", "904, 1, 1, 2, 9", activate9), "activation_approved"},
		"of a proposal with others":        {approved9 + schedule9 + as("904, 1, 1, 9, 9", "904, 1, 1, 9, 1", activate9), "activation_approved"},
		"a version from before":            {approved9 + schedule9 + as("904, 1, 1, 9, 9", "904, 1, 1, 1, 9", activate9), "activation_approved"},
		"a return to what never was":       {approved9 + schedule9 + return9, "activation_approved"},
		"a return to what is to come":      {approved9 + schedule9 + as("9, now(), NULL", "9, now() + interval '1 hour', NULL", activate9) + return9, "activation_approved"},
		"a return of another table":        {inForce9 + `INSERT INTO activations VALUES (906, 1, 2, 1, NULL, now(), NULL, 'back', 'ann', now())`, "activation_approved"},
		"a return without a reason":        {inForce9 + as("'back'", "NULL", return9), "activations_check"},

		"a second version on the approved page": {approved9 + as("903, 1, 9", "903, 1, 10", settings9) + schedule9 + as("904, 1, 1, 9, 9", "904, 1, 1, 10, 9", activate9), "activation_approved"},
		"for a band it was not approved for":    {approved9 + schedule9 + as("now(), NULL, NULL", `now(), '{"days":["fri"]}', NULL`, activate9), "activation_approved"},
		"a return that leaves its band":         {`INSERT INTO activations VALUES (906, 1, 1, 2, NULL, now(), NULL, 'back', 'ann', now())`, "activation_approved"},
		"approved by an account of the author":  {submitted9 + as("'auditor'", "'manager'", person) + approve9, "proposal_two_persons"},
		"approved with the author's secret":     {submitted9 + pin + approve9, "proposal_two_persons"},
		"approved with a secret of the own":     {submitted9 + by("bob", pin) + approve9 + schedule9 + activate9, ""},

		"a policy without approval":    {submitted9 + policy9, "activation_approved"},
		"a policy approved by another": {approved9 + as("'bob'", "'cho'", policy9), "activation_approved"},
		"a policy approved elsewhere":  {approved9 + as("(903", "(904", policy9), "activation_approved"},
		"a policy of one":              {approved9 + as("'ann'", "'bob'", policy9), "policies_check"},
	} {
		for _, role := range []string{asWriter, asOwner, asReplica} {
			if role == asReplica && strings.HasSuffix(test.refused, "_fkey") {
				continue // a replica takes rows in any order
			}
			if got := constraintOf(try(t, conn, role, test.sql)); got != test.refused {
				t.Errorf("%s: %s: refused by %q, want %q", role, name, got, test.refused)
			}
		}
	}
}

// constraintOf is the guard that refused, or what else went wrong.
func constraintOf(err error) string {
	var pg *pgconn.PgError
	switch {
	case err == nil:
		return ""
	case errors.As(err, &pg) && pg.ConstraintName != "":
		return pg.ConstraintName
	}
	return err.Error()
}

// TestOnNoPage adds rows with the writer's rights, which all guards let pass, and
// finds each.
func TestOnNoPage(t *testing.T) {
	t.Parallel()
	b := household(t)
	conn := b.superuser(t)
	const others = `
INSERT INTO persons VALUES (907, 1, 'eve', 1, 'Eve', 'manager', true, 'en', NULL, 'ann', now());
INSERT INTO secrets VALUES (907, 1, 'eve', 'password', 1, '$argon2id$', 'ann', now());
INSERT INTO api_keys VALUES (907, 1, 9, 'eve', 'mine', sha256('9'), 'book.read', NULL, NULL, NULL, 'ann', now());
INSERT INTO api_key_ends VALUES (907, 1, 9, 'lost', 'ann', now());
INSERT INTO stints VALUES (1, 907, 1, 'eve');
INSERT INTO corrections VALUES (1, 907, 1, 4, 'opened', 1, '2026-11-30', 900, 'void', NULL, '{}', 'why', 'eve', now());
INSERT INTO reversals VALUES (1, 907, 1, '2026-11-30', 1, '2026-11-30', 900, '2026-11-30', 4);
INSERT INTO disputes VALUES (1, 907, 1, 2, 'opened', 1, NULL, 'why', 'eve', now());
INSERT INTO alerts VALUES (907, 1, 99, 'mine', 'void', NULL, 1, 'round 1-1', '{}', 'eve', now());
INSERT INTO alert_notes VALUES (907, 1, 99, 'note', 'nothing', 'eve', now());
INSERT INTO day_closes VALUES (907, 1, '2020-01-01', 1, 0, '{}', sha256('9'), sha512('9'), 'eve', 'ann', now());
INSERT INTO slips VALUES (1, 907, 1, 'S-907');
INSERT INTO counts VALUES (1, 907, 1, 'chips', 100, 5);
INSERT INTO significant_events VALUES (0, 907, 1, 'sign-in', 'person eve', 'server', 'eve', NULL, NULL, NULL, NULL, now());
INSERT INTO significant_events VALUES (1, 907, 1, 'dealer', 'table 1', 'server', 'eve', NULL, NULL, NULL, '{}', now());
INSERT INTO requests VALUES ('eve', '9', sha256('9'), 1, 907, 200, '', now());
INSERT INTO tables VALUES (907, 9, 'UTH 9', 'eve', now());
INSERT INTO paytables VALUES (907, sha256('9'), 'x', 'y', 'z', '{}', 'eve', now());
INSERT INTO days VALUES (1, 9, 907, '2026-11-30');
INSERT INTO rounds VALUES ('2026-11-30', 1, 9, 907, 'x', 1, sha256('9'), 'KRW', 'hand', NULL, NULL, 'eve', now());
INSERT INTO events VALUES ('2026-11-30', 1, 9, 1, 907, 'pay', 'pay', 0, NULL, NULL, NULL, NULL, NULL, false, 'eve', NULL, now());
INSERT INTO entries VALUES ('2026-11-30', 1, 907, NULL, 'fill', 'KRW', 'eve', 'ann', NULL, now());
INSERT INTO lines VALUES ('2026-11-30', 1, 907, 1, 9, 1, 'ante', 5, 'win', 1, 5, 5, 5);
INSERT INTO postings VALUES ('2026-11-30', 1, 907, 1, NULL, 'table 1 float', 5), ('2026-11-30', 1, 907, 2, NULL, 'cage', -5);`
	tx, err := conn.Begin(t.Context())
	must(t, err)
	defer func() { must(t, tx.Rollback(t.Context())) }()
	_, err = tx.Exec(t.Context(), asWriter+`;`+inForce9+return9+policy9+others)
	must(t, err)
	faults, err := ledger.VerifyIn(t.Context(), tx)
	must(t, err)
	var left []string
	for relation := range ledger.Hashed() {
		if relation != "links" && !slices.ContainsFunc(faults, func(f ledger.Fault) bool { return f.Relation == relation && f.What == "on no page" }) {
			left = append(left, relation)
		}
	}
	if left != nil {
		t.Errorf("rows on no page of %v escaped", left)
	}
}

// TestVerifyAsksForTwoPersons writes with every guard switched off, but on pages
// of which every hash is right, what two persons did not agree to.
func TestVerifyAsksForTwoPersons(t *testing.T) {
	t.Parallel()
	c := newCrime(t)
	step := func(proposal int64, what, actor string) ledger.Row {
		return ledger.Row{Of: "proposal_steps", Values: map[string]any{
			"proposal": proposal, "step": what, "revision": 1, "digest": booktest.ChangedDigest[:], "content": json.RawMessage("{}"), "actor": actor}}
	}
	settings := func(actor, approver string) ledger.Page {
		return ledger.Page{Settings: []ledger.Settings{
			{Table: 2, Version: 9, Digest: booktest.ChangedDigest, Content: booktest.Changed, Actor: actor, Approver: approver}}}
	}
	activation := func(version int, proposal any) ledger.Page {
		return ledger.Page{Rows: []ledger.Row{{Of: "activations", Values: map[string]any{
			"table_no": int64(2), "version": version, "proposal": proposal, "begins": booktest.At, "reason": "why not"}}}}
	}
	rows := func(rows ...ledger.Row) ledger.Page { return ledger.Page{Rows: rows} }
	draft := ledger.Row{Of: "proposals", Values: map[string]any{"id": int64(9), "revision": 1, "content": json.RawMessage("{}"), "actor": "ann"}}
	again := ledger.Row{Of: "proposals", Values: map[string]any{"id": int64(9), "revision": 2, "content": json.RawMessage("{}"), "actor": "ann"}}
	policy := ledger.Row{Of: "policies", Values: map[string]any{"version": 9, "proposal": int64(1), "content": json.RawMessage("{}"), "actor": "ann", "approver": "bob"}}
	for name, test := range map[string]struct {
		page ledger.Page
		want string // empty: none
	}{
		"settings of two":      {settings("ann", "bob"), ""},
		"settings of one":      {settings("ann", "ann"), "settings, version 9: settings of table 2: ann approved the own"},
		"settings of nobody":   {settings("ann", ""), "settings, version 9: settings of table 2: nobody approved them"},
		"approved by two":      {rows(draft, step(9, "submitted", "ann"), step(9, "approved", "bob")), ""},
		"the own draft":        {rows(draft, step(9, "submitted", "bob"), step(9, "approved", "ann")), "proposal_steps, n 2: ann may not approve what is the own"},
		"the own submission":   {rows(draft, step(9, "submitted", "bob"), step(9, "approved", "bob")), "proposal_steps, n 2: bob may not approve what is the own"},
		"a supervisor's":       {rows(draft, step(9, "submitted", "ann"), step(9, "approved", "cho")), "proposal_steps, n 2: cho was no manager"},
		"a stranger's":         {rows(draft, step(9, "submitted", "ann"), step(9, "approved", "eve")), "proposal_steps, n 2: eve was no manager"},
		"never submitted":      {rows(draft, step(9, "approved", "bob")), "proposal_steps, n 1: proposal 9 was not submitted as it was approved"},
		"submitted afterwards": {rows(draft, step(9, "approved", "bob"), step(9, "submitted", "ann")), "proposal_steps, n 1: proposal 9 was not submitted as it was approved"},
		"revised":              {rows(draft, again, step(9, "submitted", "ann"), step(9, "approved", "bob")), "proposal_steps, n 2: proposal 9 was not submitted as it was approved"},
		"activated by nobody":  {activation(1, nil), "activations, n 1: version 1 of table 2: nobody approved it"},
		"of another proposal":  {activation(1, int64(1)), "activations, n 1: version 1 of table 2: nobody approved it"},
		"of no proposal":       {activation(1, int64(77)), "activations, n 1: version 1 of table 2: nobody approved it"},
		"a policy of no page":  {rows(policy), "policies, n 1: nobody approved it"},
	} {
		c.Run(name, func(t *testing.T) {
			var seq int64
			faults := c.written(t, ledger.House, test.page, booktest.At, &seq)
			got := ""
			if len(faults) > 0 {
				got = strings.TrimPrefix(faults[0].String(), "house seq ")
				_, got, _ = strings.Cut(got, ": ")
			}
			if got != test.want || len(faults) > 1 || len(faults) == 1 && faults[0].Seq != seq {
				t.Errorf("%v, want %q at seq %d and no other", faults, test.want, seq)
			}
		})
	}
}

// TestARoundUnderSettingsNotInForce opens rounds, on pages of which every hash is
// right, under settings that were set, and under such as were in force.
func TestARoundUnderSettingsNotInForce(t *testing.T) {
	t.Parallel()
	c := newCrime(t)
	_, err := c.write(t.Context(), ledger.House, func(h ledger.Head) ledger.Page {
		return ledger.Page{
			Actor: "bob", At: booktest.At, GamingDay: booktest.Day,
			Settings: []ledger.Settings{{Table: 1, Version: 3, Digest: booktest.ChangedDigest, Content: booktest.Changed, Actor: "ann", Approver: "bob"}},
		}
	})
	must(t, err)
	for name, test := range map[string]struct {
		version int
		before  time.Duration
		found   bool
	}{"in force": {2, 0, false}, "before it was": {2, time.Second, true}, "never": {3, 0, true}, "from before persons": {1, time.Hour, false}} {
		p := booktest.Opening(c.head(t))
		p.Opening.Settings = test.version
		if test.version != 1 {
			p.Opening.Digest = booktest.ChangedDigest
		}
		var seq int64
		faults := c.written(t, 1, p, booktest.At.Add(-test.before), &seq)
		want := ledger.Fault{Table: 1, Seq: seq, Relation: "rounds", Row: fmt.Sprintf("round %d", p.Opening.Number),
			What: fmt.Sprintf("opened under settings %d, which were not in force", test.version)}
		if test.found != (len(faults) == 1 && faults[0] == want) || len(faults) > 1 {
			t.Errorf("%s: %v, want %v: %v", name, faults, want, test.found)
		}
	}
}

// TestVerifyAsksForTwoPersonsAtTheTable moves chips by one, with every guard
// switched off.
func TestVerifyAsksForTwoPersonsAtTheTable(t *testing.T) {
	t.Parallel()
	c := newCrime(t)
	for approver, want := range map[string]bool{"": true, "dan": true, "cho": false} {
		var seq int64
		faults := c.written(t, 2, ledger.Page{
			Actor: "dan", Approver: approver, Entry: &ledger.Entry{Kind: ledger.KindFill, Currency: "KRW", Postings: []ledger.Posting{}},
		}, booktest.At, &seq)
		if found := len(faults) == 1 && faults[0] == (ledger.Fault{Table: 2, Seq: seq, Relation: "entries", What: "fill of chips, which takes two persons"}); found != want || len(faults) > 1 {
			t.Errorf("approved by %q: %v", approver, faults)
		}
	}
}

// written appends the page, verifies, and takes it back.
func (c crime) written(t *testing.T, table int64, p ledger.Page, at time.Time, seq *int64) []ledger.Fault {
	t.Helper()
	tx, err := c.conn.Begin(t.Context())
	must(t, err)
	defer func() { must(t, tx.Rollback(t.Context())) }()
	held, err := ledger.Lock(t.Context(), tx, table, 0, ledger.Key{})
	must(t, err)
	p.At, p.GamingDay = at, booktest.Day
	if p.Actor == "" {
		p.Actor = "eve"
	}
	head, err := ledger.Append(t.Context(), tx, held.Head, p)
	must(t, err)
	*seq = head.Seq
	faults, err := ledger.VerifyIn(t.Context(), tx)
	must(t, err)
	return faults
}
