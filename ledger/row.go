package ledger

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/shopspring/decimal"
)

// A Row is a row of one of the house's relations: what a page carries besides
// rounds, entries, tables, settings and paytables. Values are by column; those of
// the page (table_id, seq, n, actor, approver, at, gaming_day) are filled in. A column that
// is left out is null.
//
// A value is a string, an int or int64, a bool, a []byte, a time.Time, a Date, a
// json.RawMessage, a decimal of chips, or a pointer to one of the first two; a
// nil is null.
type Row struct {
	Of     string // "persons"
	Values map[string]any
}

// A Date is a time of which a row keeps the date only.
type Date time.Time

// added writes the rows of the page, in the order of their relations and, within
// one, as they were given.
func (w *writer) added() {
	for _, row := range w.page.Rows {
		if !slices.ContainsFunc(relations, func(r relation) bool { return r.name == row.Of && r.kind >= kindStint }) {
			w.row.fail(fmt.Errorf("%w: no rows of %q", ErrPage, row.Of))
		}
	}
	for i := range relations {
		r := &relations[i]
		if r.kind < kindStint {
			continue
		}
		n := 0
		for _, row := range w.page.Rows {
			if row.Of == r.name {
				n++
				w.added1(r, n, row.Values)
			}
		}
	}
}

func (w *writer) added1(r *relation, n int, values map[string]any) {
	t, names := &w.row, r.names()
	t.start(r.kind)
	args, places := make([]any, len(names)), make([]string, len(names))
	for i, name := range names {
		v := w.value(name, n, values)
		args[i], places[i] = t.any(r.name+"."+name, v), fmt.Sprintf("$%d", i+1)
		switch v.(type) {
		case json.RawMessage:
			places[i] += "::text::jsonb"
		case decimal.Decimal:
			places[i] += "::text::numeric"
		}
	}
	for name := range values {
		if !slices.Contains(names, name) {
			t.fail(fmt.Errorf("%w: %s has no column %s", ErrPage, r.name, name))
		}
	}
	w.add()
	if r.kind == kindStint {
		w.head.Dealer, _ = values["dealer"].(string)
	}
	w.batch.Queue(`INSERT INTO `+r.name+` (`+strings.Join(names, ", ")+`) VALUES (`+strings.Join(places, ", ")+`)`, args...)
}

// value is the column's value: the row's own or, where it gives none, the page's.
func (w *writer) value(name string, n int, values map[string]any) any {
	if v, ok := values[name]; ok {
		return v
	}
	switch name {
	case "table_id":
		return w.table
	case "seq":
		return w.seq
	case "n":
		return n
	case "actor":
		return w.page.Actor
	case "approver":
		return filled(w.page.Approver)
	case "at":
		return w.page.At
	case "gaming_day":
		return Date(w.page.GamingDay)
	}
	return nil
}

// any appends the value in canonical form and returns what to send.
func (t *tuple) any(column string, v any) any {
	switch v := v.(type) {
	case nil:
		t.null()
		return nil
	case string:
		t.text(v)
	case *string:
		if v == nil {
			return t.any(column, nil)
		}
		return t.any(column, *v)
	case int:
		t.int(int64(v))
	case int64:
		t.int(v)
	case *int64:
		if v == nil {
			return t.any(column, nil)
		}
		return t.any(column, *v)
	case bool:
		t.bool(v)
	case []byte:
		t.bytes(v)
	case time.Time:
		v = v.Truncate(time.Microsecond).UTC() // as PostgreSQL keeps it
		t.time(v)
		return v
	case Date:
		day := date(time.Time(v))
		t.date(day)
		return day
	case decimal.Decimal:
		return t.money(v, chips)
	case json.RawMessage:
		return t.json(column, v)
	default:
		t.fail(fmt.Errorf("%w: %s: a %T is no value of a row", ErrPage, column, v))
	}
	return v
}

// json appends the canonical form of a JSON text, a nil as null.
func (t *tuple) json(column string, v json.RawMessage) any {
	if v == nil {
		t.null()
		return nil
	}
	content, err := Canonical(v)
	if err != nil {
		t.fail(fmt.Errorf("%w: %s: %w", ErrPage, column, err))
	}
	t.value(content)
	return string(content)
}
