package edge

import (
	"fmt"

	"croupier/cards"
	"croupier/games"
)

// facets split the flops by what side bets on the first five cards come to,
// where a fold changes that: then it matters which hands of five are folded.
type facets struct {
	n       int
	of      []uint8          // by hand of five; nil where there is one facet
	samples []games.Showdown // one of each
	keys    map[string]uint8 // of the outcomes
}

const mostFacets = 200

func newFacets(p *plan) (*facets, error) {
	f := &facets{n: 1, keys: map[string]uint8{}, samples: make([]games.Showdown, 1)}
	var wagers []int
	for i, w := range p.game.Wagers {
		if optional(w) && w.Looks == games.FirstFive|games.Fold {
			wagers = append(wagers, i)
		}
	}
	if len(wagers) == 0 {
		return f, nil
	}
	f.n, f.samples = 0, nil
	for _, d := range dealsOf(5) {
		if err := f.sort(p, wagers, &d); err != nil {
			return nil, err
		}
	}
	return f, nil
}

func (f *facets) sort(p *plan, wagers []int, d *deal) error {
	key, sample := "", firstFive(d)
	for folded := range playedAndFolded {
		s := sample
		s.Folded = folded == 1
		for _, w := range wagers {
			o, err := p.ask(w, &s)
			if err != nil {
				return err
			}
			key += o.String() + ";"
		}
	}
	at, ok := f.keys[key]
	if !ok {
		if f.n == mostFacets {
			return fmt.Errorf("%s: more than %d results of the first five cards: %w", p.game.Name, mostFacets, ErrShape)
		}
		at = uint8(f.n)
		f.keys[key] = at
		f.samples = append(f.samples, sample)
		f.n++
	}
	for len(f.of) <= int(d.hand) {
		f.of = append(f.of, 0)
	}
	f.of[d.hand] = at
	return nil
}

// outcomes are what the wager comes to on each facet.
func (f *facets) outcomes(p *plan, wager int) ([][playedAndFolded]outcome, error) {
	all := make([][playedAndFolded]outcome, f.n)
	for i, s := range f.samples {
		for folded := range playedAndFolded {
			s.Folded = folded == 1
			var err error
			if all[i][folded], err = p.ask(wager, &s); err != nil {
				return nil, err
			}
		}
	}
	return all, nil
}

// facetOf is the facet of hole cards and a flop.
func (f *facets) facetOf(hole [2]cards.Card, flop [3]cards.Card) uint8 {
	if f.of == nil {
		return 0
	}
	return f.of[cards.Evaluate([]cards.Card{hole[0], hole[1], flop[0], flop[1], flop[2]})]
}
