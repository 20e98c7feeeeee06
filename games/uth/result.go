package uth

import (
	"croupier/cards"
	"croupier/games"
)

// qualifies reports whether the dealer opens, uth 9: with a pair or better in
// the best five of seven, a pair on the board included.
func qualifies(s *games.Showdown) bool { return s.Dealer.Category() >= cards.Pair }

// result pays and takes as uth 10 has it. Both sides' hands are the best five
// of seven, uth 8; suits never rank, uth 1.
func (h house) result(wager string, s *games.Showdown, pays games.Pays) games.Outcome {
	switch {
	case wager == "trips":
		return h.trips(s, pays)
	case s.Folded:
		return games.Lose("uth 7", "fold")
	case wager == "ante" && !qualifies(s):
		return games.Push("uth 10", "dealer does not qualify")
	case s.Player < s.Dealer:
		return games.Lose("uth 10", "dealer wins")
	case s.Player == s.Dealer:
		return games.Push("uth 10", "tie")
	case wager == "blind":
		return blind(s, pays)
	case wager == "ante":
		return games.Even("uth 10", "dealer qualifies with a pair or better")
	}
	return games.Even("uth 10", "player wins")
}

// blind is what the blind comes to when the player wins, uth 12.
func blind(s *games.Showdown, pays games.Pays) games.Outcome {
	if o, ok := pays.Pay("blind", s, "uth 12"); ok {
		return o
	}
	return games.Push("uth 12", "player wins below a straight")
}

// trips is paid on the player's hand, whoever wins, uth 11, as far as the
// house rules leave it.
func (h house) trips(s *games.Showdown, pays games.Pays) games.Outcome {
	switch {
	case s.Folded && h.mustWin:
		return games.Lose("uth 11", "fold")
	case s.Folded && h.forfeit:
		return games.Lose("uth 7", "trips is forfeited by the fold")
	case h.mustWin && s.Player < s.Dealer:
		return games.Lose("uth 11", "dealer wins")
	}
	o, ok := pays.Pay("trips", s, "uth 11")
	switch {
	case !ok:
		return games.Lose("uth 11", "below three of a kind")
	case h.mustWin && s.Player == s.Dealer:
		return games.Push("uth 11", "tie with three of a kind or better")
	}
	return o
}
