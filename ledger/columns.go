package ledger

import (
	"slices"
	"time"

	"github.com/shopspring/decimal"

	"croupier/cards"
	"croupier/games"
)

// columns read a row column by column, as the server sends it in binary. What
// comes again and again is made once: texts, numbers, digests.
type columns struct {
	raw     [][]byte
	err     error // the first value that could not be read
	texts   map[string]string
	numbers map[string]decimal.Decimal
	digests map[digest]*digest
}

// most is how many different values are kept, whatever a table calls its wagers
// or a note says.
const most = 1 << 14

func newColumns() *columns {
	return &columns{texts: map[string]string{}, numbers: map[string]decimal.Decimal{}, digests: map[digest]*digest{}}
}

func (c *columns) start(raw [][]byte) { c.raw, c.err = raw, nil }

func (c *columns) next() []byte {
	v := c.raw[0]
	c.raw = c.raw[1:]
	return v
}

func (c *columns) fail(err error) {
	if c.err == nil {
		c.err = err
	}
}

func (c *columns) int() int64 { return integer(c.next()) }

func (c *columns) bool() bool { return string(c.next()) == "\x01" }

// time reads microseconds since 2000-01-01 in UTC.
func (c *columns) time() time.Time { return time.UnixMicro(epoch.UnixMicro() + c.int()).UTC() }

// text reads a text, null as empty.
func (c *columns) text() string {
	v := c.next()
	if known, ok := c.texts[string(v)]; ok {
		return known
	}
	s := string(v)
	keep(c.texts, s, s)
	return s
}

// number reads a numeric sent as text, null as zero.
func (c *columns) number() decimal.Decimal {
	v := c.next()
	if v == nil {
		return decimal.Decimal{}
	}
	if known, ok := c.numbers[string(v)]; ok {
		return known
	}
	d, err := decimal.NewFromString(string(v))
	if err != nil {
		c.fail(err)
	}
	keep(c.numbers, string(v), d)
	return d
}

func (c *columns) digest() *digest {
	v := c.next()
	if v == nil {
		return nil
	}
	d := asDigest(v)
	if known, ok := c.digests[d]; ok {
		return known
	}
	keep(c.digests, d, &d)
	return &d
}

func (c *columns) bytes() []byte { return slices.Clone(c.next()) }

func (c *columns) cards() cards.Cards {
	v := c.next()
	if len(v) == 0 {
		return nil
	}
	cs, err := cards.ParseAll(string(v))
	if err != nil {
		c.fail(err)
	}
	return cs
}

func keep[K comparable, V any](m map[K]V, key K, v V) {
	if len(m) >= most {
		clear(m)
	}
	m[key] = v
}

func (c *columns) entry() (seq int64, e Entry) {
	e.Seq, e.Round, e.Kind, e.Currency = c.int(), c.int(), c.text(), c.text()
	e.Actor, e.Approver, e.Reason, e.At = c.text(), c.text(), c.text(), c.time()
	return e.Seq, e
}

func (c *columns) round() (number int64, r Round) {
	r.Number, r.Seq, r.Game, r.Settings = c.int(), c.int(), c.text(), int(c.int())
	r.Digest, r.Currency, r.Dealing = asDigest(c.next()), c.text(), c.text()
	r.Sealed, r.Commitment, r.Actor, r.At = c.bytes(), c.bytes(), c.text(), c.time()
	return r.Number, r
}

func (c *columns) event() (round int64, e Event) {
	round, e.N, e.Seq = c.int(), int(c.int()), c.int()
	e.Step, e.Kind, e.Place, e.Do, e.Wager = c.text(), games.Kind(c.text()), games.Place(c.int()), c.text(), c.text()
	e.Amount, e.Cards, e.Note, e.Late = c.number(), c.cards(), c.text(), c.bool()
	e.Actor, e.Approver, e.At = c.text(), c.text(), c.time()
	return round, e
}

func (c *columns) line() (seq int64, l Line) {
	seq, l.Seat, l.Wager = c.int(), games.Place(c.int()), c.text()
	l.Stake, l.Won, l.Odds = c.number(), games.WinLose(c.text()), c.number()
	l.Exact, l.Rounded, l.Amount = c.number(), c.number(), c.number()
	l.Clause, l.Reason, l.Row, l.Paytable = c.text(), c.text(), c.text(), c.digest()
	return seq, l
}
