package casino

import "croupier/games"

// house is the house rules a result depends on.
type house struct{ forfeit bool }

// qualifies reports whether the dealer opens, casino 6.
func qualifies(s *games.Showdown) bool { return s.Dealer >= fours }

// result pays and takes as casino 6 has it.
func (h house) result(wager string, s *games.Showdown, pays games.Pays) games.Outcome {
	switch {
	case wager == "aa":
		return h.aa(s, pays)
	case s.Folded:
		return games.Lose("casino 4", "fold")
	case !qualifies(s) && wager == "call":
		return games.Push("casino 6", "dealer does not qualify")
	case !qualifies(s):
		return ante(s, pays)
	case s.Player < s.Dealer:
		return games.Lose("casino 6", "dealer wins")
	case s.Player == s.Dealer:
		return games.Push("casino 6", "tie")
	case wager == "ante":
		return ante(s, pays)
	}
	return games.Even("casino 6", "player wins")
}

// ante is what the ante comes to when it is paid, casino 7; every hand has a
// row.
func ante(s *games.Showdown, pays games.Pays) games.Outcome {
	o, _ := pays.Pay("ante", s, "casino 7")
	return o
}

// aa is paid on the first five cards, whoever wins, casino 8.
func (h house) aa(s *games.Showdown, pays games.Pays) games.Outcome {
	if s.Folded && h.forfeit {
		return games.Lose("casino 8", "the bet is forfeited by the fold")
	}
	if o, ok := pays.Pay("aa", s, "casino 8"); ok {
		return o
	}
	return games.Lose("casino 8", "below a pair of aces")
}
