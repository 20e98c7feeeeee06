package roundfile

import (
	"errors"
	"fmt"
	"strings"

	"github.com/go-json-experiment/json/jsontext"

	"croupier/cards"
	"croupier/games"
)

// Why a line is refused, beside the refusals of games and paytables.
var (
	ErrJSON      = games.NewRefusal("malformed_json", "not JSON")
	ErrLong      = games.NewRefusal("line_too_long", "the line is too long")
	ErrDuplicate = games.NewRefusal("duplicate_key", "the key stands twice")
	ErrKey       = games.NewRefusal("unknown_key", "not a key of the round file")
	ErrType      = games.NewRefusal("wrong_type", "a value of another type")
	ErrMissing   = games.NewRefusal("missing", "it must be given")
	ErrUnpriced  = games.NewRefusal("unpriced", "the wager has no paytable")
	ErrSeat      = games.NewRefusal("seat", "not a seat that can be taken")
	ErrWager     = games.NewRefusal("wager", "not a wager that is bet before the cards")
	ErrUnequal   = games.NewRefusal("unequal", "the two must be equal")
)

// An Error is why a line is no legal round, and where in it that shows.
type Error struct {
	At  string // as "seats[0].actions[1]"
	Err error  // wraps a games.Refusal, cards.ErrCard or cards.ErrTwice
}

// Error returns why, without where.
func (e *Error) Error() string { return e.Err.Error() }

// Unwrap returns why.
func (e *Error) Unwrap() error { return e.Err }

// Code returns the stable code of the refusal.
func (e *Error) Code() string {
	var refusal *games.Refusal
	switch {
	case errors.As(e.Err, &refusal):
		return refusal.Code()
	case errors.Is(e.Err, cards.ErrCard):
		return "card"
	case errors.Is(e.Err, cards.ErrTwice):
		return games.ErrSeen.Code()
	}
	return ErrJSON.Code()
}

// within says that err shows inside the value of a key. An error of the JSON
// itself knows its place already.
func within(key string, err error) error {
	if err == nil {
		return nil // nearly always, so nothing is set aside for the rest
	}
	return placed(key, err)
}

func placed(key string, err error) error {
	var syntax *jsontext.SyntacticError
	if errors.As(err, &syntax) {
		return err
	}
	var inner *Error
	if errors.As(err, &inner) {
		return &Error{join(key, inner.At), inner.Err}
	}
	return &Error{key, err}
}

func join(outer, inner string) string {
	if inner == "" || strings.HasPrefix(inner, "[") {
		return outer + inner
	}
	return outer + "." + inner
}

func element(key string, i int) string { return fmt.Sprintf("%s[%d]", key, i) }

// located brings any error of a line to an Error; one that stands nowhere in
// particular is at the line.
func located(err error, line int) *Error {
	var syntax *jsontext.SyntacticError
	var at *Error
	switch {
	case errors.As(err, &syntax):
		return syntactic(syntax, line)
	case !errors.As(err, &at):
		at = &Error{Err: err}
	}
	if at.At == "" {
		return &Error{fmt.Sprintf("line %d", line), fmt.Errorf("line %d: %w", line, at.Err)}
	}
	return at
}

// syntactic words an error of the JSON reader: a key given twice is a fault of
// a person, everything else is no JSON.
func syntactic(err *jsontext.SyntacticError, line int) *Error {
	if errors.Is(err, jsontext.ErrDuplicateName) {
		return &Error{path(err.JSONPointer), fmt.Errorf("%.60q: %w", err.JSONPointer.LastToken(), ErrDuplicate)}
	}
	return &Error{
		fmt.Sprintf("line %d", line),
		fmt.Errorf("line %d, byte %d: %w: %.200s", line, err.ByteOffset+1, ErrJSON, err.Err.Error()),
	}
}

// path writes a JSON pointer as the errors of this package have it.
func path(p jsontext.Pointer) string {
	at := ""
	for token := range p.Tokens() {
		if token != "" && strings.Trim(token, "0123456789") == "" {
			token = "[" + token + "]"
		}
		at = join(at, fmt.Sprintf("%.60s", token))
	}
	return strings.TrimPrefix(at, ".")
}
