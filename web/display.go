package web

import (
	"cmp"
	"maps"
	"slices"
	"strings"

	"croupier/cards"
	"croupier/floor"
	"croupier/house"
	"croupier/sight"
	"croupier/words"
)

// displayPages are what hangs over a table for everybody to see.
var displayPages = []page{
	{
		path: "/display/{table}", name: "display/display", frame: "bare", title: "display.title", open: true,
		styles: []string{"display"}, scripts: []string{"display/watch"}, load: loadDisplay, as: spokenAt,
	},
	{path: "/display/{table}/felt", name: "display/felt", open: true, load: loadDisplay, as: spokenAt},
	{
		path: "/display/{table}/card", name: "display/card", frame: "display/paper", title: "display.card", open: true,
		styles: []string{"print"}, scripts: []string{"display/print"}, load: loadDisplay, as: spokenAt,
	},
}

// A display is what the API says of a table to anybody.
type display struct {
	Table struct {
		ID                        int64
		Name, Pit, Language, Game string
		Version                   int
		Open                      bool
	}
	Settings  *house.Pins
	Wagers    []spot
	Paytables map[string]paytable
	Round     *sight.View
	Done      *sight.View
	Last      []floor.Ended
}

// A spot is a wager of a game, as it lies on the layout.
type spot struct {
	Name     string
	Required bool
	Equals   string
	Later    bool
	Rows     []string
	Paytable string
}

// A paytable is one as the API tells of it.
type paytable struct {
	Name, Game, Wager, Form, Digest string
	Rows                            []struct{ Name, Odds, Net string }
	Requires                        map[string]string
}

func loadDisplay(v *visit) (any, error) {
	var d display
	err := v.ask("/v1/display/"+v.segment("table"), &d)
	return &d, err
}

// spokenAt is the language of the table, and where none is set that of whoever looks.
func spokenAt(v *visit) words.Language {
	if l := v.Content.(*display).Table.Language; l != "" {
		return words.Language(l)
	}
	return v.Words.Language()
}

// Lies is the round whose chips and cards lie on the felt; nil where none does.
func (d *display) Lies() *sight.View { return cmp.Or(d.Round, d.Done) }

// Dealt is what the dealer's cards made, where they were turned and the round ended.
func (d *display) Dealt() string {
	if d.Round == nil && len(d.Last) > 0 {
		return d.Last[0].Hand
	}
	return ""
}

// Offered are the wagers the table offers: all but those whose paytable it took away.
func (d *display) Offered() []spot {
	return slices.DeleteFunc(slices.Clone(d.Wagers), func(s spot) bool {
		_, priced := d.Paytables[s.Name]
		return len(s.Rows) > 0 && !priced
	})
}

// Priced are the paytables in the order of the layout.
func (d *display) Priced() (list []paytable) {
	for _, s := range d.Wagers {
		if p, ok := d.Paytables[s.Name]; ok {
			list = append(list, p)
		}
	}
	return list
}

// Even are the wagers the table offers that are paid even money.
func (d *display) Even() []spot {
	return slices.DeleteFunc(d.Offered(), func(s spot) bool { return len(s.Rows) > 0 })
}

// Limited are the limits in the order of the layout.
func (d *display) Limited() []limited {
	if d.Settings == nil {
		return nil
	}
	return limits(d.Settings.Limits, d.Wagers)
}

// Rules are the keys of the words for the house rules in force.
func (d *display) Rules() []string { return ruled(&d.Settings.Settings) }

// A limited is a wager with its limits.
type limited struct {
	Wager string
	house.Limit
}

// limits are the limits in the order of the spots.
func limits(by map[string]house.Limit, of []spot) (list []limited) {
	for _, s := range of {
		if l, ok := by[s.Name]; ok {
			list = append(list, limited{s.Name, l})
		}
	}
	return list
}

// ruled are the keys of the words for the house rules of the settings.
func ruled(s *house.Settings) (keys []string) {
	for _, rule := range slices.Sorted(maps.Keys(s.House)) {
		keys = append(keys, "rule."+rule+" "+s.House[rule])
	}
	return append(keys, "rule.deal_order "+s.DealOrder)
}

// Slots are the cards of a place with as many empty ones behind as make n.
func (s *shown) Slots(n int, of cards.Cards) []string {
	slots := strings.Fields(of.String())
	for len(slots) < n {
		slots = append(slots, "")
	}
	return slots
}

// Family is the game without the version of its rules.
func (s *shown) Family(game string) string { return family(game) }

func family(game string) string {
	name, _, _ := strings.Cut(game, "/")
	return name
}

// Short is as much of a digest as tells it from others.
func (s *shown) Short(digest string) string { return digest[:min(12, len(digest))] }

// Seat are the lines of a seat in the order of settling.
func (s *shown) Seat(of *sight.View, seat int) []sight.LineView {
	return slices.DeleteFunc(slices.Clone(of.Lines), func(l sight.LineView) bool { return l.Seat != seat })
}
