package sight

import (
	"slices"

	"croupier/cards"
	"croupier/games"
	"croupier/house"
)

// Run is the deals that follow one another from the one the round asks for now, without
// a word from anybody between them: face down to one place after the other, or what is
// burned and the deal after it. It is empty where no deal is asked for.
func Run(felt *house.Felt, r *games.Round) []games.Prompt {
	asked := r.Asked()
	if len(asked) == 0 || asked[0].Kind != games.KindDeal {
		return nil
	}
	ahead, err := games.Replay(felt.Game, felt.Terms, felt.Pays, r.Events())
	if err != nil {
		return nil // the round itself was folded of the same events
	}
	var run []games.Prompt
	for {
		asked := ahead.Asked()
		if len(asked) == 0 || asked[0].Kind != games.KindDeal || len(run) > 0 && !follows(run[len(run)-1], asked[0]) {
			return run
		}
		p := asked[0]
		run = append(run, p)
		if !p.Down || ahead.Apply(facedown(p)) != nil {
			return run
		}
	}
}

// follows reports whether the deal is made in one go with the one before it.
func follows(before, p games.Prompt) bool {
	return before.Place == games.Burn || p.Down && p.Place != games.Burn
}

func facedown(p games.Prompt) games.Event {
	return games.Event{Step: p.Step, Kind: p.Kind, Place: p.Place, Cards: slices.Repeat(cards.Cards{cards.FaceDown}, p.Count)}
}

// Back is what is taken back in one go, the latest first, each by a strike: the last
// event that stands and, where that is a deal, those made in one go with it. What was
// noted of them is left out.
func Back(r *games.Round) []games.Event {
	var back []games.Event
	for _, e := range slices.Backward(r.Standing()) {
		if len(back) > 0 && !together(e, back[len(back)-1]) {
			break
		}
		e.Note, e.Cards = "", slices.Clone(e.Cards)
		back = append(back, e)
	}
	return back
}

// together reports whether both are deals that were made in one go.
func together(before, e games.Event) bool {
	if before.Kind != games.KindDeal || e.Kind != games.KindDeal {
		return false
	}
	prompt := func(e games.Event) games.Prompt {
		return games.Prompt{Place: e.Place, Down: !slices.ContainsFunc(e.Cards, cards.Card.Known)}
	}
	return prompt(before).Down && follows(prompt(before), prompt(e))
}
