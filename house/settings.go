package house

import (
	"fmt"

	"github.com/shopspring/decimal"

	"croupier/games"
	"croupier/paytables"
)

// terms are the spec's terms of a round.
func (s Spec) terms() games.Terms {
	t := games.Terms{
		Chip: s.Chip, Rounding: s.Rounding, Cap: s.Cap, CapShare: s.CapShare,
		Limits: map[string]games.Limit{},
		Seats:  s.Seats, DealFrom: s.DealFrom, SettleFrom: s.SettleFrom,
	}
	for wager, l := range s.Limits {
		t.Limits[wager] = games.Limit{Min: l.Min, Max: l.Max}
	}
	return t
}

// stepped adds the ante step to the limit of the game's first bet.
func (s Spec) stepped(t games.Terms, g *games.Game) games.Terms {
	for _, w := range g.Wagers {
		if w.Required && !s.AnteStep.IsZero() {
			l := t.Limits[w.Name]
			l.Step = s.AnteStep
			t.Limits[w.Name] = l
			break
		}
	}
	return t
}

// settings are the spec in the form that is kept.
func (s Spec) settings(game string, setup games.Setup, priced map[string]paytables.Paytable) Settings {
	kept := Settings{
		Pit: s.Pit, Game: game, House: setup.House, DealOrder: setup.DealOrder,
		Paytables: map[string]Paytable{}, Limits: s.Limits,
		AnteStep: text(s.AnteStep), Chip: s.Chip.String(), Rounding: s.Rounding,
		Cap: text(s.Cap), CapShare: s.CapShare, LargeWin: text(s.LargeWin), ApproveWin: text(s.ApproveWin), Seats: s.Seats,
		DealFrom: s.DealFrom, SettleFrom: s.SettleFrom, Dealing: s.Dealing,
		Currency: s.Currency, TimeZone: s.TimeZone, DayStart: s.DayStart, Language: s.Language,
	}
	for wager, p := range priced {
		kept.Paytables[wager] = Paytable{Name: p.Name, Digest: p.Digest().String()}
	}
	return kept
}

func text(d decimal.Decimal) string {
	if d.IsZero() {
		return ""
	}
	return d.String()
}

// spec is the spec the settings were kept of, but for its name.
func (s Settings) spec(priced map[string]paytables.Paytable) (Spec, error) {
	spec := Spec{
		Pit: s.Pit, Game: s.Game, House: s.House, DealOrder: s.DealOrder, Paytables: priced, Limits: s.Limits,
		Rounding: s.Rounding, CapShare: s.CapShare, Seats: s.Seats, DealFrom: s.DealFrom, SettleFrom: s.SettleFrom,
		Dealing: s.Dealing, Currency: s.Currency, TimeZone: s.TimeZone, DayStart: s.DayStart, Language: s.Language,
	}
	for _, m := range []struct {
		text string
		to   *decimal.Decimal
	}{{s.Chip, &spec.Chip}, {s.Cap, &spec.Cap}, {s.AnteStep, &spec.AnteStep}, {s.LargeWin, &spec.LargeWin}, {s.ApproveWin, &spec.ApproveWin}} {
		if m.text == "" {
			continue
		}
		d, err := decimal.NewFromString(m.text)
		if err != nil {
			return spec, fmt.Errorf("settings of %s: %w", s.Game, err)
		}
		*m.to = d
	}
	return spec, spec.withhold()
}
