package demo

import (
	"context"
	"encoding/json"
	"errors"
	"slices"

	"croupier/floor"
	"croupier/games"
	"croupier/pit"
	"croupier/sight"
)

// An incident is what happens at a table besides, between two rounds.
type incident func(context.Context, *shift) error

// void gives the stakes of the round back: it was misdealt.
func (s *shift) void(ctx context.Context) error {
	return s.do(ctx, by(s.supervisor, ""), games.Event{
		Step: string(games.KindVoid), Kind: games.KindVoid, Do: games.DoReturn, Note: "misdeal: a card was exposed",
	})
}

// fill brings chips from the cage.
func fill(ctx context.Context, s *shift) error {
	s.pass(60, 120)
	pair := floor.Pair{Dealer: s.dealer, Supervisor: s.supervisor}
	_, err := s.floor.FillTable(ctx, by(s.dealer, s.supervisor), s.table, pair, "F-1001", filled)
	return err
}

// dispute has the last round disputed. Nobody closes the dispute.
func dispute(ctx context.Context, s *shift) error {
	s.pass(30, 60)
	_, err := s.pit.Dispute(ctx, by(s.supervisor, ""), s.over[len(s.over)-1], "the player says the call lay on the felt before the cards were turned")
	return err
}

// correct corrects the last round in which trips were bet: twice what was keyed lay
// there. One supervisor asks, the other approves.
func correct(ctx context.Context, s *shift) error {
	s.pass(60, 90)
	for _, id := range slices.Backward(s.over) {
		record, found, err := s.doubled(ctx, id)
		if err != nil {
			return err
		}
		if found {
			return s.corrected(ctx, id, record)
		}
	}
	return errors.New("no round of the table had a bet on trips to correct")
}

// doubled is the record of the round with the first bet on trips doubled, where there
// is one.
func (s *shift) doubled(ctx context.Context, id sight.RoundID) (record []games.Event, found bool, err error) {
	played, err := s.floor.Audit(ctx, id)
	if err != nil {
		return nil, false, err
	}
	for _, e := range played.Events {
		if e.Kind == games.KindStrike {
			record = record[:len(record)-1] // the last that stood
			continue
		}
		record = append(record, e.Event)
	}
	for i := range record {
		if e := &record[i]; e.Kind == games.KindBet && e.Wager == "trips" {
			e.Amount = e.Amount.Add(e.Amount)
			return record, true, nil
		}
	}
	return nil, false, nil
}

func (s *shift) corrected(ctx context.Context, id sight.RoundID, record []games.Event) error {
	a, err := s.pit.Correct(ctx, by(s.supervisor, ""), id, pit.Request{
		Code: pit.BetMiskeyed, Reason: "the camera shows twice the chips on trips", Events: record,
	})
	if err != nil {
		return err
	}
	var opened pit.Correction
	if err := json.Unmarshal(a.Body, &opened); err != nil {
		return err
	}
	s.pass(60, 120)
	of, err := sight.ParseRoundID(opened.ID) // both are a table and a number of its own
	if err != nil {
		return err
	}
	_, err = s.pit.Approve(ctx, by(otherSupervisor, ""), of)
	return err
}

// otherSupervisor stands by at other tables than those where rounds are corrected.
const otherSupervisor = "supervisor-2"
