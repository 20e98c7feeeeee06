package pit

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"slices"

	"croupier/desk"
	"croupier/ledger"
	"croupier/sight"
)

// Approve books a correction that another person opened: a reversal of the entry
// that stands and, behind it, the correction, in one commit and on the table's
// gaming day. It answers the Correction. It fails with ErrNoCorrection, ErrDecided,
// ErrOwnCorrection, ErrOvertaken, ErrTableClosed, ledger.ErrDisputed where a dispute
// is open that the correction does not name, ErrNoDispute where the one it names is
// closed, or ledger.ErrKeyReused.
func (p *Pit) Approve(ctx context.Context, c desk.Caller, id sight.RoundID) (desk.Answer, error) {
	a, err := p.onCorrection(ctx, c, id, func(s *stand, made *correction) (ledger.Page, error) {
		if err := s.approvable(made, c.Actor); err != nil {
			return ledger.Page{}, err
		}
		return s.approved(c, made)
	})
	if errors.Is(err, ledger.ErrCorrection) { // a guard of the database, should this program be wrong
		err = fmt.Errorf("correction %s: %w", id, err)
	}
	return a, err
}

// Reject ends a correction that was not approved, with a reason; who opened it may
// do that too. It answers the Correction. It fails with ErrNoCorrection, ErrDecided,
// ErrReason or ledger.ErrKeyReused.
func (p *Pit) Reject(ctx context.Context, c desk.Caller, id sight.RoundID, reason string) (desk.Answer, error) {
	return p.onCorrection(ctx, c, id, func(s *stand, made *correction) (ledger.Page, error) {
		if !worded(reason) {
			return ledger.Page{}, ErrReason
		}
		made.state, made.decided.Reason = Rejected, reason
		return ledger.Page{GamingDay: s.today, Rows: []ledger.Row{made.row(Rejected, reason)}}, nil
	})
}

// onCorrection runs what decides on a correction that is still opened.
func (p *Pit) onCorrection(ctx context.Context, c desk.Caller, id sight.RoundID, do func(*stand, *correction) (ledger.Page, error)) (desk.Answer, error) {
	asked, err := p.correction(ctx, id)
	if err != nil {
		return desk.Answer{}, err
	}
	round := sight.RoundID{Table: id.Table, Number: asked.round}
	return p.onRound(ctx, c, round, http.StatusOK, func(s *stand) (any, ledger.Page, error) {
		i := slices.IndexFunc(s.corrections, func(c correction) bool { return c.number == id.Number })
		if i < 0 {
			return nil, ledger.Page{}, fmt.Errorf("correction %s: %w", id, ErrNoCorrection)
		}
		made := s.corrections[i] // as it is under the lock
		if made.state != Opened {
			return nil, ledger.Page{}, fmt.Errorf("correction %s, %s by %s: %w", id, made.state, made.decided.Actor, ErrDecided)
		}
		made.decided = &Act{Actor: c.Actor, At: p.desk.Now(), Seq: s.held.Head.Seq + 1}
		page, err := do(s, &made)
		if err != nil {
			return nil, page, fmt.Errorf("correction %s: %w", id, err)
		}
		return made.view(), page, nil
	})
}

// approvable fails unless the person may approve the correction as the round stands.
func (s *stand) approvable(made *correction, person string) error {
	switch {
	case made.opened.Actor == person:
		return fmt.Errorf("%s opened it: %w", person, ErrOwnCorrection)
	case made.standing != s.standing().Seq:
		return ErrOvertaken
	case s.held.Head.Dealer == "":
		return fmt.Errorf("table %d: %w", s.held.Round.Table, ErrTableClosed)
	}
	return s.answers(made.dispute)
}

// approved is the two pages that book the correction. What is booked is what was
// looked at: the record is settled once more.
func (s *stand) approved(c desk.Caller, made *correction) (ledger.Page, error) {
	round, err := s.fold(made.Events)
	if err != nil {
		return ledger.Page{}, fmt.Errorf("its record does not replay: %s", err.Error())
	}
	now := s.proposed(round)
	if same, err := made.sameAs(now); err != nil || !same {
		return ledger.Page{}, errors.Join(errors.New("it does not come to what it did when it was opened"), err)
	}
	standing := s.standing()
	back := standing.Reversal()
	instead := &ledger.Entry{Kind: ledger.KindCorrection, Currency: standing.Currency, Lines: s.lines(round)}
	for _, e := range []*ledger.Entry{back, instead} {
		e.Actor, e.Approver, e.Reason = made.opened.Actor, c.Actor, made.reason
	}
	made.state, made.decided.Seq = Approved, s.held.Head.Seq+2
	note := ledger.Significant{
		Kind: ledger.SignificantCorrection, Subject: "round " + made.of().String(), Origin: c.Origin,
		Actor: made.opened.Actor, Approver: c.Actor, Reason: made.reason,
		Before: postedNote{made.view().Standing, made.Before}, After: postedNote{made.view().Correction, made.After},
	}
	return ledger.Page{
		Round: made.round, GamingDay: s.today, Entry: back, Rows: []ledger.Row{standing.ReversalRow(*s.held.Round, made.number)},
		Then: &ledger.Page{Round: made.round, Entry: instead, Rows: []ledger.Row{made.row(Approved, ""), note.Row()}},
	}, nil
}

// A postedNote is what a significant event says of an entry.
type postedNote struct {
	Entry string           `json:"entry"`
	Lines []sight.LineView `json:"lines"`
}
