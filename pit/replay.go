package pit

import (
	"context"
	"errors"
	"fmt"
	"time"

	"croupier/games"
	"croupier/house"
	"croupier/sight"
	"croupier/words"
)

// A Replay is a round step by step, each with the view as it was after it.
type Replay struct {
	Replay   bool           `json:"replay" doc:"Always true: this is no round in play"`
	Mark     string         `json:"mark" doc:"The same in words, to stand on every picture" example:"REPLAY"`
	Round    string         `json:"round" example:"7-712"`
	Language words.Language `json:"language" enum:"en,ko,ru"`
	Title    string         `json:"title" doc:"In words"`
	Last     int            `json:"last" doc:"The number of the last step"`
	Steps    []ReplayStep   `json:"steps"`
}

// A ReplayStep is an event and what the table saw then. Step 0 is the round as it
// was opened.
type ReplayStep struct {
	Step    int              `json:"step" doc:"Events so far"`
	Heading string           `json:"heading" doc:"Which step, by whom and when, in words"`
	Said    string           `json:"said,omitempty" doc:"What happened, in words"`
	Asked   *games.Prompt    `json:"asked,omitempty" doc:"What the event answered"`
	Event   *sight.EventView `json:"event,omitempty"`
	Struck  int              `json:"struck,omitempty" doc:"The step that took the event back later"`
	Mark    string           `json:"mark,omitempty" doc:"That it was taken back, in words"`
	View    sight.View       `json:"view" doc:"As everybody at the table saw it after the event; of a deck nothing but its commitment"`
}

// ErrNoStep reports a step a round does not have.
var ErrNoStep = errors.New("no such step of the round")

// AllSteps is the step that stands for every one.
const AllSteps = -1

// Replay returns the steps of the round, or the one. It fails with
// ledger.ErrNoRound and ErrNoStep.
func (p *Pit) Replay(ctx context.Context, id sight.RoundID, step int, l words.Language) (Replay, error) {
	r, err := p.recorded(ctx, id)
	if err != nil {
		return Replay{}, err
	}
	last := len(r.events)
	if step < AllSteps || step > last {
		return Replay{}, fmt.Errorf("round %s: step %d, want 0 to %d: %w", id, step, last, ErrNoStep)
	}
	w := words.In(l)
	steps, err := r.replay(w, step)
	return Replay{
		Replay: true, Mark: w.Say("replay.mark", nil), Round: id.String(), Language: l,
		Title: title(w, id.String(), r.opened), Last: last, Steps: steps,
	}, err
}

// replay plays the record up to the step, and keeps what the table saw then or, of
// all, at each.
func (r *recorded) replay(w *words.Words, step int) ([]ReplayStep, error) {
	round, struck := r.felt.Round(), r.struck()
	var steps []ReplayStep
	for n := 0; n <= len(r.events) && (step == AllSteps || n <= step); n++ {
		s := ReplayStep{Step: n, Heading: r.heading(w, n)}
		if n > 0 {
			e := sight.Event(r.events[n-1])
			s.Event, s.Asked, s.Said = &e, answered(r.felt, round, &e.Event), said(w, &e.Event)
			if err := r.apply(round, n-1); err != nil {
				return nil, err
			}
			if s.Struck = struck[n]; s.Struck != 0 {
				s.Mark = w.Say("replay.struck", nil)
			}
		}
		if step == AllSteps || n == step {
			s.View = r.view(round)
			steps = append(steps, s)
		}
	}
	return steps, nil
}

// view is what everybody saw; the event that ended the round made its entry.
func (r *recorded) view(round *games.Round) sight.View {
	v := sight.Of(r.opened, r.felt, round)
	if r.entry != nil && round.N() == len(r.events) {
		v.Entry = sight.Ref(r.entry.Table, r.entry.Seq, r.entry.Kind)
	}
	return v
}

// struck says which step took back which: a strike takes the last event that
// stands.
func (r *recorded) struck() map[int]int {
	by, standing := map[int]int{}, []int{}
	for i := range r.events {
		if n := len(standing); r.events[i].Kind == games.KindStrike && n > 0 {
			by[standing[n-1]], standing = i+1, standing[:n-1]
		} else {
			standing = append(standing, i+1)
		}
	}
	return by
}

// answered is what the event answers of all that is asked. It stands when the
// round goes on.
func answered(felt *house.Felt, round *games.Round, e *games.Event) *games.Prompt {
	for _, p := range sight.Next(felt, round) {
		if p.Kind == e.Kind && p.Place == e.Place && p.Step == e.Step {
			return &p
		}
	}
	return nil
}

// heading says which step it is, by whom and when by the table's clock.
func (r *recorded) heading(w *words.Words, n int) string {
	zone, err := time.LoadLocation(r.felt.Settings.TimeZone)
	if err != nil {
		zone = time.UTC
	}
	if n == 0 {
		return w.Say("replay.start", words.Args{"who": r.opened.Actor, "at": w.Moment(r.opened.At.In(zone))})
	}
	e := &r.events[n-1]
	return w.Say("replay.step", words.Args{"step": n, "steps": len(r.events), "who": e.Actor, "at": w.Moment(e.At.In(zone))})
}
