package house

import (
	"crypto/sha256"
	"encoding/json"
	"fmt"
)

// Content is the settings as they are stored and digested: JSON in one fixed
// form.
func (s Settings) Content() []byte {
	b, err := json.Marshal(s)
	if err != nil { // strings and integers only
		panic(fmt.Sprintf("settings of %s: %v", s.Game, err))
	}
	return b
}

// Digest identifies the settings: SHA-256 of their content.
func (s Settings) Digest() [32]byte { return sha256.Sum256(s.Content()) }

// PinDigest is what a round is pinned by: SHA-256 of the digest of the
// settings and the gaming day, as "2026-11-30".
func PinDigest(settings [32]byte, day string) [32]byte {
	return sha256.Sum256(append(settings[:], day...))
}

// Pinned returns the settings under the digest a round of the gaming day is
// pinned by.
func (s Settings) Pinned(day string) Pins {
	return Pins{Digest: fmt.Sprintf("%x", PinDigest(s.Digest(), day)), Settings: s}
}

// Pins returns the settings under their own digest.
func (s Settings) Pins() Pins {
	return Pins{Digest: fmt.Sprintf("%x", s.Digest()), Settings: s}
}
