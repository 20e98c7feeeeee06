package ledger

import (
	"bytes"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"io"

	"github.com/shopspring/decimal"
)

// Canonical brings a JSON text to the one form in which its content is hashed:
// keys sorted, no blanks, numbers as plain decimals without trailing zeros. It
// gives the same for what jsonb makes of the text. Where a key stands twice, the
// last counts. It fails on what is not JSON or holds a zero character, which
// jsonb refuses, and on numbers of more than a few dozen digits.
func Canonical(content []byte) ([]byte, error) {
	d := json.NewDecoder(bytes.NewReader(content))
	d.UseNumber()
	var v any
	if err := d.Decode(&v); err != nil {
		return nil, fmt.Errorf("not JSON: %w", err)
	}
	if _, err := d.Token(); !errors.Is(err, io.EOF) {
		return nil, errors.New("not JSON: more follows the value")
	}
	v, err := plain(v)
	if err != nil {
		return nil, err
	}
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if err := e.Encode(v); err != nil {
		return nil, err
	}
	return bytes.TrimSuffix(b.Bytes(), []byte("\n")), nil
}

// ContentDigest returns the SHA-256 of the canonical form of a JSON text.
func ContentDigest(content []byte) ([32]byte, error) {
	b, err := Canonical(content)
	if err != nil {
		return [32]byte{}, err
	}
	return digestOf(b), nil
}

func digestOf(b []byte) digest { return sha256.Sum256(b) }

// plain rewrites the numbers in v and looks at its texts.
func plain(v any) (any, error) {
	switch v := v.(type) {
	case json.Number:
		return plainNumber(v)
	case string:
		if !storable(v) {
			return nil, fmt.Errorf("%.40q is no text PostgreSQL can keep", v)
		}
	case []any:
		for i := range v {
			if err := plainAt(v[i], func(w any) { v[i] = w }); err != nil {
				return nil, err
			}
		}
	case map[string]any:
		for key := range v {
			if !storable(key) {
				return nil, fmt.Errorf("%.40q is no text PostgreSQL can keep", key)
			}
			if err := plainAt(v[key], func(w any) { v[key] = w }); err != nil {
				return nil, err
			}
		}
	}
	return v, nil
}

func plainAt(v any, set func(any)) error {
	w, err := plain(v)
	set(w)
	return err
}

func plainNumber(n json.Number) (json.Number, error) {
	d, err := decimal.NewFromString(n.String())
	if err != nil || d.NumDigits() > 40 || d.Exponent() > 40 || d.Exponent() < -40 {
		return "", fmt.Errorf("%.40q is a number of too many digits", n)
	}
	return json.Number(d.String()), nil
}
