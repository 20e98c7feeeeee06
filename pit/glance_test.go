package pit_test

import (
	"testing"
	"time"

	"github.com/shopspring/decimal"

	"croupier/floor/floortest"
	"croupier/house"
	"croupier/pit"
	"croupier/sight"
)

// A glance has what a report has of the tables' gaming days, the rounds that ended
// within the hour, the round that is played, and the alerts that wait.
func TestGlance(t *testing.T) {
	t.Parallel()
	s := newScene(t)
	north, felt := s.open(house.Spec{Game: ultimate, Pit: "north", Name: "first", LargeWin: decimal.NewFromInt(100)})
	south, other := s.open(house.Spec{Game: ultimate, Pit: "south", TimeZone: "Asia/Seoul", DayStart: "06:00"})
	closed := floortest.Table(t, s.pool, house.Spec{Game: ultimate})
	s.played(north, flushed.record(t, felt))
	s.now = s.now.Add(50 * time.Minute)
	s.played(north, paired.record(t, felt))
	s.played(south, paired.record(t, other))
	s.now = s.now.Add(20 * time.Minute) // the first is more than an hour ago
	record := flushed.record(t, felt)
	running := s.dealt(north, record[:len(record)-1])
	s.must(s.pit.Survey(t.Context()))

	g, err := s.pit.Glance(t.Context(), 0)
	s.must(err)
	if len(g.Tables) != 3 || !g.At.Equal(s.now) || g.Alerts == 0 {
		t.Fatalf("%+v", g)
	}
	first, second, third := g.Tables[0], g.Tables[1], g.Tables[2]
	if first.Table != north || first.Name != "first" || first.Pit != "north" || first.Dealer != floortest.Dealer(north) || first.Pace != 1 ||
		first.Round != running.String() || first.Status != sight.Paying || first.Waits || !first.Opened.Equal(noon) || first.Alerts == 0 {
		t.Errorf("%+v", first)
	}
	if second.Table != south || second.Pace != 1 || second.Round != "" || second.GamingDay != "2026-11-30" {
		t.Errorf("%+v", second)
	}
	if third.Table != closed || third.Dealer != "" || third.Opened != nil || third.Pace != 0 || third.Rounds != 0 || third.Hold != nil {
		t.Errorf("%+v", third)
	}
	s.asReported(g)

	own, err := s.pit.Glance(t.Context(), south)
	s.must(err)
	if len(own.Tables) != 1 || own.Tables[0].Table != south || own.Alerts != second.Alerts || !own.Totals[0].Win.Equal(second.Win) {
		t.Errorf("%+v", own)
	}
}

// asReported holds the figures of the glance to those of a report.
func (s *scene) asReported(g *pit.Glance) {
	s.t.Helper()
	var win decimal.Decimal
	for _, of := range g.Tables {
		if of.Rounds == 0 {
			continue
		}
		r, err := s.pit.Report(s.t.Context(), pit.Ask{From: noon, To: noon, Table: of.Table})
		s.must(err)
		f := r.Figures[0]
		if of.Rounds != *f.Rounds || !of.Handle.Equal(f.Handle) || !of.Win.Equal(f.Win) || !of.Hold.Equal(*f.Hold) || of.Currency != f.Currency {
			s.t.Errorf("%+v, reported are %+v", of, f)
		}
		win = win.Add(f.Win)
	}
	if len(g.Totals) != 1 || !g.Totals[0].Win.Equal(win) || win.IsZero() || g.Totals[0].Rounds != 3 {
		s.t.Errorf("%+v, reported are %s", g.Totals, win)
	}
}

// A payout from which on a supervisor stands by waits for one.
func TestGlanceOfAPayoutThatWaits(t *testing.T) {
	t.Parallel()
	s := newScene(t)
	table, felt := s.open(house.Spec{Game: ultimate, ApproveWin: decimal.NewFromInt(1)})
	record := flushed.record(t, felt)
	s.dealt(table, record[:len(record)-1])
	g, err := s.pit.Glance(t.Context(), table)
	s.must(err)
	if !g.Tables[0].Waits || g.Tables[0].Status != sight.Paying {
		t.Errorf("%+v", g.Tables[0])
	}
}

// The win lies in the interval just where it is less than 1.96 deviations away.
func TestFiguresHaveTheirInterval(t *testing.T) {
	t.Parallel()
	r := report(t, reporter(played(t, 2, 20), day(3)), pit.Ask{From: day(0), To: day(1), By: []string{"table", "bet"}, Per: "day"})
	edge := decimal.RequireFromString("1.96")
	for _, f := range r.Figures {
		middle := f.Low.Add(*f.High).Div(decimal.NewFromInt(2))
		if !middle.Equal(*f.Theoretical) {
			t.Errorf("%+v: the middle of %s and %s is %s", f.Of, f.Low, f.High, middle)
		}
		inside := f.Win.GreaterThan(*f.Low) && f.Win.LessThan(*f.High)
		if away := f.Deviations.Abs(); away.Sub(edge).Abs().GreaterThan(decimal.RequireFromString("0.01")) && inside != away.LessThan(edge) {
			t.Errorf("%+v: %s of %s to %s, %s deviations", f.Of, f.Win, f.Low, f.High, f.Deviations)
		}
	}
	if len(r.Figures) < 4 {
		t.Errorf("%d figures", len(r.Figures))
	}
}
