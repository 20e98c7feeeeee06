package ledger_test

import (
	"testing"

	"croupier/ledger"
)

// TestCanonicalIsWhatJSONBKeeps puts texts through PostgreSQL's jsonb and back.
func TestCanonicalIsWhatJSONBKeeps(t *testing.T) {
	t.Parallel()
	b := newBook(t, 1, 0)
	for text, want := range map[string]string{
		`{"b":1,"a":[true,null,"x"]}`:        `{"a":[true,null,"x"],"b":1}`,
		` { "a" : 1.50 , "a" : 1e2 } `:       `{"a":100}`,
		`{"zz":1,"a":2,"B":3}`:               `{"B":3,"a":2,"zz":1}`,
		`[1.0, -0, 0.10, 12345678901234567]`: `[1,0,0.1,12345678901234567]`,
		`"<한국어> & \u00e9\n\/"`:               `"<한국어> & é\n/"`,
		`{"chip":"2.50"}`:                    `{"chip":"2.50"}`,
		`1E-3`:                               `0.001`,
	} {
		got, err := ledger.Canonical([]byte(text))
		must(t, err)
		if string(got) != want {
			t.Errorf("%s: %s, want %s", text, got, want)
		}
		var stored string
		must(t, b.QueryRow(t.Context(), `SELECT $1::text::jsonb::text`, text).Scan(&stored))
		if again, err := ledger.Canonical([]byte(stored)); err != nil || string(again) != want {
			t.Errorf("%s, stored as %s: %s, %v, want %s", text, stored, again, err, want)
		}
	}
}

// TestNotCanonical gives texts that have no canonical form.
func TestNotCanonical(t *testing.T) {
	t.Parallel()
	for _, text := range []string{``, `{`, `{"a":1}x`, `{"a":1} {}`, `"\u0000"`, `{"\u0000":1}`, `1e999999999`, `01`, `[1,]`} {
		if got, err := ledger.Canonical([]byte(text)); err == nil {
			t.Errorf("%s: %s, want an error", text, got)
		}
	}
}

// FuzzCanonical holds that a canonical form is its own.
func FuzzCanonical(f *testing.F) {
	f.Add([]byte(`{"b":[1.50,{"a":"x"}],"a":null}`))
	f.Fuzz(func(t *testing.T, text []byte) {
		once, err := ledger.Canonical(text)
		if err != nil {
			return
		}
		twice, err := ledger.Canonical(once)
		if err != nil || string(twice) != string(once) {
			t.Errorf("%q: %q, then %q, %v", text, once, twice, err)
		}
	})
}
