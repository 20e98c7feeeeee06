package people

import (
	"context"
	"crypto/rand"
	"encoding/binary"
	"fmt"
	"net/http"
	"regexp"
	"strings"
	"sync"
	"unicode/utf8"

	"github.com/alexedwards/argon2id"
	"github.com/jackc/pgx/v5"

	"croupier/desk"
	"croupier/ledger"
)

// A Secret is what a person signs in with.
type Secret string

// The secrets.
const (
	PIN      Secret = "pin"      // at terminals
	Password Secret = "password" // in offices
)

// cost is what a guess costs: the first of the two settings OWASP names for
// argon2id.
var cost = &argon2id.Params{Memory: 19 * 1024, Iterations: 2, Parallelism: 1, SaltLength: 16, KeyLength: 32}

// hashesAtOnce bounds the memory that attempts to sign in can take, at 19 MiB
// each.
const hashesAtOnce = 4

const (
	shortestPassword = 12
	longestPassword  = 200 // bytes
	distinctLetters  = 5
)

var digits = regexp.MustCompile(`^[0-9]{4,12}$`)

// Check refuses what is guessed first, of the person of the name. It fails with
// ErrSecret, and does not tell the text.
func (s Secret) Check(name, text string) error {
	switch s {
	case PIN:
		if !digits.MatchString(text) || trivial(text) {
			return fmt.Errorf("a PIN is 4 to 12 digits, no run as 1234 and no repeating as 0000 or 1212: %w", ErrSecret)
		}
	case Password:
		if utf8.RuneCountInString(text) < shortestPassword || len(text) > longestPassword || !utf8.ValidString(text) ||
			distinct(text) < distinctLetters || strings.Contains(strings.ToLower(text), name) {
			return fmt.Errorf("a password has at least %d characters, %d of them different, at most %d bytes, and the name is not in it: %w",
				shortestPassword, distinctLetters, longestPassword, ErrSecret)
		}
	default:
		return fmt.Errorf("%.20q, want %s or %s: %w", s, PIN, Password, ErrSecret)
	}
	return nil
}

// Random returns a secret for the person of the name: a PIN of six digits, or a
// password of a hundred bits.
func (s Secret) Random(name string) string {
	for {
		text := rand.Text()[:20]
		if s == PIN {
			var b [8]byte
			_, _ = rand.Read(b[:]) // never fails
			text = fmt.Sprintf("%06d", binary.BigEndian.Uint64(b[:])%1_000_000)
		}
		if s.Check(name, text) == nil {
			return text
		}
	}
}

// trivial reports whether the digits repeat each or every other one, or run up or
// down.
func trivial(pin string) bool {
	repeats, up, down := true, true, true
	for i := 1; i < len(pin); i++ {
		step := (int(pin[i]) - int(pin[i-1]) + 10) % 10
		up, down = up && step == 1, down && step == 9
		repeats = repeats && (i < 2 || pin[i] == pin[i-2])
	}
	return repeats || up || down
}

func distinct(text string) int {
	seen := map[rune]bool{}
	for _, r := range text {
		seen[r] = true
	}
	return len(seen)
}

// nobodys is compared with where there is no secret, so that a name nobody has
// takes as long to refuse as a wrong PIN.
var nobodys = sync.OnceValues(func() (string, error) { return argon2id.CreateHash("", cost) })

// hash returns the secret as it is kept.
func (p *People) hash(ctx context.Context, text string) (hash string, err error) {
	err = p.hashing(ctx, func() error {
		hash, err = argon2id.CreateHash(text, cost)
		return err
	})
	return hash, err
}

// matches reports whether the secret is the one that was hashed; an empty hash is
// nobody's.
func (p *People) matches(ctx context.Context, text, hash string) (right bool, err error) {
	err = p.hashing(ctx, func() error {
		if hash != "" {
			right, err = argon2id.ComparePasswordAndHash(text, hash)
			return err
		}
		hash, err := nobodys()
		if err == nil {
			_, err = argon2id.ComparePasswordAndHash(text, hash)
		}
		return err
	})
	return right, err
}

// hashing waits until few enough others hash.
func (p *People) hashing(ctx context.Context, do func() error) error {
	select {
	case p.hashers <- struct{}{}:
		defer func() { <-p.hashers }()
		return do()
	case <-ctx.Done():
		return ctx.Err()
	}
}

// SetSecret gives the person a new secret, which ends the person's sessions. It is
// asked for without a key, under which the request's digest would be stored. It
// fails with ErrSecret or ErrNoPerson.
func (p *People) SetSecret(ctx context.Context, c desk.Caller, name string, s Secret, text string) error {
	if err := s.Check(name, text); err != nil {
		return err
	}
	hash, err := p.hash(ctx, text)
	if err != nil {
		return err
	}
	_, err = p.desk.House(ctx, c, http.StatusOK, func(tx pgx.Tx, _ ledger.Held) (any, ledger.Page, error) {
		if _, err := find(ctx, tx, name); err != nil {
			return nil, ledger.Page{}, err
		}
		_, version, err := newestSecret(ctx, tx, name, s)
		row := ledger.Row{Of: "secrets", Values: map[string]any{"person": name, "kind": string(s), "version": version + 1, "hash": hash}}
		event := ledger.Significant{Kind: ledger.SignificantSecret, Subject: subject(name), After: given{s, version + 1}}
		return nil, page(c, event, row), err
	})
	return err
}

// given is what the book tells of a secret.
type given struct {
	Kind    Secret `json:"kind"`
	Version int    `json:"version"`
}
