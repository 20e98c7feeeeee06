package ledger

const insertEntry = `
INSERT INTO entries (gaming_day, table_id, seq, round, kind, currency, actor, approver, reason, at)
VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`

// ends reports whether the entry is a round's end.
func (e *Entry) ends() bool { return e.Kind == KindSettle || e.Kind == KindVoid }

// corrects reports whether the entry is one of the two that correct a round.
func (e *Entry) corrects() bool { return e.Kind == KindReversal || e.Kind == KindCorrection }

// entry writes the head of an entry; a round's end closes the round.
func (w *writer) entry(e *Entry) {
	p, t := w.page, &w.row
	t.start(kindEntry)
	t.date(p.GamingDay)
	t.int(w.table)
	t.int(w.seq)
	round := nonZero(p.Round)
	t.any("round", round)
	t.text(e.Kind)
	t.text(e.Currency)
	actor, approver := p.Actor, p.Approver
	if e.corrects() {
		actor, approver = e.Actor, e.Approver
	}
	t.text(actor)
	t.optional(approver)
	t.optional(e.Reason)
	t.time(p.At)
	w.add()
	w.batch.Queue(insertEntry, p.GamingDay, w.table, w.seq, round, e.Kind, e.Currency,
		actor, filled(approver), filled(e.Reason), p.At)
	if e.ends() {
		w.head.OpenRound = 0
	}
}
