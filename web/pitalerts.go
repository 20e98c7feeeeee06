package web

import (
	"encoding/json"
	"net/url"
	"strings"
	"time"

	"github.com/shopspring/decimal"

	"croupier/pit"
	"croupier/words"
)

// An alertPage is a page of alerts, as the API has them, in words.
type alertPage struct {
	*hall
	Alerts  []alertShown
	Kinds   []string
	Next    string // address of the next page; none on the last
	Problem *Problem
}

// An alertShown is an alert, what it says, and the times by its table's clock.
type alertShown struct {
	pit.Alert
	Said  string
	Round string // it is about, if it is
}

// loadAlerts shows the alerts that are open, unless all are asked for.
func loadAlerts(v *visit) (any, error) {
	asked := v.r.URL.Query()
	if !asked.Has("open") {
		asked.Set("open", "true")
	}
	p, err := v.alerts("/v1/alerts?" + only(asked, "open", "kind", "pit", "table", "cursor").Encode())
	if err == nil && p.Next != "" {
		asked.Set("cursor", p.Next)
		p.Next = "/pit/alerts?" + asked.Encode()
	}
	return p, err
}

// only are the values of the names that say something: what a form leaves empty is not
// asked for.
func only(asked url.Values, names ...string) url.Values {
	kept := url.Values{}
	for _, name := range names {
		if value := strings.TrimSpace(asked.Get(name)); value != "" {
			kept.Set(name, value)
		}
	}
	return kept
}

// alerts asks for alerts. Next is the cursor of the page behind them.
func (v *visit) alerts(path string) (*alertPage, error) {
	var list struct {
		Alerts []pit.Alert `json:"alerts"`
		Cursor string      `json:"cursor"`
	}
	h, err := v.hall()
	if err != nil {
		return nil, err
	}
	p := &alertPage{hall: h, Kinds: pit.AlertKinds}
	if p.Problem, err = refused(v.ask(path, &list)); err != nil {
		return nil, err
	}
	p.Next = list.Cursor
	for i := range list.Alerts {
		p.Alerts = append(p.Alerts, v.alert(h, list.Alerts[i]))
	}
	return p, nil
}

func (v *visit) alert(h *hall, a pit.Alert) alertShown {
	a.At = h.At(a.Table, a.At)
	if a.Acknowledged != nil {
		a.Acknowledged.At = h.At(a.Table, a.Acknowledged.At)
	}
	for i := range a.Notes {
		a.Notes[i].At = h.At(a.Table, a.Notes[i].At)
	}
	said := alertShown{Alert: a, Said: alertSaid(v.Words, h, &a)}
	said.Round, _ = strings.CutPrefix(a.Subject, "round ")
	if said.Round == a.Subject {
		said.Round = ""
	}
	return said
}

// seen is all an alert of any kind may say of what was seen.
type seen struct {
	Actor, Approver, Reason string
	After                   struct {
		Seat     int64
		Amount   decimal.Decimal
		Currency string
	}
	Dealer, Skew, Bet, Currency      string
	Corrections, Rounds, Minutes     int
	Bets                             int64
	From, To, Since                  time.Time
	Handle, Win, Expected, Low, High decimal.Decimal
	Columns                          []pit.Column
}

// alertOf is what the alert is about; a table is called as on the floor.
func alertOf(w *words.Words, h *hall, a *pit.Alert) string {
	if name := h.Table(a.Table); name != "" && strings.HasPrefix(a.Subject, "table ") {
		return name
	}
	return subjectIn(w, a.Subject)
}

// alertSaid is what the alert says.
func alertSaid(w *words.Words, h *hall, a *pit.Alert) string {
	var of seen
	_ = json.Unmarshal(a.Content, &of) // what is of another form under the same name stays unsaid
	clock := func(t time.Time) string { return h.At(a.Table, t).Format("15:04") }
	blanks := words.Args{"subject": alertOf(w, h, a), "actor": of.Actor, "approver": of.Approver, "reason": of.Reason}
	switch a.Kind {
	case pit.AlertLargeWin, pit.AlertApprovedWin:
		blanks["seat"], blanks["amount"], blanks["currency"] = of.After.Seat, of.After.Amount, of.After.Currency
	case pit.AlertCorrections:
		blanks["dealer"], blanks["n"] = of.Dealer, of.Corrections
	case pit.AlertPace:
		blanks["from"], blanks["to"], blanks["n"] = clock(of.From), clock(of.To), of.Rounds
	case pit.AlertUnexpected:
		blanks["bet"], blanks["currency"], blanks["n"] = w.Name("wager", of.Bet), of.Currency, of.Bets
		blanks["win"], blanks["expected"], blanks["low"], blanks["high"] = of.Win, of.Expected, of.Low, of.High
	case pit.AlertUnattended:
		blanks["since"], blanks["n"] = clock(of.Since), of.Minutes
	case pit.AlertClock:
		if of.Skew != "" {
			return w.Say("pit.clocks differ", words.Args{"skew": of.Skew})
		}
	case pit.AlertResettlement:
		return w.Say("pit.settled otherwise", words.Args{"subject": blanks["subject"], "what": differences(of)})
	}
	if said := w.Say("alerted."+a.Kind, blanks); said != "alerted."+a.Kind {
		return said
	}
	return alertOf(w, h, a)
}

// differences are what is posted otherwise, as the book has it.
func differences(of seen) string {
	if len(of.Columns) == 0 {
		return of.Reason
	}
	var list []string
	for _, c := range of.Columns {
		list = append(list, c.Column+": "+c.Posted+" ≠ "+c.Due)
	}
	return strings.Join(list, "; ")
}

// subjectIn says what something is about: the kind of thing in words, and its name.
func subjectIn(w *words.Words, subject string) string {
	kind, name, ok := strings.Cut(subject, " ")
	if said := w.Say("subject."+kind, words.Args{"name": name}); ok && said != "subject."+kind {
		return said
	}
	return subject
}
