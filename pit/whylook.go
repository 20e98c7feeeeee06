package pit

import (
	"croupier/cards"
	"croupier/games"
	"croupier/ledger"
	"croupier/sight"
	"croupier/words"
)

// look tells what the wager was judged by, as far as it was shown: the game says
// what each wager looks at. Where a ruling or a fold decided, no cards did.
func (t *teller) look(l *ledger.Line) []string {
	looks := t.felt.Game.Wagers[t.felt.Game.Index(l.Wager)].Looks
	s := t.round.Showdown(l.Seat)
	has := func(what games.Looks) bool { return looks&what != 0 }
	switch {
	case l.Won == games.Voided, t.round.Dead().Has(l.Seat), s.Folded && has(games.Fold):
		return nil
	case has(games.FirstFive):
		return t.five(&s)
	case has(games.OwnHole):
		return t.hole(&s, has(games.DealerHole))
	case has(games.DealerHand) && s.Player != 0 && s.Dealer != 0:
		return t.both(&s, l.Row != "")
	case has(games.OwnHand) && s.Player != 0:
		mine := sight.BestOf(s.Hole, s.Board)
		return []string{t.Say("look.player", words.Args{"player": t.hand(s.Player), "mine": cards.Cards(mine[:])})}
	}
	return nil
}

func known(cs ...cards.Card) bool {
	for _, c := range cs {
		if !c.Known() {
			return false
		}
	}
	return true
}

func (t *teller) five(s *games.Showdown) []string {
	five := []cards.Card{s.Hole[0], s.Hole[1], s.Board[0], s.Board[1], s.Board[2]}
	if !known(five...) {
		return nil
	}
	mine := cards.Best(five)
	return []string{t.Say("look.five", words.Args{"hand": t.hand(s.FirstFive()), "mine": cards.Cards(mine[:])})}
}

func (t *teller) hole(s *games.Showdown, dealer bool) []string {
	switch {
	case !known(s.Hole[:]...):
		return nil
	case dealer && known(s.DealerHole[:]...):
		return []string{t.Say("look.holes", words.Args{"hole": cards.Cards(s.Hole[:]), "theirs": cards.Cards(s.DealerHole[:])})}
	}
	return []string{t.Say("look.hole", words.Args{"hole": cards.Cards(s.Hole[:])})}
}

// both tells of the two hands and, where a row priced the line and no reason does,
// whether the dealer qualified.
func (t *teller) both(s *games.Showdown, priced bool) []string {
	mine, theirs := sight.BestOf(s.Hole, s.Board), sight.BestOf(s.DealerHole, s.Board)
	said := []string{t.Say("look.both", words.Args{
		"player": t.hand(s.Player), "mine": cards.Cards(mine[:]),
		"dealer": t.hand(s.Dealer), "theirs": cards.Cards(theirs[:]),
	})}
	if s.Player != s.Dealer && s.Player.Category() == s.Dealer.Category() {
		higher, lower := decided(mine, theirs)
		said = append(said, t.Say("look.higher", words.Args{"higher": higher, "lower": lower}))
	}
	if qualifies := t.felt.Game.Qualifies; qualifies != nil && priced {
		said = append(said, t.Say(map[bool]string{true: "look.plays", false: "look.idle"}[qualifies(s)], nil))
	}
	return said
}

// decided are the ranks that decide between two hands of a category, as they are
// printed on the cards. Hands are shown with what counts most first.
func decided(a, b [5]cards.Card) (higher, lower string) {
	for i := range a {
		if x, y := a[i].Rank(), b[i].Rank(); x != y {
			return printed(max(x, y)), printed(min(x, y))
		}
	}
	return "", ""
}

func printed(r cards.Rank) string {
	if r == cards.Ten {
		return "10"
	}
	return r.String()
}
