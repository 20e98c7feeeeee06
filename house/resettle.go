package house

import (
	"errors"
	"fmt"

	"croupier/games"
)

// A Resettler settles recorded rounds again, one after the other in the same
// memory. It belongs to one goroutine.
type Resettler struct {
	round    games.Round
	standing []int
	due      []games.Line
}

// Resettle plays the record on the felt event by event, as it was played, and
// returns what its wagers come to, in the order of settling. They are good until
// the next call. It fails where the felt does not ask for an event, or asks for
// one more.
func (r *Resettler) Resettle(f *Felt, events []games.Event) ([]games.Line, error) {
	r.round.Reset(f.Game, f.Terms, f.Pays)
	for i := range events {
		if err := r.round.Apply(events[i]); err != nil {
			return nil, fmt.Errorf("event %d: %w", i+1, err)
		}
	}
	return r.lines(f)
}

// Void reports whether the round that was settled last is void.
func (r *Resettler) Void() bool { return r.round.Void() }

// adapt plays what stands of the record on another felt than it was played on, and
// names the event that cannot be. Cards that were shown and are not asked for are
// left out: a felt that judges fewer seats does without them.
func (r *Resettler) adapt(f *Felt, events []games.Event) (*games.Event, error) {
	r.round.Reset(f.Game, f.Terms, f.Pays)
	r.stand(events)
	for _, i := range r.standing {
		e := &events[i]
		err := r.round.Apply(*e)
		if err != nil && !(e.Kind == games.KindShow && errors.Is(err, games.ErrNotAsked)) {
			return e, err
		}
	}
	return nil, nil
}

// stand finds the events that stand: what was struck has no part in the round.
func (r *Resettler) stand(events []games.Event) {
	r.standing = r.standing[:0]
	for i := range events {
		switch n := len(r.standing); {
		case events[i].Kind != games.KindStrike:
			r.standing = append(r.standing, i)
		case n > 0:
			r.standing = r.standing[:n-1]
		}
	}
}

// lines are what the wagers of the round come to, which must be over.
func (r *Resettler) lines(f *Felt) ([]games.Line, error) {
	if asked := r.round.Asked(); len(asked) > 0 {
		return nil, fmt.Errorf("%s in step %s: asked for and not recorded", asked[0].Kind, asked[0].Step)
	}
	r.due = r.due[:0]
	for seat := range r.round.Staked().From(f.Terms.SettleFrom) {
		r.due = r.round.Lines(seat, r.due)
	}
	return r.due, nil
}
