package sight_test

import (
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/shopspring/decimal"
	"pgregory.net/rapid"

	"croupier/games"
	"croupier/games/all"
	"croupier/games/gamestest"
	"croupier/house"
	"croupier/sight"
)

// A felt of any game, and a dealer whose answers are random.
func draw(t *rapid.T) (*house.Felt, *gamestest.Dealer) {
	e := rapid.SampledFrom(all.Editions).Draw(t, "edition")
	s := rapid.SampledFrom(gamestest.Setups(e)).Draw(t, "setup")
	g, pays, err := gamestest.Build(e, s)
	if err != nil {
		t.Fatal(err)
	}
	terms := games.DefaultTerms()
	terms.Seats = rapid.IntRange(1, 7).Draw(t, "seats")
	return &house.Felt{Game: g, Terms: terms, Pays: pays}, gamestest.NewDealer(gamestest.Rand(rapid.Uint64().Draw(t, "seed")), terms.Seats)
}

// A run is answered as it stands, with nothing asked between, and what it dealt is what
// is taken back in one go.
func TestRunAndBack(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		felt, dealer := draw(t)
		r := felt.Round()
		for range 200 {
			run := sight.Run(felt, r)
			next := slices.Clone(r.Asked())
			if len(next) == 0 {
				return
			}
			deals := next[0].Kind == games.KindDeal
			if deals != (len(run) > 0) {
				t.Fatalf("a run of %v where %v is asked", run, next[0])
			}
			if !deals {
				if err := r.Apply(dealer.Answer(next)); err != nil {
					t.Fatal(err)
				}
				continue
			}
			deal(t, r, dealer, run)
			back(t, felt, r, run)
		}
	})
}

func deal(t *rapid.T, r *games.Round, dealer *gamestest.Dealer, run []games.Prompt) {
	for i, p := range run {
		asked := r.Asked()[0]
		if diff := cmp.Diff(asked, p); diff != "" {
			t.Fatalf("deal %d of the run is another than what is asked: %s", i, diff)
		}
		if !p.Down && i != len(run)-1 {
			t.Fatalf("%v is dealt face up before the end of the run", p)
		}
		if err := r.Apply(dealer.AnswerTo(p)); err != nil {
			t.Fatal(err)
		}
	}
}

// back takes what was dealt back, finds the same asked as before, and deals it again.
func back(t *rapid.T, felt *house.Felt, r *games.Round, run []games.Prompt) {
	taken := sight.Back(r)
	if len(taken) != len(run) {
		t.Fatalf("%d are taken back, %d were dealt", len(taken), len(run))
	}
	struck := felt.Round()
	for _, e := range r.Events() {
		if err := struck.Apply(e); err != nil {
			t.Fatal(err)
		}
	}
	for i := range taken {
		if last := run[len(run)-1-i]; taken[i].Step != last.Step || taken[i].Place != last.Place {
			t.Fatalf("%v is taken back, want %v", taken[i], last)
		}
		if err := struck.Apply(games.Event{Kind: games.KindStrike, Note: "keyed wrongly"}); err != nil {
			t.Fatal(err)
		}
	}
	if diff := cmp.Diff(run, sight.Run(felt, struck)); diff != "" {
		t.Fatalf("after it was taken back another run is asked: %s", diff)
	}
}

// What was noted of an event stays between those who may read the record.
func TestBackTellsNoNote(t *testing.T) {
	t.Parallel()
	g, pays, err := gamestest.Build(all.Editions[0], games.Setup{})
	if err != nil {
		t.Fatal(err)
	}
	felt := &house.Felt{Game: g, Terms: games.DefaultTerms(), Pays: pays}
	r := felt.Round()
	ten := decimal.NewFromInt(10)
	for _, e := range []games.Event{
		{Step: "bets", Kind: games.KindBet, Place: 1, Do: games.DoBet, Wager: "ante", Amount: ten},
		{Step: "bets", Kind: games.KindBet, Place: 2, Do: games.DoBet, Wager: "ante", Amount: ten},
		{Step: "bets", Kind: games.KindClose},
		{Kind: games.KindVoid, Place: 1, Do: games.DoDead, Note: "said Ann"},
	} {
		if err := r.Apply(e); err != nil {
			t.Fatal(err)
		}
	}
	back := sight.Back(r)
	if len(back) != 1 || back[0].Kind != games.KindVoid || back[0].Note != "" {
		t.Errorf("%+v is taken back", back)
	}
	if !slices.ContainsFunc(r.Events(), func(e games.Event) bool { return e.Note == "said Ann" }) {
		t.Error("the record has lost the note")
	}
}
