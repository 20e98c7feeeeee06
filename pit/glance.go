package pit

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"time"

	"github.com/shopspring/decimal"

	"croupier/games"
	"croupier/house"
	"croupier/sight"
)

// A Glance is the floor as it is at a moment.
type Glance struct {
	At     time.Time     `json:"at"`
	Tables []TableGlance `json:"tables" doc:"In the order of their numbers"`
	Totals []Total       `json:"totals" doc:"Of all tables, each on its own gaming day, by currency"`
	Alerts int           `json:"alerts" doc:"That nobody has acknowledged, those of no table too"`
}

// A TableGlance is a table as it is, and what its gaming day came to so far.
type TableGlance struct {
	Table     int64        `json:"table"`
	Name      string       `json:"name"`
	Pit       string       `json:"pit,omitempty"`
	Game      string       `json:"game,omitempty" doc:"With the version of its rules; absent where no settings are in force" example:"ultimate-texas-holdem/1"`
	GamingDay string       `json:"gaming_day,omitempty" format:"date" doc:"Today's at the table"`
	Dealer    string       `json:"dealer,omitempty" doc:"Who deals; nobody where the table is closed"`
	Opened    *time.Time   `json:"opened,omitempty" doc:"When it was opened; absent where it is closed"`
	Round     string       `json:"round,omitempty" doc:"The unsettled round, if any" example:"7-712"`
	Status    sight.Status `json:"status,omitempty" enum:"betting,dealing,paying,settled,void" doc:"Of the unsettled round"`
	Waits     bool         `json:"waits,omitempty" doc:"A payout of the round waits for a supervisor"`
	Pace      int          `json:"pace" doc:"Rounds that ended within the last hour"`
	Alerts    int          `json:"alerts" doc:"Of the table, that nobody has acknowledged"`
	Total
}

// A Total is what was played on a gaming day.
type Total struct {
	Currency string           `json:"currency,omitempty"`
	Rounds   int64            `json:"rounds" doc:"Settled"`
	Handle   decimal.Decimal  `json:"handle" doc:"Sum of the stakes"`
	Win      decimal.Decimal  `json:"win" doc:"Of the house"`
	Hold     *decimal.Decimal `json:"hold,omitempty" doc:"Win by handle, six decimals; absent without handle"`
}

func (t *Total) add(o *Total) {
	t.Rounds, t.Handle, t.Win = t.Rounds+o.Rounds, t.Handle.Add(o.Handle), t.Win.Add(o.Win)
	t.Hold = holdOf(t.Win, t.Handle)
}

// holdOf is the win by the handle; nil without one.
func holdOf(win, handle decimal.Decimal) *decimal.Decimal {
	if handle.IsZero() {
		return nil
	}
	hold := win.DivRound(handle, holdDecimals)
	return &hold
}

// Glance looks at the floor, or at the one table of it where that is not 0.
func (p *Pit) Glance(ctx context.Context, table int64) (*Glance, error) {
	g := &Glance{At: p.desk.Now(), Tables: []TableGlance{}, Totals: []Total{}}
	list, err := house.List(ctx, p.desk.Pool, g.At)
	if err != nil {
		return nil, fmt.Errorf("tables to look at: %w", err)
	}
	for i := range list {
		if table != 0 && list[i].ID != table {
			continue
		}
		t, err := p.glance(ctx, &list[i], g.At)
		if err != nil {
			return nil, fmt.Errorf("table %d: %w", list[i].ID, err)
		}
		g.Tables = append(g.Tables, t)
	}
	if err := p.days(ctx, g.Tables); err != nil {
		return nil, fmt.Errorf("gaming days of the tables: %w", err)
	}
	if err := p.lately(ctx, g, table); err != nil {
		return nil, err
	}
	g.total()
	return g, nil
}

// glance is the table, and how far its round has come.
func (p *Pit) glance(ctx context.Context, of *house.Table, now time.Time) (t TableGlance, err error) {
	t = TableGlance{Table: of.ID, Name: of.Name, Dealer: of.Dealer, Round: of.Round}
	if of.Pins != nil {
		day, err := of.Pins.GamingDay(now)
		if err != nil {
			return t, err
		}
		t.Pit, t.Game, t.Currency, t.GamingDay = of.Pins.Pit, of.Pins.Game, of.Pins.Currency, day.Format(time.DateOnly)
	}
	if t.Round == "" {
		return t, nil
	}
	id, err := sight.ParseRoundID(t.Round)
	if err != nil {
		return t, err
	}
	r, err := p.recorded(ctx, id)
	if err != nil {
		return t, err
	}
	round, err := r.fold()
	if err != nil {
		return t, err
	}
	v := r.view(round)
	t.Status = v.Status
	t.Waits = slices.ContainsFunc(v.Next, func(n games.Prompt) bool { return n.Kind == games.KindPay && n.By == games.BySupervisor })
	return t, nil
}

// total sums the tables up.
func (g *Glance) total() {
	for i := range g.Tables {
		t := &g.Tables[i].Total
		if t.Currency == "" {
			continue
		}
		at := slices.IndexFunc(g.Totals, func(of Total) bool { return of.Currency == t.Currency })
		if at < 0 {
			g.Totals = append(g.Totals, Total{Currency: t.Currency})
			at = len(g.Totals) - 1
		}
		g.Totals[at].add(t)
	}
	slices.SortFunc(g.Totals, func(a, b Total) int { return cmp.Compare(a.Currency, b.Currency) })
}
