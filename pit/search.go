package pit

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/shopspring/decimal"

	"croupier/postgres"
	"croupier/sight"
)

// A RoundFilter chooses rounds. A zero field does not.
type RoundFilter struct {
	Table     int64
	Pit       string       // the table stood in by the settings the round was opened under
	From, To  time.Time    // the first and the last gaming day; only the date counts
	Dealer    string       // who opened the round
	Game      string       // with the version of its rules or, of any version, without
	Status    sight.Status // as the round stands: corrected, where it was
	Corrected *bool        // whether an entry was put in the place of the one it ended in
	Disputed  *bool        // whether a dispute of it was ever opened
	MinWin    decimal.Decimal
	After     string // cursor of the page before; empty begins with the newest
	Limit     int    // 1 to 1000; 0 is 100
}

// A FoundRound is a round in short. What it came to is by the entry that stands:
// corrected, where it was. Amounts are in the currency.
type FoundRound struct {
	ID        string           `json:"id" doc:"Table and the table's own number" example:"7-712"`
	Table     int64            `json:"table"`
	Pit       string           `json:"pit,omitempty" doc:"In which the table stood" example:"north"`
	Game      string           `json:"game" doc:"With the version of its rules" example:"ultimate-texas-holdem/1"`
	GamingDay string           `json:"gaming_day" format:"date"`
	Opened    time.Time        `json:"opened"`
	Ended     *time.Time       `json:"ended,omitempty" doc:"Absent while it is open"`
	Dealer    string           `json:"dealer" doc:"Who opened it"`
	Status    sight.Status     `json:"status" enum:"betting,dealing,paying,settled,void" doc:"As it stands: corrected, where it was"`
	Currency  string           `json:"currency"`
	Seats     int              `json:"seats" doc:"With a stake"`
	Handle    decimal.Decimal  `json:"handle" doc:"Sum of the stakes; so far, while it is open. Voided stakes do not count"`
	Win       *decimal.Decimal `json:"win,omitempty" doc:"Of the house; absent while the round is open"`
	MostWon   *decimal.Decimal `json:"most_won,omitempty" doc:"By one seat, over all its wagers; negative where every seat lost. Absent while the round is open"`
	Entry     *sight.EntryRef  `json:"entry,omitempty" doc:"The entry of the book it ended in"`
	Corrected *sight.EntryRef  `json:"corrected,omitempty" doc:"The entry that stands instead, where it was corrected"`
	Disputed  bool             `json:"disputed" doc:"Whether a dispute of it was ever opened"`

	number int64
	day    time.Time
}

// Rounds returns a page of the rounds, open ones too, the newest first, and a cursor
// to the ones before them. A page may hold fewer than the limit, and none, where
// many days had to be looked at: only an empty cursor says that there are no more.
// It fails with ledger.ErrCursor.
func (p *Pit) Rounds(ctx context.Context, f RoundFilter) (list []FoundRound, cursor string, err error) {
	r := reach{days: 366, rounds: 1_000_000}
	if f.MinWin.IsPositive() {
		r.rounds = 40_000 // whose lines are added up
	}
	return p.rounds(ctx, f, r)
}

// A reach is how far back one page looks: over so many gaming days, and at about so
// many rounds of those that may hold what is asked for.
type reach struct {
	days   int
	rounds int64
}

func (p *Pit) rounds(ctx context.Context, f RoundFilter, r reach) (list []FoundRound, cursor string, err error) {
	limit := cmp.Or(f.Limit, 100)
	if limit < 1 || limit > 1000 {
		return nil, "", fmt.Errorf("rounds: limit %d, want 1 to 1000", limit)
	}
	from, err := readSpot(f.After)
	if err != nil {
		return nil, "", err
	}
	moment := pgx.TxOptions{IsoLevel: pgx.RepeatableRead, AccessMode: pgx.ReadOnly}
	err = postgres.Transact(ctx, p.desk.Pool, moment, func(tx pgx.Tx) error {
		found, next, err := f.walk(ctx, tx, from, limit, r)
		if err != nil {
			return err
		}
		list, cursor = found, next
		return p.running(ctx, tx, &f, &list)
	})
	if err != nil {
		return nil, "", fmt.Errorf("rounds: %w", err)
	}
	return list, cursor, nil
}

// walk goes back day by day until the page is full, or as far as it reaches. It
// returns the rounds, and where to go on; an empty cursor where there is nothing
// before.
func (f *RoundFilter) walk(ctx context.Context, tx pgx.Tx, from spot, limit int, r reach) (list []FoundRound, cursor string, err error) {
	for r.days > 0 {
		month := min(r.days, 31)
		days, err := f.days(ctx, tx, from, month)
		if err != nil {
			return nil, "", err
		}
		for _, d := range days {
			if from = from.within(d.day); len(d.tables) == 0 {
				continue
			}
			if r.rounds <= 0 {
				return list, from.cursor(), nil
			}
			r.rounds -= d.rounds
			found, err := f.day(ctx, tx, d, from, limit+1-len(list))
			if err != nil {
				return nil, "", err
			}
			if list = append(list, found...); len(list) > limit {
				list = list[:limit]
				return list, list[limit-1].spot().cursor(), nil
			}
		}
		if len(days) < month {
			return list, "", nil
		}
		from, r.days = endOf(from.day.AddDate(0, 0, -1)), r.days-month
	}
	return list, from.cursor(), nil
}

// running fills in what of open rounds their events tell, and leaves those out that
// are in another status than the one asked for.
func (p *Pit) running(ctx context.Context, tx pgx.Tx, f *RoundFilter, list *[]FoundRound) error {
	for i := range *list {
		found := &(*list)[i]
		if found.Ended != nil {
			continue
		}
		r, err := recordedIn(ctx, tx, sight.RoundID{Table: found.Table, Number: found.number})
		if err != nil {
			return err
		}
		round, err := r.fold()
		if err != nil {
			return err
		}
		v := r.view(round)
		found.Status, found.Seats, found.Handle = v.Status, len(v.Seats), decimal.Zero
		for seat := range round.Staked().All() {
			for _, w := range r.felt.Game.Wagers {
				found.Handle = found.Handle.Add(round.Stake(seat, w.Name))
			}
		}
	}
	*list = slices.DeleteFunc(*list, func(r FoundRound) bool { return f.Status != "" && r.Status != f.Status })
	return nil
}
