package roundfile

import (
	"fmt"
	"strings"

	"github.com/go-json-experiment/json/jsontext"

	"croupier/games"
	"croupier/paytables"
)

// price brings together the paytables named, written out and left to the game.
func (s *setup) price(game string, text []byte) error {
	given := map[string]paytables.Paytable{}
	err := members(text, func(r *reader, wager string) (err error) {
		given[wager], err = s.paytable(r, game, wager)
		return err
	})
	if err != nil {
		return err
	}
	prices := games.Prices{}
	for i := range s.game.Wagers {
		w := &s.game.Wagers[i]
		if len(w.Rows) == 0 {
			continue
		}
		t, ok := given[w.Name]
		if !ok && w.Paytable != "" {
			if t, err = s.shipped(w.Paytable, w.Name); err != nil {
				return within(w.Name, err)
			}
		}
		if ok || w.Paytable != "" {
			prices[w.Name] = t.Prices()
		}
	}
	s.pays, err = s.game.Pays(prices)
	return err
}

// paytable reads the name or the rows given for a wager.
func (s *setup) paytable(r *reader, game, wager string) (paytables.Paytable, error) {
	if i := s.game.Index(wager); i < 0 || len(s.game.Wagers[i].Rows) == 0 {
		return paytables.Paytable{}, fmt.Errorf("%.60q, want %s: %w", wager, strings.Join(s.game.Priced(), " or "), paytables.ErrOther)
	}
	if r.d.PeekKind() != jsontext.KindBeginObject {
		name, err := r.text("the name of a paytable or an object of its rows")
		if err != nil {
			return paytables.Paytable{}, err
		}
		return s.shipped(string(name), wager)
	}
	rows, err := r.raw()
	if err != nil {
		return paytables.Paytable{}, err
	}
	t, err := paytables.ParseInline(rows, game, wager)
	if err != nil {
		return t, err
	}
	return t, s.fit(&t, wager)
}

func (s *setup) shipped(name, wager string) (paytables.Paytable, error) {
	t, err := paytables.Default(name)
	if err != nil {
		return t, err
	}
	return t, s.fit(&t, wager)
}

// fit holds a paytable to the game, the wager and the house rules.
func (s *setup) fit(t *paytables.Paytable, wager string) error {
	if err := t.Check(s.game); err != nil {
		return err
	}
	if t.Wager != wager {
		return fmt.Errorf("paytable %q is of %s, want one of %s: %w", t.Name, t.Wager, wager, paytables.ErrOther)
	}
	return t.CheckHouse(s.house)
}
