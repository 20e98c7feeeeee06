// Package pit keeps an eye on the floor: it settles again what was settled, tells
// why each payout is what it is, corrects in the open, and closes the gaming day.
// It decides nothing about a round that is still played, and knows no HTTP.
package pit

import (
	"log/slog"

	"croupier/desk"
)

// A Pit watches all tables. Its methods may be called at once.
type Pit struct {
	desk *desk.Desk
	log  *slog.Logger
}

// Options are what a Pit is made with.
type Options struct {
	Log *slog.Logger // nil discards
}

// New returns the pit whose requests pass the desk.
func New(d *desk.Desk, o Options) *Pit {
	p := &Pit{desk: d, log: o.Log}
	if p.log == nil {
		p.log = slog.New(slog.DiscardHandler)
	}
	return p
}
