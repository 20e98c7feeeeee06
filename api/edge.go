package api

import (
	"fmt"
	"math/big"
	"net/http"
	"strings"

	"github.com/danielgtaylor/huma/v2"
	"github.com/go-json-experiment/json/jsontext"
	"github.com/labstack/echo/v4"
	"github.com/shopspring/decimal"

	"croupier/edge"
	"croupier/games"
	"croupier/house"
	"croupier/paytables"
)

// edgeBody is what management would put on the felt, and what it is held to.
type edgeBody struct {
	Game      string                `json:"game" doc:"With or without the version of its rules" example:"ultimate-texas-holdem"`
	House     map[string]ruleValue  `json:"house,omitempty" doc:"House rules by name; those left out take the game's default, one without a default must be given"`
	Paytables map[string]priceList  `json:"paytables,omitempty" doc:"By wager: the name of one that ships, or its rows inline; the game's default where left out, and none: not offered"`
	InForce   map[string]priceList  `json:"in_force,omitempty" doc:"The paytables a change is measured against"`
	Policies  map[string]policyBody `json:"policies,omitempty" doc:"By wager what its house edge may be; the key * is for every other wager"`
	Limits    map[string]amount     `json:"limits,omitempty" doc:"By wager bet before the cards the most that may be bet: asks for the exposure"`
}

// policyBody is what the house edge of a wager may be; 0.02 is two percent.
type policyBody struct {
	Least  share `json:"least,omitzero" doc:"The house edge is at least this"`
	Most   share `json:"most,omitzero" doc:"The house edge is at most this"`
	Change share `json:"change,omitzero" doc:"It differs from the one in force by at most this"`
}

// share is part of a unit in a request, as a decimal string.
type share struct {
	*big.Rat
	value *decimal.Decimal // the same
}

// UnmarshalJSONFrom reads a decimal such as "0.02", or "-0.01".
func (s *share) UnmarshalJSONFrom(d *jsontext.Decoder) error {
	kind := d.PeekKind()
	if kind != jsontext.KindString {
		if err := d.SkipValue(); err != nil || kind == jsontext.KindNull {
			return err
		}
		return fmt.Errorf("%w: an edge is sent as a string such as \"0.02\"", errNotText)
	}
	token, err := d.ReadToken()
	if err != nil {
		return err
	}
	text := token.String()
	value, err := games.ParseOdds(strings.TrimPrefix(text, "-"))
	if err != nil {
		return fmt.Errorf("%w: %w", err, games.ErrAmount)
	}
	if strings.HasPrefix(text, "-") {
		value = value.Neg()
	}
	s.Rat, s.value = value.Rat(), &value
	return nil
}

// Schema describes a part of a unit.
func (share) Schema(huma.Registry) *huma.Schema {
	return &huma.Schema{Type: huma.TypeString, Pattern: `^-?[0-9]+(\.[0-9]+)?$`, Examples: []any{"0.02"}}
}

// edgeView is what a proposal costs the players, and whether it may go live.
type edgeView struct {
	edge.View
	Verdict  verdictView `json:"verdict" doc:"Whether it may go live"`
	Warnings []string    `json:"warnings" doc:"House rules its paytables need and do not get"`
}

type verdictView struct {
	Pass     bool          `json:"pass"`
	Findings []findingView `json:"findings" doc:"All that stands against it"`
}

type findingView struct {
	Wager  string `json:"wager"`
	Code   string `json:"code" enum:"favours_player,below_band,above_band,changed"`
	Reason string `json:"reason"`
}

// appraise answers the exact edge of a proposal. It changes nothing.
func appraise(a *api, c echo.Context) error {
	body, err := read(c)
	if err != nil {
		return err
	}
	var b edgeBody
	if err := a.decode(body, &b); err != nil {
		return err
	}
	p, err := b.offer()
	if err != nil {
		return err
	}
	found, err := p.Appraise(c.Request().Context(), a.shelf, edge.Options{})
	if err != nil {
		return err
	}
	v := viewAppraisal(found)
	if len(b.Limits) > 0 {
		if v.Exposure, err = b.exposure(found.Report); err != nil {
			return err
		}
	}
	return c.JSON(http.StatusOK, v)
}

func (b *edgeBody) offer() (house.Offer, error) {
	p := house.Offer{Game: b.Game, House: games.House{}, Policies: map[string]edge.Policy{}}
	if b.Game == "" {
		return p, invalid("body.game", "a game must be named")
	}
	for rule, value := range b.House {
		p.House[rule] = string(value)
	}
	for wager, policy := range b.Policies {
		if wager == "*" {
			wager = ""
		}
		p.Policies[wager] = edge.Policy{Least: policy.Least.Rat, Most: policy.Most.Rat, Change: policy.Change.Rat}
	}
	var err error
	if p.Paytables, err = priceLists(b.Game, "paytables", b.Paytables); err != nil {
		return p, err
	}
	if b.InForce != nil {
		p.InForce, err = priceLists(b.Game, "in_force", b.InForce)
	}
	return p, err
}

// priceLists reads the paytables named or written under the key.
func priceLists(game, key string, lists map[string]priceList) (map[string]paytables.Paytable, error) {
	game, _, _ = strings.Cut(game, "/")
	read := map[string]paytables.Paytable{}
	for wager, list := range lists {
		t, err := list.paytable(game, wager)
		if err != nil {
			return nil, &house.SpecError{Field: fmt.Sprintf("%s.%.60s", key, wager), Err: err}
		}
		read[wager] = t
	}
	return read, nil
}

func (b *edgeBody) exposure(r *edge.Report) (string, error) {
	limits := map[string]*big.Rat{}
	for wager, limit := range b.Limits {
		if r.Wager(wager) == nil {
			return "", invalid(fmt.Sprintf("body.limits.%.60s", wager), "not a wager that is priced and bet before the cards")
		}
		limits[wager] = limit.Rat()
	}
	return edge.Decimal(r.Exposure(limits, nil)), nil
}

func viewAppraisal(found *house.Appraisal) edgeView {
	v := edgeView{
		View:     found.Report.View(found.House),
		Verdict:  verdictView{Pass: found.Verdict.Pass, Findings: []findingView{}},
		Warnings: []string{},
	}
	for _, f := range found.Verdict.Findings {
		v.Verdict.Findings = append(v.Verdict.Findings, findingView{f.Wager, f.Code, f.Reason})
	}
	for _, err := range found.Warnings {
		v.Warnings = append(v.Warnings, err.Error())
	}
	return v
}
