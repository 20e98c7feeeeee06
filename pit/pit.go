// Package pit keeps an eye on the floor: it settles again what was settled, tells
// why each payout is what it is, corrects in the open, and closes the gaming day.
// It decides nothing about a round that is still played, and knows no HTTP.
package pit

import (
	"context"
	"log/slog"
	"sync"

	"croupier/desk"
)

// A Pit watches all tables. Its methods may be called at once.
type Pit struct {
	desk *desk.Desk
	log  *slog.Logger

	alert    func(context.Context, Difference) error
	auditing sync.Mutex // over auditor
	auditor  *auditor
}

// Options are what a Pit is made with.
type Options struct {
	Log *slog.Logger // nil discards
	// Alert is told of each round that, settled again, does not come to what was
	// posted. Nil logs it.
	Alert func(context.Context, Difference) error
}

// New returns the pit whose requests pass the desk.
func New(d *desk.Desk, o Options) *Pit {
	p := &Pit{desk: d, log: o.Log, alert: o.Alert, auditor: newAuditor(newFelts())}
	if p.log == nil {
		p.log = slog.New(slog.DiscardHandler)
	}
	if p.alert == nil {
		p.alert = func(_ context.Context, d Difference) error {
			p.log.Error("a settled round does not come to what was posted", "difference", d.String())
			return nil
		}
	}
	return p
}
