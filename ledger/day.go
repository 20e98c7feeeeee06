package ledger

import (
	"cmp"
	"context"
	"encoding/binary"
	"fmt"
	"slices"

	"github.com/jackc/pgx/v5"
)

// A leafing is one gaming day of one table as it is read.
type leafing struct {
	tableDay
	links []storedLink
	rows  [][]stored // by relation
	facts facts
}

// day reads a gaming day of a table and checks it.
func (v *verifier) day(ctx context.Context, d tableDay) error {
	l := leafing{tableDay: d, rows: make([][]stored, len(relations))}
	if err := v.read(ctx, &l); err != nil {
		return err
	}
	t := v.tally(d.table)
	for i := range l.links {
		link := &l.links[i]
		for _, f := range link.check(d.table, v.page(&l, link.seq)) {
			v.faults.add(f)
		}
		t.chain.add(link)
	}
	v.page(&l, 1<<63-1)
	v.sum.Links += int64(len(l.links))
	v.checkRounds(&l, t)
	t.dealt(l.facts.stints)
	v.checkEntries(&l)
	v.checkCorrections(&l)
	return nil
}

// has reports whether the page's link was read.
func (l *leafing) has(seq int64) bool {
	_, ok := slices.BinarySearchFunc(l.links, seq, func(k storedLink, seq int64) int { return cmp.Compare(k.seq, seq) })
	return ok
}

// page takes the rows of the page out, in the order in which they are hashed.
// Rows of pages before it that are still there are on no page.
func (v *verifier) page(l *leafing, seq int64) (rows []stored) {
	for i := range l.rows {
		of := l.rows[i]
		for ; len(of) > 0 && of[0].seq < seq; of = of[1:] {
			v.faults.add(Fault{l.table, of[0].seq, of[0].of.name, of[0].label(), "on no page"})
		}
		n := 0
		for n < len(of) && of[n].seq == seq {
			n++
		}
		rows, l.rows[i] = append(rows, of[:n]...), of[n:]
	}
	return rows
}

// read reads all rows of the day in one round trip.
func (v *verifier) read(ctx context.Context, l *leafing) error {
	var b pgx.Batch
	b.Queue(links.query(), l.day, l.table)
	for i := range relations {
		if relations[i].scope != byHouse || l.table == House {
			b.Queue(relations[i].query(), l.day, l.table)
		}
	}
	results := v.tx.SendBatch(ctx, &b)
	defer results.Close()
	if err := v.readRows(results, &links, func(raw [][]byte) error { return v.readLink(l, raw) }); err != nil {
		return err
	}
	for i := range relations {
		r := &relations[i]
		if r.scope == byHouse && l.table != House {
			continue
		}
		seq, number := r.at("seq"), r.at(r.number)
		err := v.readRows(results, r, func(raw [][]byte) error {
			row := stored{of: r, seq: integer(raw[seq]), hash: digestOf(v.row.b)}
			if r.scope != byDay && !l.has(row.seq) {
				return nil // of another day's page, or a stray
			}
			v.sum.Rows++
			if number >= 0 {
				row.number = integer(raw[number])
			}
			l.rows[i] = append(l.rows[i], row)
			return v.note(&l.facts, r, raw)
		})
		if err != nil {
			return err
		}
	}
	return results.Close()
}

// readRows builds the canonical bytes of each row in v.row and calls each.
func (v *verifier) readRows(results pgx.BatchResults, r *relation, each func(raw [][]byte) error) error {
	rows, err := results.Query()
	if err != nil {
		return fmt.Errorf("%s: %w", r.name, err)
	}
	defer rows.Close()
	json := r.json()
	for rows.Next() {
		raw := rows.RawValues()
		if err := binaryFormat(rows, r); err != nil {
			return err
		}
		v.row.start(r.kind)
		for i := range raw {
			v.row.bytes(v.canonical(raw[i], json[i]))
		}
		if err := each(raw); err != nil {
			return fmt.Errorf("%s: %w", r.name, err)
		}
	}
	return rows.Err()
}

// canonical brings JSON to the form in which it
// was hashed, which is not how the server prints jsonb. What cannot be brought
// there was not written by Append, and is hashed as it is.
func (v *verifier) canonical(raw []byte, content bool) []byte {
	if !content {
		return raw
	}
	if b, err := Canonical(raw); err == nil {
		return b
	}
	return raw
}

// binaryFormat makes sure that the server sends the bytes that are hashed.
func binaryFormat(rows pgx.Rows, r *relation) error {
	const int8OID = 20
	for _, f := range rows.FieldDescriptions() {
		if f.DataTypeOID == int8OID && f.Format != pgx.BinaryFormatCode {
			return fmt.Errorf("%s: the connection does not use the binary format: set default_query_exec_mode to cache_statement", r.name)
		}
	}
	return nil
}

func (v *verifier) readLink(l *leafing, raw [][]byte) error {
	const marks, prev, leaf, hash = 6, 7, 8, 9 // in links.columns
	var own tuple
	own.start(kindLink)
	for i := range marks {
		own.bytes(raw[i])
	}
	v.sum.Rows++
	l.links = append(l.links, storedLink{
		seq: integer(raw[2]), own: own.b, marks: append([]byte(nil), raw[marks]...),
		prev: asDigest(raw[prev]), leaf: asDigest(raw[leaf]), hash: asDigest(raw[hash]),
	})
	return nil
}

// integer reads an int8 as it is sent; null is 0.
func integer(raw []byte) int64 {
	if len(raw) != 8 {
		return 0
	}
	return int64(binary.BigEndian.Uint64(raw))
}
