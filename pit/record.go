package pit

import (
	"context"

	"croupier/games"
	"croupier/sight"
)

// A Record is the record of a round that stands: without what was struck and, of a
// corrected round, as it was corrected last.
type Record struct {
	Round  string          `json:"round" example:"7-712"`
	Status sight.Status    `json:"status" enum:"betting,dealing,paying,settled,void"`
	N      int             `json:"n" doc:"Events so far, struck ones and strikes too"`
	Events []Answered      `json:"events" doc:"Those that stand, in order; cards as the table knows them, ?? face down"`
	Entry  *sight.EntryRef `json:"entry,omitempty" doc:"The entry of the book that stands; absent while the round is open"`
}

// Answered is an event of a record, and what it answered.
type Answered struct {
	games.Event
	Asked *games.Prompt `json:"asked" doc:"What was asked, with all that could have been answered"`
}

// Record returns the record of the round that stands. It fails with ledger.ErrNoRound.
func (p *Pit) Record(ctx context.Context, id sight.RoundID) (Record, error) {
	r, err := p.recorded(ctx, id)
	if err != nil {
		return Record{}, err
	}
	stands, err := r.foldStanding()
	if err != nil {
		return Record{}, err
	}
	view := r.view(stands)
	said := Record{Round: view.ID, Status: view.Status, N: len(r.events), Events: []Answered{}, Entry: r.standingRef()}
	round := r.felt.Round()
	for _, e := range stands.Standing() {
		said.Events = append(said.Events, Answered{e, answered(r.felt, round, &e)})
		if err := round.Apply(e); err != nil {
			return Record{}, err
		}
	}
	return said, nil
}

// standingRef names the entry that stands; nil while the round is open.
func (r *recorded) standingRef() *sight.EntryRef {
	e := r.entry
	if r.stands != nil {
		e = r.stands
	}
	if e == nil {
		return nil
	}
	return sight.Ref(e.Table, e.Seq, e.Kind)
}
