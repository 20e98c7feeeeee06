// Package edge finds what a banked game costs its players: the exact expected
// value of every wager under the best play, over all deals, for any paytable.
// It asks the game's own prompts what may be decided and the game's own Result
// what a wager comes to, and holds no rule itself. It knows no database, no
// clock, no files and no source of chance.
//
// Count does the long part once for a game and its house rules: it counts
// deals, without a price. Counts.Price turns the counts into a Report under
// any paytable, every decision taken anew. docs/edge.md has the mathematics.
package edge
