package floor

import (
	"context"
	"errors"
	"fmt"

	"croupier/cards"
	"croupier/desk"
	"croupier/games"
	"croupier/ledger"
)

// An Irregularity is what went wrong in a round and what was ruled, as the rules of the
// table ask it to be recorded. Who ruled is the caller's approver.
type Irregularity struct {
	Event    string        `json:"event"`
	Ruling   string        `json:"ruling"`
	Seats    []games.Place `json:"seats,omitempty"`
	Cards    cards.Cards   `json:"cards,omitempty"`
	CalledBy string        `json:"called_by"`
	Note     string        `json:"note,omitempty"`
}

// Irregularities are the events the rules of the table have rulings for, and Rulings
// the rulings. Played on, nothing happens to the round; the others are strikes and
// voids.
var (
	Irregularities = []string{"wrong-count", "exposed", "face-up", "drawn", "burn", "left-table", "misplaced", "jam", "other"}
	Rulings        = []string{"void", "dead", "return", "moved", PlayOn}
	Callers        = []string{"dealer", "player", "supervisor", "surveillance"}
)

// PlayOn is the ruling that leaves the round as it is.
const PlayOn = "play-on"

// ErrRuling reports a ruling that its events do not bear out.
var ErrRuling = errors.New("want strikes or voids as the ruling has it, and none where it is played on")

// Rule records an irregularity of a round that is not over, with what is ruled: the
// strikes or voids of the change, none of which there need be. A supervisor stands by,
// who rules. It answers the round as it then stands. It fails with ErrTwoPersons and
// ErrRuling, games.ErrOver, and as Do does.
func (f *Floor) Rule(ctx context.Context, c desk.Caller, id RoundID, i Irregularity, ch Change) (desk.Answer, error) {
	if c.Approver == "" || c.Approver == c.Actor {
		return desk.Answer{}, fmt.Errorf("round %s, a ruling by nobody but %s: %w", id, c.Actor, ErrTwoPersons)
	}
	if !i.borneOut(ch.Events) {
		return desk.Answer{}, fmt.Errorf("round %s, ruling %.20q with %d events: %w", id, i.Ruling, len(ch.Events), ErrRuling)
	}
	return f.happen(ctx, c, id, func(h *hand) ([]ledger.Row, error) {
		if h.round.Over() {
			return nil, h.refuse(games.ErrOver, 0, h.round.N())
		}
		note := ledger.Significant{Kind: ledger.SignificantIrregularity, Subject: "round " + id.String(), Origin: c.Origin, Reason: i.Note, After: i}
		err := h.apply(ch)
		if errors.Is(err, ErrNoEvents) {
			err = nil // played on
		}
		return []ledger.Row{note.Row()}, err
	})
}

// borneOut reports whether the events are those of the ruling.
func (i *Irregularity) borneOut(events []games.Event) bool {
	if len(events) == 0 || i.Ruling == PlayOn {
		return len(events) == 0 && i.Ruling == PlayOn
	}
	for k := range events {
		if !i.is(&events[k]) {
			return false
		}
	}
	return true
}

// is reports whether the event is one of the ruling: of the round, or of one of its seats.
func (i *Irregularity) is(e *games.Event) bool {
	switch i.Ruling {
	case "void":
		return e.Kind == games.KindVoid && e.Place == games.Dealer && e.Do != games.DoDead
	case "moved":
		return e.Kind == games.KindStrike
	case "dead":
		return e.Kind == games.KindVoid && e.Place > 0 && e.Do == games.DoDead
	}
	return e.Kind == games.KindVoid && e.Place > 0 && e.Do != games.DoDead
}
