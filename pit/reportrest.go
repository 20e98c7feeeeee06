package pit

import (
	"context"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/shopspring/decimal"

	"croupier/ledger"
)

// Chips are what moved at a table between the rounds of a period: its result
// sheet. Win is the house's by the count of the chips; it is told where as many
// sessions were opened as were closed.
type Chips struct {
	Period   string           `json:"period,omitempty" example:"2026-11-30"`
	Table    int64            `json:"table"`
	Currency string           `json:"currency"`
	Opens    int64            `json:"opens" doc:"How often the table was opened"`
	Closes   int64            `json:"closes"`
	Opening  decimal.Decimal  `json:"opening" doc:"Floats it was opened with"`
	Fills    decimal.Decimal  `json:"fills"`
	Credits  decimal.Decimal  `json:"credits"`
	Drop     decimal.Decimal  `json:"drop" doc:"What the boxes held"`
	Closing  decimal.Decimal  `json:"closing" doc:"Floats it was closed with"`
	Variance decimal.Decimal  `json:"variance" doc:"What the counts found more than the book; negative where chips were missing"`
	Win      *decimal.Decimal `json:"win,omitempty" doc:"Closing, credits and drop, less opening and fills; absent while a session is open"`
}

// A Top is one of the largest payouts.
type Top struct {
	GamingDay string          `json:"gaming_day" format:"date"`
	Round     string          `json:"round" example:"7-712"`
	Seat      int             `json:"seat"`
	Dealer    string          `json:"dealer"`
	Wager     string          `json:"wager"`
	Row       string          `json:"row,omitempty"`
	Currency  string          `json:"currency"`
	Stake     decimal.Decimal `json:"stake"`
	Amount    decimal.Decimal `json:"amount" doc:"Paid on top of the stake"`
	Reversed  bool            `json:"reversed,omitzero" doc:"The entry was taken back since"`
}

// An Amended is a correction as it was booked.
type Amended struct {
	GamingDay  string `json:"gaming_day" format:"date" doc:"Booked on"`
	Round      string `json:"round" example:"7-712"`
	RoundDay   string `json:"round_day" format:"date" doc:"The gaming day it is about"`
	Reversed   string `json:"reversed" doc:"The entry that was taken back" example:"7:15"`
	Correction string `json:"correction" example:"7-3"`
	Code       string `json:"code" example:"card-miskeyed"`
}

// most is how many of the largest payouts a report tells.
const most = 10

const ofSpan = `r.gaming_day BETWEEN $1 AND $2 AND ($3::bigint = 0 OR r.table_id = $3)`

// By hour or shift, chips are told by day: nothing counts them in between.
const selectChips = `
SELECT %s, r.table_id, r.currency, sum(r.opens)::bigint, sum(r.closes)::bigint,
	sum(r.opening)::text, sum(r.fills)::text, sum(r.credits)::text, sum(r.dropped)::text, sum(r.closing)::text, sum(r.variance)::text
FROM rollup_chips r WHERE ` + ofSpan + ` GROUP BY 1, 2, 3 ORDER BY 1, 2, 3`

const selectTops = `
SELECT r.gaming_day, format('%s-%s', r.table_id, r.round), r.seat, r.dealer, r.wager, r.row, r.currency, r.stake::text, r.amount::text,
	EXISTS (SELECT FROM reversals v WHERE v.table_id = r.table_id AND v.reverses = r.seq)
FROM rollup_tops r WHERE ` + ofSpan + ` ORDER BY r.amount DESC, r.gaming_day, r.table_id, r.place LIMIT $4`

const selectAmended = `
SELECT r.gaming_day, format('%s-%s', r.table_id, r.round), r.round_day, format('%s:%s', r.table_id, r.reverses), format('%s-%s', r.table_id, r.correction), c.code
FROM reversals r JOIN corrections c ON c.table_id = r.table_id AND c.number = r.correction AND c.step = 'opened'
WHERE ` + ofSpan + ` ORDER BY r.gaming_day, r.table_id, r.seq, r.n`

// rest fills in what of the report is not figures.
func (p *Pit) rest(ctx context.Context, a Ask, r *Report, s ledger.Span) error {
	per, err := find(periods, a.per(), "per")
	if err != nil {
		return err
	}
	if per.grain.hour {
		per, _ = find(periods, "day", "per")
	}
	var b pgx.Batch
	b.Queue(fmt.Sprintf(selectChips, per.sql), s.From, s.To, s.Table)
	b.Queue(selectTops, s.From, s.To, s.Table, most)
	b.Queue(selectAmended, s.From, s.To, s.Table)
	results := p.desk.Pool.SendBatch(ctx, &b)
	defer results.Close()
	if r.Chips, err = collected(results, scanChips); err == nil {
		r.Tops, err = collected(results, scanTop)
	}
	if err == nil {
		r.Amended, err = collected(results, scanAmended)
	}
	if err != nil {
		return fmt.Errorf("sheets of the report: %w", err)
	}
	return results.Close()
}

// collected reads the rows of the batch's next query; none is an empty list.
func collected[T any](results pgx.BatchResults, scan pgx.RowToFunc[T]) ([]T, error) {
	rows, err := results.Query()
	if err != nil {
		return nil, err
	}
	return pgx.AppendRows([]T{}, rows, scan)
}

func scanChips(row pgx.CollectableRow) (c Chips, err error) {
	var texts [6]string
	err = row.Scan(&c.Period, &c.Table, &c.Currency, &c.Opens, &c.Closes, &texts[0], &texts[1], &texts[2], &texts[3], &texts[4], &texts[5])
	if err == nil {
		err = parse(texts[:], &c.Opening, &c.Fills, &c.Credits, &c.Drop, &c.Closing, &c.Variance)
	}
	if c.Opens == c.Closes {
		win := c.Closing.Add(c.Credits).Add(c.Drop).Sub(c.Opening).Sub(c.Fills)
		c.Win = &win
	}
	return c, err
}

func scanTop(row pgx.CollectableRow) (t Top, err error) {
	var day time.Time
	var texts [2]string
	err = row.Scan(&day, &t.Round, &t.Seat, &t.Dealer, &t.Wager, &t.Row, &t.Currency, &texts[0], &texts[1], &t.Reversed)
	if err == nil {
		err = parse(texts[:], &t.Stake, &t.Amount)
	}
	t.GamingDay = day.Format(time.DateOnly)
	return t, err
}

func scanAmended(row pgx.CollectableRow) (a Amended, err error) {
	var booked, about time.Time
	err = row.Scan(&booked, &a.Round, &about, &a.Reversed, &a.Correction, &a.Code)
	a.GamingDay, a.RoundDay = booked.Format(time.DateOnly), about.Format(time.DateOnly)
	return a, err
}
