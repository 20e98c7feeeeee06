package roundfile

import (
	"bytes"
	"strings"

	"github.com/go-json-experiment/json/jsontext"

	"croupier/games"
)

// members calls each with the keys of an object that may be left out.
func members(text []byte, each func(r *reader, key string) error) error {
	if text == nil {
		return nil
	}
	var r reader
	r.reset(text)
	return r.object(func(key []byte) error { return each(&r, string(key)) })
}

func readHouse(text []byte) (games.House, error) {
	house := games.House{}
	err := members(text, func(r *reader, rule string) (err error) {
		house[rule], err = houseValue(r)
		return err
	})
	return house, err
}

// houseValue reads a string, or a list of strings or whole numbers, which
// becomes one: [3,4] is "3,4".
func houseValue(r *reader) (string, error) {
	const want = `a string such as "settle", or a list such as [3,4]`
	if r.d.PeekKind() != jsontext.KindBeginArray {
		v, err := r.text(want)
		return string(v), err
	}
	var list []string
	err := r.list(func(int) error {
		k := r.d.PeekKind()
		if k != jsontext.KindString && k != jsontext.KindNumber {
			return r.mistyped(k, want)
		}
		v, err := r.raw()
		list = append(list, string(bytes.Trim(v, `"`)))
		return err
	})
	return strings.Join(list, ","), err
}

func readTerms(text []byte) (games.Terms, error) {
	t := games.DefaultTerms()
	err := members(text, func(r *reader, key string) error {
		v, err := r.text("a string")
		if err != nil {
			return err
		}
		switch key {
		case "chip":
			t.Chip, err = games.ParseAmount(string(v))
		case "cap":
			t.Cap, err = games.ParseAmount(string(v))
		case "rounding":
			t.Rounding = games.Rounding(v)
		case "cap_share":
			t.CapShare = games.CapShare(v)
		default:
			return unknown([]byte(key))
		}
		if err != nil {
			return err
		}
		return t.Check()
	})
	return t, err
}
