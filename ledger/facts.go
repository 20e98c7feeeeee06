package ledger

import (
	"bytes"
	"slices"
)

// facts are what the rows of a day say, beyond their hashes.
type facts struct {
	rounds   []roundFact
	events   []eventFact
	entries  []entryFact
	lines    []lineFact
	postings []postingFact
	stints   []stintFact

	reversals []reversalFact
}

type stintFact struct {
	seq    int64
	dealer string
}

type roundFact struct {
	seq, round int64
	settings   int
	pinned     digest
	at         int64
}

type eventFact struct{ seq, round, n int64 }

type entryFact struct {
	seq, round     int64
	kind, currency string
	alone          bool // nobody but the actor stands behind it
}

// ending reports whether the entry ends its round.
func (e *entryFact) ending() bool { return e.kind == KindSettle || e.kind == KindVoid }

// takesTwo reports whether a second person must stand behind the entry.
func (e *entryFact) takesTwo() bool {
	return slices.Contains([]string{KindOpen, KindFill, KindCredit, KindDrop, KindClose, KindReversal, KindCorrection}, e.kind)
}

// corrects reports whether the entry is one of the two that correct a round.
func (e *entryFact) corrects() bool { return e.kind == KindReversal || e.kind == KindCorrection }

// moved is what a line and its postings must have in common, as the server
// prints it.
type moved struct {
	line                         int64
	amount, wager, row, paytable string
}

type lineFact struct {
	seq, seat int64
	moved
}

type postingFact struct {
	seq, posting int64
	account      string
	moved
}

// note keeps what a row says. Its columns are those of the relation, in order.
func (v *verifier) note(f *facts, r *relation, raw [][]byte) error {
	switch r.kind {
	case kindRound:
		v.sum.Rounds++
		f.rounds = append(f.rounds, roundFact{integer(raw[3]), integer(raw[2]), int(integer(raw[5])), asDigest(raw[6]), integer(raw[12])})
	case kindEvent:
		v.sum.Events++
		f.events = append(f.events, eventFact{integer(raw[4]), integer(raw[2]), integer(raw[3])})
	case kindEntry:
		v.sum.Entries++
		alone := len(raw[7]) == 0 || bytes.Equal(raw[6], raw[7])
		f.entries = append(f.entries, entryFact{integer(raw[2]), integer(raw[3]), string(raw[4]), string(raw[5]), alone})
	case kindLine:
		v.sum.Lines++
		f.lines = append(f.lines, lineFact{integer(raw[2]), integer(raw[5]),
			moved{integer(raw[3]), string(raw[12]), string(raw[6]), string(raw[16]), string(raw[17])}})
	case kindPosting:
		v.sum.Postings++
		f.postings = append(f.postings, postingFact{integer(raw[2]), integer(raw[3]), string(raw[5]),
			moved{integer(raw[4]), string(raw[6]), string(raw[7]), string(raw[8]), string(raw[9])}})
	case kindStint:
		f.stints = append(f.stints, stintFact{integer(raw[1]), string(raw[3])})
	case kindReversal:
		f.reversals = append(f.reversals, reversalFact{integer(raw[1]), integer(raw[4]), bytes.Clone(raw[3])})
	case kindRequest:
		v.sum.Requests++
	}
	return nil
}
