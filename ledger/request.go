package ledger

import (
	"errors"

	"github.com/jackc/pgx/v5"
)

// request stores the answer under the page's key.
func (w *writer) request() {
	p, t := w.page, &w.row
	if p.Key.Key == "" {
		return
	}
	body := p.Answer.Body
	if body == nil {
		body = []byte{}
	}
	t.start(kindRequest)
	t.text(p.Key.Actor)
	t.text(p.Key.Key)
	t.digest(&p.Key.Body)
	t.int(w.table)
	t.int(w.seq)
	t.int(int64(p.Answer.Status))
	t.bytes(body)
	t.time(p.At)
	w.add()
	w.batch.Queue(`
INSERT INTO requests (actor, key, body, table_id, seq, status, answer, at) VALUES ($1, $2, $3, $4, $5, $6, $7, $8)`,
		p.Key.Actor, p.Key.Key, p.Key.Body[:], w.table, w.seq, p.Answer.Status, body, p.At)
}

const selectAnswer = `SELECT body, status, answer FROM requests WHERE actor = $1 AND key = $2`

// readAnswer reads what the key was answered; nil where it is new. It fails with
// ErrKeyReused.
func readAnswer(rows pgx.Rows, key Key) (*Answer, error) {
	var a Answer
	body, err := pgx.CollectExactlyOneRow(rows, func(row pgx.CollectableRow) (body []byte, err error) {
		return body, row.Scan(&body, &a.Status, &a.Body)
	})
	switch {
	case errors.Is(err, pgx.ErrNoRows):
		return nil, nil
	case err != nil:
		return nil, err
	case asDigest(body) != key.Body:
		return nil, ErrKeyReused
	}
	return &a, nil
}
