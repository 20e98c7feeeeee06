package ledger

import (
	"bytes"
	"crypto/ed25519"
	"encoding/base64"
	"strings"
)

// A KeptNote is a piece of a file of checkpoints.
type KeptNote struct {
	Line   int // where it begins, from 1
	Signed []byte
	Cut    bool // a crash cut it off in writing: it counts for nothing
}

// KeptNotes splits a file to which signed checkpoints were appended. What was cut off
// ends where the next begins, on a line of its own, or with the file.
func KeptNotes(file []byte) (notes []KeptNote) {
	begin, first, at, n := 0, 1, 0, 1
	end := func() {
		if begin < at {
			piece := file[begin:at]
			notes = append(notes, KeptNote{first, piece, cutOff(string(piece))})
		}
		begin, first = at, n
	}
	for line := range bytes.Lines(file) {
		if string(line) == checkpointForm+"\n" {
			end()
		}
		at, n = at+len(line), n+1
		if bytes.HasPrefix(line, []byte("— ")) {
			end()
		}
	}
	end()
	return notes
}

// cutOff reports whether the piece is the beginning of a note: without a signature, or
// with one that is too short. One that was altered is as long as before.
func cutOff(piece string) bool {
	text, signature, begun := strings.Cut(piece, "\n\n")
	switch form := checkpointForm + "\n"; {
	case !strings.HasPrefix(piece, form) && !strings.HasPrefix(form, strings.TrimSuffix(piece, "\n")):
		return false
	case !begun:
		return !strings.Contains(text, "—")
	}
	whole := signatureLine(strings.Repeat("A", base64.StdEncoding.EncodedLen(4+ed25519.SignatureSize)))[1:]
	if len(signature) >= len(whole) {
		return false
	}
	signature = strings.TrimSuffix(signature, "\n")
	begins, _, _ := strings.Cut(whole, "A")
	return strings.HasPrefix(signature, begins) || strings.HasPrefix(begins, signature)
}
