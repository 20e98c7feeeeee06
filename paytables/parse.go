package paytables

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"strings"
	"unicode"

	"github.com/go-json-experiment/json/jsontext"

	"croupier/games"
)

// Parse reads a paytable that stands alone, so it must state its name, game,
// wager and form. Keys are case-exact, a key given twice is an error, and odds
// must be strings. Errors wrap ErrForm and say what stands wrong.
func Parse(data []byte) (Paytable, error) {
	t, err := read(data)
	if err != nil {
		return Paytable{}, err
	}
	for _, must := range []struct{ key, value string }{
		{"name", t.Name}, {"game", t.Game}, {"wager", t.Wager}, {"form", string(t.Form)},
	} {
		if must.value == "" {
			return Paytable{}, t.fault("%q must be given", must.key)
		}
	}
	return t, t.whole()
}

// ParseInline reads a paytable that is written where its game and wager are
// known; what it states of them must agree. One that is not known there is
// empty, and what the paytable states counts. Without a form its odds are "to".
func ParseInline(data []byte, game, wager string) (Paytable, error) {
	t, err := read(data)
	if err != nil {
		return Paytable{}, err
	}
	for _, known := range []struct {
		stated *string
		is     string
	}{{&t.Game, game}, {&t.Wager, wager}} {
		switch {
		case known.is == "":
		case *known.stated == "":
			*known.stated = known.is
		case *known.stated != known.is:
			return Paytable{}, fmt.Errorf("paytable %q is of %s %s, want %s %s: %w", t.Name, t.Game, t.Wager, game, wager, ErrOther)
		}
	}
	if t.Form == "" {
		t.Form = To
	}
	return t, t.whole()
}

// whole checks what can be known of a table without its game.
func (t *Paytable) whole() error {
	if len(t.Rows) == 0 {
		return t.fault("no row is priced")
	}
	for _, row := range t.Rows {
		if t.Net(row).IsNegative() {
			return t.fault("row %q pays %s for 1, which is less than the stake", row.Name, row.Odds)
		}
	}
	return nil
}

func (t *Paytable) fault(format string, args ...any) error {
	return fmt.Errorf("paytable %q: %s: %w", t.Name, fmt.Sprintf(format, args...), ErrForm)
}

// read reads the keys there are. The name may come last, so errors of syntax
// name the place instead.
func read(data []byte) (Paytable, error) {
	var t Paytable
	d := jsontext.NewDecoder(bytes.NewReader(data))
	err := object(d, func(key string) error { return t.set(d, key) })
	if err == nil {
		err = ended(d)
	}
	if err == nil {
		return t, nil
	}
	at := min(int(d.InputOffset()), len(data))
	return Paytable{}, fmt.Errorf("paytable, line %d: %w", 1+bytes.Count(data[:at], []byte("\n")), refused(err))
}

// refused makes an error of the JSON itself one of the paytable.
func refused(err error) error {
	if errors.Is(err, ErrForm) {
		return err
	}
	return fmt.Errorf("%w: %w", ErrForm, err)
}

func ended(d *jsontext.Decoder) error {
	if _, err := d.ReadToken(); !errors.Is(err, io.EOF) {
		return fmt.Errorf("something follows the object: %w", ErrForm)
	}
	return nil
}

// object calls each with every key of the object that comes next; each reads
// the value.
func object(d *jsontext.Decoder, each func(key string) error) error {
	start, err := d.ReadToken()
	if err != nil {
		return err
	}
	if start.Kind() != jsontext.KindBeginObject {
		return fmt.Errorf("want a JSON object, not %s: %w", noun(start.Kind()), ErrForm)
	}
	for {
		token, err := d.ReadToken()
		if err != nil || token.Kind() == jsontext.KindEndObject {
			return err
		}
		if err := each(token.String()); err != nil {
			return err
		}
	}
}

// set reads the value of a key. Every key that is not one of the five and no
// remark is a row.
func (t *Paytable) set(d *jsontext.Decoder, key string) error {
	switch {
	case strings.HasPrefix(key, "_"):
		return d.SkipValue()
	case key == "requires":
		return t.setRequires(d)
	}
	value, err := text(d, key)
	if err != nil {
		return err
	}
	switch key {
	case "name":
		t.Name = value
	case "game":
		t.Game = value
	case "wager":
		t.Wager = value
	case "form":
		t.Form = Form(value)
		if t.Form != To && t.Form != For {
			return fmt.Errorf("form %.40q, want to or for: %w", value, ErrForm)
		}
	default:
		return t.addRow(key, value)
	}
	return named(key, value)
}

func (t *Paytable) addRow(name, value string) error {
	if err := named("a row", name); err != nil {
		return err
	}
	odds, err := games.ParseOdds(value)
	if err != nil {
		return fmt.Errorf("row %q: odds %w: %w", name, err, ErrForm)
	}
	if len(t.Rows) == MaxRows {
		return fmt.Errorf("more than %d rows: %w", MaxRows, ErrForm)
	}
	t.Rows = append(t.Rows, Row{name, odds})
	return nil
}

func (t *Paytable) setRequires(d *jsontext.Decoder) error {
	t.Requires = games.House{}
	err := object(d, func(rule string) error {
		value, err := text(d, "requires."+rule)
		if err != nil {
			return err
		}
		t.Requires[rule] = value
		return errors.Join(named("a house rule", rule), named(rule, value))
	})
	if len(t.Requires) == 0 {
		t.Requires = nil
	}
	return err
}

// text reads a string.
func text(d *jsontext.Decoder, key string) (string, error) {
	token, err := d.ReadToken()
	if err != nil {
		return "", err
	}
	if token.Kind() != jsontext.KindString {
		return "", fmt.Errorf("%.60q is %s, want a string such as \"1.5\": %w", key, noun(token.Kind()), ErrForm)
	}
	return token.String(), nil
}

// named checks a name: printable, without blanks at its ends, not too long.
func named(what, name string) error {
	if name == "" || len(name) > MaxName || strings.TrimSpace(name) != name || strings.ContainsFunc(name, unprintable) {
		return fmt.Errorf("%.60s is %.60q, want 1 to %d bytes that print: %w", what, name, MaxName, ErrForm)
	}
	return nil
}

func unprintable(r rune) bool { return !unicode.IsPrint(r) }

func noun(k jsontext.Kind) string {
	switch k {
	case jsontext.KindString:
		return "a string"
	case jsontext.KindNumber:
		return "a number"
	case jsontext.KindBeginArray:
		return "an array"
	case jsontext.KindBeginObject:
		return "an object"
	}
	return k.String()
}
