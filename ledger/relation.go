package ledger

import (
	"slices"
	"strings"
)

// A relation is a table of the book as verify reads it.
type relation struct {
	kind kind
	name string
	// columns in the order in which they are hashed, cast where the server would
	// not send the canonical bytes by itself. Every column is here: what is left
	// out is not guarded.
	columns string
	number  string // column that tells the rows of a page apart; "" where there is one
	scope   scope
}

// A scope is how a relation's rows are found for a gaming day of a table.
type scope int

const (
	byDay   scope = iota // the rows say so themselves
	byPage               // by table and page
	byHouse              // by page; the table is the house
)

// relations are in the order of the rows on a page.
var relations = []relation{
	{kindDay, "days", `table_id, round::int8, seq, gaming_day`, "round", byPage},
	{kindRound, "rounds", `gaming_day, table_id, round, seq, game, settings::int8, settings_digest,
		currency, dealing, sealed, commitment, actor, at`, "round", byDay},
	{kindEvent, "events", `gaming_day, table_id, round, n::int8, seq, step, kind, place::int8, "do", wager,
		amount::text, cards, note, late, actor, approver, at`, "n", byDay},
	{kindEntry, "entries", `gaming_day, table_id, seq, round, kind, currency, actor, approver, reason, at`, "", byDay},
	{kindLine, "lines", `gaming_day, table_id, seq, line::int8, round, seat::int8, wager, stake::text, outcome,
		odds::text, exact::text, rounded::text, amount::text, breakage::text, clause, reason, row, paytable`, "line", byDay},
	{kindPosting, "postings", `gaming_day, table_id, seq, posting::int8, line::int8, account, amount::text, wager, row, paytable`, "posting", byDay},
	{kindRequest, "requests", `actor, key, body, table_id, seq, status::int8, answer, at`, "", byPage},
	{kindTable, "tables", `seq, id, name, actor, at`, "id", byHouse},
	{kindSettings, "settings", `seq, table_id, version::int8, digest, content::text, actor, approver, at`, "version", byHouse},
	{kindPaytable, "paytables", `seq, digest, game, wager, name, content::text, actor, at`, "", byHouse},

	// What follows is written as Rows.
	{kindStint, "stints", `table_id, seq, n::int8, dealer`, "n", byPage},
	{kindSlip, "slips", `table_id, seq, n::int8, slip`, "n", byPage},
	{kindCount, "counts", `table_id, seq, n::int8, what, denomination::text, pieces`, "n", byPage},
	{kindPerson, "persons", `seq, n::int8, name, version::int8, title, roles, active, locale, subject, actor, at`, "n", byHouse},
	{kindSecret, "secrets", `seq, n::int8, person, kind, version::int8, hash, actor, at`, "n", byHouse},
	{kindAPIKey, "api_keys", `seq, n::int8, id, person, label, hash, scopes, table_no, seat::int8, expires, actor, at`, "n", byHouse},
	{kindAPIKeyEnd, "api_key_ends", `seq, n::int8, id, reason, actor, at`, "n", byHouse},
	{kindProposal, "proposals", `seq, n::int8, id, revision::int8, content::text, actor, at`, "n", byHouse},
	{kindStep, "proposal_steps", `seq, n::int8, proposal, step, revision::int8, digest, content::text, override, reason, actor, at`, "n", byHouse},
	{kindActivation, "activations", `seq, n::int8, table_no, version::int8, proposal, begins, band::text, reason, actor, at`, "n", byHouse},
	{kindPolicy, "policies", `seq, n::int8, version::int8, proposal, content::text, actor, approver, at`, "n", byHouse},
	{kindSignificant, "significant_events", `table_id, seq, n::int8, kind, subject, origin, actor, approver, reason,
		before::text, after::text, at`, "n", byPage},
	{kindCorrection, "corrections", `table_id, seq, n::int8, number, step, round, round_day, standing, code, dispute, content::text, reason, actor, at`, "n", byPage},
	{kindReversal, "reversals", `table_id, seq, n::int8, gaming_day, round, round_day, reverses, reversed_day, correction`, "n", byPage},
	{kindDispute, "disputes", `table_id, seq, n::int8, number, step, round, outcome, reason, actor, at`, "n", byPage},
	{kindAlert, "alerts", `seq, n::int8, id, cause, kind, pit, table_no, subject, content::text, actor, at`, "n", byHouse},
	{kindAlertNote, "alert_notes", `seq, n::int8, alert, step, note, actor, at`, "n", byHouse},
	{kindDayClose, "day_closes", `seq, n::int8, gaming_day, table_no, through, content::text, signer, signature, actor, approver, at`, "n", byHouse},
}

// links is read with the columns the leaf does not cover at its end.
var links = relation{kindLink, "links", `gaming_day, table_id, seq, actor, key, at, marks, prev, leaf, hash`, "", byDay}

// names are the columns without casts and quotes.
func (r *relation) names() []string {
	names := strings.Split(r.columns, ",")
	for i := range names {
		name, _, _ := strings.Cut(strings.TrimSpace(names[i]), "::")
		names[i] = strings.Trim(name, `"`)
	}
	return names
}

// at is where the column is among those read; -1 if there is none.
func (r *relation) at(column string) int { return slices.Index(r.names(), column) }

// json tells which of the columns read are JSON.
func (r *relation) json() []bool {
	names := r.names()
	of := make([]bool, len(names))
	for i, name := range names {
		of[i] = slices.Contains([]string{"content", "band", "before", "after"}, name)
	}
	return of
}

// query reads the relation's rows of gaming day $1 of table $2 by page and
// number. Of rows that know no gaming day it reads all from the day's first page
// to its last.
func (r *relation) query() string {
	sql := `SELECT ` + r.columns + ` FROM ` + r.name + ` WHERE `
	const pages = `seq BETWEEN (SELECT min(seq) FROM links WHERE gaming_day = $1 AND table_id = $2)
		AND (SELECT max(seq) FROM links WHERE gaming_day = $1 AND table_id = $2)`
	switch r.scope {
	case byDay:
		sql += `gaming_day = $1 AND table_id = $2`
	case byPage:
		sql += `table_id = $2 AND ` + pages
	case byHouse:
		sql += `$2 = 0 AND ` + pages
	}
	return sql + ` ORDER BY ` + r.name + `.seq, ` + r.name + `.` + r.order()
}

func (r *relation) order() string {
	switch {
	case r.kind == kindPaytable:
		return "digest"
	case r.kind == kindSettings: // of several tables, maybe
		return "table_id, settings.version"
	case r.number == "":
		return "at"
	}
	return r.number
}

// strays names the relation's rows that are on no page.
func (r *relation) strays() string {
	table := "r.table_id"
	switch r.scope {
	case byDay:
		return ""
	case byHouse:
		table = "0"
	}
	return `SELECT ` + table + `, r.seq FROM ` + r.name + ` r WHERE NOT EXISTS (
		SELECT FROM links l WHERE l.table_id = ` + table + ` AND l.seq = r.seq) ORDER BY 1, 2`
}
