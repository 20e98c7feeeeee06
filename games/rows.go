package games

import "croupier/cards"

// Hands are the rows of a paytable on the seat's best five of seven, from the
// royal flush down to the least category that is priced.
func Hands(least cards.Category) []Row {
	var rows []Row
	for c := cards.RoyalFlush; c >= least; c-- {
		rows = append(rows, Row{c.String(), func(s *Showdown) bool { return s.Player.Category() == c }})
	}
	return rows
}
