package roundfile

import (
	"fmt"

	"github.com/shopspring/decimal"

	"croupier/games"
)

// A player plays a round from its file by answering what the game asks. It
// belongs to one goroutine and is used again for every line.
type player struct {
	file   round
	setup  *setup
	spread spread
	round  games.Round
	acted  []int                            // how many actions of a seat are used
	at     [games.MaxSeats + 1]int          // which element of seats a seat is
	stakes [games.MaxWagers]decimal.Decimal // of the seat that bets
	lines  []games.Line
}

// play plays the whole round.
func (p *player) play() error {
	if err := p.sit(); err != nil {
		return err
	}
	if err := p.spread.read(&p.file); err != nil {
		return err
	}
	if err := p.bet(); err != nil {
		return err
	}
	for {
		asked := p.round.Asked()
		if len(asked) == 0 {
			break
		}
		if err := p.answer(&asked[0]); err != nil {
			return err
		}
	}
	if err := p.spread.check(); err != nil {
		return err
	}
	return p.leftover()
}

// sit opens the round with as many seats as the file needs.
func (p *player) sit() error {
	terms := p.setup.terms
	terms.Seats = 0
	p.acted = p.acted[:0]
	var taken games.Places
	for i := range p.file.seats {
		number := p.file.seats[i].number
		switch {
		case int(number) > p.setup.seats:
			return within(element("seats", i), within("seat", fmt.Errorf("%d, want 1 to %d: %w", number, p.setup.seats, ErrSeat)))
		case taken.Has(number):
			return within(element("seats", i), within("seat", fmt.Errorf("%d stands twice: %w", number, ErrSeat)))
		}
		taken |= games.At(number)
		terms.Seats = max(terms.Seats, int(number))
		p.at[number] = i
		p.acted = append(p.acted, 0)
	}
	p.round.Reset(p.setup.game, terms, p.setup.pays)
	return nil
}

// answer answers one prompt.
func (p *player) answer(q *games.Prompt) error {
	e := games.Event{Step: q.Step, Kind: q.Kind, Place: q.Place}
	switch {
	case q.Kind == games.KindAct:
		return p.act(q, e)
	case q.Kind == games.KindDeal && q.Down: // what lies on them is said when they are shown
	case q.Kind == games.KindDeal || q.Kind == games.KindShow:
		return p.turn(q, e)
	}
	return p.round.Apply(e)
}

// turn deals or shows cards face up.
func (p *player) turn(q *games.Prompt, e games.Event) error {
	var err error
	switch q.Place {
	case games.Dealer:
		err = within("dealer", p.apply(e, &p.spread.dealer, q.Count, holeCards))
	case games.Board:
		err = within("board", p.apply(e, &p.spread.board, q.Count, boardCards))
	default:
		i := p.at[q.Place]
		if err = p.apply(e, &p.spread.seats[i], q.Count, holeCards); err != nil {
			err = within(element("seats", i), within("cards", err))
		}
	}
	return err
}

func (p *player) apply(e games.Event, from *pile, n, full int) error {
	e.Cards = from.take(n)
	if len(e.Cards) < n {
		return fmt.Errorf("%s, want %d: %w", count(len(from.cards)), full, games.ErrCards)
	}
	return p.round.Apply(e)
}
