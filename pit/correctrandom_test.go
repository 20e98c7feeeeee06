package pit_test

import (
	"math/rand/v2"
	"testing"

	"github.com/shopspring/decimal"

	"croupier/floor/floortest"
	"croupier/games"
	"croupier/games/gamestest"
	"croupier/house"
	"croupier/ledger"
	"croupier/pit"
	"croupier/sight"
)

// After any sequence of corrections, some approved and some not, the book is sound,
// what stands of a round is what its last record replays to, and all its entries
// together moved that and nothing else.
func TestAnySequenceOfCorrections(t *testing.T) {
	t.Parallel()
	s := newScene(t)
	for name, spec := range everyGame(t) {
		table, felt := s.open(spec)
		for seed := range uint64(3) {
			rng := gamestest.Rand(seed)
			last := atRandom(t, felt, rng)
			id := s.played(table, last)
			for range rng.IntN(5) {
				if next := s.correctedAtRandom(id, felt, rng); next != nil {
					last = next
				}
				s.now = s.now.AddDate(0, 0, rng.IntN(2))
			}
			s.stands(name, id, felt, last)
		}
	}
	s.sound()
	s.must(s.pit.Roll(t.Context()))
	addedUp(t, s.pool)
}

// atRandom is the record of a random round.
func atRandom(t *testing.T, felt *house.Felt, rng *rand.Rand) []games.Event {
	t.Helper()
	r := felt.Round()
	d := gamestest.NewDealer(rng, 4)
	d.Strikes, d.Voids = 30, 10
	if err := d.Play(r); err != nil {
		t.Fatal(err)
	}
	return append([]games.Event(nil), r.Events()...)
}

// correctedAtRandom opens a correction to another random record, or a void, and
// decides on it or not. It returns the record that stands since; nil where the one
// before does.
func (s *scene) correctedAtRandom(id sight.RoundID, felt *house.Felt, rng *rand.Rand) []games.Event {
	s.t.Helper()
	r := pit.Request{Code: pit.Codes[rng.IntN(len(pit.Codes))], Reason: "at random"}
	if r.Code != pit.VoidRound {
		r.Events = atRandom(s.t.(*testing.T), felt, rng)
	}
	a, err := s.pit.Correct(s.t.Context(), s.by(floortest.Dealer(id.Table)), id, r)
	if err != nil && r.Code == pit.VoidRound { // it is void already
		return nil
	}
	c := told[pit.Correction](s, a, err)
	number, err := sight.ParseRoundID(c.ID)
	s.must(err)
	switch rng.IntN(4) {
	case 0:
		return nil // and nobody decides
	case 1:
		_, err := s.pit.Reject(s.t.Context(), s.by(otherSupervisor), number, "at random")
		s.must(err)
		return nil
	}
	return s.approved(number).Events
}

func (s *scene) stands(name string, id sight.RoundID, felt *house.Felt, record []games.Event) {
	s.t.Helper()
	r, err := games.Replay(felt.Game, felt.Terms, felt.Pays, record)
	s.must(err)
	entries := s.entries(id)
	last := entries[len(entries)-1]
	want := map[games.Place]decimal.Decimal{}
	due := sight.Due(r)
	if len(due) != len(last.Lines) {
		s.t.Fatalf("%s %s: %d lines stand, the record has %d", name, id, len(last.Lines), len(due))
	}
	for i, l := range due {
		if got := last.Lines[i]; got.Seat != l.Seat || got.Wager != l.Wager || got.Won != l.Won || !got.Stake.Equal(l.Stake) || !got.Amount.Equal(l.Amount) || got.Row != l.Row {
			s.t.Errorf("%s %s: %+v stands, the record says %+v", name, id, got, l)
		}
		want[l.Seat] = want[l.Seat].Add(l.Amount)
	}
	moved := map[string]decimal.Decimal{}
	for _, e := range entries {
		for _, p := range e.Postings {
			moved[p.Account] = moved[p.Account].Add(p.Amount)
		}
	}
	for seat := range games.Place(games.MaxSeats + 1) {
		if !moved[ledger.Seat(id.Table, seat)].Equal(want[seat]) {
			s.t.Errorf("%s %s: %s was moved to %s, %s stands", name, id, moved[ledger.Seat(id.Table, seat)], seat, want[seat])
		}
	}
}
