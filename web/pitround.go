package web

import (
	"net/url"
	"slices"
	"strconv"

	"croupier/cards"
	"croupier/floor"
	"croupier/pit"
	"croupier/sight"
	"croupier/words"
)

// A roundPage is a round with all that was said and booked of it.
type roundPage struct {
	*hall
	ID          string
	Why         pit.Explanation
	Felt        *felt
	Audit       floor.Audit
	Entries     []floor.EntryView // the one it ended in, and what was booked since
	Corrections []pit.Correction
	Disputes    []pit.Dispute
	Open        string // the dispute that is open; none: empty
}

func loadRound(v *visit) (any, error) {
	h, err := v.hall()
	if err != nil {
		return nil, err
	}
	p := &roundPage{hall: h, ID: v.r.PathValue("id")}
	var corrections struct {
		Corrections []pit.Correction `json:"corrections"`
	}
	var disputes struct {
		Disputes []pit.Dispute `json:"disputes"`
	}
	at := "/v1/rounds/" + url.PathEscape(p.ID)
	for _, of := range []struct {
		path string
		to   any
	}{
		{at + "/why?lang=" + string(v.Words.Language()), &p.Why}, {at + "/audit", &p.Audit},
		{"/v1/corrections?round=" + url.QueryEscape(p.ID), &corrections}, {"/v1/disputes?round=" + url.QueryEscape(p.ID), &disputes},
	} {
		if err := v.ask(of.path, of.to); err != nil {
			return nil, err
		}
	}
	p.Corrections, p.Disputes = corrections.Corrections, disputes.Disputes
	p.Felt, err = v.felt(p.standing())
	p.booked()
	return p, err
}

// standing is the round as it stands: corrected, where it was.
func (p *roundPage) standing() *sight.View {
	view := sight.View{
		ID: p.ID, Table: p.Why.Table, Game: p.Why.Game, Pins: p.Why.Pins, Status: p.Why.Status,
		Board: p.Why.Board, Dealer: p.Why.Dealer.Cards, Entry: p.Why.Entry, Deck: p.Audit.Round.Deck,
	}
	for i := range p.Why.Seats {
		view.Seats = append(view.Seats, p.Why.Seats[i].SeatView)
	}
	return &view
}

// booked gathers the entries of the round, and the dispute that is open.
func (p *roundPage) booked() {
	if p.Audit.Entry != nil {
		p.Entries = append([]floor.EntryView{*p.Audit.Entry}, p.Audit.Corrected...)
	}
	for i := range p.Entries {
		p.Entries[i].At = p.At(p.Why.Table, p.Entries[i].At)
	}
	if i := slices.IndexFunc(p.Disputes, func(d pit.Dispute) bool { return d.Open }); i >= 0 {
		p.Open = p.Disputes[i].ID
	}
}

// Dealer is who opened the round.
func (p *roundPage) Dealer() string {
	if len(p.Audit.Events) == 0 {
		return ""
	}
	return p.Audit.Events[0].Actor
}

// A felt is a round as it lies on the table.
type felt struct {
	*sight.View
	Seats  []feltSeat
	Wagers []string // in the order they lie on the layout
}

// A feltSeat is a seat, and what lies on each wager.
type feltSeat struct{ sight.SeatView }

// Marks is a class for a card that is one of the best five.
func (s feltSeat) Marks(code string) string {
	if slices.ContainsFunc(s.Best, func(c cards.Card) bool { return c.String() == code }) {
		return "counts"
	}
	return ""
}

// felt is the view laid out.
func (v *visit) felt(of *sight.View) (*felt, error) {
	var list struct {
		Games []struct {
			Name   string
			Wagers []struct{ Name string }
		}
	}
	if err := v.ask("/v1/games", &list); err != nil {
		return nil, err
	}
	f := &felt{View: of}
	for _, g := range list.Games {
		for _, w := range g.Wagers {
			if g.Name == of.Game {
				f.Wagers = append(f.Wagers, w.Name)
			}
		}
	}
	for _, s := range of.Seats {
		f.Seats = append(f.Seats, feltSeat{s})
	}
	return f, nil
}

// A replayPage is a round step by step, and the one that is shown.
type replayPage struct {
	pit.Replay
	At   int // the step that is shown
	Felt *felt
}

// Step is the step that is shown.
func (p *replayPage) Step() pit.ReplayStep {
	return p.Steps[slices.IndexFunc(p.Steps, func(s pit.ReplayStep) bool { return s.Step == p.At })]
}

// Before and After are the steps beside it, as far as there are.
func (p *replayPage) Before() int { return max(p.At-1, 0) }

// After is the step behind.
func (p *replayPage) After() int { return min(p.At+1, p.Last) }

// loadReplay shows all steps, and one of them on the felt: the first where none is
// asked for.
func loadReplay(v *visit) (any, error) {
	p := &replayPage{}
	if err := v.ask(replayOf(v.r.PathValue("id"), v.Words.Language()), &p.Replay); err != nil {
		return nil, err
	}
	at, err := strconv.Atoi(v.r.URL.Query().Get("step"))
	if err == nil {
		p.At = min(max(at, 0), p.Last)
	}
	return p, p.lay(v)
}

// loadStep shows one step.
func loadStep(v *visit) (any, error) {
	p := &replayPage{}
	path := replayOf(v.r.PathValue("id"), v.Words.Language()) + "&step=" + url.QueryEscape(v.r.PathValue("step"))
	if err := v.ask(path, &p.Replay); err != nil {
		return nil, err
	}
	p.At = p.Steps[0].Step
	return p, p.lay(v)
}

func replayOf(id string, l words.Language) string {
	return "/v1/rounds/" + url.PathEscape(id) + "/replay?lang=" + string(l)
}

func (p *replayPage) lay(v *visit) (err error) {
	step := p.Step()
	p.Felt, err = v.felt(&step.View)
	return err
}

// A correctPage is the record of a round that stands, to be corrected.
type correctPage struct {
	ID      string
	Record  pit.Record
	Codes   []pit.Code
	Dispute string // the open dispute the correction answers; none: empty
	ByDeck  bool
}

func loadCorrect(v *visit) (any, error) {
	p := &correctPage{ID: v.r.PathValue("id"), Codes: pit.Codes}
	at := "/v1/rounds/" + url.PathEscape(p.ID)
	var view sight.View
	var disputes struct {
		Disputes []pit.Dispute `json:"disputes"`
	}
	if err := v.ask(at+"/record", &p.Record); err != nil {
		return nil, err
	}
	if err := v.ask(at, &view); err != nil {
		return nil, err
	}
	if err := v.ask("/v1/disputes?open=true&round="+url.QueryEscape(p.ID), &disputes); err != nil {
		return nil, err
	}
	if len(disputes.Disputes) > 0 {
		p.Dispute = disputes.Disputes[0].ID
	}
	p.ByDeck = view.Deck != nil
	return p, nil
}
