package cards

import (
	"errors"
	"fmt"
	"strings"
	"unicode/utf8"
)

// ErrCard is in the chain of every error about a text that is not a card.
var ErrCard = errors.New("not a card")

// ErrTwice is in the chain of the error about a card given twice.
var ErrTwice = errors.New("card given twice")

// Parse reads one card: a rank (2 to 9, T or 10, J, Q, K, A) and a suit
// (c, d, h, s or ♣ ♦ ♥ ♠), letters in either case, or "??" for a card face
// down. Anything else, spaces included, is an error that quotes the text.
func Parse(s string) (Card, error) {
	c, rest, err := first(s)
	if err != nil {
		return FaceDown, err
	}
	if rest != "" {
		return FaceDown, fmt.Errorf("%s: %w", quote(s), ErrCard)
	}
	return c, nil
}

// ParseAll reads cards written one after another, "AsKd", or apart, "As Kd" or
// "As, Kd": between two cards may stand spaces and at most one comma. An empty
// or blank text is no cards. A known card given twice is an error; cards face
// down may repeat.
func ParseAll(s string) (Cards, error) {
	rest := pastBlanks(s)
	if rest == "" {
		return nil, nil
	}
	var seen Set
	cs := make(Cards, 0, min(len(rest)/2+1, deckSize))
	for rest != "" {
		c, after, err := first(rest)
		if err != nil {
			return nil, fmt.Errorf("card %d of %s: %w", len(cs)+1, quote(s), err)
		}
		if seen.Has(c) {
			return nil, fmt.Errorf("card %d of %s: %v: %w", len(cs)+1, quote(s), c, ErrTwice)
		}
		if c != FaceDown {
			seen = seen.With(c)
		}
		cs = append(cs, c)
		if rest, err = pastGap(after); err != nil {
			return nil, fmt.Errorf("after card %d of %s: %w", len(cs), quote(s), err)
		}
	}
	return cs, nil
}

// pastBlanks skips spaces, tabs and ends of lines.
func pastBlanks(s string) string {
	for s != "" && (s[0] == ' ' || s[0] == '\t' || s[0] == '\r' || s[0] == '\n') {
		s = s[1:]
	}
	return s
}

// pastGap skips what may stand between two cards. A comma promises another card.
func pastGap(s string) (string, error) {
	rest := pastBlanks(s)
	if !strings.HasPrefix(rest, ",") {
		return rest, nil
	}
	if rest = pastBlanks(rest[1:]); rest == "" {
		return "", fmt.Errorf("nothing follows the comma: %w", ErrCard)
	}
	return rest, nil
}

// first reads the card that s begins with and gives what follows it.
func first(s string) (Card, string, error) {
	if rest, ok := strings.CutPrefix(s, "??"); ok {
		return FaceDown, rest, nil
	}
	r, afterRank, ok := rankAt(s)
	if !ok {
		return FaceDown, s, fmt.Errorf("%s begins with no rank: %w", quote(s), ErrCard)
	}
	suit, rest, ok := suitAt(afterRank)
	if !ok {
		return FaceDown, s, fmt.Errorf("%s has no suit after its rank: %w", quote(s), ErrCard)
	}
	return Of(r, suit), rest, nil
}

// rankAt reads the rank that s begins with.
func rankAt(s string) (Rank, string, bool) {
	if rest, ok := strings.CutPrefix(s, "10"); ok {
		return Ten, rest, true
	}
	if s == "" {
		return 0, s, false
	}
	i := strings.IndexByte(rankLetters, upper(s[0]))
	return Rank(max(i, 0)), s[1:], i >= 0
}

// suitAt reads the suit that s begins with.
func suitAt(s string) (Suit, string, bool) {
	letter, size := utf8.DecodeRuneInString(s)
	switch letter {
	case 'c', 'C', '♣':
		return Clubs, s[size:], true
	case 'd', 'D', '♦':
		return Diamonds, s[size:], true
	case 'h', 'H', '♥':
		return Hearts, s[size:], true
	case 's', 'S', '♠':
		return Spades, s[size:], true
	default:
		return 0, s, false
	}
}

// upper is the upper case of an ASCII letter.
func upper(b byte) byte {
	if 'a' <= b && b <= 'z' {
		return b - ('a' - 'A')
	}
	return b
}

// quote quotes a text from outside, cut to what fits in a message.
func quote(s string) string {
	const most = 40
	if len(s) <= most {
		return fmt.Sprintf("%q", s)
	}
	return fmt.Sprintf("%q…", strings.ToValidUTF8(s[:most], "�"))
}
