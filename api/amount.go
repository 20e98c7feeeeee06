package api

import (
	"fmt"

	"github.com/danielgtaylor/huma/v2"
	"github.com/go-json-experiment/json/jsontext"
	"github.com/shopspring/decimal"

	"croupier/games"
)

// amount is money in a request: a decimal string. A JSON number is refused,
// for a client that holds money in one has rounded it already.
type amount struct {
	decimal.Decimal
	given bool
}

// UnmarshalJSONFrom reads what games.ParseAmount reads, in a string.
func (a *amount) UnmarshalJSONFrom(d *jsontext.Decoder) error {
	kind := d.PeekKind()
	if kind != jsontext.KindString && kind != jsontext.KindNull {
		if err := d.SkipValue(); err != nil {
			return err
		}
		return fmt.Errorf("%w: money is sent as a string such as \"7.50\"", errNotText)
	}
	token, err := d.ReadToken()
	if err != nil || kind == jsontext.KindNull {
		return err
	}
	a.given = true
	a.Decimal, err = games.ParseAmount(token.String())
	return err
}

// errNotText is refused with the code of amounts.
var errNotText = fmt.Errorf("not text: %w", games.ErrAmount)

// Schema describes an amount.
func (amount) Schema(huma.Registry) *huma.Schema {
	return &huma.Schema{
		Type: huma.TypeString, Pattern: `^[0-9]+(\.[0-9]+)?$`, PatternDescription: `a decimal such as "7.50"`,
		Description: "Money: a decimal string without sign or exponent", Examples: []any{"7.50"},
	}
}

// positive refuses an amount that is given as nothing.
func (a amount) positive(what string) error {
	if a.given && a.IsZero() {
		return problem("invalid_body", what+" is 0, want more, or nothing for the default", Fault{what, "want more than 0"})
	}
	return nil
}

// pointer is the amount, or nil where none was given.
func (a amount) pointer() *decimal.Decimal {
	if !a.given {
		return nil
	}
	return &a.Decimal
}
