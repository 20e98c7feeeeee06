package pit_test

import (
	"errors"
	"testing"

	"croupier/floor"
	"croupier/floor/floortest"
	"croupier/ledger"
	"croupier/pit"
	"croupier/sight"
)

// contested opens a dispute of the round, as the supervisor does.
func (s *scene) contested(id sight.RoundID) sight.RoundID {
	s.t.Helper()
	a, err := s.pit.Dispute(s.t.Context(), s.by(floortest.Supervisor), id, "seat 3 says it was a flush")
	d := told[pit.Dispute](s, a, err)
	number, err := sight.ParseRoundID(d.ID)
	s.must(err)
	if !d.Open || d.Round != id.String() || len(d.Notes) != 1 || d.Notes[0].Actor != floortest.Supervisor {
		s.t.Errorf("%+v", d)
	}
	return number
}

func refused(t *testing.T, what string, err, want error) {
	t.Helper()
	if !errors.Is(err, want) {
		t.Errorf("%s: %v, want %v", what, err, want)
	}
}

// A dispute freezes a settled round: only a correction that names it goes through,
// and it bears the outcome out. Another person closes it.
func TestADisputeOfASettledRound(t *testing.T) {
	t.Parallel()
	s := newScene(t)
	ctx := t.Context()
	table, felt := s.open(plain())
	id := s.played(table, flushed.record(t, felt))
	before, _ := s.opened(id, pit.Request{Code: pit.VoidRound, Reason: "misdealt"})
	d := s.contested(id)
	ask := pit.Request{Code: pit.CardMiskeyed, Reason: "it was a diamond", Events: paired.record(t, felt)}

	_, err := s.pit.Dispute(ctx, s.by(otherSupervisor), id, "again")
	refused(t, "twice", err, ledger.ErrDisputed)
	_, err = s.pit.Correct(ctx, s.by(otherSupervisor), id, ask)
	refused(t, "a correction that does not name it", err, ledger.ErrDisputed)
	_, err = s.pit.Approve(ctx, s.by(floortest.Supervisor), before)
	refused(t, "one from before", err, ledger.ErrDisputed)
	a, err := s.pit.NoteDispute(ctx, s.by(floortest.Dealer(table)), d, "the camera shows a diamond")
	if noted := told[pit.Dispute](s, a, err); len(noted.Notes) != 2 || noted.Notes[1].Step != "note" {
		t.Errorf("%+v", noted)
	}
	_, err = s.pit.NoteDispute(ctx, s.by(otherSupervisor), d, "")
	refused(t, "an empty note", err, pit.ErrReason)

	ask.Dispute = d.Number
	number, c := s.opened(id, ask)
	if c.Dispute != d.String() {
		t.Errorf("%+v", c)
	}
	_, err = s.pit.CloseDispute(ctx, s.by(otherSupervisor), d, pit.Corrected, "as the camera shows")
	refused(t, "corrected, by nothing", err, pit.ErrOutcome)
	s.approved(number)
	for _, o := range []pit.Outcome{pit.Stands, pit.VoidsRound, "won"} {
		_, err = s.pit.CloseDispute(ctx, s.by(otherSupervisor), d, o, "as the camera shows")
		refused(t, string(o), err, pit.ErrOutcome)
	}
	_, err = s.pit.CloseDispute(ctx, s.by(floortest.Supervisor), d, pit.Corrected, "as the camera shows")
	refused(t, "the own", err, pit.ErrOwnDispute)
	_, err = s.pit.CloseDispute(ctx, s.by(otherSupervisor), d, pit.Corrected, "")
	refused(t, "no reason", err, pit.ErrReason)
	a, err = s.pit.CloseDispute(ctx, s.by(otherSupervisor), d, pit.Corrected, "as the camera shows")
	closed := told[pit.Dispute](s, a, err)
	if closed.Open || closed.Outcome != pit.Corrected || len(closed.Notes) != 3 || len(closed.Corrections) != 1 || closed.Corrections[0] != c.ID {
		t.Errorf("%+v", closed)
	}
	_, err = s.pit.NoteDispute(ctx, s.by(otherSupervisor), d, "one more")
	refused(t, "a note after the end", err, pit.ErrNoDispute)
	_, err = s.pit.Correct(ctx, s.by(otherSupervisor), id, pit.Request{Code: pit.VoidRound, Reason: "x", Dispute: d.Number})
	refused(t, "a correction for a closed one", err, pit.ErrNoDispute)
	for open, want := range map[bool]int{true: 0, false: 1} {
		list, err := s.pit.Disputes(ctx, pit.DisputeFilter{Table: table, Open: open})
		if err != nil || len(list) != want {
			t.Errorf("%+v, %v: want %d", list, err, want)
		}
	}
	s.sound()
}

// A round that is disputed while it is played takes no event until the dispute is
// closed; then it goes on.
func TestADisputeOfAnOpenRound(t *testing.T) {
	t.Parallel()
	s := newScene(t)
	ctx := t.Context()
	table, felt := s.open(plain())
	record := flushed.record(t, felt)
	id := s.dealt(table, record[:5])
	d := s.contested(id)
	for _, who := range []string{floortest.Dealer(table), floortest.Supervisor} {
		_, err := s.floor.Do(ctx, s.by(who), id, floor.Change{N: 5, Events: record[5:]})
		refused(t, who, err, ledger.ErrDisputed)
	}
	_, err := s.pit.CloseDispute(ctx, s.by(otherSupervisor), d, pit.Corrected, "x")
	refused(t, "corrected before it is settled", err, pit.ErrOutcome)
	a, err := s.pit.CloseDispute(ctx, s.by(otherSupervisor), d, pit.Stands, "the bet was in time")
	if closed := told[pit.Dispute](s, a, err); closed.Outcome != pit.Stands {
		t.Errorf("%+v", closed)
	}
	_, err = s.floor.Do(ctx, s.by(floortest.Dealer(table)), id, floor.Change{N: 5, Events: record[5:]})
	s.must(err)
	kinds := map[string]int{}
	events, _, err := ledger.Significants(ctx, s.pool, ledger.SignificantFilter{Subject: "round " + id.String()})
	s.must(err)
	for _, e := range events {
		kinds[e.Kind]++
	}
	if kinds[ledger.SignificantDispute] != 1 || kinds[ledger.SignificantDisputeClosed] != 1 {
		t.Errorf("significant events %v", kinds)
	}
	s.sound()
}
