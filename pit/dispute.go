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

// An Outcome is what a dispute came to.
type Outcome string

// The outcomes. Corrected and void need an approved correction that names the
// dispute; an unsettled round whose dispute closes as void is then to be voided.
const (
	Stands     Outcome = "stands"
	Corrected  Outcome = "corrected"
	VoidsRound Outcome = "void"
)

// A Dispute is what is contested about a round. While it is open, the round takes no
// event, and no correction that does not name it.
type Dispute struct {
	ID          string        `json:"id" doc:"Table and the table's own number of the dispute" example:"7-1"`
	Round       string        `json:"round" example:"7-712"`
	Open        bool          `json:"open"`
	Outcome     Outcome       `json:"outcome,omitempty" enum:"stands,corrected,void" doc:"Absent while it is open"`
	Notes       []DisputeNote `json:"notes" doc:"What was said of it, in order: the first opened it, the last closed it if it is closed"`
	Corrections []string      `json:"corrections" doc:"Those that name it" example:"[\"7-3\"]"`
}

// A DisputeNote is what somebody said of a dispute.
type DisputeNote struct {
	Step string `json:"step" enum:"opened,note,closed"`
	Text string `json:"text"`
	Act
}

// The steps of a dispute.
const (
	disputeOpened = "opened"
	disputeNoted  = "note"
	disputeClosed = "closed"
)

// Why disputes are refused.
var (
	// ErrNoDispute reports a dispute a table does not have, or that is closed.
	ErrNoDispute = errors.New("no such open dispute of the round")
	// ErrOwnDispute reports a person who would close the own dispute.
	ErrOwnDispute = errors.New("another person closes a dispute")
	// ErrOutcome reports an outcome that nothing that was booked bears out.
	ErrOutcome = errors.New("want stands, or corrected or void once a correction that names the dispute was approved to that effect")
)

// Dispute opens a dispute of a round, settled or not, which freezes it. It answers
// the Dispute. It fails with ErrReason, ledger.ErrDisputed where one is open already,
// ledger.ErrNoRound, ledger.ErrNoTable or ledger.ErrKeyReused.
func (p *Pit) Dispute(ctx context.Context, c desk.Caller, id sight.RoundID, reason string) (desk.Answer, error) {
	return p.onRound(ctx, c, id, http.StatusCreated, func(s *stand) (any, ledger.Page, error) {
		switch {
		case s.dispute != 0:
			return nil, ledger.Page{}, fmt.Errorf("round %s, dispute %s: %w", id, sight.RoundID{Table: id.Table, Number: s.dispute}, ledger.ErrDisputed)
		case !worded(reason):
			return nil, ledger.Page{}, ErrReason
		}
		d := dispute{table: id.Table, number: s.disputes, round: id.Number}
		row := d.step(disputeOpened, "", p.act(s, c, reason))
		note := d.significant(ledger.SignificantDispute, c, reason)
		note.After = disputeNote{Dispute: d.id().String()}
		return d.view(), ledger.Page{GamingDay: s.today, Rows: []ledger.Row{row, note.Row()}}, nil
	})
}

// NoteDispute adds to what is said of an open dispute. It answers the Dispute. It
// fails with ErrNoDispute, ErrReason or ledger.ErrKeyReused.
func (p *Pit) NoteDispute(ctx context.Context, c desk.Caller, id sight.RoundID, text string) (desk.Answer, error) {
	return p.onDispute(ctx, c, id, func(s *stand, d *dispute) ([]ledger.Row, error) {
		if !worded(text) {
			return nil, ErrReason
		}
		return []ledger.Row{d.step(disputeNoted, "", p.act(s, c, text))}, nil
	})
}

// CloseDispute ends a dispute that another person opened. It answers the Dispute. It
// fails with ErrNoDispute, ErrOwnDispute, ErrOutcome, ErrReason or
// ledger.ErrKeyReused.
func (p *Pit) CloseDispute(ctx context.Context, c desk.Caller, id sight.RoundID, o Outcome, reason string) (desk.Answer, error) {
	return p.onDispute(ctx, c, id, func(s *stand, d *dispute) ([]ledger.Row, error) {
		opened := d.notes[0]
		switch {
		case opened.Actor == c.Actor:
			return nil, fmt.Errorf("%s opened it: %w", c.Actor, ErrOwnDispute)
		case !worded(reason):
			return nil, ErrReason
		case !s.bears(o, d.number):
			return nil, fmt.Errorf("outcome %.40q: %w", o, ErrOutcome)
		}
		note := d.significant(ledger.SignificantDisputeClosed, c, reason)
		note.Before, note.After = disputeNote{d.id().String(), opened.Text, ""}, disputeNote{d.id().String(), reason, o}
		return []ledger.Row{d.step(disputeClosed, o, p.act(s, c, reason)), note.Row()}, nil
	})
}

// bears reports whether the dispute may come to that, by what was booked.
func (s *stand) bears(o Outcome, dispute int64) bool {
	if o == VoidsRound && s.standing() == nil {
		return true
	}
	for _, c := range slices.Backward(s.corrections) {
		switch {
		case c.state != Approved || c.dispute != dispute:
		case c.Status == sight.Void:
			return o == VoidsRound
		default:
			return o == Corrected
		}
	}
	return o == Stands
}

// onDispute runs one changing request about a dispute that is open.
func (p *Pit) onDispute(ctx context.Context, c desk.Caller, id sight.RoundID, do func(*stand, *dispute) ([]ledger.Row, error)) (desk.Answer, error) {
	asked, err := p.dispute(ctx, id)
	if err != nil {
		return desk.Answer{}, err
	}
	round := sight.RoundID{Table: id.Table, Number: asked.round}
	return p.onRound(ctx, c, round, http.StatusOK, func(s *stand) (any, ledger.Page, error) {
		if s.dispute != id.Number {
			return nil, ledger.Page{}, fmt.Errorf("dispute %s: %w", id, ErrNoDispute)
		}
		d := asked
		d.notes, d.corrections = slices.Clone(asked.notes), s.naming(id.Number)
		rows, err := do(s, &d)
		if err != nil {
			return nil, ledger.Page{}, fmt.Errorf("dispute %s: %w", id, err)
		}
		return d.view(), ledger.Page{GamingDay: s.today, Rows: rows}, nil
	})
}

// naming are the corrections of the round that name the dispute.
func (s *stand) naming(dispute int64) (ids []string) {
	for _, c := range s.corrections {
		if c.dispute == dispute {
			ids = append(ids, sight.RoundID{Table: c.table, Number: c.number}.String())
		}
	}
	return ids
}

// act is what the caller does now, on the next page.
func (p *Pit) act(s *stand, c desk.Caller, text string) DisputeNote {
	return DisputeNote{Text: text, Act: Act{Actor: c.Actor, At: p.desk.Now(), Seq: s.held.Head.Seq + 1}}
}
