package ledger

import (
	"crypto/sha256"
	"encoding/binary"
)

// A kind says what a row is: the first of the bytes it is hashed as, and of its
// mark. A number is never used again for something else.
type kind byte

const (
	kindLink     kind = 0x10
	kindDay      kind = 0x11
	kindRound    kind = 0x12
	kindEvent    kind = 0x13
	kindEntry    kind = 0x14
	kindLine     kind = 0x15
	kindPosting  kind = 0x16
	kindRequest  kind = 0x17
	kindTable    kind = 0x18
	kindSettings kind = 0x19
	kindPaytable kind = 0x1a

	kindStint       kind = 0x1b
	kindSlip        kind = 0x1c
	kindCount       kind = 0x1d
	kindPerson      kind = 0x1e
	kindSecret      kind = 0x1f
	kindAPIKey      kind = 0x20
	kindAPIKeyEnd   kind = 0x21
	kindProposal    kind = 0x22
	kindStep        kind = 0x23
	kindActivation  kind = 0x24
	kindPolicy      kind = 0x25
	kindSignificant kind = 0x26
	kindCorrection  kind = 0x27
	kindReversal    kind = 0x28
	kindDispute     kind = 0x29
	kindAlert       kind = 0x2a
	kindAlertNote   kind = 0x2b
	kindDayClose    kind = 0x2c
)

// What begins the bytes of a leaf and of a link, so that neither is taken for
// the other. A leaf of another form gets another number.
const (
	leafVersion = 0x00
	linkVersion = 0x01
)

// markSize is the length of a mark: the row's kind and the first seven bytes of
// its hash. It tells which row of a page was changed; that one was, the leaf tells.
const markSize = 8

type digest = [32]byte

// asDigest reads a digest. Bytes of another length, which the checks of the
// columns refuse, are the digest of nothing.
func asDigest(b []byte) digest {
	if len(b) != 32 {
		return sha256.Sum256(b)
	}
	return digest(b)
}

// A seal gathers the hashes of a page's rows.
type seal struct {
	rows  []digest
	marks []byte
}

// add hashes a row and takes it in.
func (s *seal) add(row []byte) {
	d := sha256.Sum256(row)
	s.rows = append(s.rows, d)
	s.marks = appendMark(s.marks, kind(row[0]), d)
}

func appendMark(b []byte, k kind, d digest) []byte {
	return append(append(b, byte(k)), d[:markSize-1]...)
}

// leafOf hashes the rows of a page: first the link's own columns, then the rows.
func leafOf(link digest, rows []digest) digest {
	b := make([]byte, 0, 1+32*(1+len(rows)))
	b = append(append(b, leafVersion), link[:]...)
	for i := range rows {
		b = append(b, rows[i][:]...)
	}
	return sha256.Sum256(b)
}

// linkOf hashes the link of a page to the one before.
func linkOf(prev digest, table, seq int64, leaf digest) digest {
	b := make([]byte, 0, 1+32+8+8+32)
	b = append(append(b, linkVersion), prev[:]...)
	b = binary.BigEndian.AppendUint64(b, uint64(table))
	b = binary.BigEndian.AppendUint64(b, uint64(seq))
	return sha256.Sum256(append(b, leaf[:]...))
}
