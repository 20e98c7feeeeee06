package ledger

import "crypto/sha256"

const insertLink = `
INSERT INTO links (gaming_day, table_id, seq, prev, leaf, hash, marks, actor, key, at)
VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`

// link chains the page to the one before and moves the head onto it.
func (w *writer) link() {
	p, t := w.page, &w.row
	t.start(kindLink)
	t.date(p.GamingDay)
	t.int(w.table)
	t.int(w.seq)
	t.text(p.Actor)
	key := t.optional(p.Key.Key)
	t.time(p.At)
	t.value(w.seal.marks)
	leaf := leafOf(sha256.Sum256(t.b), w.seal.rows)
	prev := w.head.Hash
	hash := linkOf(prev, w.table, w.seq, leaf)
	w.batch.Queue(insertLink, p.GamingDay, w.table, w.seq, prev[:], leaf[:], hash[:], w.seal.marks, p.Actor, key, p.At)
	w.head.Seq, w.head.Hash = w.seq, hash
}
