package house_test

import (
	"bytes"
	"context"
	"crypto/ed25519"
	"encoding/json"
	"errors"
	"math"
	"strings"
	"testing"

	"github.com/shopspring/decimal"

	"croupier/games"
	"croupier/house"
	"croupier/house/housetest"
	"croupier/paytables"
)

// Drafts that mean nothing, or what could not lie on a felt, are refused by the
// place that is wrong.
func TestDraftsThatCannotBe(t *testing.T) {
	t.Parallel()
	o := newOffice(t)
	table := []int64{housetest.Table(t, o.pool, uth())}
	empty, err := o.CreateTable(t.Context(), o.as(housetest.Manager), "", house.Patch{Game: "texas-holdem-bonus", House: games.House{"ante_pays_from": "flush"}})
	if err != nil {
		t.Fatal(err, empty)
	}
	policy := house.DefaultPolicy()
	broken := shipped(t, "trips-2")
	broken.Rows = broken.Rows[1:]
	seven := decimal.NewFromInt(7)
	band := &house.Band{From: "18:00", To: "06:00", Zone: "UTC"}
	for _, c := range []struct {
		field string
		d     house.Draft
	}{
		{"title", house.Draft{Tables: table, Change: small(6)}},
		{"title", house.Draft{Title: strings.Repeat("a", 121), Tables: table, Change: small(6)}},
		{"change", house.Draft{Title: "a", Tables: table}},
		{"change", house.Draft{Title: "a", Tables: table, Change: small(6), Policy: &policy}},
		{"change", house.Draft{Title: "a", Tables: table, Change: small(7)}}, // as it is
		{"policy", house.Draft{Title: "a", All: true, Policy: &policy}},
		{"policy.idle_seconds", house.Draft{Title: "a", Policy: &house.Policy{}}},
		{"tables", house.Draft{Title: "a", Change: small(6)}},
		{"tables", house.Draft{Title: "a", Tables: table, All: true, Change: small(6)}},
		{"tables", house.Draft{Title: "a", Tables: []int64{1, 1}, Change: small(6)}},
		{"tables", house.Draft{Title: "a", Pit: "nowhere", Change: small(6)}},
		{"band.zone", house.Draft{Title: "a", Tables: table, Change: small(6), Band: &house.Band{From: "18:00", To: "06:00", Zone: "Seoul"}}},
		{"band", house.Draft{Title: "a", Tables: []int64{2}, Change: &house.Patch{Game: "ultimate-texas-holdem"}, Band: band}},
		{"change.seats", house.Draft{Title: "a", Tables: table, Change: small(40)}},
		{"change.currency", house.Draft{Title: "a", Tables: table, Change: &house.Patch{Currency: "EUR"}}},
		{"change.house", house.Draft{Title: "a", Tables: table, Change: &house.Patch{House: games.House{"trips_on_fold": "maybe"}}}},
		{"change.paytables.trips", house.Draft{Title: "a", Tables: table, Change: trips(broken)}},
		{"change.paytables.trips", house.Draft{Title: "a", Tables: table, Change: trips(shipped(t, "bonus-1"))}},
		{"change.paytables", house.Draft{Title: "a", Tables: table, Change: &house.Patch{Paytables: map[string]*paytables.Paytable{"blind": nil}}}},
		{"change.limits.play", house.Draft{Title: "a", Tables: table, Change: &house.Patch{Limits: map[string]house.LimitPatch{"play": {Max: &seven}}}}},
		{"change.limits.ante", house.Draft{Title: "a", Tables: table, Change: &house.Patch{AnteStep: &seven, Limits: map[string]house.LimitPatch{"ante": {Max: &seven}}}}},
	} {
		_, err := o.Draft(t.Context(), o.as(housetest.Manager), c.d)
		var s *house.SpecError
		if !errors.As(err, &s) || s.Field != c.field {
			t.Errorf("%+v: %v, want it at %s", c.d, err, c.field)
		}
	}
	if _, err := o.Draft(t.Context(), o.as(housetest.Manager), house.Draft{Title: "a", Tables: []int64{9}, Change: small(6)}); !errors.Is(err, house.ErrNoTable) {
		t.Errorf("a table there is not: %v", err)
	}
	if _, err := o.Proposal(t.Context(), 99); !errors.Is(err, house.ErrNoProposal) {
		t.Errorf("a proposal there is not: %v", err)
	}
}

// A patch changes what it names and nothing else; a wager can be taken off the
// felt and put back.
func TestAPatchChangesWhatItNames(t *testing.T) {
	t.Parallel()
	five, ten, none := decimal.NewFromInt(5), decimal.NewFromInt(10), decimal.Zero
	base := uth()
	base.Cap, base.Pit, base.Language = decimal.NewFromInt(1000), "north", "ko"
	base.Limits = map[string]house.Limit{"ante": {Min: five, Max: decimal.NewFromInt(500)}}
	unset := ""
	p := house.Patch{
		Pit: &unset, Language: &unset, Table: house.TermsPatch{Cap: &none}, Limits: map[string]house.LimitPatch{"ante": {Min: &ten}},
		Paytables: map[string]*paytables.Paytable{"trips": nil},
	}
	f, err := p.On(base).Felt()
	if err != nil {
		t.Fatal(err)
	}
	s := f.Settings
	if _, offered := s.Paytables["trips"]; offered || s.Cap != "" || s.Pit != "" || s.Language != "" || !s.Limits["ante"].Min.Equal(ten) || !s.Limits["ante"].Max.Equal(decimal.NewFromInt(500)) || s.Paytables["blind"].Name != "blind-a" {
		t.Errorf("%+v", s)
	}
	if !base.Limits["ante"].Min.Equal(five) || base.Paytables != nil {
		t.Error("the patch changed what it was put on")
	}
	other := house.Patch{Game: "texas-holdem-bonus", House: games.House{"ante_pays_from": "flush"}}
	if f, err := other.On(base).Felt(); err != nil || f.Settings.Game != "texas-holdem-bonus/1" || f.Settings.Cap != "1000" || f.Settings.Language != "ko" {
		t.Errorf("another game: %+v, %v", f, err)
	}
}

// What was exported comes in elsewhere as the same draft, and only under a key
// that is trusted there.
func TestExportAndImport(t *testing.T) {
	t.Parallel()
	o, ctx := newOffice(t), context.Background()
	table := housetest.Table(t, o.pool, uth())
	change, language := trips(mistyped(t)), "ru"
	change.Language = &language
	d := house.Draft{Title: "nine", Tables: []int64{table}, Change: change, Band: &house.Band{From: "18:00", To: "06:00", Zone: "UTC"}}
	p := o.must(o.Draft(ctx, o.as(housetest.Manager), d))
	file, err := o.Export(ctx, p.ID)
	if err != nil {
		t.Fatal(err)
	}
	other := newOffice(t)
	if at := housetest.Table(t, other.pool, uth()); at != table {
		t.Fatal(at)
	}
	content, signer, err := other.Open(file)
	if err != nil {
		t.Fatal(err)
	}
	var came house.Draft
	if err := json.Unmarshal(content, &came); err != nil {
		t.Fatal(err)
	}
	q := other.must(other.Import(ctx, other.as(housetest.Manager), came, signer))
	again, err := other.Export(ctx, q.ID)
	if err != nil || !bytes.Equal(again, file) {
		t.Errorf("exported again: %s, %v, want %s", again, err, file)
	}
	if kinds := other.events("proposal 2"); kinds != "draft import" {
		t.Errorf("events %s", kinds)
	}
	stranger := house.NewOffice(o.desk, counts).WithKeys(house.Keys{Own: ed25519.NewKeyFromSeed(bytes.Repeat([]byte{1}, ed25519.SeedSize))})
	if _, _, err := stranger.Open(file); !errors.Is(err, house.ErrSigner) {
		t.Errorf("opened by a stranger: %v", err)
	}
	if _, err := house.NewOffice(o.desk, counts).Export(ctx, p.ID); !errors.Is(err, house.ErrNoSigningKey) {
		t.Errorf("exported without a key: %v", err)
	}
}

// The diff of a proposal is of what it changes, and stays so once it is in force.
func TestTheDiffOfAProposal(t *testing.T) {
	t.Parallel()
	wholeCount(t)
	o, ctx := newOffice(t), context.Background()
	table := housetest.Table(t, o.pool, uth())
	p := o.forced(house.Draft{Title: "trips 3", Tables: []int64{table}, Change: trips(shipped(t, "trips-3"))})
	o.forced(house.Draft{Title: "trips 4", Tables: []int64{table}, Change: &house.Patch{Seats: 5}})
	diffs, err := o.ProposalDiff(ctx, p.ID)
	if err != nil || len(diffs) != 1 || diffs[0].Base != 1 || len(diffs[0].Diff.Paytables) != 1 || diffs[0].Diff.Settings != nil ||
		len(diffs[0].Diff.Edges) != 1 || !strings.HasPrefix(diffs[0].Diff.Edges[0].After.Decimal, "0.034979") {
		t.Fatalf("%+v, %v", diffs, err)
	}
	all, err := o.Diff(ctx, table, 1, 3)
	if err != nil || len(all.Paytables) != 1 || len(all.Settings) != 1 || all.Settings[0].Name != "seats" {
		t.Errorf("%+v, %v", all, err)
	}
	for _, none := range []int{9, math.MaxInt64} {
		if _, err := o.Diff(ctx, table, 1, none); !errors.Is(err, house.ErrNoVersion) {
			t.Errorf("%v", err)
		}
	}
	if _, err := o.Table(ctx, math.MaxInt64); !errors.Is(err, house.ErrNoTable) {
		t.Errorf("%v", err)
	}
	if list, err := o.Proposals(ctx, math.MaxInt64, 1); err != nil || len(list) != 1 {
		t.Errorf("%d proposals, %v", len(list), err)
	}
}
