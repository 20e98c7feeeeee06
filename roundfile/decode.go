package roundfile

import (
	"fmt"
	"strconv"

	"github.com/go-json-experiment/json/jsontext"

	"croupier/games"
)

// A round is one line as it was written: texts that point into the line,
// nothing in it judged yet but its form.
type round struct {
	id    []byte // any JSON value, none where there was none
	game  []byte
	setup [setupKeys][]byte // values as written, none where left out
	cards [boardAt + 1][]byte
	seats []seat
}

// The keys that say by what a round is played beside its game.
const (
	houseAt = iota
	paytablesAt
	tableAt
	setupKeys
)

// Where the cards of no seat stand.
const (
	dealerAt = iota
	boardAt
)

// A seat is one element of seats.
type seat struct {
	number  games.Place
	cards   []byte
	bets    []bet
	actions [][]byte
}

type bet struct{ wager, amount []byte }

// decode reads a line. What r held before is gone.
func (r *round) decode(from *reader) error {
	*r = round{seats: r.seats[:0]}
	if err := from.object(func(key []byte) error { return r.set(from, key) }); err != nil {
		return err
	}
	if err := from.end(); err != nil {
		return err
	}
	switch {
	case r.game == nil:
		return within("game", fmt.Errorf("the game: %w", ErrMissing))
	case len(r.seats) == 0:
		return within("seats", fmt.Errorf("a seat: %w", ErrMissing))
	}
	return nil
}

func (r *round) set(from *reader, key []byte) (err error) {
	switch string(key) {
	case "id":
		r.id, err = from.raw()
	case "why", "expect":
		_, err = from.raw()
	case "game":
		r.game, err = from.text("the name of a game")
	case "house":
		r.setup[houseAt], err = from.typed(jsontext.KindBeginObject, "an object of house rules")
	case "paytables":
		r.setup[paytablesAt], err = from.typed(jsontext.KindBeginObject, "an object of paytables by wager")
	case "table":
		r.setup[tableAt], err = from.typed(jsontext.KindBeginObject, "an object of table settings")
	case "dealer":
		r.cards[dealerAt], err = from.text(someCards)
	case "board":
		r.cards[boardAt], err = from.text(someCards)
	case "seats":
		err = from.list(func(int) error { return r.addSeat(from) })
	default:
		err = unknown(key)
	}
	return err
}

const (
	someCards = `cards such as "As Kd"`
	money     = `a decimal string such as "7.50"`
)

// addSeat reads a seat into the memory of one of an earlier line.
func (r *round) addSeat(from *reader) error {
	n := len(r.seats)
	if n < cap(r.seats) {
		r.seats = r.seats[:n+1]
	} else {
		r.seats = append(r.seats, seat{})
	}
	s := &r.seats[n]
	*s = seat{bets: s.bets[:0], actions: s.actions[:0]}
	if err := from.object(func(key []byte) error { return s.set(from, key) }); err != nil {
		return err
	}
	switch {
	case s.number == 0:
		return within("seat", fmt.Errorf("the number of the seat: %w", ErrMissing))
	case len(s.bets) == 0:
		return within("bets", fmt.Errorf("the bets of the seat: %w", ErrMissing))
	}
	return nil
}

func (s *seat) set(from *reader, key []byte) (err error) {
	switch string(key) {
	case "seat":
		s.number, err = seatNumber(from)
	case "cards":
		s.cards, err = from.text(someCards)
	case "bets":
		err = from.object(func(wager []byte) error {
			amount, err := from.text(money)
			s.bets = append(s.bets, bet{wager, amount})
			return err
		})
	case "actions":
		err = from.list(func(int) error {
			action, err := from.text(`an action such as "4x", "check" or "fold"`)
			s.actions = append(s.actions, action)
			return err
		})
	default:
		err = unknown(key)
	}
	return err
}

func unknown(key []byte) error { return fmt.Errorf("%.60q: %w", key, ErrKey) }

func seatNumber(from *reader) (games.Place, error) {
	v, err := from.typed(jsontext.KindNumber, "the number of a seat")
	if err != nil {
		return 0, err
	}
	n, err := strconv.ParseInt(string(v), 10, 8)
	if err != nil || n < 1 || n > games.MaxSeats {
		return 0, fmt.Errorf("%.20s, want a whole number from 1: %w", v, ErrSeat)
	}
	return games.Place(n), nil
}
