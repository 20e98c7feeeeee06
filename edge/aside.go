package edge

import (
	"fmt"

	"croupier/cards"
	"croupier/games"
)

// An aside is a side bet that the dealer's hand does not decide: all it
// depends on is dealt out and counted outright, by class of hole cards where
// the fold matters.
type aside struct {
	wager   int
	byClass bool
	// counts are the ways of each outcome, by class of hole cards (one where
	// the fold does not matter) and by folded.
	counts [][playedAndFolded][]counted
	// outcomes by facet and folded, of a wager on the first five cards that a
	// fold changes.
	byFacet [][playedAndFolded]outcome
}

// counted is the ways to an outcome.
type counted struct {
	outcome
	ways int64
}

func newAsides(p *plan) ([]aside, error) {
	var all []aside
	for i, w := range p.game.Wagers {
		if !optional(w) || compares(w) {
			continue
		}
		a := aside{wager: i}
		var err error
		switch sees := w.Looks &^ games.Fold; {
		case w.Looks == games.OwnHand:
			err = a.countDeals(p, 7, func(d *deal) games.Showdown { return games.Showdown{Player: d.hand} })
		case w.Looks == games.FirstFive:
			err = a.countDeals(p, 5, firstFive)
		case sees == games.FirstFive:
			a.byFacet, err = p.facets.outcomes(p, i)
		case sees&^(games.OwnHole|games.DealerHole) == 0:
			err = a.countHoles(p, w)
		default:
			err = fmt.Errorf("%s: %s is judged by things that are not counted together: %w", p.game.Name, w.Name, ErrShape)
		}
		if err != nil {
			return nil, err
		}
		all = append(all, a)
	}
	return all, nil
}

func firstFive(d *deal) games.Showdown {
	return games.Showdown{Hole: [2]cards.Card(d.cards[:2]), Board: [5]cards.Card{d.cards[2], d.cards[3], d.cards[4]}}
}

func (a *aside) countDeals(p *plan, n int, show func(*deal) games.Showdown) error {
	var counts []counted
	for _, d := range dealsOf(n) {
		s := show(&d)
		o, err := p.ask(a.wager, &s)
		if err != nil {
			return err
		}
		counts = tally(counts, o, d.ways)
	}
	a.counts = [][playedAndFolded][]counted{{counts, counts}}
	return nil
}

func (p *plan) ask(wager int, s *games.Showdown) (outcome, error) {
	return p.table.question.ask(p.game.Wagers[wager].Name, s)
}

func tally(counts []counted, o outcome, ways int64) []counted {
	for i := range counts {
		if counts[i].same(o) {
			counts[i].ways += ways
			return counts
		}
	}
	return append(counts, counted{o, ways})
}

// countHoles counts a wager on hole cards. Where a fold changes it, all folds
// must come before the flop, so that they tell nothing of the dealer's cards.
func (a *aside) countHoles(p *plan, w games.Wager) error {
	if a.byClass = w.Looks&games.Fold != 0; a.byClass && !foldsFirst(p.root) {
		return fmt.Errorf("%s: %s is changed by a fold after the flop: %w", p.game.Name, w.Name, ErrShape)
	}
	var all [playedAndFolded][]counted
	for h := range holeClass(holeClasses) {
		var counts [playedAndFolded][]counted
		for folded := range counts {
			s := games.Showdown{Hole: h.cards(), Folded: folded == 1}
			if err := a.countDealers(p, w, &s, h.combos(), &counts[folded]); err != nil {
				return err
			}
			for _, c := range counts[folded] {
				all[folded] = tally(all[folded], c.outcome, c.ways)
			}
		}
		a.counts = append(a.counts, counts)
	}
	if !a.byClass {
		a.counts = [][playedAndFolded][]counted{all}
	}
	return nil
}

// countDealers goes through the dealer's hole cards, where they are looked at.
func (a *aside) countDealers(p *plan, w games.Wager, s *games.Showdown, combos int64, counts *[]counted) error {
	left := cards.FullDeck.Without(s.Hole[0]).Without(s.Hole[1]).Cards()
	if w.Looks&games.DealerHole == 0 {
		o, err := p.ask(a.wager, s)
		*counts = tally(*counts, o, combos*choose(len(left), 2))
		return err
	}
	for j, high := range left {
		for _, low := range left[:j] {
			s.DealerHole = [2]cards.Card{high, low}
			o, err := p.ask(a.wager, s)
			if err != nil {
				return err
			}
			*counts = tally(*counts, o, combos)
		}
	}
	return nil
}

// foldsFirst reports whether every fold is decided before the flop.
func foldsFirst(n *Node) bool {
	for _, c := range n.Choices {
		if c.Leaf != nil && c.Leaf.Folded && n.Board > 0 || c.Next != nil && !foldsFirst(c.Next) {
			return false
		}
	}
	return true
}
