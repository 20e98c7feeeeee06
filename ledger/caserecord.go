package ledger

import (
	"encoding/binary"
	"fmt"
	"slices"
	"time"

	"github.com/shopspring/decimal"

	"croupier/cards"
	"croupier/games"
)

// columnForms are how the columns of a row are read, by name; the others are texts.
// A name means one thing in all relations.
var columnForms = map[string]string{
	"gaming_day": "date", "round_day": "date", "reversed_day": "date",
	"at": "time", "begins": "time", "expires": "time",
	"late": "bool", "active": "bool",
	"settings_digest": "bytes", "digest": "bytes", "paytable": "bytes", "sealed": "bytes", "commitment": "bytes", "hash": "bytes", "signature": "bytes",
	"table_id": "int", "table_no": "int", "seq": "int", "round": "int", "n": "int", "line": "int", "seat": "int", "place": "int", "posting": "int",
	"settings": "int", "version": "int", "number": "int", "standing": "int", "dispute": "int", "correction": "int", "reverses": "int",
	"proposal": "int", "revision": "int", "pieces": "int", "id": "int",
}

// Values returns the row's columns by name, of the types of Row; a null is left out.
// It fails with ErrPage on bytes that are no row of the relation.
func (r *CaseRow) Values() (map[string]any, error) {
	i := slices.IndexFunc(relations, func(of relation) bool { return of.name == r.Relation })
	if i < 0 || len(r.Bytes) == 0 || kind(r.Bytes[0]) != relations[i].kind {
		return nil, fmt.Errorf("%w: no row of %q", ErrPage, r.Relation)
	}
	values := map[string]any{}
	rest := r.Bytes[1:]
	for _, name := range relations[i].names() {
		if len(rest) < 4 {
			return nil, fmt.Errorf("%w: a row of %s is cut", ErrPage, r.Relation)
		}
		size := binary.BigEndian.Uint32(rest)
		rest = rest[4:]
		if size == 1<<32-1 {
			continue
		}
		if uint64(size) > uint64(len(rest)) {
			return nil, fmt.Errorf("%w: a row of %s is cut", ErrPage, r.Relation)
		}
		values[name] = columnValue(name, rest[:size])
		rest = rest[size:]
	}
	if len(rest) > 0 {
		return nil, fmt.Errorf("%w: a row of %s goes on", ErrPage, r.Relation)
	}
	return values, nil
}

func columnValue(name string, raw []byte) any {
	switch columnForms[name] {
	case "int":
		return integer(raw)
	case "bool":
		return len(raw) == 1 && raw[0] == 1
	case "bytes":
		return raw
	case "date":
		if len(raw) == 4 {
			return epoch.AddDate(0, 0, int(int32(binary.BigEndian.Uint32(raw))))
		}
	case "time":
		return epoch.Add(time.Duration(integer(raw)) * time.Microsecond)
	}
	return string(raw)
}

// A CaseRecord is what a case says, read: the round, its events, all its entries in
// order, and what it pinned.
type CaseRecord struct {
	Round     Round
	Events    []Event
	Entries   []Entry // the last one stands
	Settings  []byte  // JSON
	Paytables map[[32]byte][]byte
	// Notes are the other rows, corrections and disputes among them, in order.
	Notes []Row
}

// Record reads the case. It fails with ErrPage where rows cannot be read, or the
// round or its settings are missing.
func (c *Case) Record() (CaseRecord, error) {
	rec := CaseRecord{Paytables: map[[32]byte][]byte{}}
	for i := range c.Rows {
		if c.Rows[i].Bytes == nil {
			continue
		}
		v, err := c.Rows[i].Values()
		if err == nil {
			err = rec.take(c.Rows[i].Relation, v)
		}
		if err != nil {
			return rec, fmt.Errorf("table %d seq %d: %w", c.Rows[i].Table, c.Rows[i].Seq, err)
		}
	}
	slices.SortStableFunc(rec.Entries, func(a, b Entry) int { return int(a.Seq - b.Seq) })
	if rec.Round.Number != c.Round || rec.Settings == nil {
		return rec, fmt.Errorf("%w: the round or what it pinned is missing", ErrPage)
	}
	return rec, nil
}

func (rec *CaseRecord) take(relation string, v map[string]any) error {
	switch relation {
	case "rounds":
		rec.Round = Round{
			Table: at64(v, "table_id"), Number: at64(v, "round"), GamingDay: atTime(v, "gaming_day"), Seq: at64(v, "seq"), Game: textOf(v, "game"),
			Settings: int(at64(v, "settings")), Currency: textOf(v, "currency"), Dealing: textOf(v, "dealing"), Actor: textOf(v, "actor"), At: atTime(v, "at"),
		}
		if d, ok := v["settings_digest"].([]byte); ok {
			rec.Round.Digest = asDigest(d)
		}
	case "events":
		e, err := caseEvent(v)
		rec.Events = append(rec.Events, e)
		return err
	case "entries":
		rec.Entries = append(rec.Entries, Entry{
			Table: at64(v, "table_id"), Seq: at64(v, "seq"), Round: at64(v, "round"), GamingDay: atTime(v, "gaming_day"), Kind: textOf(v, "kind"),
			Currency: textOf(v, "currency"), Actor: textOf(v, "actor"), Approver: textOf(v, "approver"), Reason: textOf(v, "reason"), At: atTime(v, "at"),
		})
	case "lines":
		return rec.line(v)
	case "postings", "links":
	case "settings":
		rec.Settings = []byte(textOf(v, "content"))
	case "paytables":
		if d, ok := v["digest"].([]byte); ok {
			rec.Paytables[asDigest(d)] = []byte(textOf(v, "content"))
		}
	default:
		rec.Notes = append(rec.Notes, Row{relation, v})
	}
	return nil
}

func (rec *CaseRecord) line(v map[string]any) error {
	l := Line{Line: games.Line{
		Seat: games.Place(at64(v, "seat")), Wager: textOf(v, "wager"), Won: games.WinLose(textOf(v, "outcome")),
	}}
	l.Clause, l.Reason, l.Row = textOf(v, "clause"), textOf(v, "reason"), textOf(v, "row")
	if d, ok := v["paytable"].([]byte); ok {
		l.Paytable = someDigest(d)
	}
	err := parse(
		number{&l.Stake, textOf(v, "stake")}, number{&l.Odds, textOf(v, "odds")}, number{&l.Exact, textOf(v, "exact")},
		number{&l.Rounded, textOf(v, "rounded")}, number{&l.Amount, textOf(v, "amount")})
	for i := range rec.Entries {
		if rec.Entries[i].Seq == at64(v, "seq") {
			rec.Entries[i].Lines = append(rec.Entries[i].Lines, l)
			return err
		}
	}
	return fmt.Errorf("%w: a line of no entry", ErrPage)
}

func caseEvent(v map[string]any) (Event, error) {
	e := Event{
		N: int(at64(v, "n")), Seq: at64(v, "seq"), Actor: textOf(v, "actor"), Approver: textOf(v, "approver"), At: atTime(v, "at"),
		Event: games.Event{
			Step: textOf(v, "step"), Kind: games.Kind(textOf(v, "kind")), Place: games.Place(at64(v, "place")), Do: textOf(v, "do"),
			Wager: textOf(v, "wager"), Note: textOf(v, "note"),
		},
	}
	e.Late, _ = v["late"].(bool)
	var err error
	if amount := textOf(v, "amount"); amount != "" {
		e.Amount, err = decimal.NewFromString(amount)
	}
	if dealt := textOf(v, "cards"); err == nil && dealt != "" {
		var c cards.Cards
		if err = c.UnmarshalText([]byte(dealt)); err == nil {
			e.Cards = c
		}
	}
	return e, err
}

func at64(v map[string]any, name string) int64    { n, _ := v[name].(int64); return n }
func textOf(v map[string]any, name string) string { s, _ := v[name].(string); return s }
func atTime(v map[string]any, name string) time.Time {
	t, _ := v[name].(time.Time)
	return t
}
