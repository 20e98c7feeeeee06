package ledger

import (
	"encoding/binary"
	"fmt"
	"time"
	"unicode/utf8"

	"github.com/shopspring/decimal"
)

// A tuple builds the canonical bytes of a row: its columns in order, each with
// its length before it, as PostgreSQL writes them in COPY … (FORMAT binary).
// Integers take eight bytes whatever their column does; numerics are texts with
// all the decimals of their column. So no two rows have the same bytes, and
// verify hashes what the server sends without reading it first.
type tuple struct {
	b   []byte
	err error // the first value that cannot be stored
}

// start begins the row of that kind anew.
func (t *tuple) start(k kind) { t.b = append(t.b[:0], byte(k)) }

func (t *tuple) value(v []byte) {
	t.b = binary.BigEndian.AppendUint32(t.b, uint32(len(v)))
	t.b = append(t.b, v...)
}

func (t *tuple) null() { t.b = binary.BigEndian.AppendUint32(t.b, 1<<32-1) }

func (t *tuple) int(v int64) {
	t.b = binary.BigEndian.AppendUint32(t.b, 8)
	t.b = binary.BigEndian.AppendUint64(t.b, uint64(v))
}

func (t *tuple) bool(v bool) {
	b := byte(0)
	if v {
		b = 1
	}
	t.b = append(t.b, 0, 0, 0, 1, b)
}

// date appends days since 2000-01-01.
func (t *tuple) date(v time.Time) {
	t.b = binary.BigEndian.AppendUint32(t.b, 4)
	t.b = binary.BigEndian.AppendUint32(t.b, uint32(int32(v.Sub(epoch)/(24*time.Hour))))
}

// time appends microseconds since 2000-01-01 in UTC.
func (t *tuple) time(v time.Time) { t.int(v.UnixMicro() - epoch.UnixMicro()) }

var epoch = time.Date(2000, 1, 1, 0, 0, 0, 0, time.UTC)

func (t *tuple) text(v string) {
	if !storable(v) {
		t.fail(fmt.Errorf("%w: %.40q is no text PostgreSQL can keep", ErrPage, v))
	}
	t.b = binary.BigEndian.AppendUint32(t.b, uint32(len(v)))
	t.b = append(t.b, v...)
}

// optional appends the text, an empty one as null, and returns what to send.
func (t *tuple) optional(v string) *string {
	if v == "" {
		t.null()
		return nil
	}
	t.text(v)
	return &v
}

// bytes appends the bytes, nil as null.
func (t *tuple) bytes(v []byte) {
	if v == nil {
		t.null()
		return
	}
	t.value(v)
}

// digest appends a digest, nil as null, and returns what to send.
func (t *tuple) digest(v *[32]byte) []byte {
	if v == nil {
		t.null()
		return nil
	}
	t.value(v[:])
	return v[:]
}

// money appends the number as its column shows it and returns that text.
func (t *tuple) money(v decimal.Decimal, of numeric) string {
	s, err := of.text(v)
	t.fail(err)
	t.text(s)
	return s
}

func (t *tuple) fail(err error) {
	if t.err == nil {
		t.err = err
	}
}

// storable reports whether PostgreSQL takes the text: it knows no zero byte.
func storable(s string) bool {
	for i := range len(s) {
		if s[i] == 0 || s[i] >= utf8.RuneSelf {
			return plainUTF8(s)
		}
	}
	return true
}

func plainUTF8(s string) bool {
	for i := range len(s) {
		if s[i] == 0 {
			return false
		}
	}
	return utf8.ValidString(s)
}

// A numeric is a NUMERIC column: how many digits it has before and after the point.
type numeric struct{ before, after int32 }

var (
	chips = numeric{14, 4}  // NUMERIC(18,4): what is staked
	won   = numeric{18, 4}  // NUMERIC(22,4): what a stake comes to, at odds up to a million
	exact = numeric{18, 10} // NUMERIC(28,10)
	odds  = numeric{8, 6}   // NUMERIC(14,6)
)

// text prints the number with all decimals of the column. It refuses one that
// would not fit or that the server would round.
func (n numeric) text(d decimal.Decimal) (string, error) {
	if d.IsZero() {
		d = decimal.Zero
	}
	if e := d.Exponent(); e > 2*n.before || e < -2*(n.before+n.after) || d.NumDigits() > int(2*(n.before+n.after)) {
		return "", fmt.Errorf("%w: an amount has too many digits", ErrPage)
	}
	s := d.StringFixed(n.after)
	switch {
	case d.Exponent() < -n.after && !d.Equal(d.Truncate(n.after)):
		return "", fmt.Errorf("%w: %s has more than %d decimals", ErrPage, d, n.after)
	case d.Abs().Cmp(decimal.New(1, n.before)) >= 0:
		return "", fmt.Errorf("%w: %s has more than %d digits before the point", ErrPage, d, n.before)
	}
	return s, nil
}
