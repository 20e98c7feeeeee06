package roundfile

import (
	"bytes"
	"fmt"
	"strings"

	"github.com/go-json-experiment/json/jsontext"

	"croupier/games"
	"croupier/games/all"
	"croupier/paytables"
)

// A setup is what a round is played by, built from the texts that say so. It
// never changes, and serves every round with the same texts.
type setup struct {
	seats    int // the most the game deals to
	game     *games.Game
	terms    games.Terms
	house    games.House
	pays     games.Pays
	unpriced []string // wagers no stake may lie on
	unit     string   // the wager that actions are multiples of
}

// Setups are kept by their texts, and thrown away when a stream has too many,
// so that memory stays flat.
const mostSetups = 256

type setups struct {
	built map[string]*setup
	key   []byte
}

// find returns the setup of a round.
func (s *setups) find(r *round) (*setup, error) {
	s.key = append(s.key[:0], r.game...)
	for _, text := range r.setup {
		s.key = append(append(s.key, 0), text...) // 0 stands in no JSON and no game's name
	}
	if found := s.built[string(s.key)]; found != nil {
		return found, nil
	}
	built, err := newSetup(r)
	if err != nil {
		return nil, err
	}
	if s.built == nil || len(s.built) >= mostSetups {
		s.built = make(map[string]*setup)
	}
	s.built[string(s.key)] = built
	return built, nil
}

func newSetup(r *round) (*setup, error) {
	edition, err := all.Find(string(r.game))
	if err != nil {
		return nil, within("game", err)
	}
	s := &setup{seats: edition.Seats}
	given, err := readHouse(r.setup[houseAt])
	if err != nil {
		return nil, within("house", err)
	}
	game, chosen, err := edition.Build(games.Setup{House: given})
	if err != nil {
		return nil, within("house", err)
	}
	s.game, s.house = game, chosen.House
	if err := s.price(edition.Game, r.setup[paytablesAt]); err != nil {
		return nil, within("paytables", err)
	}
	s.terms, err = readTerms(r.setup[tableAt])
	if err != nil {
		return nil, within("table", err)
	}
	for _, w := range game.Wagers {
		if w.Required && s.unit == "" {
			s.unit = w.Name
		}
	}
	return s, nil
}

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
			return mistyped(k, want)
		}
		v, err := r.raw()
		list = append(list, string(bytes.Trim(v, `"`)))
		return err
	})
	return strings.Join(list, ","), err
}

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
		prices[w.Name] = t.Prices()
		if !ok && w.Paytable == "" {
			s.unpriced = append(s.unpriced, w.Name)
			prices[w.Name] = nothing(w)
		}
	}
	s.pays, err = s.game.Pays(prices)
	return err
}

// nothing prices a wager no stake may lie on, so what it says is never asked.
func nothing(w *games.Wager) map[string]games.Odds {
	prices := make(map[string]games.Odds, len(w.Rows))
	for _, row := range w.Rows {
		prices[row.Name] = games.Odds{}
	}
	return prices
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
			return ErrKey
		}
		if err != nil {
			return err
		}
		return t.Check()
	})
	return t, err
}
