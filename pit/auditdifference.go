package pit

import (
	"encoding/hex"
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/shopspring/decimal"

	"croupier/games"
	"croupier/house"
	"croupier/ledger"
)

// A Difference is a round that does not come to what was posted.
type Difference struct {
	GamingDay time.Time `json:"gaming_day" doc:"A date"`
	Table     int64     `json:"table"`
	Round     int64     `json:"round" doc:"Its number at the table"`
	Entry     int64     `json:"entry" doc:"Seq of the entry that was compared"`
	Reason    string    `json:"reason,omitempty" doc:"Why it cannot be settled again; none where columns differ"`
	Columns   []Column  `json:"columns,omitempty" doc:"What is posted otherwise"`
}

// A Column is one column in which an entry differs from what its round comes to.
type Column struct {
	Line   int    `json:"line,omitempty" doc:"Counted from 1; none: of the entry"`
	Column string `json:"column" example:"amount"`
	Posted string `json:"posted"`
	Due    string `json:"due" doc:"What it comes to"`
}

// String is the difference in a sentence.
func (d Difference) String() string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s table %d round %d entry %d: %s", d.GamingDay.Format(time.DateOnly), d.Table, d.Round, d.Entry, d.Reason)
	for i, c := range d.Columns {
		if i > 0 {
			b.WriteString("; ")
		}
		if c.Line > 0 {
			fmt.Fprintf(&b, "line %d ", c.Line)
		}
		fmt.Fprintf(&b, "%s %q is posted, %q is due", c.Column, c.Posted, c.Due)
	}
	return b.String()
}

// compare appends the columns of the posted lines that differ from what is due on
// the felt. After a line of another wager none is compared: it is lines that are
// missing or too many then, or out of order.
func compare(to []Column, posted []ledger.Line, due []games.Line, f *house.Felt) []Column {
	if len(posted) != len(due) {
		to = append(to, Column{Column: "lines", Posted: strconv.Itoa(len(posted)), Due: strconv.Itoa(len(due))})
	}
	for i := range min(len(posted), len(due)) {
		l := ledger.Line{Line: due[i]}
		if l.Row != "" {
			l.Paytable = f.Digests[l.Wager]
		}
		if equal(&posted[i], &l) {
			continue
		}
		to = append(to, differing(i+1, &posted[i], &l)...)
		if posted[i].Seat != l.Seat || posted[i].Wager != l.Wager {
			break
		}
	}
	return to
}

func equal(a, b *ledger.Line) bool {
	return a.Seat == b.Seat && a.Wager == b.Wager && a.Won == b.Won &&
		a.Clause == b.Clause && a.Reason == b.Reason && a.Row == b.Row && sameDigest(a.Paytable, b.Paytable) &&
		same(a.Stake, b.Stake) && same(a.Odds, b.Odds) && same(a.Exact, b.Exact) && same(a.Rounded, b.Rounded) && same(a.Amount, b.Amount)
}

func sameDigest(a, b *[32]byte) bool { return a == b || a != nil && b != nil && *a == *b }

// same is Equal, which is slower where the numbers are one.
func same(a, b decimal.Decimal) bool { return a == b || a.Equal(b) }

// differing are the columns in which a line differs, under the names they have in
// the book.
func differing(n int, posted, due *ledger.Line) (differ []Column) {
	a, b := columns(posted), columns(due)
	for i := range a {
		if a[i].text != b[i].text {
			differ = append(differ, Column{n, a[i].name, a[i].text, b[i].text})
		}
	}
	return differ
}

type named struct{ name, text string }

func columns(l *ledger.Line) []named {
	paytable := ""
	if l.Paytable != nil {
		paytable = hex.EncodeToString(l.Paytable[:])
	}
	return []named{
		{"seat", strconv.Itoa(int(l.Seat))}, {"wager", l.Wager}, {"stake", l.Stake.String()}, {"outcome", string(l.Won)},
		{"odds", l.Odds.String()}, {"exact", l.Exact.String()}, {"rounded", l.Rounded.String()}, {"amount", l.Amount.String()},
		{"clause", l.Clause}, {"reason", l.Reason}, {"row", l.Row}, {"paytable", paytable},
	}
}
