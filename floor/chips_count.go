package floor

import (
	"fmt"
	"regexp"
	"slices"

	"github.com/shopspring/decimal"

	"croupier/ledger"
)

// Counts are pieces by what one is worth: {"100": 20} is 20 pieces of 100.
type Counts map[string]int64

// A pile is pieces of one denomination.
type pile struct {
	denomination decimal.Decimal
	pieces       int64
}

// mostPieces bounds the pieces of a denomination; all a count comes to is less
// than mostCounted.
const mostPieces = 1_000_000_000

var (
	mostCounted   = decimal.New(1, 14)
	denominations = regexp.MustCompile(`^[0-9]{1,14}(\.[0-9]{1,4})?$`)
)

// read returns the piles that are not empty, the smallest denomination first, or
// fails with ErrCount.
func (c Counts) read() ([]pile, error) {
	piles := make([]pile, 0, len(c))
	for text, pieces := range c {
		worth, err := decimal.NewFromString(text)
		switch {
		case !denominations.MatchString(text) || err != nil || worth.IsZero():
			return nil, fmt.Errorf("pieces of %.40q, want what one is worth, as 100 or 0.25: %w", text, ErrCount)
		case pieces < 0 || pieces > mostPieces:
			return nil, fmt.Errorf("%d pieces of %s, want 0 to %d: %w", pieces, text, mostPieces, ErrCount)
		case slices.ContainsFunc(piles, func(p pile) bool { return p.denomination.Equal(worth) }):
			return nil, fmt.Errorf("pieces of %s are counted twice: %w", worth, ErrCount)
		}
		piles = append(piles, pile{worth, pieces})
	}
	piles = slices.DeleteFunc(piles, func(p pile) bool { return p.pieces == 0 })
	slices.SortFunc(piles, func(a, b pile) int { return a.denomination.Cmp(b.denomination) })
	if sum := total(piles); !sum.LessThan(mostCounted) {
		return nil, fmt.Errorf("%s in all, want less than %s: %w", sum, mostCounted, ErrCount)
	}
	return piles, nil
}

// total is what the piles come to.
func total(piles []pile) decimal.Decimal {
	sum := decimal.Zero
	for _, p := range piles {
		sum = sum.Add(p.denomination.Mul(decimal.NewFromInt(p.pieces)))
	}
	return sum
}

// inChips fails with ErrCount where a piece is no multiple of the smallest chip.
func inChips(piles []pile, chip decimal.Decimal) error {
	for _, p := range piles {
		if !p.denomination.Mod(chip).IsZero() {
			return fmt.Errorf("chips of %s, want multiples of the table's smallest, %s: %w", p.denomination, chip, ErrCount)
		}
	}
	return nil
}

// rowsOf are the piles as the book keeps them.
func rowsOf(what string, piles []pile) []ledger.Row {
	rows := make([]ledger.Row, len(piles))
	for i, p := range piles {
		rows[i] = ledger.Row{Of: "counts", Values: map[string]any{"what": what, "denomination": p.denomination, "pieces": p.pieces}}
	}
	return rows
}
