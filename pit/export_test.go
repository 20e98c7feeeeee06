package pit

import "context"

// RoundsWithin is Rounds with another reach: for a page, so many days are looked
// over, and no further one once so many rounds were looked at.
func (p *Pit) RoundsWithin(ctx context.Context, f RoundFilter, days int, rounds int64) ([]FoundRound, string, error) {
	return p.rounds(ctx, f, reach{days, rounds})
}
