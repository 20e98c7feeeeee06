package web

import (
	"encoding/json"
	"maps"
	"slices"

	"croupier/floor"
	"croupier/house"
	"croupier/paytables"
)

// feltPages are of the tables.
var feltPages = []page{
	{path: "/house/tables", name: "house/tables", frame: "office", title: "house.tables", styles: []string{"house", "office"}, load: loadTables},
	{path: "/house/tables/new", name: "house/tablenew", frame: "office", title: "house.set up", styles: []string{"house", "office"}, load: loadNewTable},
	{path: "/house/tables/{table}", name: "house/table", frame: "office", title: "house.table", styles: []string{"house", "office"}, load: loadTable},
}

// A game is one as the API describes it.
type game struct {
	Name, Title string
	Seats       int
	DealOrders  []string `json:"deal_orders"`
	House       []houseRule
	Wagers      []spot
}

// A houseRule is what the house decides of a game.
type houseRule struct {
	Name    string
	Values  []string
	Default string // none: the house must choose
}

// games are the games the house deals.
func (v *visit) games() ([]game, error) {
	var list struct{ Games []game }
	err := v.ask("/v1/games", &list)
	return list.Games, err
}

// named is the game of the name, or nil.
func named(list []game, name string) *game {
	i := slices.IndexFunc(list, func(g game) bool { return g.Name == name })
	if i < 0 {
		return nil
	}
	return &list[i]
}

// ofTables is what the list of tables shows.
type ofTables struct {
	Tables []house.Table
	games  []game
}

func loadTables(v *visit) (any, error) {
	var all ofTables
	if err := v.ask("/v1/tables", &all); err != nil {
		return nil, err
	}
	var err error
	all.games, err = v.games()
	return &all, err
}

// Limited are the limits of the table, in the order of the layout.
func (o *ofTables) Limited(t *house.Table) []limited {
	if g := named(o.games, t.Pins.Game); g != nil {
		return limits(t.Pins.Limits, g.Wagers)
	}
	return nil
}

// ofTable is what the page of a table shows.
type ofTable struct {
	house.Table
	Sheet  *floor.Sheet // of its last session; nil where there is none, or none to see
	Priced []paytable   // in the order of the layout
	Limits []limited
}

func loadTable(v *visit) (any, error) {
	var t ofTable
	at := "/v1/tables/" + v.segment("table")
	if err := v.ask(at, &t.Table); err != nil {
		return nil, err
	}
	var sheet floor.Sheet
	has, err := v.askFor(at+"/sheet", &sheet)
	if has {
		t.Sheet = &sheet
	}
	if err != nil || t.Pins == nil {
		return &t, err
	}
	return &t, t.describe(v)
}

// describe adds what the settings in force come to.
func (t *ofTable) describe(v *visit) error {
	list, err := v.games()
	if err != nil {
		return err
	}
	all, err := v.paytables()
	if g := named(list, t.Pins.Game); g != nil && err == nil {
		t.Limits = limits(t.Pins.Limits, g.Wagers)
		for _, s := range g.Wagers {
			i := slices.IndexFunc(all, func(p paytable) bool { return p.Digest == t.Pins.Paytables[s.Name].Digest })
			if i >= 0 {
				t.Priced = append(t.Priced, all[i])
			}
		}
	}
	return err
}

// Rules are the keys of the words for the house rules in force.
func (t *ofTable) Rules() []string { return ruled(&t.Pins.Settings) }

// Settings are those in force.
func (t *ofTable) Settings() *house.Pins { return t.Pins }

// paytables are all there are.
func (v *visit) paytables() ([]paytable, error) {
	var list struct{ Paytables []paytable }
	err := v.ask("/v1/paytables", &list)
	return list.Paytables, err
}

// newTable is what the form of a new table shows: first which games there are, then
// all that the one chosen wants to know.
type newTable struct {
	Games  []game
	Game   *game
	offers []paytable
	Zones  []string
}

func loadNewTable(v *visit) (any, error) {
	list, err := v.games()
	if err != nil {
		return nil, err
	}
	n := &newTable{Games: list, Game: named(list, v.r.URL.Query().Get("game")), Zones: zones}
	if n.Game != nil {
		n.offers, err = v.paytables()
	}
	return n, err
}

// zones are proposed; any other of the IANA's may be written.
var zones = []string{"Asia/Seoul", "Asia/Vladivostok", "Asia/Almaty", "Europe/Moscow", "Europe/London", "America/New_York", "UTC"}

// Priced are the wagers whose paytable is to be chosen.
func (n *newTable) Priced() []spot {
	return slices.DeleteFunc(slices.Clone(n.Game.Wagers), func(s spot) bool { return len(s.Rows) == 0 })
}

// Bounded are the wagers that have limits.
func (n *newTable) Bounded() []spot {
	return slices.DeleteFunc(slices.Clone(n.Game.Wagers), func(s spot) bool { return s.Later || s.Equals != "" })
}

// An offer is a paytable that may be chosen.
type offer struct {
	Name, Value string // Value is what a request says of it, in JSON
	Default     bool
}

// Offers are the paytables of the wager.
func (n *newTable) Offers(s spot) (list []offer, err error) {
	for _, p := range n.offers {
		if p.Game != family(n.Game.Name) || p.Wager != s.Name {
			continue
		}
		value, err := p.asked()
		if err != nil {
			return nil, err
		}
		list = append(list, offer{p.Name, value, p.Name == s.Paytable})
	}
	return list, nil
}

// asked is how a request names the paytable: one that ships by its name, another by
// its rows.
func (p *paytable) asked() (string, error) {
	var what any = p.Name
	if ships, err := paytables.Default(p.Name); err != nil || ships.Digest().String() != p.Digest {
		rows := map[string]any{"name": p.Name, "form": p.Form}
		if len(p.Requires) > 0 {
			rows["requires"] = maps.Clone(p.Requires)
		}
		for _, r := range p.Rows {
			rows[r.Name] = r.Odds
		}
		what = rows
	}
	text, err := json.Marshal(what)
	return string(text), err
}
