package house

import (
	"maps"
	"slices"

	"github.com/shopspring/decimal"

	"croupier/games"
	"croupier/paytables"
)

// A Felt is what lies on the felt under one version of a table's settings:
// the game, its terms and its prices. It never changes.
type Felt struct {
	Settings  Settings
	Digest    [32]byte // of the settings
	Pins      Pins     // the settings under their digest
	Game      *games.Game
	Terms     games.Terms
	Pays      games.Pays
	Paytables map[string]paytables.Paytable // by wager
	// ApproveWin is what a seat wins in a round from which on a supervisor stands by
	// before it is paid; zero: never.
	ApproveWin decimal.Decimal
	Digests    map[string]*[32]byte // of the paytables, by wager
	// Unmet are the house rules its paytables need and do not get. Such a felt is
	// laid only where a manager overrode the gate.
	Unmet []error
}

func newFelt(s Settings, terms games.Terms, g *games.Game, priced map[string]paytables.Paytable) (*Felt, error) {
	f := &Felt{Settings: s, Digest: s.Digest(), Pins: s.Pins(), Game: g, Terms: terms, Paytables: priced, Digests: map[string]*[32]byte{}}
	for _, wager := range slices.Sorted(maps.Keys(priced)) {
		p := priced[wager]
		digest := [32]byte(p.Digest())
		f.Digests[wager] = &digest
		if err := p.CheckHouse(s.House); err != nil {
			f.Unmet = append(f.Unmet, err)
		}
	}
	var err error
	f.Pays, err = g.Pays(Prices(priced))
	return f, err
}

// Round returns a round of the felt before its first event.
func (f *Felt) Round() *games.Round { return games.NewRound(f.Game, f.Terms, f.Pays) }
