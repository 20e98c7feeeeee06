package house

import (
	"maps"
	"strings"

	"github.com/shopspring/decimal"

	"croupier/games"
	"croupier/paytables"
)

// A Patch is what a proposal changes of a table's settings; what is nil or empty
// stays as it is. For a table without settings it says all there is to say, and
// what it leaves out takes its default.
type Patch struct {
	Pit   *string     `json:"pit,omitempty" doc:"The part of the floor it stands in; empty takes it out of its pit"`
	Game  string      `json:"game,omitempty" doc:"With or without the version of its rules" example:"ultimate-texas-holdem"`
	House games.House `json:"house,omitempty" doc:"House rules by name"`
	// A nil paytable takes the wager off the felt.
	Paytables  map[string]*paytables.Paytable `json:"paytables,omitempty" doc:"By wager; null takes an optional wager off the felt"`
	Table      TermsPatch                     `json:"table,omitzero" doc:"How winnings are rounded and capped"`
	Limits     map[string]LimitPatch          `json:"limits,omitempty" doc:"By wager bet before the cards"`
	AnteStep   *decimal.Decimal               `json:"ante_step,omitempty" doc:"What an ante must be a multiple of; 0 is none"`
	LargeWin   *decimal.Decimal               `json:"large_win,omitempty" doc:"What a seat wins in a round from this on is a significant event; 0 is none"`
	ApproveWin *decimal.Decimal               `json:"approve_win,omitempty" doc:"What a seat wins in a round from this on is paid when a supervisor stands by; 0 is none"`
	Seats      int                            `json:"seats,omitempty"`
	Currency   string                         `json:"currency,omitempty"`
	Dealing    Dealing                        `json:"dealing,omitempty" enum:"hand,deck"`
	DealFrom   games.Side                     `json:"deal_from,omitempty" enum:"first,last"`
	SettleFrom games.Side                     `json:"settle_from,omitempty" enum:"first,last"`
	DealOrder  string                         `json:"deal_order,omitempty"`
	TimeZone   string                         `json:"time_zone,omitempty"`
	DayStart   string                         `json:"day_start,omitempty"`
	Language   *string                        `json:"language,omitempty" enum:"en,ko,ru," doc:"What the table's screens speak where a person chose none; empty is none"`
}

// A TermsPatch is what a proposal changes of how winnings are rounded and capped.
type TermsPatch struct {
	Chip     *decimal.Decimal `json:"chip,omitempty" doc:"The smallest chip"`
	Rounding games.Rounding   `json:"rounding,omitempty" enum:"down,nearest,up"`
	Cap      *decimal.Decimal `json:"cap,omitempty" doc:"The most a seat wins in a round; 0 is none"`
	CapShare games.CapShare   `json:"cap_share,omitempty" enum:"by-order,pro-rata"`
}

// A LimitPatch is what a proposal changes of a wager's limits.
type LimitPatch struct {
	Min *decimal.Decimal `json:"min,omitempty" doc:"0 is the smallest chip, or the ante step"`
	Max *decimal.Decimal `json:"max,omitempty" doc:"0 is no bound"`
}

// On returns the spec as the patch changes it. Another game brings its own house
// rules, paytables and limits.
func (p *Patch) On(s Spec) Spec {
	if p.Game != "" {
		if family(p.Game) != family(s.Game) {
			s.House, s.Paytables, s.Limits, s.DealOrder = nil, nil, nil, ""
		}
		s.Game = p.Game
	}
	set(&s.Pit, p.Pit)
	s.House = merged(s.House, p.House)
	s.Paytables = merged(s.Paytables, nil)
	for wager, t := range p.Paytables {
		s.Paytables[wager] = paytables.Paytable{} // not offered
		if t != nil {
			s.Paytables[wager] = *t
		}
	}
	s.Limits = merged(s.Limits, nil)
	for wager, l := range p.Limits {
		limit := s.Limits[wager]
		set(&limit.Min, l.Min)
		set(&limit.Max, l.Max)
		s.Limits[wager] = limit
	}
	return p.onTerms(s)
}

// onTerms changes the settings that stand alone.
func (p *Patch) onTerms(s Spec) Spec {
	set(&s.Chip, p.Table.Chip)
	set(&s.Cap, p.Table.Cap)
	set(&s.AnteStep, p.AnteStep)
	set(&s.LargeWin, p.LargeWin)
	set(&s.ApproveWin, p.ApproveWin)
	s.Rounding = or(p.Table.Rounding, s.Rounding)
	s.CapShare = or(p.Table.CapShare, s.CapShare)
	s.Seats = or(p.Seats, s.Seats)
	s.Currency = or(p.Currency, s.Currency)
	s.Dealing = or(p.Dealing, s.Dealing)
	s.DealFrom = or(p.DealFrom, s.DealFrom)
	s.SettleFrom = or(p.SettleFrom, s.SettleFrom)
	s.DealOrder = or(p.DealOrder, s.DealOrder)
	s.TimeZone = or(p.TimeZone, s.TimeZone)
	s.DayStart = or(p.DayStart, s.DayStart)
	set(&s.Language, p.Language)
	return s
}

func set[T any](to, v *T) {
	if v != nil {
		*to = *v
	}
}

// merged are the entries of both, those of b over those of a.
func merged[M ~map[string]V, V any](a, b M) M {
	m := make(M, len(a)+len(b))
	maps.Copy(m, a)
	maps.Copy(m, b)
	return m
}

// family is the game without the version of its rules.
func family(game string) string {
	game, _, _ = strings.Cut(game, "/")
	return game
}
