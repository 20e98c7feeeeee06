package main

import (
	"crypto/ed25519"
	"encoding/hex"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"croupier/house"
)

// keys are what proposals are exported and imported with: the own key, which is
// made on first use, and the public keys of other houses in the file of those that
// are trusted, one in hex a line.
func (s *server) keys() (house.Keys, error) {
	text, err := secret(s.env, "CROUPIER_SIGNING_KEY", s.signingKey)
	if err != nil {
		return house.Keys{}, err
	}
	var seed [32]byte
	if text == "" {
		seed, err = keptKey(filepath.Join(s.book.data, "signing.key"))
	} else {
		seed, err = parseKey(text)
	}
	if err != nil {
		return house.Keys{}, fmt.Errorf("the key that signs: %w", err)
	}
	trusted, err := publicKeys(s.trusted)
	return house.Keys{Own: ed25519.NewKeyFromSeed(seed[:]), Trusted: trusted}, err
}

func publicKeys(file string) ([]ed25519.PublicKey, error) {
	if file == "" {
		return nil, nil
	}
	b, err := os.ReadFile(filepath.Clean(file))
	if err != nil {
		return nil, err
	}
	var keys []ed25519.PublicKey
	for line := range strings.Lines(string(b)) {
		text, _, _ := strings.Cut(line, "#")
		if text = strings.TrimSpace(text); text == "" {
			continue
		}
		key, err := publicKey(text)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", file, err)
		}
		keys = append(keys, key)
	}
	return keys, nil
}

func publicKey(text string) (ed25519.PublicKey, error) {
	key, err := hex.DecodeString(text)
	if err != nil || len(key) != ed25519.PublicKeySize {
		return nil, fmt.Errorf("%.70q, want a public key of 64 hex digits", text)
	}
	return key, nil
}
