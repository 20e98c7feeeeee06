package roundfile

import (
	"croupier/games"
	"croupier/games/all"
)

// A setup is what a round is played by, built from the texts that say so. It
// never changes, and serves every round with the same texts.
type setup struct {
	seats int // the most the game deals to
	game  *games.Game
	terms games.Terms
	house games.House
	pays  games.Pays
	unit  string // the wager that actions are multiples of
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
