package paytables

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"croupier/games"
)

// Check reports whether the table prices exactly the rows of its wager in g.
// It fails with ErrOther where g is not its game or has no paytable for the
// wager, and with games.ErrRow on the first row that is missing or too many.
func (t *Paytable) Check(g *games.Game) error {
	game, _, _ := strings.Cut(g.Name, "/")
	if t.Game != game {
		return fmt.Errorf("paytable %q is of %.80q, want %q: %w", t.Name, t.Game, game, ErrOther)
	}
	i := g.Index(t.Wager)
	if i < 0 || len(g.Wagers[i].Rows) == 0 {
		return fmt.Errorf("paytable %q prices %.80q, want %s: %w", t.Name, t.Wager, strings.Join(g.Priced(), " or "), ErrOther)
	}
	return t.checkRows(g.Wagers[i].Rows)
}

func (t *Paytable) checkRows(asked []games.Row) error {
	for _, want := range asked {
		if !slices.ContainsFunc(t.Rows, func(r Row) bool { return r.Name == want.Name }) {
			return fmt.Errorf("paytable %q of %s has no row %q: %w", t.Name, t.Wager, want.Name, games.ErrRow)
		}
	}
	for _, row := range t.Rows {
		if !slices.ContainsFunc(asked, func(r games.Row) bool { return r.Name == row.Name }) {
			return fmt.Errorf("paytable %q of %s has a row %q, want %s: %w", t.Name, t.Wager, row.Name, names(asked), games.ErrRow)
		}
	}
	return nil
}

// CheckHouse reports whether the house rules, with every default filled in, are
// those the table needs. It fails with a *RequiresError.
func (t *Paytable) CheckHouse(house games.House) error {
	for _, rule := range slices.Sorted(maps.Keys(t.Requires)) {
		if want := t.Requires[rule]; !house.Ruled(rule, want) {
			return &RequiresError{Paytable: t.Name, Rule: rule, Want: want, Is: house[rule]}
		}
	}
	return nil
}

// A RequiresError is a paytable that is offered without a house rule it needs. It is
// ErrRequires.
type RequiresError struct {
	Paytable string // its name
	Rule     string
	Want, Is string // values of the rule
}

func (e *RequiresError) Error() string {
	return fmt.Sprintf("paytable %q needs house rule %s to be %q, not %q: %v", e.Paytable, e.Rule, e.Want, e.Is, ErrRequires)
}

func (e *RequiresError) Unwrap() error { return ErrRequires }

func names(rows []games.Row) string {
	var ns []string
	for _, r := range rows {
		ns = append(ns, r.Name)
	}
	return strings.Join(ns, ", ")
}
