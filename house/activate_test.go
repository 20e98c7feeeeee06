package house_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"testing"
	"time"

	"croupier/house"
	"croupier/house/housetest"
)

// friday is the Friday after noon, which is a Monday.
func friday(hour, minute int) time.Time { return time.Date(2026, 12, 4, hour, minute, 0, 0, time.UTC) }

// A band that runs past midnight belongs to the day it began on, in its own zone.
func TestABandOverMidnight(t *testing.T) {
	t.Parallel()
	wholeCount(t)
	o := newOffice(t)
	table := housetest.Table(t, o.pool, uth())
	p := o.forced(house.Draft{
		Title: "friday nights", Tables: []int64{table}, Change: small(6),
		Band: &house.Band{Days: []string{"fri"}, From: "18:00", To: "06:00", Zone: "Asia/Seoul"},
	})
	if p.State != house.Effective {
		t.Errorf("state %s", p.State)
	}
	for at, want := range map[time.Time]int{ // Seoul is nine hours ahead
		friday(8, 59): 1, friday(9, 0): 2, friday(20, 59): 2, friday(21, 0): 1, friday(9, 0).AddDate(0, 0, 1): 1,
		friday(16, 0): 2, // 01:00 on Saturday there
	} {
		if got := o.inForce(table, at); got != want {
			t.Errorf("%s: version %d, want %d", at, got, want)
		}
	}
	// A change is made to what holds always, and ends the bands before it.
	o.forced(house.Draft{Title: "zone", Tables: []int64{table}, Change: &house.Patch{TimeZone: "Asia/Seoul"}})
	if got := o.inForce(table, friday(16, 0)); got != 3 {
		t.Errorf("version %d after a later decision", got)
	}
	f, err := house.LoadFelt(t.Context(), o.pool, table, 3)
	if err != nil || f.Settings.Seats != 7 {
		t.Errorf("%+v, %v: the change was made to the band", f.Settings, err)
	}
	o.verify()
}

// What is scheduled for a moment serves rounds from that moment on, and a return
// is at once.
func TestScheduledThenReturned(t *testing.T) {
	t.Parallel()
	wholeCount(t)
	o, ctx := newOffice(t), context.Background()
	table := housetest.Table(t, o.pool, uth())
	begins := friday(6, 0)
	p := o.must(o.Draft(ctx, o.as(housetest.Manager), house.Draft{Title: "six seats", Tables: []int64{table}, Change: small(6)}))
	o.must(o.Submit(ctx, o.as(housetest.Manager), p.ID, ""))
	past := noon.Add(-time.Hour)
	if _, err := o.Approve(ctx, o.as(housetest.OtherManager), p.ID, house.Approval{Begins: &past}); !errors.Is(err, house.ErrSpec) {
		t.Errorf("scheduled for the past: %v", err)
	}
	o.must(o.Approve(ctx, o.as(housetest.OtherManager), p.ID, house.Approval{Begins: &begins}))
	o.is(p.ID, house.Scheduled)
	if a, b := o.inForce(table, begins.Add(-time.Microsecond)), o.inForce(table, begins); a != 1 || b != 2 {
		t.Errorf("version %d before, %d from then on", a, b)
	}
	if _, err := o.Return(ctx, o.as(housetest.OtherManager), table, 2, "too early"); !errors.Is(err, house.ErrNeverInForce) {
		t.Errorf("returned to what never was: %v", err)
	}
	o.lock.Lock()
	o.now = begins.Add(time.Hour)
	o.lock.Unlock()
	o.is(p.ID, house.Effective)
	for _, none := range []int{9, math.MaxInt64} {
		if _, err := o.Return(ctx, o.as(housetest.OtherManager), table, none, "none"); !errors.Is(err, house.ErrNoVersion) {
			t.Errorf("returned to a version there is not: %v", err)
		}
	}
	if _, err := o.Return(ctx, o.as(housetest.OtherManager), 9, 1, "none"); !errors.Is(err, house.ErrNoTable) {
		t.Errorf("returned a table there is not: %v", err)
	}
	if _, err := o.Return(ctx, o.as(housetest.OtherManager), table, 1, ""); !errors.Is(err, house.ErrSpec) {
		t.Errorf("returned for no reason: %v", err)
	}
	if _, err := o.Return(ctx, o.as(housetest.Manager), table, 1, "a seat too few"); err != nil {
		t.Fatal(err)
	}
	got, err := o.Table(ctx, table)
	if err != nil || got.Version != 1 || got.Pins.Seats != 7 {
		t.Errorf("%+v, %v", got, err)
	}
	o.is(p.ID, house.Retired)
	versions, err := o.Versions(ctx, table)
	if err != nil || len(versions) != 2 || versions[1].State != house.Effective || len(versions[1].Terms) != 2 || versions[1].Terms[0].Reason != "a seat too few" {
		t.Errorf("%+v, %v", versions, err)
	}
	if kinds := o.events(fmt.Sprint("table ", table)); kinds != "returned" {
		t.Errorf("events %s", kinds)
	}
	o.verify()
}

// A change of what is scheduled begins with that at the earliest: it would bring it in
// force before its time, and the difference shown does not have it.
func TestNothingIsBroughtForward(t *testing.T) {
	t.Parallel()
	wholeCount(t)
	o, ctx := newOffice(t), context.Background()
	table := housetest.Table(t, o.pool, uth())
	submitted := func(change house.Patch) int64 {
		p := o.must(o.Draft(ctx, o.as(housetest.Manager), house.Draft{Title: "later", Tables: []int64{table}, Change: &change}))
		return o.must(o.Submit(ctx, o.as(housetest.Manager), p.ID, "")).ID
	}
	begins := friday(6, 0)
	o.must(o.Approve(ctx, o.as(housetest.OtherManager), submitted(house.Patch{Seats: 6}), house.Approval{Begins: &begins}))
	next, early := submitted(house.Patch{TimeZone: "Asia/Seoul"}), begins.Add(-time.Microsecond)
	for name, a := range map[string]house.Approval{"now": {Now: true}, "too early": {Begins: &early}} {
		var s *house.SpecError
		if _, err := o.Approve(ctx, o.as(housetest.OtherManager), next, a); !errors.As(err, &s) || s.Field != "from" {
			t.Errorf("%s: %v", name, err)
		}
	}
	o.must(o.Approve(ctx, o.as(housetest.OtherManager), next, house.Approval{}))
	if _, err := o.Schedule(ctx, o.as(housetest.Manager), next, nil); !errors.Is(err, house.ErrSpec) {
		t.Errorf("scheduled for now: %v", err)
	}
	o.must(o.Schedule(ctx, o.as(housetest.Manager), next, &begins))
	if before, then := o.inForce(table, early), o.inForce(table, begins); before != 1 || then != 3 {
		t.Errorf("version %d before, %d from then on", before, then)
	}
	o.verify()
}

// What was approved for a band alone returns to that band alone: no one person puts
// it in force for longer than two agreed on.
func TestABandIsReturnedToItsBand(t *testing.T) {
	t.Parallel()
	wholeCount(t)
	o, ctx := newOffice(t), context.Background()
	table := housetest.Table(t, o.pool, uth())
	o.forced(house.Draft{
		Title: "friday nights", Tables: []int64{table}, Change: small(6),
		Band: &house.Band{Days: []string{"fri"}, From: "18:00", To: "19:00", Zone: "UTC"},
	})
	for _, version := range []int{1, 2} {
		a, err := o.Return(ctx, o.as(housetest.Manager), table, version, "back again")
		var r house.Returned
		if err == nil {
			err = json.Unmarshal(a.Body, &r)
		}
		if err != nil || (r.Band != nil) != (version == 2) {
			t.Fatalf("%+v, %v", r, err)
		}
		if in, out := o.inForce(table, friday(18, 30)), o.inForce(table, friday(19, 30)); in != version || out != 1 {
			t.Errorf("returned to %d: version %d in the band, %d out of it", version, in, out)
		}
	}
	o.verify()
}

// A pit is the tables that stand in it when a proposal is priced; all are those
// with settings.
func TestScopes(t *testing.T) {
	t.Parallel()
	wholeCount(t)
	o, ctx := newOffice(t), context.Background()
	s := uth()
	s.Pit = "north"
	north := []int64{housetest.Table(t, o.pool, s), housetest.Table(t, o.pool, s)}
	s.Pit = "south"
	south := housetest.Table(t, o.pool, s)
	if _, err := o.CreateTable(ctx, o.as(housetest.Manager), "", house.Patch{Game: "ultimate-texas-holdem"}); err != nil {
		t.Fatal(err)
	}
	p := o.must(o.Draft(ctx, o.as(housetest.Manager), house.Draft{Title: "north", Pit: "north", Change: small(6)}))
	if got, err := o.Table(ctx, north[0]); err != nil || len(got.Pending) != 1 || got.Pending[0] != p.ID {
		t.Errorf("pending %v, %v", got.Pending, err)
	}
	o.must(o.Submit(ctx, o.as(housetest.Manager), p.ID, ""))
	o.must(o.Approve(ctx, o.as(housetest.OtherManager), p.ID, house.Approval{Now: true}))
	after := noon.AddDate(0, 0, 1)
	for table, want := range map[int64]int{north[0]: 2, north[1]: 2, south: 1, 4: 0} {
		if got := o.inForce(table, after); got != want {
			t.Errorf("table %d: version %d, want %d", table, got, want)
		}
	}
	q := o.forced(house.Draft{Title: "everywhere", All: true, Change: &house.Patch{DayStart: "07:00"}})
	if len(q.Versions) != 3 {
		t.Errorf("%+v, want the three tables with settings", q.Versions)
	}
	list, err := o.Proposals(ctx, 0, 2)
	if err != nil || len(list) != 2 || list[0].ID != q.ID || list[0].State != house.Effective || list[1].State != house.Retired {
		t.Errorf("%+v, %v", list, err)
	}
	if more, err := o.Proposals(ctx, list[1].ID, 20); err != nil || len(more) != int(list[1].ID)-1 {
		t.Errorf("%d more, %v", len(more), err)
	}
	o.verify()
}
