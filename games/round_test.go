package games_test

import (
	"encoding/json"
	"errors"
	"strings"
	"testing"

	"croupier/cards"
	"croupier/games"
	"croupier/games/bonus"
	"croupier/games/gamestest"
	"croupier/games/uth"
)

// uthPrices are the paytables of the tests.
var uthPrices = games.Prices{
	"blind": gamestest.Odds("royal flush 500", "straight flush 50", "four of a kind 10", "full house 3", "flush 1.5", "straight 1"),
	"trips": gamestest.Odds("royal flush 50", "straight flush 40", "four of a kind 30", "full house 8", "flush 6", "straight 5", "three of a kind 3"),
}

func open(t *testing.T) *gamestest.Table {
	t.Helper()
	return gamestest.NewTable(t, uth.Edition, gamestest.Setting{Prices: uthPrices})
}

// An event without step for a ruling, and without cards for a face-down deal,
// is recorded in full.
func TestApplyWritesWhatIsLeftOpen(t *testing.T) {
	t.Parallel()
	tbl := open(t)
	tbl.Bets(1, "ante 10")
	for _, e := range []games.Event{
		{Step: "bets", Kind: games.KindClose},
		{Step: "hole", Kind: games.KindDeal, Place: 1},
		{Kind: games.KindStrike, Note: "wrong seat", Late: true},
		{Kind: games.KindVoid, Note: "misdeal"},
	} {
		if err := tbl.Round.Apply(e); err != nil {
			t.Fatal(err)
		}
	}
	got, err := json.Marshal(tbl.Round.Events())
	if err != nil {
		t.Fatal(err)
	}
	want := `[{"step":"bets","kind":"bet","place":1,"do":"bet","wager":"ante","amount":"10"},` +
		`{"step":"bets","kind":"close","place":0},` +
		`{"step":"hole","kind":"deal","place":1,"cards":"?? ??"},` +
		`{"step":"strike","kind":"strike","place":0,"note":"wrong seat"},` +
		`{"step":"void","kind":"void","place":0,"do":"return","note":"misdeal"}]`
	if string(got) != want {
		t.Errorf("recorded\n%s, want\n%s", got, want)
	}
}

// A strike of a decision is late once cards were seen after it, also where
// those were struck first, and at once where they were not.
func TestLate(t *testing.T) {
	t.Parallel()
	tbl := open(t)
	tbl.Bets(1, "ante 10")
	tbl.Hole()
	tbl.Acts(1, "check")
	if tbl.Strikes() {
		t.Error("late before any card was seen")
	}
	tbl.Acts(1, "check")
	tbl.Deal("flop", "As Kd 7c")
	for i, want := range []bool{false, false, true} { // the flop, the burn, the check
		if late := tbl.Strikes(); late != want {
			t.Errorf("strike %d is marked late %v", i+1, late)
		}
	}
	tbl.Acts(1, "4x")
	if tbl.Strikes() {
		t.Error("late although no card was seen since it was keyed again")
	}
}

func TestRefusals(t *testing.T) {
	t.Parallel()
	tbl := open(t)
	tbl.Bets(1, "ante 10")
	tbl.Hole()
	tbl.Acts(1, "check")
	tbl.Refuses(games.Event{Step: "burn 1", Kind: games.KindDeal, Place: games.Burn, Cards: cards.Cards{1}}, games.ErrCards)
	tbl.Refuses(games.Event{Step: "burn 1", Kind: games.KindDeal, Place: games.Burn, Cards: cards.Cards{0, 0}}, games.ErrCards)
	tbl.Refuses(games.Event{Step: "burn 1", Kind: games.KindDeal, Place: games.Burn, Cards: cards.Cards{53}}, games.ErrCards)
	tbl.Refuses(games.Event{Step: "flop", Kind: games.KindDeal, Place: games.Board, Cards: cards.Cards{1, 2, 3}}, games.ErrNotAsked)
	tbl.Deal("flop", "As Kd 7c")
	tbl.Acts(1, "check")
	if err := tbl.Round.Apply(games.Event{Step: "burn 2", Kind: games.KindDeal, Place: games.Burn}); err != nil {
		t.Fatal(err)
	}
	last := games.Event{Step: "turn and river", Kind: games.KindDeal, Place: games.Board}
	for text, want := range map[string]error{
		"2h As": games.ErrSeen, "2h": games.ErrCards, "2h 2d 2c": games.ErrCards, "": games.ErrCards, "2h ??": games.ErrCards,
	} {
		e := last
		e.Cards, _ = cards.ParseAll(text)
		tbl.Refuses(e, want)
	}
	last.Cards = cards.Cards{1, 1}
	tbl.Refuses(last, games.ErrSeen)
	last.Cards, last.Note = cards.Cards{1, 2}, "a note"
	tbl.Refuses(last, games.ErrForm)
	last.Note, last.Do = "", "bet"
	tbl.Refuses(last, games.ErrForm)
	tbl.Refuses(games.Event{Kind: games.KindStrike}, games.ErrNote)
	tbl.Refuses(games.Event{Kind: games.KindStrike, Note: strings.Repeat("n", games.MaxNote+1)}, games.ErrNote)
	for _, note := range []string{"two\nlines", "a\x00b", "\xff"} {
		tbl.Refuses(games.Event{Kind: games.KindStrike, Note: note}, games.ErrNote)
	}
	tbl.Refuses(games.Event{Kind: games.KindStrike, Note: "x", Do: "bet"}, games.ErrForm)
	tbl.Refuses(games.Event{Kind: games.KindStrike, Note: "x", Step: "flop"}, games.ErrNotAsked)
	tbl.Refuses(games.Event{Kind: games.KindVoid, Note: "x", Do: "dead"}, games.ErrChoice)
	tbl.Refuses(games.Event{Kind: games.KindVoid, Note: "x", Place: 2}, games.ErrNotAsked)
	tbl.Refuses(games.Event{Kind: games.KindVoid, Note: "x", Amount: dec("1")}, games.ErrAmount)
	tbl.Refuses(games.Event{Kind: games.Kind(strings.Repeat("k", 1000)), Step: strings.Repeat("s", 1000)}, games.ErrNotAsked)
}

// A refusal is short, however long what it refuses.
func TestRefusalsAreShort(t *testing.T) {
	t.Parallel()
	long := strings.Repeat("x", 100_000)
	for _, e := range []games.Event{
		{Kind: games.Kind(long), Step: long},
		{Kind: games.KindBet, Step: "bets", Place: 1, Do: long, Wager: long},
		{Kind: games.KindBet, Step: "bets", Place: 1, Note: long},
		{Kind: games.KindVoid, Note: long},
	} {
		err := open(t).Round.Apply(e)
		if err == nil || len(err.Error()) > 300 {
			t.Errorf("%.40s: %.400v", e.Kind, err)
		}
	}
}

// Cards of the record belong to nobody else: who appends to them changes
// neither another event nor another round.
func TestFaceDownCardsAreNotShared(t *testing.T) {
	t.Parallel()
	dealt := func() cards.Cards {
		tbl := open(t)
		tbl.Bets(1, "ante 10")
		tbl.Hole()
		events := tbl.Round.Events()
		return events[len(events)-1].Cards
	}
	_ = append(dealt(), 52, 52, 52)
	all := gamestest.NewTable(t, bonus.Edition, gamestest.Setting{})
	all.Bets(1, "ante 10")
	all.Hole()
	if board := cards.Cards(all.Round.Cards(games.Board)); board.String() != "?? ?? ?? ?? ??" || dealt().String() != "?? ??" {
		t.Errorf("dealt %v face down", board)
	}
}

func TestReplayNamesTheEvent(t *testing.T) {
	t.Parallel()
	g, terms, pays := gamestest.Setting{}.Game(t, uth.Edition)
	_, err := games.Replay(g, terms, pays, []games.Event{
		{Step: "bets", Kind: games.KindBet, Place: 1, Do: games.DoBet, Wager: "ante", Amount: dec("10")},
		{Step: "hole", Kind: games.KindDeal, Place: 1},
	})
	if !errors.Is(err, games.ErrNotAsked) || !strings.HasPrefix(err.Error(), "event 2: ") {
		t.Errorf("%v", err)
	}
}

// Reset leaves nothing of the round before.
func TestReset(t *testing.T) {
	t.Parallel()
	g, terms, pays := gamestest.Setting{}.Game(t, uth.Edition)
	fresh, used := games.NewRound(g, terms, pays), games.NewRound(g, terms, pays)
	if err := gamestest.Play(used, gamestest.Rand(1)); err != nil {
		t.Fatal(err)
	}
	used.Reset(g, terms, pays)
	for range 2 {
		if got, want := gamestest.Snapshot(used), gamestest.Snapshot(fresh); got != want || used.N() != fresh.N() {
			t.Fatalf("%d events\n%s\nwant %d\n%s", used.N(), got, fresh.N(), want)
		}
		for _, r := range []*games.Round{used, fresh} {
			if err := gamestest.Play(r, gamestest.Rand(2)); err != nil {
				t.Fatal(err)
			}
		}
	}
}

// Next and Apply keep to the memory they are given: prompts asked before an
// event are not the ones after it.
func TestNextAppends(t *testing.T) {
	t.Parallel()
	tbl := open(t)
	mine := []games.Prompt{{Step: "mine"}}
	next := tbl.Round.Next(mine)
	if len(next) != 1+7+1 || next[0].Step != "mine" || next[8].Kind != games.KindVoid || next[8].By != games.BySupervisor {
		t.Errorf("%d prompts: %v", len(next), next)
	}
}

func TestPromptsAsJSON(t *testing.T) {
	t.Parallel()
	tbl := open(t)
	tbl.Bets(1, "ante 10")
	tbl.Hole()
	got, err := json.Marshal(tbl.Round.Next(nil))
	if err != nil {
		t.Fatal(err)
	}
	want := `[{"step":"preflop","kind":"act","place":1,"by":"dealer","options":[` +
		`{"do":"bet","wager":"play","min":"40","max":"40"},{"do":"bet","wager":"play","min":"30","max":"30"},{"do":"check"}]},` +
		`{"step":"strike","kind":"strike","place":0,"by":"dealer"},` +
		`{"step":"void","kind":"void","place":0,"by":"supervisor","options":[{"do":"return"}]},` +
		`{"step":"void","kind":"void","place":1,"by":"supervisor","options":[{"do":"return"},{"do":"dead"}]}]`
	if string(got) != want {
		t.Errorf("%s\nwant\n%s", got, want)
	}
}
