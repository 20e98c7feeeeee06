package paytables

import (
	"cmp"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"slices"
)

// A Digest identifies a paytable by its content.
type Digest [sha256.Size]byte

// String returns the digest in hexadecimal.
func (d Digest) String() string { return hex.EncodeToString(d[:]) }

// Digest returns the SHA-256 of the game, the wager and the rows with their net
// odds. The name, the form of print and the order in which the rows were
// written are left out: the same prices are the same table, and 1.50 is 1.5.
func (t *Paytable) Digest() Digest { return sha256.Sum256(t.canonical()) }

// canonical is what is digested: every field behind its length in four bytes,
// the rows ordered by name, so that no two contents have the same bytes.
func (t *Paytable) canonical() []byte {
	rows := slices.SortedFunc(slices.Values(t.Rows), func(a, b Row) int { return cmp.Compare(a.Name, b.Name) })
	b := field(nil, "croupier paytable 1")
	b = field(field(b, t.Game), t.Wager)
	for _, row := range rows {
		b = field(field(b, row.Name), t.Net(row).String())
	}
	return b
}

func field(b []byte, s string) []byte {
	return append(binary.BigEndian.AppendUint32(b, uint32(len(s))), s...)
}
