package ledger

import (
	"bytes"
	"cmp"
	"fmt"
	"slices"
	"time"
)

// A Table is a table of the house. Its Number and Name never change.
type Table struct {
	Number int64
	Name   string
	Seq    int64 // of the house's page
	Actor  string
	At     time.Time
}

// Settings are one version of a table's settings. Content is JSON; Digest is
// what ContentDigest says of it.
type Settings struct {
	Table    int64
	Version  int // from 1, by table
	Digest   [32]byte
	Content  []byte
	Seq      int64
	Actor    string // who proposed them; none: the page's
	Approver string // who approved them; none: the page's
	At       time.Time
}

// A Paytable is a published paytable. Digest is its identity, as package
// paytables computes it; Content is JSON.
type Paytable struct {
	Digest            [32]byte
	Game, Wager, Name string
	Content           []byte
	Seq               int64
	Actor             string
	At                time.Time
}

// house writes what the house set.
func (w *writer) house() {
	if w.page.Table != nil {
		w.newTable(w.page.Table)
	}
	settings := slices.SortedFunc(slices.Values(w.page.Settings), func(a, b Settings) int {
		return cmp.Or(cmp.Compare(a.Table, b.Table), cmp.Compare(a.Version, b.Version))
	})
	for i := range settings {
		w.settings(&settings[i])
	}
	// They have no number on the page, so they stand in the order of their digests.
	sorted := slices.SortedFunc(slices.Values(w.page.Paytables), func(a, b Paytable) int {
		return bytes.Compare(a.Digest[:], b.Digest[:])
	})
	for i := range sorted {
		w.paytable(&sorted[i])
	}
}

func (w *writer) newTable(table *Table) {
	p, t := w.page, &w.row
	t.start(kindTable)
	t.int(w.seq)
	t.int(table.Number)
	t.text(table.Name)
	t.text(p.Actor)
	t.time(p.At)
	w.add()
	w.batch.Queue(`INSERT INTO tables (seq, id, name, actor, at) VALUES ($1, $2, $3, $4, $5)`,
		w.seq, table.Number, table.Name, p.Actor, p.At)
}

const insertSettings = `
INSERT INTO settings (seq, table_id, version, digest, content, actor, approver, at)
VALUES ($1, $2, $3, $4, $5::text::jsonb, $6, $7, $8)`

func (w *writer) settings(s *Settings) {
	p, t := w.page, &w.row
	content, err := Canonical(s.Content)
	if err != nil {
		t.fail(fmt.Errorf("%w: settings of table %d: %w", ErrPage, s.Table, err))
	}
	if digestOf(content) != s.Digest {
		t.fail(fmt.Errorf("%w: settings of table %d: the digest is not of their content", ErrPage, s.Table))
	}
	t.start(kindSettings)
	t.int(w.seq)
	t.int(s.Table)
	t.int(int64(s.Version))
	t.digest(&s.Digest)
	t.value(content)
	actor, approver := cmp.Or(s.Actor, p.Actor), cmp.Or(s.Approver, p.Approver)
	t.text(actor)
	t.optional(approver)
	t.time(p.At)
	w.add()
	w.batch.Queue(insertSettings, w.seq, s.Table, s.Version, s.Digest[:], string(content), actor, filled(approver), p.At)
}

const insertPaytable = `
INSERT INTO paytables (seq, digest, game, wager, name, content, actor, at)
VALUES ($1, $2, $3, $4, $5, $6::text::jsonb, $7, $8)`

func (w *writer) paytable(y *Paytable) {
	p, t := w.page, &w.row
	content, err := Canonical(y.Content)
	if err != nil {
		t.fail(fmt.Errorf("%w: paytable %s: %w", ErrPage, y.Name, err))
	}
	t.start(kindPaytable)
	t.int(w.seq)
	t.digest(&y.Digest)
	t.text(y.Game)
	t.text(y.Wager)
	t.text(y.Name)
	t.value(content)
	t.text(p.Actor)
	t.time(p.At)
	w.add()
	w.batch.Queue(insertPaytable, w.seq, y.Digest[:], y.Game, y.Wager, y.Name, string(content), p.Actor, p.At)
}
