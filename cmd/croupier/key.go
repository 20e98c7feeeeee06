package main

import (
	"crypto/rand"
	"encoding/hex"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
)

// key is the key that seals decks: of the environment, of the file named, or
// of the data directory, where it is made on first use. It must outlive the
// rounds it sealed and be backed up apart from the database.
func (s *server) key() ([32]byte, error) {
	text, err := secret(s.env, "CROUPIER_SEAL_KEY", s.sealKey)
	if err != nil {
		return [32]byte{}, err
	}
	if text == "" {
		return keptKey(filepath.Join(s.book.data, "seal.key"))
	}
	return parseKey(text)
}

func parseKey(text string) ([32]byte, error) {
	var key [32]byte
	b, err := hex.DecodeString(strings.TrimSpace(text))
	if err != nil || len(b) != len(key) {
		return key, errors.New("the key that seals decks must be 64 hex digits") // never print the key
	}
	copy(key[:], b)
	return key, nil
}

func keptKey(path string) ([32]byte, error) {
	if err := os.MkdirAll(filepath.Dir(path), 0o711); err != nil { // the private Postgres' user walks through
		return [32]byte{}, err
	}
	b, err := os.ReadFile(filepath.Clean(path))
	if errors.Is(err, os.ErrNotExist) {
		return newKey(path)
	}
	if err != nil {
		return [32]byte{}, err
	}
	key, err := parseKey(string(b))
	if err != nil {
		return key, fmt.Errorf("%s: %w", path, err)
	}
	return key, nil
}

// newKey writes a key where none is, whole or not at all: linking fails where
// another process was faster.
func newKey(path string) ([32]byte, error) {
	var key [32]byte
	if _, err := rand.Read(key[:]); err != nil {
		return key, err
	}
	f, err := os.CreateTemp(filepath.Dir(path), "seal")
	if err != nil {
		return key, err
	}
	defer os.Remove(f.Name())
	_, err = f.WriteString(hex.EncodeToString(key[:]))
	if err = errors.Join(err, f.Sync(), f.Close()); err != nil {
		return key, err
	}
	if err := os.Link(f.Name(), path); errors.Is(err, os.ErrExist) {
		return keptKey(path)
	} else if err != nil {
		return key, err
	}
	return key, syncDir(filepath.Dir(path))
}

// syncDir brings a new name to the disk: without its key a deck stays shut.
func syncDir(name string) error {
	d, err := os.Open(filepath.Clean(name))
	if err != nil {
		return err
	}
	return errors.Join(d.Sync(), d.Close())
}
