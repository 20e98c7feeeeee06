package booktest

import (
	"context"
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"

	"croupier/ledger"
)

// Household writes rows of every relation of the house: people with what they
// sign in with, keys, and proposals that bring version 2 of table 1's settings
// and a policy; and it opens the table, moves its chips and closes it, and corrects
// its round 1, which must have ended.
func Household(ctx context.Context, pool *pgxpool.Pool) error {
	for _, page := range []ledger.Page{
		hired("server", "ann", "manager,admin"), hired("server", "bob", "manager"), hired("server", "cho", "supervisor"), hired("ann", "dan", "dealer"),
		keyed(1, nil), keyed(2, int64(1)), keyed(3, nil), revoked(1), revoked(2), revoked(3),
		drafted(1, 1), drafted(1, 2), priced(1, 2), submitted(1, 2), approved(1, 2), scheduled(1, 2), returned(),
		drafted(2, 1), priced(2, 1), submitted(2, 1), ruled(2, 1),
		alerted(1), alerted(2), alerted(3), answered(1), answered(2), answered(3), dayClosed(1), dayClosed(5), dayClosed(9),
		drafted(3, 1), priced(3, 1), submitted(3, 1), ended("rejected", "bob", 3, 1), drafted(4, 1), ended("withdrawn", "ann", 4, 1),
	} {
		if err := at(ctx, pool, ledger.House, page); err != nil {
			return err
		}
	}
	for _, kind := range []string{ledger.KindOpen, ledger.KindFill, ledger.KindCredit, ledger.KindDrop, ledger.KindClose} {
		if err := at(ctx, pool, 1, chipsMoved(kind)); err != nil {
			return err
		}
	}
	return corrected(ctx, pool)
}

// at writes the page, a second after the one before.
func at(ctx context.Context, pool *pgxpool.Pool, table int64, page ledger.Page) error {
	return write(ctx, pool, table, 0, ledger.Key{}, func(h ledger.Head) ledger.Page {
		page.GamingDay, page.At = Day, At.Add(time.Duration(h.Seq)*time.Second)
		return page
	})
}

type values = map[string]any

func noted(kind, subject, approver, reason string, before, after any) ledger.Row {
	return ledger.Significant{
		Kind: kind, Subject: subject, Origin: "server", Approver: approver, Reason: reason, Before: before, After: after,
	}.Row()
}

func hired(by, name, roles string) ledger.Page {
	return ledger.Page{Actor: by, Rows: []ledger.Row{
		{Of: "persons", Values: values{"name": name, "version": 1, "title": "The " + name, "roles": roles, "active": true, "locale": "en"}},
		{Of: "secrets", Values: values{"person": name, "kind": "pin", "version": 1, "hash": "$argon2id$" + name}},
		noted(ledger.SignificantPerson, "person "+name, "", "", nil, values{"roles": roles}),
	}}
}

// keyed makes a key: for a seat of the table where one is given.
func keyed(id int64, table any) ledger.Page {
	hash := sha256.Sum256([]byte{byte(id)})
	key := values{"id": id, "person": "dan", "label": "screen", "hash": hash[:], "scopes": "round.read", "expires": At.AddDate(1, 0, 0)}
	if table != nil {
		key["table_no"], key["seat"] = table, 3
	}
	return ledger.Page{Actor: "ann", Rows: []ledger.Row{
		{Of: "api_keys", Values: key}, noted(ledger.SignificantKey, fmt.Sprintf("key %d", id), "", "", nil, values{"label": "screen"}),
	}}
}

func revoked(id int64) ledger.Page {
	return ledger.Page{Actor: "ann", Rows: []ledger.Row{
		{Of: "api_key_ends", Values: values{"id": id, "reason": "lost"}},
		noted(ledger.SignificantKeyEnd, fmt.Sprintf("key %d", id), "", "lost", nil, values{"ended": true}),
	}}
}

// Changed is what version 2 of the settings of table 1 says, and its digest.
var (
	Changed          = []byte(`{"game":"ultimate-texas-holdem/1","chip":"5","seats":6}`)
	ChangedDigest, _ = ledger.ContentDigest(Changed)
)

func drafted(id int64, revision int) ledger.Page {
	return ledger.Page{Actor: "ann", Rows: []ledger.Row{
		{Of: "proposals", Values: values{"id": id, "revision": revision, "content": json.RawMessage(`{"band":{"days":["fri"]}}`)}},
		noted(ledger.SignificantDraft, fmt.Sprintf("proposal %d", id), "", "", nil, values{"revision": revision}),
	}}
}

func step(what string, id int64, revision int) ledger.Row {
	return ledger.Row{Of: "proposal_steps", Values: values{
		"proposal": id, "step": what, "revision": revision, "digest": ChangedDigest[:], "content": json.RawMessage(`{"edge":"0.0218","versions":[{"table":1,"version":2}]}`),
	}}
}

func priced(id int64, revision int) ledger.Page {
	return ledger.Page{Actor: "ann", Rows: []ledger.Row{
		step("priced", id, revision), noted(ledger.SignificantPriced, fmt.Sprintf("proposal %d", id), "", "", nil, values{"edge": "0.0218"}),
	}}
}

func submitted(id int64, revision int) ledger.Page {
	row := step("submitted", id, revision)
	row.Values["override"] = "a week of guests"
	return ledger.Page{Actor: "ann", Rows: []ledger.Row{
		row, noted(ledger.SignificantOverride, fmt.Sprintf("proposal %d", id), "", "a week of guests", nil, values{"verdict": "refused"}),
	}}
}

// approved brings the settings in.
func approved(id int64, revision int) ledger.Page {
	return ledger.Page{
		Actor: "bob", Settings: []ledger.Settings{{Table: 1, Version: 2, Digest: ChangedDigest, Content: Changed, Actor: "ann", Approver: "bob"}},
		Rows: []ledger.Row{
			step("approved", id, revision), noted(ledger.SignificantApproved, fmt.Sprintf("proposal %d", id), "ann", "", values{"version": 1}, values{"version": 2}),
		},
	}
}

// scheduled activates version 2, for Fridays.
func scheduled(id int64, revision int) ledger.Page {
	fridays := values{"table_no": int64(1), "version": 2, "proposal": id, "begins": At, "band": json.RawMessage(`{"days":["fri"]}`)}
	return ledger.Page{Actor: "ann", Rows: []ledger.Row{
		step("scheduled", id, revision), {Of: "activations", Values: fridays},
		noted(ledger.SignificantScheduled, "table 1", "", "", nil, values{"version": 2}),
	}}
}

func returned() ledger.Page {
	return ledger.Page{Actor: "bob", Rows: []ledger.Row{
		{Of: "activations", Values: values{"table_no": int64(1), "version": 2, "begins": At, "band": json.RawMessage(`{"days":["fri"]}`), "reason": "as before"}},
		noted(ledger.SignificantReturned, "table 1", "", "as before", values{"version": 2}, values{"version": 2}),
	}}
}

// ruled approves what becomes the first policy.
func ruled(id int64, revision int) ledger.Page {
	return ledger.Page{Actor: "bob", Rows: []ledger.Row{
		step("approved", id, revision),
		{Of: "policies", Values: values{"version": 1, "proposal": id, "content": json.RawMessage(`{"idle":"5m"}`), "actor": "ann", "approver": "bob"}},
		noted(ledger.SignificantPolicy, "policy 1", "ann", "", nil, values{"idle": "5m"}),
	}}
}

// alerted raises an alert about table 1.
func alerted(id int64) ledger.Page {
	return ledger.Page{Actor: "server", Rows: []ledger.Row{{Of: "alerts", Values: values{
		"id": id, "cause": fmt.Sprintf("void 1:%d:1", id), "kind": "void", "pit": "north", "table_no": int64(1), "subject": "round 1-1", "content": json.RawMessage(`{"note":"misdeal"}`),
	}}}}
}

func answered(alert int64) ledger.Page {
	return ledger.Page{Actor: "cho", Rows: []ledger.Row{{Of: "alert_notes", Values: values{"alert": alert, "step": "acknowledged", "note": "seen"}}}}
}

// dayClosed closes a day of table 1 on which nothing was dealt.
func dayClosed(before int) ledger.Page {
	return ledger.Page{Actor: "cho", Approver: "bob", Rows: []ledger.Row{{Of: "day_closes", Values: values{
		"gaming_day": ledger.Date(Day.AddDate(0, 0, -before)), "table_no": int64(1), "through": int64(0), "content": json.RawMessage(`{"rounds":0}`),
		"signer": make([]byte, 32), "signature": make([]byte, 64),
	}}}}
}

func ended(how, by string, id int64, revision int) ledger.Page {
	row := step(how, id, revision)
	row.Values["reason"] = "not now"
	return ledger.Page{Actor: by, Rows: []ledger.Row{row, noted(how, fmt.Sprintf("proposal %d", id), "", "not now", nil, nil)}}
}

// chipsMoved is the page of an entry between rounds, counted and, where chips
// come or go, with a slip.
func chipsMoved(kind string) ledger.Page {
	amount := chips("1000")
	p := ledger.Page{
		Actor: "dan", Approver: "cho",
		Entry: &ledger.Entry{Kind: kind, Currency: "KRW", Postings: []ledger.Posting{
			{Account: ledger.Bank(1), Amount: amount}, {Account: ledger.Cage, Amount: amount.Neg()},
		}},
		Rows: []ledger.Row{
			{Of: "counts", Values: values{"what": "chips", "denomination": chips("2.50"), "pieces": int64(200)}},
			{Of: "counts", Values: values{"what": "chips", "denomination": chips("100"), "pieces": int64(5)}},
			noted(significantOf[kind], "table 1", "", "", nil, values{"chips": amount}),
		},
	}
	switch kind {
	case ledger.KindOpen:
		p.Rows = append(p.Rows, ledger.Row{Of: "stints", Values: values{"dealer": "dan"}})
	case ledger.KindClose:
		p.Rows = append(p.Rows, ledger.Row{Of: "stints"})
	default:
		p.Rows = append(p.Rows, ledger.Row{Of: "slips", Values: values{"slip": "S-" + kind}})
	}
	return p
}

var significantOf = map[string]string{
	ledger.KindOpen: ledger.SignificantTableOpen, ledger.KindFill: ledger.SignificantFill, ledger.KindCredit: ledger.SignificantCredit,
	ledger.KindDrop: ledger.SignificantDrop, ledger.KindClose: ledger.SignificantTableClose,
}
