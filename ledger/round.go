package ledger

// day notes the first round of a gaming day.
func (w *writer) day() {
	p, t := w.page, &w.row
	if p.GamingDay.Equal(w.head.OpenDay) {
		return
	}
	t.start(kindDay)
	t.int(w.table)
	t.int(p.Round)
	t.int(w.seq)
	t.date(p.GamingDay)
	w.add()
	w.batch.Queue(`INSERT INTO days (table_id, round, seq, gaming_day) VALUES ($1, $2, $3, $4)`,
		w.table, p.Round, w.seq, p.GamingDay)
}

const insertRound = `
INSERT INTO rounds (gaming_day, table_id, round, seq, game, settings, settings_digest,
	currency, dealing, sealed, commitment, actor, at)
VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)`

// opening writes what is fixed when a round opens.
func (w *writer) opening(r *Round) {
	p, t := w.page, &w.row
	t.start(kindRound)
	t.date(p.GamingDay)
	t.int(w.table)
	t.int(r.Number)
	t.int(w.seq)
	t.text(r.Game)
	t.int(int64(r.Settings))
	t.digest(&r.Digest)
	t.text(r.Currency)
	t.text(r.Dealing)
	t.bytes(r.Sealed)
	t.bytes(r.Commitment)
	t.text(p.Actor)
	t.time(p.At)
	w.add()
	w.batch.Queue(insertRound, p.GamingDay, w.table, r.Number, w.seq, r.Game, r.Settings, r.Digest[:],
		r.Currency, r.Dealing, r.Sealed, r.Commitment, p.Actor, p.At)
	w.head.Rounds, w.head.OpenRound, w.head.OpenDay, w.head.Settings = r.Number, r.Number, p.GamingDay, r.Settings
}
