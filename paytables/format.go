package paytables

import (
	"maps"
	"slices"

	"github.com/go-json-experiment/json/jsontext"
)

// Format returns the table as Parse reads it: a key a line, the rows in their
// order, odds as printed without trailing zeros, and a newline at the end.
func (t *Paytable) Format() []byte {
	b := append([]byte(nil), '{')
	for _, key := range []struct{ name, value string }{
		{"name", t.Name}, {"game", t.Game}, {"wager", t.Wager}, {"form", string(t.Form)},
	} {
		if key.value != "" {
			b = append(member(b, "\n  ", key.name, key.value), ',')
		}
	}
	if len(t.Requires) > 0 {
		b = append(b, "\n  \"requires\": {"...)
		for _, rule := range slices.Sorted(maps.Keys(t.Requires)) {
			b = append(member(b, " ", rule, t.Requires[rule]), ',')
		}
		b = append(b[:len(b)-1], " },"...)
	}
	for _, row := range t.Rows {
		b = append(member(b, "\n  ", row.Name, row.Odds.String()), ',')
	}
	return append(b[:len(b)-1], "\n}\n"...)
}

// MarshalJSON writes what Format does.
func (t Paytable) MarshalJSON() ([]byte, error) { return t.Format(), nil }

// UnmarshalJSON reads what MarshalJSON writes, as ParseInline does where neither
// game nor wager is known.
func (t *Paytable) UnmarshalJSON(data []byte) (err error) {
	*t, err = ParseInline(data, "", "")
	return err
}

func member(b []byte, gap, key, value string) []byte {
	b = quote(append(b, gap...), key)
	return quote(append(b, ": "...), value)
}

// quote appends s as a JSON string; bytes that are not UTF-8, which Parse never
// lets in, become replacement characters.
func quote(b []byte, s string) []byte {
	b, _ = jsontext.AppendQuote(b, s)
	return b
}
