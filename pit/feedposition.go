package pit

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
)

// A Position is how far a stream has come in each chain: the last page it has told
// of, by table; ledger.House is the house.
type Position map[int64]int64

// ErrPosition reports a text that is no position.
var ErrPosition = errors.New("not a position of the feed")

// maxPosition is the most bytes of a position: room for a thousand tables.
const maxPosition = 16 << 10

// String returns the position as "0:17,1:40,7:15", the chains in order.
func (p Position) String() string {
	var b strings.Builder
	for _, chain := range slices.Sorted(maps.Keys(p)) {
		if b.Len() > 0 {
			b.WriteByte(',')
		}
		fmt.Fprintf(&b, "%d:%d", chain, p[chain])
	}
	return b.String()
}

// ParsePosition reads what String writes, or fails with ErrPosition.
func ParsePosition(text string) (Position, error) {
	p := Position{}
	if len(text) <= maxPosition {
		for part := range strings.SplitSeq(text, ",") {
			chain, seq, _ := strings.Cut(part, ":")
			c, err1 := strconv.ParseInt(chain, 10, 64)
			s, err2 := strconv.ParseInt(seq, 10, 64)
			if err1 != nil || err2 != nil || c < 0 || s < 0 {
				return nil, fmt.Errorf("%.40q: %w", text, ErrPosition)
			}
			p[c] = s
		}
	}
	if p.String() != text { // too long, out of order, or a chain twice
		return nil, fmt.Errorf("%.40q: %w", text, ErrPosition)
	}
	return p, nil
}
