package ledger_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"croupier/games"
	"croupier/ledger"
	"croupier/ledger/booktest"
)

// TestEveryColumnIsHashed fails on a column that verify does not read.
func TestEveryColumnIsHashed(t *testing.T) {
	t.Parallel()
	there := map[string][]string{}
	for _, c := range newBook(t, 1, 0).columns(t) {
		there[c.table] = append(there[c.table], c.name)
	}
	hashed := ledger.Hashed()
	for _, names := range hashed {
		slices.Sort(names)
	}
	for _, names := range there {
		slices.Sort(names)
	}
	if diff := cmp.Diff(there, hashed); diff != "" {
		t.Errorf("columns (-in the database +hashed):\n%s", diff)
	}
}

// TestAnUpdateIsFound changes each column of each append-only table, in a row
// from the middle of the book.
func TestAnUpdateIsFound(t *testing.T) {
	t.Parallel()
	c := newCrime(t)
	for _, col := range c.columns(t) {
		if col.generated {
			continue // the server refuses to set it; what it is made from is set
		}
		c.trying(col.table+"."+col.name, func(c attempt) ledger.Fault {
			row := c.row(col.table, middle)
			c.do(`UPDATE ` + col.table + ` SET "` + col.name + `" = ` + otherwise(col) + row.where)
			return row.fault
		})
	}
}

// TestADeletionIsFound deletes the first, a middle and the last row of each table.
func TestADeletionIsFound(t *testing.T) {
	t.Parallel()
	c := newCrime(t)
	for relation := range ledger.Hashed() {
		for name, at := range map[string]place{"first": first, "middle": middle, "last": last} {
			c.trying(relation+"/"+name, func(c attempt) ledger.Fault {
				row := c.row(relation, at)
				c.do(`DELETE FROM ` + relation + row.where)
				return row.fault
			})
		}
	}
}

// TestAnAdditionIsFound adds to each table a row that is like another but for
// what tells rows apart.
func TestAnAdditionIsFound(t *testing.T) {
	t.Parallel()
	c := newCrime(t)
	for relation, differs := range map[string]map[string]string{
		"tables":    {"id": "id + 1000", "name": "name || 'x'"},
		"settings":  {"version": "version + 1000"},
		"paytables": {"digest": "sha256(digest)"},
		"requests":  {"key": "key || 'x'", "seq": "seq + 1000"},
		"days":      {"round": "round + 1000"},
		"rounds":    {"round": "round + 1000"},
		"events":    {"n": "n + 1000"},
		"entries":   {"seq": "seq + 1000", "round": "round + 1000"},
		"lines":     {"line": "line + 1000"},
		"postings":  {"posting": "posting + 1000"},
		"links":     {"seq": "seq + 1000"},

		"stints":             {"n": "n + 1000"},
		"slips":              {"n": "n + 1000", "slip": "slip || 'x'"},
		"counts":             {"n": "n + 1000"},
		"persons":            {"n": "n + 1000", "version": "version + 1000"},
		"secrets":            {"n": "n + 1000", "version": "version + 1000"},
		"api_keys":           {"n": "n + 1000", "id": "id + 1000", "hash": "sha256(hash)"},
		"api_key_ends":       {"n": "n + 1000", "id": "id + 1000"},
		"proposals":          {"n": "n + 1000", "revision": "revision + 1000"},
		"proposal_steps":     {"n": "n + 1000", "proposal": "proposal + 1000"},
		"activations":        {"n": "n + 1000"},
		"policies":           {"n": "n + 1000", "version": "version + 1000"},
		"significant_events": {"n": "n + 1000"},
		"corrections":        {"n": "n + 1000", "number": "number + 1000"},
		"reversals":          {"n": "n + 1000", "reverses": "reverses + 1000"},
		"disputes":           {"n": "n + 1000", "number": "number + 1000"},
		"day_closes":         {"n": "n + 1000", "gaming_day": "gaming_day + 1000"},
	} {
		c.trying(relation, func(c attempt) ledger.Fault {
			row := c.row(relation, middle)
			var names, values []string
			for _, col := range c.of(relation) {
				name := `"` + col.name + `"`
				names, values = append(names, name), append(values, cmpOr(differs[col.name], name))
			}
			c.do(`INSERT INTO ` + relation + ` (` + strings.Join(names, ", ") + `) SELECT ` + strings.Join(values, ", ") + ` FROM ` + relation + row.where)
			if differs["seq"] != "" {
				row.fault.Seq += 1000
			}
			if relation == "links" { // the chain breaks off where pages between are missing
				var head int64
				must(c.T, c.tx.QueryRow(c.Context(), `SELECT seq FROM heads WHERE table_id = $1`, row.fault.Table).Scan(&head))
				row.fault.Seq = head + 1
			}
			return row.fault
		})
	}
}

func cmpOr(a, b string) string {
	if a != "" {
		return a
	}
	return b
}

// TestASwapIsFound swaps two rows of a page, and two pages.
func TestASwapIsFound(t *testing.T) {
	t.Parallel()
	c := newCrime(t)
	for relation, number := range map[string]string{"events": "n", "lines": "line", "postings": "posting"} {
		c.trying(relation, func(c attempt) ledger.Fault {
			row := c.row(relation, middle)
			page := fmt.Sprintf(` WHERE table_id = %d AND seq = %d AND %s = `, row.fault.Table, row.fault.Seq, number)
			c.swap(relation, number, page, 2, 5)
			return row.fault
		})
	}
	c.trying("links", func(c attempt) ledger.Fault {
		c.swap("links", "seq", ` WHERE table_id = 2 AND seq = `, 3, 5)
		return ledger.Fault{Table: 2, Seq: 3, Relation: "links"}
	})
}

// TestACutTailIsFound takes the last pages away, with all that is on them.
func TestACutTailIsFound(t *testing.T) {
	t.Parallel()
	c := newCrime(t)
	for _, keep := range []int64{0, 1, 5, 7} {
		c.trying(fmt.Sprintf("after %d", keep), func(c attempt) ledger.Fault {
			for _, relation := range []string{"requests", "days", "rounds", "events", "entries", "lines", "postings", "links"} {
				_, err := c.tx.Exec(c.Context(), `DELETE FROM `+relation+` WHERE table_id = 2 AND seq > $1`, keep)
				must(c.T, err)
			}
			return ledger.Fault{Table: 2, Seq: keep + 1, Relation: "links"}
		})
	}
}

// TestAForgedHeadIsFound changes each column of the one row of a table that may
// be updated.
func TestAForgedHeadIsFound(t *testing.T) {
	t.Parallel()
	c := newCrime(t)
	for name, set := range map[string]string{
		"seq": "seq - 1", "hash": "sha256(hash)", "rounds": "rounds + 1", "open_round": "2",
		"gaming_day": "gaming_day - 1", "settings": "settings + 1", "table_id": "table_id + 1000", "dealer": "'dan'",
	} {
		c.trying(name, func(c attempt) ledger.Fault {
			c.do(`UPDATE heads SET ` + name + ` = ` + set + ` WHERE table_id = 2`)
			switch name {
			case "seq", "table_id":
				return ledger.Fault{Table: 2, Relation: "heads"}
			}
			return ledger.Fault{Table: 2, Seq: 8, Relation: "heads"}
		})
	}
}

// TestARewrittenPageIsFound changes a stake and works the page's own hashes out
// anew, which the next link does not follow.
func TestARewrittenPageIsFound(t *testing.T) {
	t.Parallel()
	c := newCrime(t)
	c.trying("link", func(c attempt) ledger.Fault {
		c.do(`UPDATE links SET leaf = sha256(leaf), hash = sha256('\x01'::bytea || prev || int8send(table_id) || int8send(seq) || sha256(leaf))
			WHERE table_id = 2 AND seq = 3`)
		return ledger.Fault{Table: 2, Seq: 3, Relation: "links"}
	})
}

// TestAnEventAfterTheEndIsFound adds a page to a round that has ended, of which
// every hash is right and the head too.
func TestAnEventAfterTheEndIsFound(t *testing.T) {
	t.Parallel()
	c := newCrime(t)
	late := ledger.Event{N: len(booktest.Ending(ledger.Head{}).Events) + 1, Event: games.Event{Step: "pay", Kind: games.KindPay, Place: 1}}
	for name, rounds := range map[string]int64{"last": 0, "before": 1} {
		c.trying(name, func(c attempt) ledger.Fault {
			held, err := ledger.Lock(c.Context(), c.tx, 2, 0, ledger.Key{})
			must(c.T, err)
			h := held.Head
			h.OpenRound = h.Rounds - rounds
			_, err = ledger.Append(c.Context(), c.tx, h, ledger.Page{
				Round: h.OpenRound, Events: []ledger.Event{late}, Actor: "token", At: booktest.At, GamingDay: h.OpenDay})
			must(c.T, err)
			c.do(`UPDATE heads SET open_round = NULL WHERE table_id = 2`)
			faults, err := ledger.VerifyIn(c.Context(), c.tx)
			must(c.T, err)
			if len(faults) != 1 {
				c.Errorf("faults %v, want one", faults)
			}
			return ledger.Fault{Table: 2, Seq: h.Seq + 1, Relation: "events"}
		})
	}
}

// otherwise is an SQL expression for another value of the column.
func otherwise(c column) string {
	name := `"` + c.name + `"`
	switch c.kind {
	case "bigint":
		return `coalesce(` + name + `, 0) + 1000`
	case "integer", "smallint", "numeric":
		return `coalesce(` + name + `, 0) + 100`
	case "text":
		return `coalesce(` + name + `, '') || 'x'`
	case "bytea":
		return `CASE WHEN length(` + name + `) > 0 THEN set_byte(` + name + `, 0, 255 - get_byte(` + name + `, 0)) ELSE sha256('') END`
	case "date":
		return name + ` + 1`
	case "timestamp with time zone":
		return `coalesce(` + name + `, now()) + interval '1 microsecond'`
	case "boolean":
		return `NOT ` + name
	case "jsonb":
		return `coalesce(` + name + `, '{}') || '{"chip": "7.00"}'`
	}
	panic("no other value of a " + c.kind)
}
