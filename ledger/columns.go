package ledger

import (
	"encoding/binary"
	"errors"
	"fmt"
	"hash/maphash"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/shopspring/decimal"

	"croupier/cards"
	"croupier/games"
)

// columns read a row column by column, as the server sends it in binary. What
// comes again and again is made once: texts, numbers, cards, digests.
type columns struct {
	raw     [][]byte
	err     error // the first value that could not be read
	seed    maphash.Seed
	texts   known[string]
	numbers known[decimal.Decimal]
	cardsOf known[cards.Cards]
	digests known[*digest]
}

// known keeps what bytes were read as, each at the place its hash names, where it
// gives way to the next one.
type known[T any] [1 << 11]struct {
	raw   string
	value T
}

func newColumns() *columns { return &columns{seed: maphash.MakeSeed()} }

// rows reads the rows of a statement, and names them where that fails.
func (c *columns) rows(rows pgx.Rows, err error, name string, each func(*columns)) error {
	if err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	defer rows.Close()
	for first := true; rows.Next(); first = false {
		if first {
			if err := binaryFormat(rows, &relation{name: name}); err != nil {
				return err
			}
		}
		c.start(rows.RawValues())
		if each(c); c.err != nil {
			return fmt.Errorf("%s: %w", name, c.err)
		}
	}
	if err := rows.Err(); err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	return nil
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

// read returns what v was read as before, or reads it. Null is the zero value.
func read[T any](c *columns, k *known[T], v []byte, as func([]byte) (T, error)) T {
	if len(v) == 0 {
		var zero T
		return zero
	}
	at := &k[maphash.Bytes(c.seed, v)%uint64(len(k))]
	if at.raw == string(v) {
		return at.value
	}
	value, err := as(v)
	if err != nil {
		c.fail(err)
		return value
	}
	at.raw, at.value = string(v), value
	return value
}

// int reads an integer of any size.
func (c *columns) int() int64 {
	switch v := c.next(); len(v) {
	case 2:
		return int64(int16(binary.BigEndian.Uint16(v)))
	case 4:
		return int64(int32(binary.BigEndian.Uint32(v)))
	default:
		return integer(v)
	}
}

// time reads a moment: microseconds since the year 2000 began.
func (c *columns) time() time.Time {
	const since = 946_684_800_000_000
	return time.UnixMicro(since + c.int()).UTC()
}

func (c *columns) text() string {
	return read(c, &c.texts, c.next(), func(v []byte) (string, error) { return string(v), nil })
}

func (c *columns) number() decimal.Decimal { return read(c, &c.numbers, c.next(), numericOf) }

func (c *columns) cards() cards.Cards {
	return read(c, &c.cardsOf, c.next(), func(v []byte) (cards.Cards, error) { return cards.ParseAll(string(v)) })
}

func (c *columns) digest() *digest {
	return read(c, &c.digests, c.next(), func(v []byte) (*digest, error) {
		d := asDigest(v)
		return &d, nil
	})
}

func (c *columns) event() games.Event {
	return games.Event{
		Step: c.text(), Kind: games.Kind(c.text()), Place: games.Place(c.int()), Do: c.text(), Wager: c.text(),
		Amount: c.number(), Cards: c.cards(), Note: c.text(),
	}
}

func (c *columns) line() (l Line) {
	l.Seat, l.Wager = games.Place(c.int()), c.text()
	l.Stake, l.Won, l.Odds = c.number(), games.WinLose(c.text()), c.number()
	l.Exact, l.Rounded, l.Amount = c.number(), c.number(), c.number()
	l.Clause, l.Reason, l.Row, l.Paytable = c.text(), c.text(), c.text(), c.digest()
	return l
}

var errNumeric = errors.New("not a number")

// numericOf reads a numeric: the count of its digits to base 10,000, the power of
// the first, the sign, how many decimals are shown, and the digits.
func numericOf(v []byte) (d decimal.Decimal, err error) {
	const head, positive, negative = 8, 0x0000, 0x4000
	if len(v) < head || len(v) != head+2*int(binary.BigEndian.Uint16(v)) {
		return d, fmt.Errorf("numeric of %d bytes: %w", len(v), errNumeric)
	}
	sign, digits := binary.BigEndian.Uint16(v[4:]), v[head:]
	exp := 4 * (int32(int16(binary.BigEndian.Uint16(v[2:]))) + 1 - int32(len(digits)/2))
	switch {
	case sign != positive && sign != negative:
		return d, fmt.Errorf("numeric of sign %#x: %w", sign, errNumeric)
	case -16 <= exp && 2*int32(len(digits))+max(exp, 0) <= 18:
		d = small(digits, exp)
	default:
		for ; len(digits) > 0; digits = digits[2:] {
			d = d.Shift(4).Add(decimal.NewFromInt(int64(binary.BigEndian.Uint16(digits))))
		}
		d = d.Shift(exp)
	}
	if sign == negative {
		d = d.Neg()
	}
	return d, nil
}

// small is a number whose digits, with zeros up to the point, are eighteen at
// most. It gets no more decimals than it needs, whatever its column shows: numbers
// alike in that are quick to reckon with.
func small(digits []byte, exp int32) decimal.Decimal {
	n := int64(0)
	for ; len(digits) > 0; digits = digits[2:] {
		n = 10_000*n + int64(binary.BigEndian.Uint16(digits))
	}
	for ; exp < 0 && n%10 == 0; exp++ {
		n /= 10
	}
	for ; exp > 0; exp-- {
		n *= 10
	}
	return decimal.New(n, exp)
}
