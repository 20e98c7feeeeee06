package house_test

import (
	"context"
	"encoding/json"
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/jackc/pgx/v5/pgconn"

	"croupier/desk"
	"croupier/house"
	"croupier/house/housetest"
	"croupier/house/people"
	"croupier/house/roles"
)

// small is a change of what needs no deal counted anew.
func small(seats int) *house.Patch { return &house.Patch{Seats: seats} }

// Whoever drafted a revision or submitted it decides on nothing of it: the control
// is on the person, whatever roles or keys there are.
func TestNobodyDecidesOnTheOwn(t *testing.T) {
	t.Parallel()
	wholeCount(t)
	o, ctx := newOffice(t), context.Background()
	housetest.Person(t, o.pool, "all", roles.All...)
	housetest.Person(t, o.pool, "eve", roles.Manager)
	table := housetest.Table(t, o.pool, uth())
	d := house.Draft{Title: "six seats", Tables: []int64{table}, Change: small(6)}
	p := o.must(o.Draft(ctx, o.as("all"), d))
	o.must(o.Revise(ctx, o.as(housetest.Manager), p.ID, d))
	o.must(o.Submit(ctx, o.as("eve"), p.ID, ""))
	for _, own := range []string{"all", housetest.Manager, "eve"} {
		if _, err := o.Approve(ctx, o.as(own), p.ID, house.Approval{Now: true}); !errors.Is(err, house.ErrOwnProposal) {
			t.Errorf("%s approves: %v", own, err)
		}
		if _, err := o.Reject(ctx, o.as(own), p.ID, "mine"); !errors.Is(err, house.ErrOwnProposal) {
			t.Errorf("%s rejects: %v", own, err)
		}
	}
	o.must(o.Approve(ctx, o.as(housetest.OtherManager), p.ID, house.Approval{Now: true}))
	o.verify()
}

// An administrator who is a manager too makes no second person of himself: an account
// he set, or knows the secret of, does not decide on what is his.
func TestAPuppetDecidesOnNothing(t *testing.T) {
	t.Parallel()
	wholeCount(t)
	o, ctx := newOffice(t), context.Background()
	d := desk.New(o.pool, func() time.Time { return o.now })
	all := people.New(d, people.Options{})
	housetest.Person(t, o.pool, "all", roles.All...)
	table := housetest.Table(t, o.pool, uth())
	p := o.must(o.Draft(ctx, o.as("all"), house.Draft{Title: "six seats", Tables: []int64{table}, Change: small(6)}))
	o.must(o.Submit(ctx, o.as("all"), p.ID, ""))
	must := func(err error) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
	}
	_, err := all.Add(ctx, o.as("all"), people.Addition{Name: "puppet", Roles: []roles.Role{roles.Manager}})
	must(err)
	_, err = all.Add(ctx, desk.Server, people.Addition{Name: "known", Roles: []roles.Role{roles.Manager}})
	must(err)
	must(all.SetSecret(ctx, o.as("all"), "known", people.Password, "one that two persons have"))
	for _, name := range []string{"puppet", "known"} {
		if _, err := o.Approve(ctx, o.as(name), p.ID, house.Approval{Now: true}); !errors.Is(err, house.ErrOwnProposal) {
			t.Errorf("%s approves: %v", name, err)
		}
	}
	for _, k := range []people.Key{
		{Person: "known", Label: "a", Scopes: []roles.Action{roles.ProposalApprove}},
		{Person: "known", Label: "a", Scopes: []roles.Action{roles.ProposalRead, roles.ProposalApprove}},
	} {
		if _, _, err := all.NewKey(ctx, o.as("all"), k); !errors.Is(err, people.ErrScopes) {
			t.Errorf("a key to approve as another: %v", err)
		}
	}
	must(all.SetSecret(ctx, o.as("known"), "known", people.Password, "one of my own choosing"))
	o.must(o.Approve(ctx, o.as("known"), p.ID, house.Approval{Now: true}))
	o.verify()
}

// What the program would not do, the application's role cannot do past it.
func TestTheDatabaseHoldsTwoPersons(t *testing.T) {
	t.Parallel()
	wholeCount(t)
	o, ctx := newOffice(t), context.Background()
	table := housetest.Table(t, o.pool, uth())
	p := o.must(o.Draft(ctx, o.as(housetest.Manager), house.Draft{Title: "six seats", Tables: []int64{table}, Change: small(6)}))
	step := `INSERT INTO proposal_steps (seq, n, proposal, step, revision, digest, content, actor, at)
		SELECT 900, 1, proposal, '%s', revision, digest, '{}', '%s', now() FROM proposal_steps WHERE proposal = 2 AND step = 'priced' LIMIT 1`
	fill := func(sql string, with ...string) string {
		for _, w := range with {
			sql = strings.Replace(sql, "%s", w, 1)
		}
		return sql
	}
	refused := func(what, sql, constraint string) {
		t.Helper()
		_, err := o.pool.Exec(ctx, sql)
		var pg *pgconn.PgError
		if !errors.As(err, &pg) || pg.ConstraintName != constraint {
			t.Errorf("%s: %v, want %s", what, err, constraint)
		}
	}
	o.must(o.Price(ctx, o.as(housetest.Manager), p.ID))
	refused("approved before it was submitted", fill(step, "approved", housetest.OtherManager), "proposal_order")
	refused("submitted by a dealer", fill(step, "submitted", housetest.Dealer), "proposal_two_persons")
	o.must(o.Submit(ctx, o.as(housetest.Manager), p.ID, ""))
	refused("the own approved", fill(step, "approved", housetest.Manager), "proposal_two_persons")
	refused("approved by a supervisor", fill(step, "approved", housetest.Supervisor), "proposal_two_persons")
	refused("priced after its submission", fill(step, "priced", housetest.Manager), "proposal_order")
	refused("scheduled before its approval", fill(step, "scheduled", housetest.OtherManager), "proposal_order")
	refused("changed after its submission", `INSERT INTO proposals (seq, n, id, revision, content, actor, at)
		SELECT 900, 1, id, 2, content, actor, now() FROM proposals WHERE id = 2`, "proposal_immutable")
	refused("settings of one person", `INSERT INTO settings (seq, table_id, version, digest, content, actor, approver, at)
		SELECT 900, table_id, 2, digest, content, 'manager-1', 'manager-1', now() FROM settings`, "settings_two_persons")
	refused("a version nobody approved", `INSERT INTO settings (seq, table_id, version, digest, content, actor, approver, at)
		SELECT 900, table_id, 2, digest, content, 'manager-1', 'manager-2', now() FROM settings;
		INSERT INTO activations (seq, n, table_no, version, proposal, begins, actor, at) VALUES (900, 1, 1, 2, 2, now(), 'manager-2', now())`, "activation_approved")
	refused("a policy nobody approved", `INSERT INTO policies (seq, n, version, proposal, content, actor, approver, at)
		VALUES (900, 1, 1, 2, '{}', 'manager-1', 'manager-2', now())`, "activation_approved")
	if _, err := o.pool.Exec(ctx, `UPDATE proposals SET content = '{}'`); err == nil {
		t.Error("a proposal can be changed in place")
	}
}

// Once submitted, a proposal does not change; it can only be decided on or taken
// back.
func TestImmutableOnceSubmitted(t *testing.T) {
	t.Parallel()
	wholeCount(t)
	o, ctx := newOffice(t), context.Background()
	table := housetest.Table(t, o.pool, uth())
	d := house.Draft{Title: "six seats", Tables: []int64{table}, Change: small(6)}
	p := o.must(o.Draft(ctx, o.as(housetest.Manager), d))
	o.must(o.Submit(ctx, o.as(housetest.Manager), p.ID, ""))
	for name, do := range map[string]func() error{
		"revised":   func() error { _, err := o.Revise(ctx, o.as(housetest.Manager), p.ID, d); return err },
		"priced":    func() error { _, err := o.Price(ctx, o.as(housetest.Manager), p.ID); return err },
		"submitted": func() error { _, err := o.Submit(ctx, o.as(housetest.Manager), p.ID, ""); return err },
		"scheduled": func() error { _, err := o.Schedule(ctx, o.as(housetest.Manager), p.ID, nil); return err },
	} {
		if err := do(); !errors.Is(err, house.ErrStep) {
			t.Errorf("%s: %v, want ErrStep", name, err)
		}
	}
	o.must(o.Reject(ctx, o.as(housetest.OtherManager), p.ID, "seven it is"))
	if _, err := o.Withdraw(ctx, o.as(housetest.Manager), p.ID, "late"); !errors.Is(err, house.ErrStep) {
		t.Errorf("withdrawn after it was rejected: %v", err)
	}
	if _, err := o.Approve(ctx, o.as(housetest.OtherManager), p.ID, house.Approval{}); !errors.Is(err, house.ErrStep) {
		t.Errorf("approved after it was rejected: %v", err)
	}
	q := o.must(o.Draft(ctx, o.as(housetest.Manager), d))
	o.must(o.Withdraw(ctx, o.as(housetest.Manager), q.ID, "thought better of it"))
	o.is(q.ID, house.Withdrawn)
	o.verify()
}

// What was priced, submitted or approved on settings that are no longer the
// table's goes no further.
func TestMovedTables(t *testing.T) {
	t.Parallel()
	wholeCount(t)
	o, ctx := newOffice(t), context.Background()
	table := housetest.Table(t, o.pool, uth())
	draft := func(seats int) house.Draft {
		return house.Draft{Title: "seats", Tables: []int64{table}, Change: small(seats)}
	}
	priced := o.must(o.Draft(ctx, o.as(housetest.Manager), draft(3)))
	o.must(o.Price(ctx, o.as(housetest.Manager), priced.ID))
	submitted := o.must(o.Draft(ctx, o.as(housetest.Manager), draft(4)))
	o.must(o.Submit(ctx, o.as(housetest.Manager), submitted.ID, ""))
	approved := o.must(o.Draft(ctx, o.as(housetest.Manager), draft(5)))
	o.must(o.Submit(ctx, o.as(housetest.Manager), approved.ID, ""))
	o.must(o.Approve(ctx, o.as(housetest.OtherManager), approved.ID, house.Approval{}))
	chip := house.Draft{Title: "zone", Tables: []int64{table}, Change: &house.Patch{TimeZone: "Asia/Seoul"}}
	o.forced(chip)
	if _, err := o.Approve(ctx, o.as(housetest.OtherManager), submitted.ID, house.Approval{Now: true}); !errors.Is(err, house.ErrMoved) {
		t.Errorf("approved on other settings: %v", err)
	}
	if _, err := o.Schedule(ctx, o.as(housetest.Manager), approved.ID, nil); !errors.Is(err, house.ErrMoved) {
		t.Errorf("scheduled on other settings: %v", err)
	}
	again := o.must(o.Submit(ctx, o.as(housetest.Manager), priced.ID, ""))
	if len(again.Steps) != 3 || again.Steps[0].Digest == again.Steps[1].Digest || again.Prices.Appraisals[0].Tables[0].Base == 1 {
		t.Errorf("submitted without being priced again: %+v", again.Steps)
	}
	o.must(o.Approve(ctx, o.as(housetest.OtherManager), again.ID, house.Approval{Now: true}))
	got, err := o.Table(ctx, table)
	if err != nil || got.Pins.Seats != 3 || got.Pins.TimeZone != "Asia/Seoul" {
		t.Errorf("%+v, %v: a change takes back what it does not name", got.Pins, err)
	}
	o.verify()
}

// The same request under the same key gets the first answer.
func TestStepsAreRepeatable(t *testing.T) {
	t.Parallel()
	wholeCount(t)
	o, ctx := newOffice(t), context.Background()
	table := housetest.Table(t, o.pool, uth())
	c := o.as(housetest.Manager)
	d := house.Draft{Title: "six seats", Tables: []int64{table}, Change: small(6)}
	first, err := o.Draft(ctx, c, d)
	if err != nil {
		t.Fatal(err)
	}
	second, err := o.Draft(ctx, c, d)
	if err != nil || !second.Repeated || string(second.Body) != string(first.Body) {
		t.Errorf("%+v, %v", second, err)
	}
	var p house.Proposal
	if err := json.Unmarshal(first.Body, &p); err != nil {
		t.Fatal(err)
	}
	c = o.as(housetest.Manager)
	if _, err = o.Submit(ctx, c, p.ID, ""); err != nil {
		t.Fatal(err)
	}
	if again, err := o.Submit(ctx, c, p.ID, ""); err != nil || !again.Repeated {
		t.Errorf("submitted again: %+v, %v", again, err)
	}
}
