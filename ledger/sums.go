package ledger

import (
	"fmt"
	"strings"

	"github.com/shopspring/decimal"

	"croupier/games"
)

// checkEntries checks each entry of a day: its postings sum to zero, and they
// are those its lines call for, or two persons moved the chips.
func (v *verifier) checkEntries(l *leafing) {
	lines, postings := l.facts.lines, l.facts.postings
	for i := range l.facts.entries {
		e := &l.facts.entries[i]
		var of []lineFact
		of, lines = v.linesOf(l, e.seq, lines)
		var by []postingFact
		by, postings = v.postingsOf(l, e.seq, postings)
		v.checkSum(l, e, by)
		if e.ending() || e.corrects() {
			v.checkMoves(l, e, of, by)
		}
		if e.alone && e.takesTwo() {
			v.fault(l, e.seq, "entries", "", fmt.Sprintf("%s of chips, which takes two persons", e.kind))
		}
		for i := range of {
			v.checkPriced(l, e.seq, &of[i])
		}
	}
	v.linesOf(l, 1<<63-1, lines)
	v.postingsOf(l, 1<<63-1, postings)
}

// linesOf splits off the lines of the page. Those of pages before it belong to
// no entry.
func (v *verifier) linesOf(l *leafing, seq int64, lines []lineFact) (of, rest []lineFact) {
	for ; len(lines) > 0 && lines[0].seq < seq; lines = lines[1:] {
		v.fault(l, lines[0].seq, "lines", fmt.Sprintf("line %d", lines[0].line), "belongs to no entry")
	}
	n := 0
	for n < len(lines) && lines[n].seq == seq {
		n++
	}
	return lines[:n], lines[n:]
}

func (v *verifier) postingsOf(l *leafing, seq int64, ps []postingFact) (of, rest []postingFact) {
	for ; len(ps) > 0 && ps[0].seq < seq; ps = ps[1:] {
		v.fault(l, ps[0].seq, "postings", fmt.Sprintf("posting %d", ps[0].posting), "belongs to no entry")
	}
	n := 0
	for n < len(ps) && ps[n].seq == seq {
		n++
	}
	return ps[:n], ps[n:]
}

func (v *verifier) checkSum(l *leafing, e *entryFact, ps []postingFact) {
	if balanced(ps) {
		if _, ok := v.sum.Balance[e.currency]; !ok {
			v.sum.Balance[e.currency] = decimal.Zero
		}
		return
	}
	sum := decimal.Zero
	for i := range ps {
		d, err := decimal.NewFromString(ps[i].amount)
		if err != nil {
			v.fault(l, e.seq, "postings", fmt.Sprintf("posting %d", ps[i].posting), "amount "+ps[i].amount)
			continue
		}
		sum = sum.Add(d)
	}
	v.sum.Balance[e.currency] = v.sum.Balance[e.currency].Add(sum)
	if !sum.IsZero() {
		v.fault(l, e.seq, "entries", "", fmt.Sprintf("postings sum to %s %s", sum, e.currency))
	}
}

// balanced reports, without reading a number, whether the postings are pairs of
// an amount and its opposite, as those made from lines are.
func balanced(ps []postingFact) bool {
	for len(ps) > 1 && opposite(ps[0].amount) == ps[1].amount {
		ps = ps[2:]
	}
	return len(ps) == 0
}

// opposite is the amount with the other sign, as the server prints it.
func opposite(amount string) string {
	if rest, ok := strings.CutPrefix(amount, "-"); ok {
		return rest
	}
	return "-" + amount
}

// checkMoves checks that the postings of a round's end are those its lines call for.
func (v *verifier) checkMoves(l *leafing, e *entryFact, lines []lineFact, ps []postingFact) {
	for i := range lines {
		line := &lines[i]
		if zero(line.amount) {
			continue
		}
		if len(ps) < 2 || !line.moves(l.table, &ps[0], &ps[1]) {
			v.fault(l, e.seq, "lines", fmt.Sprintf("line %d", line.line), "is not what its postings moved")
			return
		}
		ps = ps[2:]
	}
	if len(ps) > 0 {
		v.fault(l, e.seq, "postings", fmt.Sprintf("posting %d", ps[0].posting), "no line calls for it")
	}
}

// moves reports whether the postings are the line's: the seat against the bank.
func (f *lineFact) moves(table int64, seat, bank *postingFact) bool {
	back := f.moved
	back.amount = opposite(f.amount)
	return seat.moved == f.moved && bank.moved == back &&
		seat.account == Seat(table, games.Place(f.seat)) && bank.account == Bank(table)
}

// zero reports whether an amount as the server prints it is nothing.
func zero(amount string) bool { return strings.Trim(amount, "-0.") == "" }

// checkPriced checks that the paytable of the line is published.
func (v *verifier) checkPriced(l *leafing, seq int64, line *lineFact) {
	if line.paytable == "" || v.priced[asDigest([]byte(line.paytable))] {
		return
	}
	v.fault(l, seq, "lines", fmt.Sprintf("line %d", line.line), fmt.Sprintf("priced by paytable %.6x, which was not published", line.paytable))
}
