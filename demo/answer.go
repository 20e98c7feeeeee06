package demo

import (
	"context"
	"fmt"
	"slices"

	"croupier/cards"
	"croupier/games"
	"croupier/house"
	"croupier/sight"
)

// answer answers what the round asks next.
func (s *shift) answer(ctx context.Context) error {
	next := s.view.Next
	switch first := next[0]; first.Kind {
	case games.KindBet:
		return s.bet(ctx)
	case games.KindDeal:
		return s.do(ctx, s.dealing(), s.deal(first))
	case games.KindShow:
		return s.do(ctx, s.dealing(), s.show(asked(next, games.KindShow))...)
	case games.KindAct:
		return s.act(ctx, asked(next, games.KindAct))
	case games.KindPay:
		return s.pay(ctx, first)
	default:
		return fmt.Errorf("%s asks for a %s first", s.view.ID, first.Kind)
	}
}

// asked are the prompts of the kind.
func asked(next []games.Prompt, kind games.Kind) []games.Prompt {
	return slices.DeleteFunc(slices.Clone(next), func(p games.Prompt) bool { return p.Kind != kind })
}

func eventOf(p games.Prompt) games.Event {
	return games.Event{Step: p.Step, Kind: p.Kind, Place: p.Place}
}

// shuffle brings a new deck to the table, where a hand deals.
func (s *shift) shuffle() {
	s.deck, s.dealt, s.lying = cards.NewDeck(), 0, map[games.Place]cards.Cards{}
	s.rand.Shuffle(len(s.deck), func(i, j int) { s.deck[i], s.deck[j] = s.deck[j], s.deck[i] })
}

// byDeck reports whether the floor deals, from a deck it has sealed.
func (s *shift) byDeck() bool { return s.deals == house.ByDeck }

// deal takes cards off the deck: what lies face down nobody keys yet.
func (s *shift) deal(p games.Prompt) games.Event {
	e := eventOf(p)
	if s.byDeck() {
		return e
	}
	drawn := slices.Clone(s.deck[s.dealt:][:p.Count])
	s.dealt += p.Count
	if p.Down {
		s.lying[p.Place] = append(s.lying[p.Place], drawn...)
		return e
	}
	e.Cards = drawn
	return e
}

// show turns what lies face down.
func (s *shift) show(prompts []games.Prompt) []games.Event {
	events := make([]games.Event, len(prompts))
	for i, p := range prompts {
		events[i] = eventOf(p)
		if s.byDeck() {
			continue
		}
		lying := s.lying[p.Place]
		events[i].Cards, s.lying[p.Place] = lying[:p.Count], lying[p.Count:]
	}
	return events
}

// act lets each seat decide that is asked.
func (s *shift) act(ctx context.Context, prompts []games.Prompt) error {
	events := make([]games.Event, len(prompts))
	for i, p := range prompts {
		hole, err := s.hole(ctx, p.Place)
		if err != nil {
			return err
		}
		o := s.decide(hole, known(s.view.Board), p.Options)
		events[i] = eventOf(p)
		events[i].Do, events[i].Wager, events[i].Amount = o.Do, o.Wager, o.Min
	}
	return s.do(ctx, s.dealing(), events...)
}

// hole is what the player of the seat sees of the own cards.
func (s *shift) hole(ctx context.Context, seat games.Place) (cards.Cards, error) {
	if hole := s.lying[seat]; len(hole) > 0 {
		return hole, nil
	}
	id, err := sight.ParseRoundID(s.view.ID)
	if err != nil {
		return nil, err
	}
	v, err := s.floor.Round(ctx, id, seat)
	if err != nil {
		return nil, err
	}
	for i := range v.Seats {
		if v.Seats[i].Seat == int(seat) {
			s.lying[seat] = v.Seats[i].Cards
		}
	}
	return s.lying[seat], nil
}

func known(cs cards.Cards) cards.Cards {
	return slices.DeleteFunc(slices.Clone(cs), func(c cards.Card) bool { return !c.Known() })
}

// pay takes and pays a seat, with the supervisor where one is to stand by.
func (s *shift) pay(ctx context.Context, p games.Prompt) error {
	c := s.dealing()
	if p.By == games.BySupervisor {
		c.Approver = s.supervisor
	}
	return s.do(ctx, c, eventOf(p))
}
