// Package pit keeps an eye on the floor: it settles again what was settled, tells
// why each payout is what it is, corrects in the open, and closes the gaming day.
// It decides nothing about a round that is still played, and knows no HTTP.
package pit

import (
	"cmp"
	"context"
	"crypto/ed25519"
	"log/slog"
	"sync"

	"croupier/desk"
	"croupier/shelf"
)

// A Pit watches all tables. Its methods may be called at once.
type Pit struct {
	desk *desk.Desk
	log  *slog.Logger

	correcting sync.Map // felts by feltOf, of rounds that are corrected

	alert    func(context.Context, Difference) error
	auditing sync.Mutex // over auditor
	auditor  *auditor

	shelf   *shelf.Shelf       // where the counts of games are kept
	shift   int                // hours
	signing ed25519.PrivateKey // nil: no day is closed

	feed feed
}

// Options are what a Pit is made with.
type Options struct {
	Log *slog.Logger // nil discards
	// Alert is told of each round that, settled again, does not come to what was
	// posted. Nil logs it and raises an alert.
	Alert func(context.Context, Difference) error
	Shelf *shelf.Shelf // where the counts of games are kept; nil keeps them in memory
	Shift int          // hours of a shift, which begin with the gaming day; 0 is 8
	// Signing signs the close of a gaming day; nil closes none.
	Signing ed25519.PrivateKey
}

// New returns the pit whose requests pass the desk.
func New(d *desk.Desk, o Options) *Pit {
	p := &Pit{desk: d, log: o.Log, alert: o.Alert, auditor: newAuditor(newFelts()), shelf: o.Shelf, shift: cmp.Or(o.Shift, 8), signing: o.Signing}
	if p.shelf == nil {
		p.shelf = shelf.New("")
	}
	if p.log == nil {
		p.log = slog.New(slog.DiscardHandler)
	}
	if p.alert == nil {
		p.alert = p.differs
	}
	return p
}
