package pit

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"time"

	"github.com/shopspring/decimal"

	"croupier/desk"
	"croupier/games"
	"croupier/ledger"
	"croupier/sight"
)

// A Code says what was wrong with a settled round.
type Code string

// The codes of corrections. Void takes the whole round back, whatever was wrong.
const (
	CardMiskeyed     Code = "card-miskeyed"
	BetMiskeyed      Code = "bet-miskeyed"
	DecisionMiskeyed Code = "decision-miskeyed"
	WrongPayout      Code = "wrong-payout"
	Procedure        Code = "procedure"
	VoidRound        Code = "void"
)

// Codes are all of them.
var Codes = []Code{CardMiskeyed, BetMiskeyed, DecisionMiskeyed, WrongPayout, Procedure, VoidRound}

// A State is how far a correction has come.
type State string

// The states of a correction. Once it was decided it does not change.
const (
	Opened   State = "opened"
	Approved State = "approved"
	Rejected State = "rejected"
)

// A Correction is a settled round as it should have been settled, and what follows
// from that.
type Correction struct {
	ID        string `json:"id" doc:"Table and the table's own number of the correction" example:"7-3"`
	Round     string `json:"round" example:"7-712"`
	GamingDay string `json:"gaming_day" format:"date" doc:"Of the round; what is booked falls on the day it is booked on"`
	State     State  `json:"state" enum:"opened,approved,rejected"`
	Code      Code   `json:"code" enum:"card-miskeyed,bet-miskeyed,decision-miskeyed,wrong-payout,procedure,void"`
	Reason    string `json:"reason"`
	Dispute   string `json:"dispute,omitempty" doc:"The dispute it answers" example:"7-1"`
	Proposed
	Standing   string `json:"standing" doc:"The entry it takes back" example:"7:15"`
	Opened     Act    `json:"opened"`
	Decided    *Act   `json:"decided,omitempty" doc:"Absent while it is opened"`
	Reversal   string `json:"reversal,omitempty" doc:"The entry that takes back, once it is approved" example:"7:21"`
	Correction string `json:"correction,omitempty" doc:"The entry that stands instead, once it is approved" example:"7:22"`
}

// Proposed is what a correction would make of a round.
type Proposed struct {
	Events []games.Event    `json:"events" doc:"The whole record as it should have been"`
	Status sight.Status     `json:"status" enum:"settled,void" doc:"What that comes to"`
	Before []sight.LineView `json:"before" doc:"The lines of the entry that stands"`
	After  []sight.LineView `json:"after" doc:"The lines the corrected record comes to"`
	Seats  []SeatChips      `json:"seats" doc:"The seats at which chips move"`
}

// SeatChips are the chips that move at a seat by a correction.
type SeatChips struct {
	Seat   games.Place     `json:"seat"`
	Before decimal.Decimal `json:"before" doc:"What its lines came to; negative was taken from it"`
	After  decimal.Decimal `json:"after" doc:"What they come to"`
	Chips  decimal.Decimal `json:"chips" doc:"To be handed out to the seat; negative is to be collected"`
}

// An Act is who did something, and when.
type Act struct {
	Actor  string    `json:"actor"`
	At     time.Time `json:"at"`
	Seq    int64     `json:"seq" doc:"Page of the table's chain"`
	Reason string    `json:"reason,omitempty" doc:"Of a rejection"`
}

// Why corrections are refused.
var (
	// ErrNotSettled reports a round that is not over: strike what is wrong instead.
	ErrNotSettled = errors.New("the round is not settled: strike what was keyed wrongly, or void it")
	// ErrCode reports a word that is no code of corrections.
	ErrCode = errors.New("want card-miskeyed, bet-miskeyed, decision-miskeyed, wrong-payout, procedure or void")
	// ErrReason reports a correction or a dispute without a word why.
	ErrReason = errors.New("want a reason: one line of text")
	// ErrRecord reports a corrected record that does not end the round, or is none.
	ErrRecord = errors.New("want the whole record up to the last payment")
	// ErrUnchanged reports a corrected record that is the one that stands.
	ErrUnchanged = errors.New("that is the record that stands")
	// ErrDeckDealt reports cards that are not those the deck dealt.
	ErrDeckDealt = errors.New("the deck dealt other cards, and it is never keyed wrongly")
	// ErrNoCorrection reports a correction a table does not have.
	ErrNoCorrection = errors.New("no such correction of the table")
	// ErrDecided reports a correction that was approved or rejected already.
	ErrDecided = errors.New("the correction was decided already")
	// ErrOvertaken reports a correction of an entry that does not stand any more.
	ErrOvertaken = errors.New("another correction of the round was approved since: open one of what stands now")
	// ErrOwnCorrection reports a person who would approve the own correction.
	ErrOwnCorrection = errors.New("another person approves a correction")
	// ErrTableClosed reports a table at which no chips can move.
	ErrTableClosed = errors.New("the table is closed: chips move when it is open again")
)

// A Request is what is asked of a settled round. Events are the whole record as it
// should have been; of a void they are left out. Dispute is the table's own number
// of the dispute it answers, or 0.
type Request struct {
	Code    Code
	Reason  string
	Dispute int64
	Events  []games.Event
}

// Correct opens a correction of a settled round, which posts nothing: it answers the
// Correction, with what it comes to. It fails with ErrNotSettled, ErrCode,
// ErrReason, a *sight.Refused where an event is not asked for, ErrRecord,
// ErrUnchanged, ErrDeckDealt, ledger.ErrDisputed where a dispute is open and not
// named, ErrNoDispute where the one named is not open, desk.ErrNotOwn,
// ledger.ErrNoRound, ledger.ErrNoTable or ledger.ErrKeyReused.
func (p *Pit) Correct(ctx context.Context, c desk.Caller, id sight.RoundID, r Request) (desk.Answer, error) {
	return p.onRound(ctx, c, id, http.StatusCreated, func(s *stand) (any, ledger.Page, error) {
		if err := r.check(s); err != nil {
			return nil, ledger.Page{}, fmt.Errorf("round %s: %w", id, err)
		}
		after, err := s.corrected(r)
		if err != nil {
			return nil, ledger.Page{}, fmt.Errorf("round %s: %w", id, err)
		}
		made := correction{
			table: id.Table, number: s.next, state: Opened, round: id.Number, day: s.held.Round.GamingDay,
			standing: s.standing().Seq, code: r.Code, dispute: r.Dispute, reason: r.Reason, Proposed: s.proposed(after),
			opened: Act{Actor: c.Actor, At: p.desk.Now(), Seq: s.held.Head.Seq + 1},
		}
		return made.view(), ledger.Page{GamingDay: s.today, Rows: []ledger.Row{made.row(Opened, r.Reason)}}, nil
	})
}

// check fails unless the round may be corrected for what the request says.
func (r *Request) check(s *stand) error {
	switch {
	case !slices.Contains(Codes, r.Code):
		return fmt.Errorf("code %.40q: %w", r.Code, ErrCode)
	case !worded(r.Reason):
		return ErrReason
	case s.standing() == nil:
		return ErrNotSettled
	case r.Code == VoidRound && r.Events != nil:
		return fmt.Errorf("events of a void, leave them out: %w", ErrRecord)
	}
	return s.answers(r.Dispute)
}
