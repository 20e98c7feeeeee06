package pit_test

import (
	"errors"
	"testing"

	"croupier/games"
	"croupier/pit"
	"croupier/sight"
)

// The record of a round begins a correction: sent as it is, it is the one that stands;
// once another was approved, that one is told.
func TestTheRecordThatStands(t *testing.T) {
	t.Parallel()
	s := newScene(t)
	table, felt := s.open(plain())
	record, other := flushed.record(t, felt), paired.record(t, felt)
	struck := append([]games.Event{record[0], {Kind: games.KindStrike, Note: "another seat"}}, record...)
	id := s.played(table, struck)
	told := s.recordOf(id, sight.Settled, len(struck), len(record))
	if told.Entry == nil || told.Entry.Seq != s.entries(id)[0].Seq {
		t.Errorf("entry %+v", told.Entry)
	}
	s.unchanged(id, &told)

	number, _ := s.opened(id, pit.Request{Code: pit.CardMiskeyed, Reason: "x", Events: other})
	s.unchanged(id, &told) // as long as nobody approved it
	s.approved(number)
	told = s.recordOf(id, sight.Settled, len(struck), len(other))
	if last := s.entries(id); told.Entry.Seq != last[len(last)-1].Seq {
		t.Errorf("entry %+v, want that of the correction", told.Entry)
	}
	s.unchanged(id, &told)

	open := s.recordOf(s.dealt(table, record[:4]), sight.Dealing, 4, 4)
	if open.Entry != nil {
		t.Errorf("entry %+v of a round that is open", open.Entry)
	}
	s.sound()
}

// recordOf is the record of the round, each event of it an answer to what was asked.
func (s *scene) recordOf(id sight.RoundID, status sight.Status, n, events int) pit.Record {
	s.t.Helper()
	told, err := s.pit.Record(s.t.Context(), id)
	s.must(err)
	if told.Round != id.String() || told.Status != status || told.N != n || len(told.Events) != events {
		s.t.Errorf("round %s is %s with %d events, %d of them standing; want %s, %d, %d", told.Round, told.Status, told.N, len(told.Events), status, n, events)
	}
	for _, e := range told.Events {
		if e.Asked == nil || e.Asked.Kind != e.Kind || e.Asked.Place != e.Place || e.Asked.Step != e.Step || e.Kind == games.KindAct && len(e.Asked.Options) < 2 {
			s.t.Errorf("%+v answers %+v", e.Event, e.Asked)
		}
	}
	return told
}

// unchanged fails unless a correction to the record is none.
func (s *scene) unchanged(id sight.RoundID, told *pit.Record) {
	s.t.Helper()
	r := pit.Request{Code: pit.Procedure, Reason: "x"}
	for _, e := range told.Events {
		r.Events = append(r.Events, e.Event)
	}
	if _, err := s.pit.Correct(s.t.Context(), s.by(otherSupervisor), id, r); !errors.Is(err, pit.ErrUnchanged) {
		s.t.Errorf("the record as it stands: %v, want ErrUnchanged", err)
	}
}
