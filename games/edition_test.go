package games_test

import (
	"errors"
	"strings"
	"testing"

	"croupier/games"
	"croupier/games/bonus"
	"croupier/games/uth"
)

func TestHouseRulesChosen(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		edition games.Edition
		given   games.House
		want    games.House // nil: refused
		says    string
	}{
		{uth.Edition, nil, games.House{"preflop_multiples": "3,4", "trips_on_fold": "settle", "trips_versus_dealer": "independent"}, ""},
		{uth.Edition, games.House{"preflop_multiples": "[4, 3]", "trips_on_fold": "forfeit"}, games.House{"preflop_multiples": "3,4", "trips_on_fold": "forfeit", "trips_versus_dealer": "independent"}, ""},
		{uth.Edition, games.House{"preflop_multiples": "[4]"}, games.House{"preflop_multiples": "4", "trips_on_fold": "settle", "trips_versus_dealer": "independent"}, ""},
		{uth.Edition, games.House{"preflop_multiples": "3,3"}, nil, `preflop_multiples is "3,3"`},
		{uth.Edition, games.House{"preflop_multiples": "2"}, nil, "want 3,4 or 4 or 3"},
		{uth.Edition, games.House{"trips_on_fold": "Settle"}, nil, `trips_on_fold is "Settle"`},
		{uth.Edition, games.House{"trips_on_fold": ""}, nil, "trips_on_fold must be chosen"},
		{uth.Edition, games.House{"ante_pays_from": "flush"}, nil, `"ante_pays_from"`},
		{uth.Edition, games.House{strings.Repeat("x", 1000): "flush"}, nil, "house rule"},
		{bonus.Edition, nil, nil, "ante_pays_from must be chosen: straight or flush"},
		{bonus.Edition, games.House{"ante_pays_from": "flush"}, games.House{"ante_pays_from": "flush", "bonus_on_fold": "settle"}, ""},
	} {
		g, s, err := c.edition.Build(games.Setup{House: c.given})
		if c.want == nil {
			if !errors.Is(err, games.ErrHouse) || !strings.Contains(err.Error(), c.says) || len(err.Error()) > 200 {
				t.Errorf("%v: %v, want %s", c.given, err, c.says)
			}
			continue
		}
		if err != nil || g.Name != c.edition.Name() || s.DealOrder != c.edition.DealOrders[0] {
			t.Errorf("%v: %+v, %v", c.given, s, err)
		}
		if len(s.House) != len(c.want) {
			t.Errorf("%v: %v, want %v", c.given, s.House, c.want)
		}
		for name, value := range c.want {
			if !s.House.Ruled(name, value) {
				t.Errorf("%v: %v, want %v", c.given, s.House, c.want)
			}
		}
	}
}

func TestDealOrderChosen(t *testing.T) {
	t.Parallel()
	if _, _, err := uth.Edition.Build(games.Setup{DealOrder: "community-first"}); !errors.Is(err, games.ErrHouse) {
		t.Errorf("uth deals community-first: %v", err)
	}
	house := games.House{"ante_pays_from": "flush"}
	for _, order := range []string{"community-first", "players-first"} {
		if _, s, err := bonus.Edition.Build(games.Setup{House: house, DealOrder: order}); err != nil || s.DealOrder != order {
			t.Errorf("%s: %v, %v", order, s, err)
		}
	}
}
