package edge

import (
	"testing"

	"pgregory.net/rapid"

	"croupier/cards"
	"croupier/games"
	"croupier/games/all"
)

// everyGame calls do with every game under every choice of one house rule.
func everyGame(t *testing.T, do func(t *testing.T, g *games.Game)) {
	t.Helper()
	for _, e := range all.Editions {
		for _, rule := range append(e.House, games.Rule{}) {
			for _, value := range append(rule.Values, "") {
				house := games.House{}
				for _, r := range e.House {
					if r.Default == "" {
						house[r.Name] = r.Values[0]
					}
				}
				if value != "" {
					house[rule.Name] = value
				}
				g, _, err := e.Build(games.Setup{House: house})
				if err != nil {
					t.Fatal(err)
				}
				t.Run(e.Game+" "+rule.Name+" "+value, func(t *testing.T) { do(t, g) })
			}
		}
	}
}

// TestTheTableIsWhatResultSays: what the table tells of two hands is what the
// game's Result says of real cards, for deals drawn at random.
func TestTheTableIsWhatResultSays(t *testing.T) {
	t.Parallel()
	everyGame(t, func(t *testing.T, g *games.Game) {
		p, err := newPlan(g)
		if err != nil {
			t.Fatal(err)
		}
		rapid.Check(t, func(r *rapid.T) {
			deal := rapid.Permutation(cards.FullDeck.Cards()).Draw(r, "deal")
			s := games.Showdown{Hole: [2]cards.Card(deal[:2]), DealerHole: [2]cards.Card(deal[2:4]), Board: [5]cards.Card(deal[4:9])}
			s.Player, s.Dealer = cards.Evaluate(append(deal[4:9:9], s.Hole[:]...)), cards.Evaluate(append(deal[4:9:9], s.DealerHole[:]...))
			column := p.table.column[p.table.classOf[s.Player]][p.table.situationOf(s.Player, s.Dealer)]
			for folded, outcomes := range p.table.columns[column].outcomes {
				s.Folded = folded == 1
				for k, w := range p.table.compared {
					got, err := p.ask(w, &s)
					if err != nil {
						r.Fatal(err)
					}
					if !got.same(outcomes[k]) {
						r.Fatalf("%s on %v, folded %v: %v, the table says %v", g.Wagers[w].Name, s, s.Folded, got, outcomes[k])
					}
				}
			}
		})
	})
}

// TestDealsAreAll holds the numbers of hands of five and of seven cards by
// category.
func TestDealsAreAll(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		n    int
		want [10]int64 // from high card up
	}{
		{5, [10]int64{1_302_540, 1_098_240, 123_552, 54_912, 10_200, 5_108, 3_744, 624, 36, 4}},
		{7, [10]int64{23_294_460, 58_627_800, 31_433_400, 6_461_620, 6_180_020, 4_047_644, 3_473_184, 224_848, 37_260, 4_324}},
	} {
		var got [10]int64
		for _, d := range dealsOf(c.n) {
			got[d.hand.Category()] += d.ways
			if cards.SetOf(d.cards...).Len() != c.n {
				t.Fatalf("%v is no hand of %d", cards.Cards(d.cards), c.n)
			}
		}
		if got != c.want {
			t.Errorf("%d cards: %v, want %v", c.n, got, c.want)
		}
	}
}

// TestFlopsAndPocketsAreAll: the flops and the hole cards beside them stand for
// every deal of five cards, and renaming suits leaves as many as others count.
func TestFlopsAndPocketsAreAll(t *testing.T) {
	t.Parallel()
	all := flops()
	deals, states := int64(0), 0
	for i := range all {
		for _, p := range all[i].pockets() {
			deals += all[i].times * p.times
			states++
		}
	}
	if len(all) != flopCount || states != 1_286_792 || deals != choose(52, 3)*choose(49, 2) {
		t.Errorf("%d flops, %d with hole cards, %d deals", len(all), states, deals)
	}
}

// TestPalettesAreAll: the boards of the palettes stand for every board, and the
// suited ones for those on which a flush can be.
func TestPalettesAreAll(t *testing.T) {
	t.Parallel()
	count := func(p *palette, keep func(*board) bool) (total int64) {
		for i := range p.boards[5].boards {
			b := &p.boards[5].boards[i]
			if !keep(b) {
				continue
			}
			ways := int64(1)
			for typ, copies := range p.copies {
				ways *= choose(int(copies), int(b.count(typ)))
			}
			total += ways
		}
		return total
	}
	every := func(*board) bool { return true }
	if p, s := len(plain.boards[5].boards), len(suited.boards[5].boards); p != 6_175 || s != 36_608 {
		t.Errorf("%d plain boards and %d suited ones, which docs/edge.md has otherwise", p, s)
	}
	if n := count(plain, every); n != choose(52, 5) {
		t.Errorf("%d plain boards", n)
	}
	// three, four or five of a suit, which four suits can be
	if n := 4 * count(suited, every); n != 4*(choose(13, 3)*choose(39, 2)+choose(13, 4)*39+choose(13, 5)) {
		t.Errorf("%d suited boards", n)
	}
}
