package pit

import (
	"context"
	"strings"
	"time"

	"github.com/shopspring/decimal"

	"croupier/cards"
	"croupier/games"
	"croupier/house"
	"croupier/ledger"
	"croupier/sight"
	"croupier/words"
)

// An Explanation is why each wager of a round came to what it did, as data and in
// words.
type Explanation struct {
	Round      string          `json:"round" example:"7-712"`
	Table      int64           `json:"table"`
	Game       string          `json:"game" example:"ultimate-texas-holdem/1"`
	GamingDay  string          `json:"gaming_day" format:"date"`
	Language   words.Language  `json:"language" enum:"en,ko,ru"`
	Title      string          `json:"title" doc:"In words"`
	Status     sight.Status    `json:"status" enum:"betting,dealing,paying,settled,void"`
	StatusName string          `json:"status_name" doc:"In words"`
	Pins       house.Pins      `json:"pins" doc:"What was fixed when the round opened"`
	Board      cards.Cards     `json:"board" doc:"Cards as text, ?? face down"`
	Dealer     DealerWhy       `json:"dealer"`
	Seats      []SeatWhy       `json:"seats"`
	Entry      *sight.EntryRef `json:"entry,omitempty" doc:"The entry of the book the lines are of; absent while the round is open"`
	Correction string          `json:"correction,omitempty" doc:"The correction the lines are of, where the round was corrected" example:"7-2"`
}

// A DealerWhy is the dealer's hand, as far as it was shown.
type DealerWhy struct {
	Cards     cards.Cards `json:"cards" doc:"Cards as text, ?? face down"`
	Hand      string      `json:"hand,omitempty" doc:"Category of the best five, once shown"`
	HandName  string      `json:"hand_name,omitempty" doc:"In words"`
	Best      cards.Cards `json:"best,omitempty" doc:"The five cards that count"`
	Qualifies *bool       `json:"qualifies,omitempty" doc:"Absent where the game has no such rule, or the hand was never shown"`
}

// A SeatWhy is a seat, and why its wagers came to what they did.
type SeatWhy struct {
	sight.SeatView
	HandName   string          `json:"hand_name,omitempty" doc:"In words"`
	RulingName string          `json:"ruling_name,omitempty" doc:"In words"`
	Net        decimal.Decimal `json:"net" doc:"Of all lines; negative is taken from the seat"`
	Said       string          `json:"said,omitempty" doc:"The net in words, once there are lines"`
	Lines      []LineWhy       `json:"lines"`
}

// A LineWhy is what one wager came to, and why.
type LineWhy struct {
	sight.LineView
	WagerName    string          `json:"wager_name" doc:"In words"`
	OutcomeName  string          `json:"outcome_name" doc:"In words"`
	RowName      string          `json:"row_name,omitempty" doc:"In words"`
	PaytableName string          `json:"paytable_name,omitempty" doc:"What the house calls the paytable that priced it" example:"blind-a"`
	Rule         string          `json:"rule,omitempty" doc:"What the clause says, in short"`
	Chip         decimal.Decimal `json:"chip,omitzero" doc:"Where the payout was rounded: to whole chips of this"`
	Rounding     games.Rounding  `json:"rounding,omitempty" enum:"down,nearest,up" doc:"Where the payout was rounded: which way"`
	Cap          decimal.Decimal `json:"cap,omitzero" doc:"Where the payout was cut: the most a seat wins in a round"`
	CapShare     games.CapShare  `json:"cap_share,omitempty" enum:"by-order,pro-rata" doc:"Where the payout was cut: how the cap was shared out"`
	Said         string          `json:"said" doc:"In words"`
}

// Why explains the lines of the round as they stand, corrected where it was, or, while it is open, as
// they stand for the seats that are due. It shows no card that was not turned. It
// fails with ledger.ErrNoRound.
func (p *Pit) Why(ctx context.Context, id sight.RoundID, l words.Language) (Explanation, error) {
	r, err := p.recorded(ctx, id)
	if err != nil {
		return Explanation{}, err
	}
	round, err := r.foldStanding()
	if err != nil {
		return Explanation{}, err
	}
	lines, entry := due(round, r.felt), r.entry
	if r.correction != nil {
		entry = r.stands
	}
	if entry != nil {
		lines = entry.Lines
	}
	e := explain(words.In(l), r.opened, r.felt, round, lines)
	if entry != nil {
		e.Entry = sight.Ref(entry.Table, entry.Seq, entry.Kind)
	}
	if r.correction != nil {
		e.Correction = sight.RoundID{Table: r.correction.table, Number: r.correction.number}.String()
	}
	return e, nil
}

// due are the lines that stand, with the paytables that priced them.
func due(round *games.Round, felt *house.Felt) (lines []ledger.Line) {
	for _, l := range sight.Due(round) {
		kept := ledger.Line{Line: l}
		if l.Row != "" {
			kept.Paytable = felt.Digests[l.Wager]
		}
		lines = append(lines, kept)
	}
	return lines
}

// explain explains the lines of a round that was played on the felt.
func explain(w *words.Words, opened ledger.Round, felt *house.Felt, round *games.Round, lines []ledger.Line) Explanation {
	v := sight.Of(opened, felt, round)
	t := teller{w, felt, round}
	e := Explanation{
		Round: v.ID, Table: v.Table, Game: v.Game, GamingDay: v.GamingDay, Language: w.Language(),
		Title: title(w, v.ID, opened), Status: v.Status, StatusName: w.Name("status", string(v.Status)), Pins: v.Pins, Board: v.Board, Dealer: t.dealer(), Seats: []SeatWhy{},
	}
	for _, seat := range v.Seats {
		e.Seats = append(e.Seats, t.seat(seat, lines))
	}
	return e
}

func title(w *words.Words, id string, opened ledger.Round) string {
	game, _, _ := strings.Cut(opened.Game, "/")
	day := time.Date(opened.GamingDay.Year(), opened.GamingDay.Month(), opened.GamingDay.Day(), 0, 0, 0, 0, time.UTC)
	return w.Say("round.title", words.Args{"round": id, "game": w.Name("game", game), "day": w.Day(day)})
}
