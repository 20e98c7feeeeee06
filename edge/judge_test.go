package edge

import (
	"math/big"
	"slices"
	"strings"
	"testing"
)

// costing is a report of wagers with house edges in thousandths.
func costing(edges map[string]int64) *Report {
	r := &Report{}
	for _, name := range []string{"ante", "trips"} {
		if e, ok := edges[name]; ok {
			r.Wagers = append(r.Wagers, Wager{Name: name, EV: big.NewRat(-e, 1000), Most: big.NewRat(500, 1)})
		}
	}
	return r
}

func TestJudge(t *testing.T) {
	t.Parallel()
	band := map[string]Policy{
		"":      {Least: big.NewRat(5, 1000), Most: big.NewRat(50, 1000), Change: big.NewRat(10, 1000)},
		"trips": {Most: big.NewRat(80, 1000)},
	}
	for _, c := range []struct {
		name             string
		proposed, before map[string]int64
		policies         map[string]Policy
		want             []string // wager and code
		says             string
	}{
		{"inside", map[string]int64{"ante": 22, "trips": 62}, nil, band, nil, ""},
		{"on the edges of the band", map[string]int64{"ante": 5, "trips": 80}, nil, band, nil, ""},
		{"no policy", map[string]int64{"ante": 900, "trips": 0}, nil, nil, nil, ""},
		{"the player's advantage", map[string]int64{"ante": 22, "trips": -7}, nil, nil, []string{"trips favours_player"}, "-0.700000 %"},
		{"too much and too little", map[string]int64{"ante": 4, "trips": 81}, nil, band, []string{"ante below_band", "trips above_band"}, "8.100000 %"},
		{"moved up", map[string]int64{"ante": 33}, map[string]int64{"ante": 22}, band, []string{"ante changed"}, "2.200000 % in force"},
		{"moved down", map[string]int64{"ante": 11}, map[string]int64{"ante": 22}, band, []string{"ante changed"}, ""},
		{"moved as far as it may", map[string]int64{"ante": 32}, map[string]int64{"ante": 22}, band, nil, ""},
		{"a new wager", map[string]int64{"ante": 22, "trips": 30}, map[string]int64{"ante": 22}, band, nil, ""},
	} {
		var before *Report
		if c.before != nil {
			before = costing(c.before)
		}
		v := Judge(costing(c.proposed), c.policies, before)
		var got []string
		text := ""
		for _, f := range v.Findings {
			got = append(got, f.Wager+" "+f.Code)
			text += f.Reason + "\n"
		}
		if !slices.Equal(got, c.want) || v.Pass != (len(c.want) == 0) || !strings.Contains(text, c.says) {
			t.Errorf("%s: %v, pass %v: %s", c.name, got, v.Pass, text)
		}
	}
}

func TestExposure(t *testing.T) {
	t.Parallel()
	r := costing(map[string]int64{"ante": 22, "trips": 30})
	limits := map[string]*big.Rat{"ante": big.NewRat(100, 1), "trips": big.NewRat(5, 2)}
	if got := r.Exposure(limits, nil); got.RatString() != "51250" {
		t.Errorf("exposure %s", got)
	}
	if got := r.Exposure(limits, big.NewRat(20000, 1)); got.RatString() != "20000" {
		t.Errorf("capped exposure %s", got)
	}
	delete(limits, "trips")
	if got := r.Exposure(limits, new(big.Rat)); got.RatString() != "50000" {
		t.Errorf("exposure of the ante %s", got)
	}
}
