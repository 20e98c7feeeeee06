package web

import (
	"cmp"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"

	"croupier/pit"
	"croupier/words"
)

// reportPages are of what was played, and of days that are over.
var reportPages = []page{
	inPit("/pit/reports", "reports", "pit.reports", loadReports),
	inPit("/pit/days", "days", "pit.days", loadDays, "pit/day"),
	inPit("/pit/days/{date}", "day", "pit.day", loadDay),
}

// A reportPage is a report with its pictures, in the currencies it has.
type reportPage struct {
	*hall
	Report   pit.Report
	By       []string // what may be told apart
	Per      []string
	Asked    url.Values // as the page was asked for, defaults filled in
	Pictures []picture
	Problem  *Problem
}

// A picture is the charts of one currency.
type picture struct {
	Currency string
	Wins     *barChart
	Band     *bandChart
}

// Export is where the report is fetched in the format.
func (p *reportPage) Export(format string) string {
	asked := only(p.Asked, "by", "per", "from", "to", "table")
	asked.Set("format", format)
	return "/v1/reports?" + asked.Encode()
}

// Has reports whether the report is told apart by that.
func (p *reportPage) Has(by string) bool {
	return slices.Contains(strings.Split(p.Asked.Get("by"), ","), by)
}

// Period is the period as it is told.
func (p *reportPage) Period(s *shown, period string) string {
	day, rest, _ := strings.Cut(period, " ")
	if number, ok := strings.CutPrefix(rest, "shift "); ok {
		return s.Words.Say("pit.shift of", words.Args{"day": s.Date(day), "shift": number})
	}
	return strings.TrimSpace(s.Date(day) + " " + rest)
}

// Thing is what figures are of, as it is called.
func (p *reportPage) Thing(s *shown, by, thing string) string {
	switch by {
	case "table":
		if id, err := strconv.ParseInt(thing, 10, 64); err == nil {
			return p.Table(id)
		}
	case "game":
		return s.GameName(thing)
	case "bet", "wager":
		return s.Name("wager", thing)
	case "row":
		return s.Name("hand", thing)
	case "paytable":
		name, _, _ := strings.Cut(thing, " ")
		return name
	}
	return thing
}

// loadReports shows the report that is asked for, or that of the gaming day that lasts.
func loadReports(v *visit) (any, error) {
	h, err := v.hall()
	if err != nil {
		return nil, err
	}
	p := &reportPage{hall: h, By: pit.Dimensions(), Per: pit.Periods(), Asked: v.r.URL.Query()}
	today, err := h.today()
	if err != nil {
		return nil, err
	}
	p.Asked.Set("from", cmp.Or(p.Asked.Get("from"), today))
	p.Asked.Set("to", cmp.Or(p.Asked.Get("to"), p.Asked.Get("from")))
	p.Asked.Set("by", strings.Join(p.Asked["by"], ","))
	if !p.Asked.Has("per") {
		p.Asked.Set("per", pit.PerLife)
		p.Asked.Set("by", "table")
	}
	asked := only(p.Asked, "by", "per", "from", "to", "table")
	if p.Problem, err = refused(v.ask("/v1/reports?"+asked.Encode(), &p.Report)); err != nil || p.Problem != nil {
		return p, err
	}
	return p, v.picture(p, asked)
}

// today is the latest gaming day of the tables.
func (h *hall) today() (latest string, err error) {
	now := time.Now()
	latest = now.UTC().Format(time.DateOnly)
	for i := range h.Tables {
		if h.Tables[i].Pins == nil {
			continue
		}
		day, err := h.Tables[i].Pins.GamingDay(now)
		if err != nil {
			return "", err
		}
		if i == 0 || day.Format(time.DateOnly) > latest {
			latest = day.Format(time.DateOnly)
		}
	}
	return latest, nil
}

// picture draws the report: the win by hour of a day, by day of a longer time; and
// what each bet came to against what it should have.
func (v *visit) picture(p *reportPage, asked url.Values) error {
	per := "day"
	if asked.Get("from") == asked.Get("to") {
		per = "hour"
	}
	var wins, bets pit.Report
	span := only(asked, "from", "to", "table")
	span.Set("per", per)
	if err := v.ask("/v1/reports?"+span.Encode(), &wins); err != nil {
		return err
	}
	span.Set("per", pit.PerLife)
	span.Set("by", "game,bet")
	if err := v.ask("/v1/reports?"+span.Encode(), &bets); err != nil {
		return err
	}
	for _, currency := range currencies(wins.Figures) {
		p.Pictures = append(p.Pictures, picture{currency, v.bars(of(wins.Figures, currency), per), v.bands(of(bets.Figures, currency))})
	}
	return nil
}

func currencies(figures []pit.Figures) (list []string) {
	for i := range figures {
		if c := figures[i].Currency; !slices.Contains(list, c) {
			list = append(list, c)
		}
	}
	slices.Sort(list)
	return list
}

func of(figures []pit.Figures, currency string) []pit.Figures {
	return slices.DeleteFunc(slices.Clone(figures), func(f pit.Figures) bool { return f.Currency != currency })
}
