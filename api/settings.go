package api

import (
	"fmt"
	"strings"

	"github.com/danielgtaylor/huma/v2"
	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"croupier/games"
	"croupier/house"
	"croupier/paytables"
)

// tableBody is a table as it is asked for: the keys of the round file, and what
// a table sets besides.
type tableBody struct {
	Name string `json:"name,omitzero" maxLength:"60" doc:"Of this table alone; without one it is named by its number"`
	Game string `json:"game" doc:"With or without the version of its rules" example:"ultimate-texas-holdem"`
	SettingsRequest
}

// patchBody is what a proposal changes of a table's settings.
type patchBody struct {
	Game string `json:"game,omitzero" doc:"With or without the version of its rules; another one brings its own house rules, paytables and limits" example:"ultimate-texas-holdem"`
	SettingsRequest
}

// A SettingsRequest is what a table sets besides its game. Where it is a change, what is
// left out stays as it is.
type SettingsRequest struct {
	Pit        *string              `json:"pit,omitempty" maxLength:"60" nullable:"true" doc:"The part of the floor the table stands in"`
	House      map[string]ruleValue `json:"house,omitempty" doc:"House rules by name; those left out take the game's default, one without a default must be given"`
	Paytables  map[string]priceList `json:"paytables,omitempty" doc:"By wager: the name of one that ships, or its rows inline; null takes an optional wager off the felt"`
	Table      termsBody            `json:"table,omitzero" doc:"How winnings are rounded and capped"`
	Limits     map[string]limitBody `json:"limits,omitempty" doc:"By wager bet before the cards"`
	AnteStep   amount               `json:"ante_step,omitzero" doc:"What an ante must be a multiple of" example:"5"`
	LargeWin   amount               `json:"large_win,omitzero" doc:"What a seat wins in a round from this on is a significant event; none where left out" example:"10000"`
	ApproveWin amount               `json:"approve_win,omitzero" doc:"What a seat wins in a round from this on is paid when a supervisor stands by; never where left out" example:"25000"`
	Seats      *int                 `json:"seats,omitempty" minimum:"1" maximum:"22" nullable:"true" doc:"7 where left out"`
	Currency   string               `json:"currency,omitzero" pattern:"^[A-Z]{3}$" doc:"ISO 4217; XXX, no currency, where left out" example:"KRW"`
	Dealing    house.Dealing        `json:"dealing,omitzero" enum:"hand,deck" doc:"By a hand that keys the cards, which is the default, or from a sealed deck"`
	DealFrom   games.Side           `json:"deal_from,omitzero" enum:"first,last"`
	SettleFrom games.Side           `json:"settle_from,omitzero" enum:"first,last"`
	DealOrder  string               `json:"deal_order,omitzero" doc:"One the game knows"`
	TimeZone   string               `json:"time_zone,omitzero" doc:"IANA name; UTC where left out" example:"Asia/Seoul"`
	DayStart   string               `json:"day_start,omitzero" pattern:"^[0-9]{2}:[0-9]{2}$" doc:"When the gaming day begins; 06:00 where left out"`
	Language   *string              `json:"language,omitempty" enum:"en,ko,ru," nullable:"true" doc:"What the table's screens speak where a person chose none; empty is none" example:"ko"`
}

type termsBody struct {
	Chip     amount         `json:"chip,omitzero" doc:"The smallest chip; 0.01 where left out" example:"0.5"`
	Rounding games.Rounding `json:"rounding,omitzero" enum:"down,nearest,up" doc:"Of winnings to whole chips; down where left out"`
	Cap      amount         `json:"cap,omitzero" doc:"The most a seat wins in a round; none where left out" example:"20000"`
	CapShare games.CapShare `json:"cap_share,omitzero" enum:"by-order,pro-rata" doc:"How a cap that binds is shared out; by-order where left out"`
}

type limitBody struct {
	Min amount `json:"min,omitzero" example:"5"`
	Max amount `json:"max,omitzero" example:"500"`
}

// ruleValue is the value of a house rule: a string, or a list for a rule that
// names several.
type ruleValue string

// UnmarshalJSONFrom reads "settle", "3,4", [3, 4] and ["3", "4"].
func (v *ruleValue) UnmarshalJSONFrom(d *jsontext.Decoder) error {
	raw, err := d.ReadValue()
	if err != nil {
		return err
	}
	parts := []jsontext.Value{raw}
	if raw.Kind() == jsontext.KindBeginArray {
		if err := json.Unmarshal(raw, &parts); err != nil {
			return err
		}
	}
	var texts []string
	for _, part := range parts {
		text, err := ruleText(part)
		if err != nil {
			return err
		}
		texts = append(texts, text)
	}
	*v = ruleValue(strings.Join(texts, ","))
	return nil
}

func ruleText(v jsontext.Value) (string, error) {
	switch v.Kind() {
	case jsontext.KindString:
		var s string
		err := json.Unmarshal(v, &s)
		return s, err
	case jsontext.KindNumber:
		return string(v), nil
	}
	return "", fmt.Errorf("want a string, or a list of them: %w", games.ErrHouse)
}

// Schema describes the value of a house rule.
func (ruleValue) Schema(huma.Registry) *huma.Schema {
	word := &huma.Schema{Type: huma.TypeString, Examples: []any{"settle"}}
	list := &huma.Schema{Type: huma.TypeArray, Items: &huma.Schema{}, Examples: []any{[]any{3, 4}}}
	return &huma.Schema{AnyOf: []*huma.Schema{word, list, {Type: huma.TypeNumber}}}
}

// priceList is a paytable as a table names it, read once game and wager are
// known.
type priceList jsontext.Value

// UnmarshalJSONFrom keeps the value as it stands.
func (p *priceList) UnmarshalJSONFrom(d *jsontext.Decoder) error {
	raw, err := d.ReadValue()
	*p = priceList(raw.Clone())
	return err
}

// Schema describes a paytable by name or by its rows.
func (priceList) Schema(huma.Registry) *huma.Schema {
	name := &huma.Schema{Type: huma.TypeString, Description: "Of a paytable that ships", Examples: []any{"blind-a"}}
	rows := &huma.Schema{
		Type: huma.TypeObject, Nullable: true, Description: "Odds by row as decimal strings; form (to or for), name and requires may stand beside them",
		AdditionalProperties: true, Examples: []any{map[string]any{"royal flush": "500"}},
	}
	return &huma.Schema{AnyOf: []*huma.Schema{name, rows}}
}

// unnamed is what a paytable is called that was written inline without a name.
const unnamed = "inline"

// paytable reads the paytable; one that is null has no rows: the wager is not
// offered. The game may be none.
func (p priceList) paytable(game, wager string) (paytables.Paytable, error) {
	raw := jsontext.Value(p)
	switch raw.Kind() {
	case jsontext.KindNull:
		return paytables.Paytable{}, nil
	case jsontext.KindString:
		var name string
		if err := json.Unmarshal(raw, &name); err != nil {
			return paytables.Paytable{}, err
		}
		return paytables.Default(name)
	}
	t, err := paytables.ParseInline(raw, game, wager)
	if t.Name == "" {
		t.Name = unnamed
	}
	return t, err
}

// patch returns the settings of the table that is asked for.
func (b *tableBody) patch() (house.Patch, error) {
	if b.Game == "" {
		return house.Patch{}, invalid("body.game", "a game must be named")
	}
	return b.SettingsRequest.patch(b.Game, "")
}

// patch returns the change; within is where it stands in the body, as "change.".
func (b *SettingsRequest) patch(game, within string) (house.Patch, error) {
	p := house.Patch{
		Game: game, Pit: b.Pit, House: games.House{}, Limits: map[string]house.LimitPatch{},
		Table: house.TermsPatch{
			Chip: b.Table.Chip.pointer(), Rounding: b.Table.Rounding, Cap: b.Table.Cap.pointer(), CapShare: b.Table.CapShare,
		},
		AnteStep: b.AnteStep.pointer(), LargeWin: b.LargeWin.pointer(), ApproveWin: b.ApproveWin.pointer(),
		Currency: b.Currency, Dealing: b.Dealing, DealFrom: b.DealFrom, SettleFrom: b.SettleFrom,
		DealOrder: b.DealOrder, TimeZone: b.TimeZone, DayStart: b.DayStart, Language: b.Language,
	}
	if err := b.Table.Chip.positive("body." + within + "table.chip"); err != nil {
		return p, err
	}
	if b.Seats != nil {
		if p.Seats = *b.Seats; p.Seats < 1 {
			return p, invalid("body."+within+"seats", "want 1 or more")
		}
	}
	for rule, value := range b.House {
		p.House[rule] = string(value)
	}
	for wager, l := range b.Limits {
		p.Limits[wager] = house.LimitPatch{Min: l.Min.pointer(), Max: l.Max.pointer()}
	}
	lists, err := priceLists(game, within+"paytables", b.Paytables)
	p.Paytables = map[string]*paytables.Paytable{}
	for wager, t := range lists {
		p.Paytables[wager] = nil
		if len(t.Rows) > 0 {
			p.Paytables[wager] = &t
		}
	}
	return p, err
}
