package house_test

import (
	"context"
	"crypto/ed25519"
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"os"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"

	"croupier/desk"
	"croupier/house"
	"croupier/house/housetest"
	"croupier/ledger"
	"croupier/paytables"
	"croupier/postgres/postgrestest"
	"croupier/shelf"
)

// counts is the shelf of all tests: the deals of a game are counted once a run.
var counts = shelf.New(os.Getenv("CROUPIER_TEST_COUNTS"))

// An office is the management of a house with a clock of its own.
type office struct {
	*house.Office
	t    *testing.T
	pool *pgxpool.Pool
	desk *desk.Desk
	lock sync.Mutex
	now  time.Time
	keys int
}

func newOffice(t *testing.T) *office {
	t.Helper()
	o := &office{t: t, pool: postgrestest.NewPool(t), now: noon}
	o.desk = desk.New(o.pool, o.clock)
	o.Office = house.NewOffice(o.desk, counts).WithKeys(house.Keys{Own: ed25519.NewKeyFromSeed(make([]byte, ed25519.SeedSize))})
	housetest.People(t, o.pool)
	return o
}

// clock goes on a second each time it is looked at.
func (o *office) clock() time.Time {
	o.lock.Lock()
	defer o.lock.Unlock()
	o.now = o.now.Add(time.Second)
	return o.now
}

// as is the person, asking under a new key.
func (o *office) as(name string) desk.Caller {
	o.lock.Lock()
	defer o.lock.Unlock()
	o.keys++
	key := fmt.Sprint("key ", o.keys)
	return desk.Caller{Actor: name, Origin: "10.0.0.7", Key: key, Body: sha256.Sum256([]byte(key))}
}

// must reads the proposal an accepted step is answered with.
func (o *office) must(a desk.Answer, err error) house.Proposal {
	o.t.Helper()
	if err != nil {
		o.t.Fatal(err)
	}
	var p house.Proposal
	if err := json.Unmarshal(a.Body, &p); err != nil {
		o.t.Fatal(err)
	}
	return p
}

func (o *office) is(id int64, want house.State) house.Proposal {
	o.t.Helper()
	p, err := o.Proposal(o.t.Context(), id)
	if err != nil || p.State != want {
		o.t.Fatalf("proposal %d is %s, %v, want %s", id, p.State, err, want)
	}
	return p
}

// forced takes a proposal from where it is drafted into force.
func (o *office) forced(d house.Draft) house.Proposal {
	o.t.Helper()
	p := o.must(o.Draft(o.t.Context(), o.as(housetest.Manager), d))
	o.must(o.Submit(o.t.Context(), o.as(housetest.Manager), p.ID, ""))
	return o.must(o.Approve(o.t.Context(), o.as(housetest.OtherManager), p.ID, house.Approval{Now: true}))
}

// inForce is the version that serves the table now.
func (o *office) inForce(table int64, at time.Time) int {
	o.t.Helper()
	version, err := house.InForce(o.t.Context(), o.pool, table, at)
	if err != nil {
		o.t.Fatal(err)
	}
	return version
}

// events are the kinds of the significant events about the subject, in order.
func (o *office) events(subject string) string {
	o.t.Helper()
	var kinds string
	err := o.pool.QueryRow(o.t.Context(),
		`SELECT coalesce(string_agg(kind, ' ' ORDER BY seq, n), '') FROM significant_events WHERE subject = $1`, subject).Scan(&kinds)
	if err != nil {
		o.t.Fatal(err)
	}
	return kinds
}

func (o *office) verify() {
	o.t.Helper()
	sum, err := ledger.Verify(o.t.Context(), o.pool, ledger.VerifyOptions{}, func(f ledger.Fault) { o.t.Error(f) })
	if err != nil || sum.Faults != 0 {
		o.t.Errorf("verify: %+v, %v", sum, err)
	}
}

// trips is a change to another trips paytable.
func trips(p paytables.Paytable) *house.Patch {
	return &house.Patch{Paytables: map[string]*paytables.Paytable{"trips": &p}}
}

// wholeCount skips a test that counts every deal of a game, which takes the race
// detector minutes; package edge counts under it, once.
func wholeCount(t *testing.T) {
	t.Helper()
	if raced {
		t.Skip("counts every deal; the race detector has package edge for that")
	}
}

// A new table comes into force with two managers, and another paytable after it.
func TestFromDraftToForce(t *testing.T) {
	t.Parallel()
	wholeCount(t)
	o, ctx := newOffice(t), context.Background()
	a, err := o.CreateTable(ctx, o.as(housetest.Manager), "UTH 1", house.Patch{Game: "ultimate-texas-holdem"})
	if err != nil {
		t.Fatal(err)
	}
	var table house.Table
	if err := json.Unmarshal(a.Body, &table); err != nil || table.Pins != nil || len(table.Pending) != 1 || a.Status != 201 {
		t.Fatalf("%d %s, %v", a.Status, a.Body, err)
	}
	id := table.Pending[0]
	priced := o.must(o.Price(ctx, o.as(housetest.Manager), id))
	if priced.State != house.Priced || !priced.Prices.Pass || len(priced.Prices.Appraisals) != 1 {
		t.Fatalf("priced: %s, %+v", priced.State, priced.Prices.Findings)
	}
	if w := priced.Prices.Appraisals[0].Report.Wagers; w[0].Edge != "0.021849713762753" || !strings.HasPrefix(w[1].Edge, "0.01904") {
		t.Errorf("edges %s and %s", w[0].Edge, w[1].Edge)
	}
	submitted := o.must(o.Submit(ctx, o.as(housetest.Manager), id, ""))
	if submitted.State != house.Submitted || len(submitted.Steps) != 2 {
		t.Fatalf("submitted: %+v", submitted.Steps)
	}
	if got, err := o.Table(ctx, table.ID); err != nil || got.Version != 0 || len(got.Pending) != 1 {
		t.Errorf("a table without settings: %+v, %v", got, err)
	}
	if p := o.must(o.Approve(ctx, o.as(housetest.OtherManager), id, house.Approval{})); p.State != house.Approved {
		t.Fatalf("approved: %s", p.State)
	}
	if p := o.must(o.Schedule(ctx, o.as(housetest.Manager), id, nil)); p.State != house.Effective {
		t.Fatalf("scheduled: %s", p.State)
	}
	p := o.is(id, house.Effective)
	if len(p.Versions) != 1 || p.Versions[0].Table != table.ID || p.Versions[0].Since == nil || p.Versions[0].Until != nil {
		t.Errorf("versions %+v", p.Versions)
	}
	got, err := o.Table(ctx, table.ID)
	if err != nil || got.Version != 1 || got.Pending != nil || got.Pins.Digest != p.Prices.Appraisals[0].Tables[0].Digest {
		t.Errorf("%+v, %v", got, err)
	}
	second := o.forced(house.Draft{Title: "trips 3", Tables: []int64{table.ID}, Change: trips(shipped(t, "trips-3"))})
	o.is(id, house.Retired)
	o.is(second.ID, house.Effective)
	versions, err := o.Versions(ctx, table.ID)
	if err != nil || len(versions) != 2 || versions[0].State != house.Effective || versions[1].State != house.Retired ||
		versions[0].Actor != housetest.Manager || versions[0].Approver != housetest.OtherManager || versions[0].Pins.Paytables["trips"].Name != "trips-3" {
		t.Errorf("%+v, %v", versions, err)
	}
	if kinds := o.events(fmt.Sprint("proposal ", id)); kinds != "draft priced submitted approved scheduled" {
		t.Errorf("events %s", kinds)
	}
	o.verify()
}
