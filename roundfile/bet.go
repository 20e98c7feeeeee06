package roundfile

import (
	"fmt"

	"github.com/shopspring/decimal"

	"croupier/games"
)

// bet puts down what every seat bets before the cards, and closes the bets.
func (p *player) bet() error {
	step := p.round.Asked()[0].Step
	for i := range p.file.seats {
		s := &p.file.seats[i]
		if err := p.read(s); err != nil {
			return within(element("seats", i), err)
		}
		if err := p.place(s.number, step); err != nil {
			return within(element("seats", i), within("bets", err))
		}
	}
	for _, q := range p.round.Asked() {
		if q.Kind == games.KindClose {
			return p.round.Apply(games.Event{Step: q.Step, Kind: q.Kind, Place: q.Place})
		}
	}
	return fmt.Errorf("nothing closes the bets: %w", games.ErrNotAsked)
}

// read reads the stakes of a seat by wager of the game.
func (p *player) read(s *seat) error {
	p.stakes = [games.MaxWagers]decimal.Decimal{}
	for _, b := range s.bets {
		i := p.setup.game.Index(string(b.wager))
		if i < 0 || p.setup.game.Wagers[i].Later {
			return within("bets", within(short(b.wager), fmt.Errorf("%.60q: %w", b.wager, ErrWager)))
		}
		amount, err := games.ParseAmount(string(b.amount))
		if err == nil && amount.IsZero() {
			err = fmt.Errorf("%.40s is no stake: %w", b.amount, games.ErrAmount)
		}
		if err != nil {
			return within("bets", within(short(b.wager), err))
		}
		p.stakes[i] = amount
	}
	return nil
}

// place bets the stakes that were read. A wager that goes down with another is
// stated in the file, and only compared.
func (p *player) place(number games.Place, step string) error {
	for i := range p.setup.game.Wagers {
		w := &p.setup.game.Wagers[i]
		stake := p.stakes[i]
		switch {
		case stake.IsZero() && (w.Required || w.Equals != ""):
			return within(w.Name, fmt.Errorf("the stake on %s: %w", w.Name, ErrMissing))
		case stake.IsZero():
			continue
		case w.Equals != "":
			if other := p.stakes[p.setup.game.Index(w.Equals)]; !stake.Equal(other) {
				return within(w.Name, fmt.Errorf("%s is %s and %s is %s: %w", w.Name, stake, w.Equals, other, ErrUnequal))
			}
			continue
		case len(w.Rows) > 0 && !p.setup.pays.Has(w.Name):
			return within(w.Name, fmt.Errorf("%s, and the game has no default for it; name one in paytables: %w", w.Name, ErrUnpriced))
		}
		e := games.Event{Step: step, Kind: games.KindBet, Place: number, Do: games.DoBet, Wager: w.Name, Amount: stake}
		if err := p.round.Apply(e); err != nil {
			return within(w.Name, err)
		}
	}
	return nil
}
