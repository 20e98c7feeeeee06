// Package gamestest plays rounds of any game: at random, as a story told in
// sentences, and through the suite every edition must pass. It is for tests
// and simulations; it knows no rule of any game, only what a round asks.
package gamestest
