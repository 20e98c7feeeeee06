// Package cards holds the card, the deck and its shuffle, and the one hand
// evaluator of the house: a total order of hands of five, six and seven cards,
// their category, and the five cards that count.
//
// It knows no game, no money, no clock and no source of randomness: whoever
// shuffles brings one.
package cards
