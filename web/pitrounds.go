package web

import (
	"errors"
	"net/http"

	"croupier/floor"
	"croupier/games/all"
	"croupier/pit"
	"croupier/sight"
)

// roundPages are of rounds.
var roundPages = []page{
	inPit("/pit/rounds", "rounds", "pit.rounds", loadRounds),
	inPit("/pit/rounds/{id}", "round", "pit.round", loadRound),
	inPit("/pit/rounds/{id}/replay", "replay", "pit.replay", loadReplay, "pit/replay"),
	{path: "/pit/rounds/{id}/steps/{step}", name: "pit/step", load: loadStep},
	{
		path: "/pit/rounds/{id}/correct", name: "pit/correct", frame: "office", title: "pit.correct", styles: []string{"pit"}, scripts: []string{"pit/correct"},
		words: []string{"pit", "event", "place", "wager", "do", "step"}, load: loadCorrect,
	},
}

// A roundSearch is a page of the rounds that were looked for.
type roundSearch struct {
	*hall
	Rounds   []pit.FoundRound
	Games    []string
	Statuses []sight.Status
	Next     string       // address of the next page; none on the last
	Sheet    *floor.Sheet // of the table's session, where one table is asked for
	Problem  *Problem
}

// searched are the filters of a search of rounds.
var searched = []string{"table", "pit", "from", "to", "dealer", "game", "status", "corrected", "disputed", "min_win", "cursor"}

func loadRounds(v *visit) (any, error) {
	h, err := v.hall()
	if err != nil {
		return nil, err
	}
	s := &roundSearch{hall: h, Statuses: []sight.Status{sight.Betting, sight.Dealing, sight.Paying, sight.Settled, sight.Void}}
	for _, e := range all.Editions {
		s.Games = append(s.Games, e.Game)
	}
	var list struct {
		Rounds []pit.FoundRound `json:"rounds"`
		Cursor string           `json:"cursor"`
	}
	asked := only(v.r.URL.Query(), searched...)
	if s.Problem, err = refused(v.ask("/v1/rounds?"+asked.Encode(), &list)); err != nil {
		return nil, err
	}
	if s.Rounds = list.Rounds; list.Cursor != "" {
		asked.Set("cursor", list.Cursor)
		s.Next = "/pit/rounds?" + asked.Encode()
	}
	for i := range s.Rounds {
		r := &s.Rounds[i]
		r.Opened = h.At(r.Table, r.Opened)
	}
	if table := asked.Get("table"); table != "" && s.Problem == nil {
		s.Sheet, err = v.sheet(table)
	}
	return s, err
}

// sheet is the result sheet of the table's last session; nil where it never had one.
func (v *visit) sheet(table string) (*floor.Sheet, error) {
	s := &floor.Sheet{}
	err := v.ask("/v1/tables/"+table+"/sheet", s)
	var p *Problem
	if errors.As(err, &p) && p.Code == "no_sheet" {
		return nil, nil
	}
	return s, err
}

// refused tells a question the API would not answer as it was put, which a page says
// beside its form, from what else went wrong.
func refused(err error) (*Problem, error) {
	var p *Problem
	if errors.As(err, &p) && p.Status == http.StatusBadRequest {
		return p, nil
	}
	return nil, err
}
