package house

import (
	"encoding/hex"
	"encoding/json"
	"fmt"

	"croupier/ledger"
)

// Content is the settings as they are stored: JSON.
func (s Settings) Content() []byte {
	b, err := json.Marshal(s)
	if err != nil { // strings and integers only
		panic(fmt.Sprintf("settings of %s: %v", s.Game, err))
	}
	return b
}

// Digest identifies the settings by their content. A round is pinned by it.
func (s Settings) Digest() [32]byte {
	d, err := ledger.ContentDigest(s.Content())
	if err != nil {
		panic(fmt.Sprintf("settings of %s: %v", s.Game, err))
	}
	return d
}

// Pins returns the settings with their digest.
func (s Settings) Pins() Pins {
	d := s.Digest()
	return Pins{Digest: hex.EncodeToString(d[:]), Settings: s}
}
