package ledger

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"slices"

	"github.com/jackc/pgx/v5"
)

// A Case is what the book holds of one round, with what it takes to see that none
// of it was changed: the pages it stands on, row by row as they were hashed, and
// the links between them. It is read without a database.
type Case struct {
	Table int64      `json:"table"`
	Round int64      `json:"round"`
	Links []CaseLink `json:"links"` // of the table, from the round's first page to its last
	House []CaseLink `json:"house"` // of the house: the pages of what the round pinned
	Rows  []CaseRow  `json:"rows"`
}

// A CaseLink is a link of a chain. Own are its columns as they were hashed; of a
// page that is not the round's they are left out, with the marks.
type CaseLink struct {
	Seq   int64  `json:"seq"`
	Own   []byte `json:"own,omitempty"`
	Marks []byte `json:"marks,omitempty"`
	Prev  []byte `json:"prev"`
	Leaf  []byte `json:"leaf"`
	Hash  []byte `json:"hash"`
}

// A CaseRow is a row of a page. Bytes are its columns as they were hashed; where a
// row is not the round's business, Hash stands in their place.
type CaseRow struct {
	Table    int64  `json:"table"` // House is the house
	Seq      int64  `json:"seq"`
	Relation string `json:"relation"`
	Number   int64  `json:"number"`
	Bytes    []byte `json:"bytes,omitempty"`
	Hash     []byte `json:"hash,omitempty"`
}

// selectCasePages are the pages of the table that concern the round.
const selectCasePages = `
SELECT min(seq), max(seq), array_agg(DISTINCT seq) FROM (
	SELECT seq FROM rounds WHERE table_id = $1 AND round = $2
	UNION ALL SELECT seq FROM events WHERE table_id = $1 AND round = $2
	UNION ALL SELECT seq FROM entries WHERE table_id = $1 AND round = $2
	UNION ALL SELECT seq FROM corrections WHERE table_id = $1 AND round = $2
	UNION ALL SELECT seq FROM disputes WHERE table_id = $1 AND round = $2
) AS pages HAVING count(*) > 0`

// selectPinnedPages are the pages of the house that set what the round pinned.
const selectPinnedPages = `
SELECT coalesce(array_agg(DISTINCT seq), '{}') FROM (
	SELECT s.seq FROM rounds r JOIN settings s ON s.table_id = r.table_id AND s.version = r.settings WHERE r.table_id = $1 AND r.round = $2
	UNION ALL SELECT p.seq FROM rounds r JOIN settings s ON s.table_id = r.table_id AND s.version = r.settings
		CROSS JOIN LATERAL jsonb_each(s.content->'paytables') AS w (wager, named)
		JOIN paytables p ON encode(p.digest, 'hex') = w.named->>'digest'
		WHERE r.table_id = $1 AND r.round = $2
) AS pages`

// ReadCase reads the case of the round in a transaction that sees one moment. It
// fails with ErrNoRound.
func ReadCase(ctx context.Context, tx pgx.Tx, table, round int64) (Case, error) {
	c := Case{Table: table, Round: round}
	var first, last int64
	var pages, pinned []int64
	if err := tx.QueryRow(ctx, selectCasePages, table, round).Scan(&first, &last, &pages); err != nil {
		if errors.Is(err, pgx.ErrNoRows) {
			err = fmt.Errorf("round %d-%d: %w", table, round, ErrNoRound)
		}
		return c, err
	}
	if err := tx.QueryRow(ctx, selectPinnedPages, table, round).Scan(&pinned); err != nil {
		return c, err
	}
	var err error
	const stretch = `table_id = $1 AND seq BETWEEN $2 AND $3`
	if c.Links, err = readCaseLinks(ctx, tx, stretch, table, first, last); err != nil {
		return c, err
	}
	if c.House, err = readCaseLinks(ctx, tx, `table_id = $1 AND seq = ANY ($2)`, House, pinned); err != nil {
		return c, err
	}
	for _, of := range []struct {
		table int64
		pages []int64
	}{{House, pinned}, {table, pages}} {
		if err := c.readRows(ctx, tx, of.table, of.pages); err != nil {
			return c, err
		}
	}
	c.forget(pages)
	return c, nil
}

// forget leaves of the links between the round's pages only what joins them.
func (c *Case) forget(pages []int64) {
	for i := range c.Links {
		if !slices.Contains(pages, c.Links[i].Seq) {
			c.Links[i].Own, c.Links[i].Marks = nil, nil
		}
	}
}

func readCaseLinks(ctx context.Context, tx pgx.Tx, where string, args ...any) (list []CaseLink, err error) {
	v := verifier{tx: tx}
	err = v.eachRow(ctx, &links, `SELECT `+links.columns+` FROM links WHERE `+where+` ORDER BY seq`, args, func(raw [][]byte) error {
		var l leafing
		if err := v.readLink(&l, raw); err != nil {
			return err
		}
		k := &l.links[0]
		list = append(list, CaseLink{k.seq, k.own, k.marks, slices.Clone(k.prev[:]), slices.Clone(k.leaf[:]), slices.Clone(k.hash[:])})
		return nil
	})
	return list, err
}

// readRows reads the rows of the pages. What a request was answered is no part of
// the case; neither is what else the house set on the same page.
func (c *Case) readRows(ctx context.Context, tx pgx.Tx, table int64, pages []int64) error {
	v := verifier{tx: tx}
	for i := range relations {
		r := &relations[i]
		where := `table_id = $1 AND seq = ANY ($2)`
		if r.scope == byHouse {
			where = `$1 = 0::bigint AND seq = ANY ($2)`
		}
		seq, number := r.at("seq"), r.at(r.number)
		sql := `SELECT ` + r.columns + ` FROM ` + r.name + ` WHERE ` + where + ` ORDER BY ` + r.name + `.seq, ` + r.order()
		err := v.eachRow(ctx, r, sql, []any{table, pages}, func(raw [][]byte) error {
			row := CaseRow{Table: table, Seq: integer(raw[seq]), Relation: r.name}
			if number >= 0 {
				row.Number = integer(raw[number])
			}
			hash := digestOf(v.row.b)
			if c.concerns(r, raw) {
				row.Bytes = slices.Clone(v.row.b)
			} else {
				row.Hash = hash[:]
			}
			c.Rows = append(c.Rows, row)
			return nil
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// concerns reports whether the row is the round's business.
func (c *Case) concerns(r *relation, raw [][]byte) bool {
	switch r.kind {
	case kindRequest, kindSecret, kindAPIKey, kindPerson:
		return false
	case kindSettings:
		return integer(raw[r.at("table_id")]) == c.Table
	}
	if at := r.at("round"); at >= 0 {
		return integer(raw[at]) == c.Round
	}
	return true
}

// eachRow reads rows as they are hashed: their canonical bytes are in v.row.
func (v *verifier) eachRow(ctx context.Context, r *relation, sql string, args []any, each func(raw [][]byte) error) error {
	var b pgx.Batch
	b.Queue(sql, args...)
	results := v.tx.SendBatch(ctx, &b)
	defer results.Close()
	if err := v.readRows(results, r, each); err != nil {
		return err
	}
	return results.Close()
}

// Verify reports what of the case is not as it was written: each row against the
// mark and leaf of its page, and the links one after the other.
func (c *Case) Verify() []Fault {
	faults := c.chained(c.Table, c.Links)
	for i := 1; i < len(c.Links); i++ {
		if c.Links[i].Seq != c.Links[i-1].Seq+1 || !slices.Equal(c.Links[i].Prev, c.Links[i-1].Hash) {
			faults = append(faults, Fault{Table: c.Table, Seq: c.Links[i].Seq, Relation: "links", What: "does not follow the link before"})
		}
	}
	return append(c.chained(House, c.House), faults...)
}

func (c *Case) chained(table int64, list []CaseLink) (faults []Fault) {
	rows := map[int64][]stored{}
	for i := range c.Rows {
		if c.Rows[i].Table == table {
			rows[c.Rows[i].Seq] = append(rows[c.Rows[i].Seq], c.Rows[i].stored())
		}
	}
	for i := range list {
		k := &list[i]
		l := storedLink{k.Seq, k.Own, k.Marks, asDigest(k.Prev), asDigest(k.Leaf), asDigest(k.Hash)}
		of := rows[k.Seq]
		delete(rows, k.Seq)
		if len(of) == 0 { // a page of other rounds, known by its leaf
			if linkOf(l.prev, table, l.seq, l.leaf) != l.hash {
				faults = append(faults, l.fault(table, "links", "", "altered: its hash is not that of what it links"))
			}
			continue
		}
		faults = append(faults, l.check(table, of)...)
	}
	for seq := range rows {
		faults = append(faults, Fault{Table: table, Seq: seq, Relation: "links", What: "missing"})
	}
	return faults
}

func (r *CaseRow) stored() stored {
	s := stored{seq: r.Seq, number: r.Number, hash: asDigest(r.Hash)}
	if r.Bytes != nil {
		s.hash = sha256.Sum256(r.Bytes)
	}
	if i := slices.IndexFunc(relations, func(of relation) bool { return of.name == r.Relation }); i >= 0 {
		s.of = &relations[i]
	} else {
		s.of = &relation{name: r.Relation}
	}
	return s
}
