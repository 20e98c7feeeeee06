package web

import (
	"slices"

	"croupier/pit"
)

// floorPages are of what happens on the floor.
var floorPages = []page{
	{
		path: "/pit", name: "pit/floor", frame: "office", title: "pit.floor", styles: []string{"pit"}, scripts: []string{"pit/feed", "pit/ack"},
		words: []string{"pit", "event", "place", "wager", "alert", "happened", "subject"}, load: loadFloor,
	},
	{path: "/pit/tiles", name: "pit/tiles", load: loadTiles},
	{path: "/pit/waiting", name: "pit/waiting", load: loadWaiting},
	inPit("/pit/alerts", "alerts", "pit.alerts", loadAlerts, "pit/ack"),
}

// overview is the page of the floor.
type overview struct {
	Tiles   *tiles
	Waiting *alertPage
	Known   int64  // the last alert that was raised before the page was shown; 0 is none
	After   string // position in the feed from which on the page tells what happened
}

// lately is how many pages of each chain the page tells of that were written before it
// was opened.
const lately = 10

func loadFloor(v *visit) (any, error) {
	chains, err := v.chains()
	if err != nil {
		return nil, err
	}
	o := &overview{After: chains.back(lately)}
	newest, err := v.alerts("/v1/alerts?limit=1")
	if err != nil {
		return nil, err
	}
	for _, a := range newest.Alerts {
		o.Known = a.ID
	}
	if o.Tiles, err = v.tiles(); err != nil {
		return nil, err
	}
	o.Waiting, err = v.waiting()
	return o, err
}

// tiles are the tables at a glance, by pit.
type tiles struct {
	pit.Glance
	Pits []pitTables
	Open int // tables
}

type pitTables struct {
	Name   string
	Tables []pit.TableGlance
}

func loadTiles(v *visit) (any, error) { return v.tiles() }

func (v *visit) tiles() (*tiles, error) {
	t := &tiles{}
	if err := v.ask("/v1/floor", &t.Glance); err != nil {
		return nil, err
	}
	for _, table := range t.Tables {
		i := slices.IndexFunc(t.Pits, func(p pitTables) bool { return p.Name == table.Pit })
		if i < 0 {
			i, t.Pits = len(t.Pits), append(t.Pits, pitTables{Name: table.Pit})
		}
		t.Pits[i].Tables = append(t.Pits[i].Tables, table)
		if table.Dealer != "" {
			t.Open++
		}
	}
	return t, nil
}

func loadWaiting(v *visit) (any, error) { return v.waiting() }

// waiting are the alerts nobody has acknowledged, as many as one can take in.
func (v *visit) waiting() (*alertPage, error) { return v.alerts("/v1/alerts?open=true&limit=20") }
