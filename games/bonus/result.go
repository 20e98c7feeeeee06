package bonus

import (
	"croupier/cards"
	"croupier/games"
)

// house is the house rules a result depends on.
type house struct {
	from    cards.Category // the ante is paid from here, bonus 8
	below   string         // the reason of an ante that pushes
	forfeit bool           // bonus 9
}

func newHouse(h games.House) house {
	from := cards.Straight
	if h.Ruled("ante_pays_from", "flush") {
		from = cards.Flush
	}
	return house{
		from:    from,
		below:   "player wins below a " + from.String(),
		forfeit: h.Ruled("bonus_on_fold", "forfeit"),
	}
}

// result pays and takes as bonus 7 has it; the dealer always plays.
func (h house) result(wager string, s *games.Showdown, pays games.Pays) games.Outcome {
	switch {
	case wager == "bonus":
		return h.bonus(s, pays)
	case s.Folded:
		return games.Lose("bonus 10", "fold")
	case s.Player < s.Dealer:
		return games.Lose("bonus 7", "dealer wins")
	case s.Player == s.Dealer:
		return games.Push("bonus 7", "tie")
	case wager == "ante" && s.Player.Category() < h.from:
		return games.Push("bonus 8", h.below)
	}
	return games.Even("bonus 7", "player wins")
}

// bonus is paid on the hole cards, whoever wins, bonus 9.
func (h house) bonus(s *games.Showdown, pays games.Pays) games.Outcome {
	if s.Folded && h.forfeit {
		return games.Lose("bonus 9", "the bonus is forfeited by the fold")
	}
	if o, ok := pays.Pay("bonus", s, "bonus 9"); ok {
		return o
	}
	return games.Lose("bonus 9", "no row of the paytable")
}
