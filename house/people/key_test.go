package people_test

import (
	"errors"
	"math"
	"strings"
	"testing"
	"time"

	"croupier/house/people"
	"croupier/house/roles"
	"croupier/ledger"
)

func TestKeys(t *testing.T) {
	t.Parallel()
	h := open(t, quick)
	ctx := t.Context()
	h.has("ann", roles.Auditor)
	k, key, err := h.NewKey(ctx, as("root"), people.Key{Person: "ann", Label: "archive", Scopes: []roles.Action{roles.BookRead, roles.EventsRead}})
	if err != nil || k.ID != 1 || !strings.HasPrefix(key, "croupier_1_") || len(key) < 60 {
		t.Fatalf("%+v, %d characters, %v", k, len(key), err)
	}
	who, err := h.ByKey(ctx, key)
	if err != nil || who.Kind != people.Machine || who.Person.Name != "ann" || who.Key != 1 {
		t.Errorf("%+v, %v", who, err)
	}
	for a, want := range map[roles.Action]roles.Scope{
		roles.BookRead: roles.Any, roles.EventsRead: roles.Any,
		roles.RoundAudit: roles.None, // the person may, the key not
		roles.SeatRead:   roles.None,
	} {
		if who.May(a) != want {
			t.Errorf("%s: %s, want %s", a, who.May(a), want)
		}
	}
	for _, other := range []string{"", key[:len(key)-1], strings.ToLower(key), strings.Replace(key, "_1_", "_2_", 1)} {
		if _, err := h.ByKey(ctx, other); !errors.Is(err, people.ErrNoKey) {
			t.Errorf("another key: %v", err)
		}
	}
	if _, err := h.SetRoles(ctx, as("root"), "ann", []roles.Role{roles.Admin}, "moved"); err != nil {
		t.Fatal(err)
	}
	if who, err := h.ByKey(ctx, key); err != nil || who.May(roles.BookRead) != roles.None || who.May(roles.EventsRead) != roles.Any {
		t.Errorf("after a role was lost: %+v, %v", who, err)
	}
	if _, err := h.EndKey(ctx, as("root"), 1, "replaced"); err != nil {
		t.Fatal(err)
	}
	if _, err := h.ByKey(ctx, key); !errors.Is(err, people.ErrNoKey) {
		t.Errorf("a revoked key: %v", err)
	}
	if _, err := h.EndKey(ctx, as("root"), 1, "replaced"); !errors.Is(err, people.ErrUnchanged) {
		t.Errorf("revoked twice: %v", err)
	}
	if _, err := h.EndKey(ctx, as("root"), 2, "replaced"); !errors.Is(err, people.ErrUnknownKey) {
		t.Errorf("%v", err)
	}
	if all, err := h.Keys(ctx); err != nil || len(all) != 1 || all[0].Ended == nil || len(all[0].Scopes) != 2 {
		t.Errorf("%+v, %v", all, err)
	}
}

func TestKeyEndsWithTimeAndPerson(t *testing.T) {
	t.Parallel()
	h := open(t, quick)
	ctx := t.Context()
	h.has("ann", roles.Auditor)
	soon := h.clock().Add(time.Hour)
	_, short, err := h.NewKey(ctx, as("root"), people.Key{Person: "ann", Label: "audit", Scopes: []roles.Action{roles.BookRead}, Expires: &soon})
	if err != nil {
		t.Fatal(err)
	}
	_, long, err := h.NewKey(ctx, as("root"), people.Key{Person: "ann", Label: "archive", Scopes: []roles.Action{roles.BookRead}})
	if err != nil {
		t.Fatal(err)
	}
	h.pass(time.Hour - 1)
	if _, err := h.ByKey(ctx, short); err != nil {
		t.Error(err)
	}
	h.pass(1)
	if _, err := h.ByKey(ctx, short); !errors.Is(err, people.ErrNoKey) {
		t.Errorf("an expired key: %v", err)
	}
	if _, err := h.End(ctx, as("root"), "ann", "left"); err != nil {
		t.Fatal(err)
	}
	if _, err := h.ByKey(ctx, long); !errors.Is(err, people.ErrNoKey) {
		t.Errorf("a key of somebody who left: %v", err)
	}
}

func TestSeatKey(t *testing.T) {
	t.Parallel()
	h := open(t, quick)
	h.has("ann", roles.Dealer)
	h.tableOf("ann")
	_, key, err := h.NewKey(t.Context(), as("root"), people.Key{Person: "ann", Label: "screen of seat 3", Scopes: []roles.Action{roles.SeatRead}, Table: 1, Seat: 3})
	if err != nil {
		t.Fatal(err)
	}
	who, err := h.ByKey(t.Context(), key)
	if err != nil || who.KeyTable != 1 || who.Seat != 3 || who.May(roles.SeatRead) != roles.Any || who.May(roles.RoundDeal) != roles.None {
		t.Errorf("%+v, %v", who, err)
	}
}

func TestKeysRefused(t *testing.T) {
	t.Parallel()
	h := open(t, quick)
	h.has("ann", roles.Dealer)
	h.has("gone", roles.Auditor)
	if _, err := h.End(t.Context(), as("root"), "gone", "left"); err != nil {
		t.Fatal(err)
	}
	past := h.clock()
	read := []roles.Action{roles.TableRead}
	for name, c := range map[string]struct {
		key  people.Key
		want error
	}{
		"nobody's":              {people.Key{Person: "eve", Label: "x", Scopes: read}, people.ErrNoPerson},
		"of somebody who left":  {people.Key{Person: "gone", Label: "x", Scopes: read}, people.ErrScopes},
		"without a label":       {people.Key{Person: "ann", Scopes: read}, people.ErrForm},
		"for nothing":           {people.Key{Person: "ann", Label: "x"}, people.ErrScopes},
		"more than its person":  {people.Key{Person: "ann", Label: "x", Scopes: []roles.Action{roles.TableRead, roles.BookRead}}, people.ErrScopes},
		"no action":             {people.Key{Person: "ann", Label: "x", Scopes: []roles.Action{"everything"}}, roles.ErrAction},
		"over already":          {people.Key{Person: "ann", Label: "x", Scopes: read, Expires: &past}, people.ErrForm},
		"no table":              {people.Key{Person: "ann", Label: "x", Scopes: read, Table: 9}, ledger.ErrNoTable},
		"a table past counting": {people.Key{Person: "ann", Label: "x", Scopes: read, Table: math.MaxInt64}, ledger.ErrNoTable},
		"a seat past counting":  {people.Key{Person: "ann", Label: "x", Scopes: []roles.Action{roles.SeatRead}, Table: 1, Seat: math.MaxInt64}, people.ErrForm},
		"a table below nothing": {people.Key{Person: "ann", Label: "x", Scopes: read, Table: -1}, people.ErrForm},
		"a seat of no table":    {people.Key{Person: "ann", Label: "x", Scopes: []roles.Action{roles.SeatRead}, Seat: 3}, people.ErrScopes},
		"seats, but not which":  {people.Key{Person: "ann", Label: "x", Scopes: []roles.Action{roles.SeatRead}, Table: 1}, people.ErrScopes},
		"a seat, and more":      {people.Key{Person: "ann", Label: "x", Scopes: []roles.Action{roles.SeatRead, roles.TableRead}, Table: 1, Seat: 3}, people.ErrScopes},
		"a seat, and something": {people.Key{Person: "ann", Label: "x", Scopes: read, Table: 1, Seat: 3}, people.ErrScopes},
	} {
		if _, key, err := h.NewKey(t.Context(), as("root"), c.key); !errors.Is(err, c.want) || key != "" {
			t.Errorf("%s: %v, want %v", name, err, c.want)
		}
	}
}
