package ledger

import "fmt"

// settle brings the page to the form in which it is stored and hashed.
func (p *Page) settle() {
	p.At = p.At.Truncate(1000).UTC() // PostgreSQL keeps microseconds
	if !p.GamingDay.IsZero() {
		p.GamingDay = date(p.GamingDay)
	}
	if p.Opening != nil && p.Round == 0 {
		p.Round = p.Opening.Number
	}
}

// check refuses a page that makes no sense after the head.
func (p *Page) check(h Head) error {
	switch {
	case p.Actor == "":
		return fmt.Errorf("%w: no actor", ErrPage)
	case p.At.IsZero():
		return fmt.Errorf("%w: no time", ErrPage)
	case p.GamingDay.IsZero():
		return fmt.Errorf("%w: no gaming day", ErrPage)
	case h.Table == House:
		return p.checkHouse()
	case p.Table != nil || len(p.Settings) > 0 || len(p.Paytables) > 0:
		return fmt.Errorf("%w: what the house sets goes into its own chain", ErrPage)
	case p.Opening != nil:
		return p.checkOpening(h)
	case p.Entry != nil && p.Entry.corrects():
		return p.checkCorrection(h)
	case p.Then != nil:
		return fmt.Errorf("%w: only a reversal is followed by a page", ErrPage)
	case p.Round == 0:
		return p.checkBetween(h)
	}
	return p.checkRound(h)
}

func (p *Page) checkHouse() error {
	switch {
	case p.Opening != nil || p.Round != 0 || len(p.Events) > 0 || p.Entry != nil:
		return fmt.Errorf("%w: the house plays no rounds", ErrPage)
	case p.Table == nil && len(p.Settings) == 0 && len(p.Paytables) == 0 && len(p.Rows) == 0:
		return fmt.Errorf("%w: nothing is set", ErrPage)
	}
	return nil
}

func (p *Page) checkOpening(h Head) error {
	switch {
	case h.OpenRound != 0:
		return fmt.Errorf("%w: round %d is still open", ErrPage, h.OpenRound)
	case p.Opening.Number != h.Rounds+1 || p.Round != p.Opening.Number:
		return fmt.Errorf("%w: opens round %d, want %d", ErrPage, p.Opening.Number, h.Rounds+1)
	}
	return nil
}

// checkBetween checks a page of a table that concerns no round.
func (p *Page) checkBetween(h Head) error {
	switch {
	case len(p.Events) > 0 || p.Entry != nil && p.Entry.ends():
		return fmt.Errorf("round 0: %w", ErrNoRound)
	case p.Entry == nil && len(p.Rows) == 0:
		return fmt.Errorf("%w: nothing happened", ErrPage)
	case p.Entry != nil && (h.OpenRound != 0 && p.Entry.Kind != KindDrop && p.Entry.Kind != KindFill && p.Entry.Kind != KindCredit):
		return fmt.Errorf("%w: round %d is still open", ErrPage, h.OpenRound)
	case p.Entry != nil && len(p.Entry.Lines) > 0:
		return fmt.Errorf("%w: an entry %s has lines", ErrPage, p.Entry.Kind)
	}
	return nil
}

// checkCorrection checks one of the two pages that correct a round. That the second
// follows the first, verify holds.
func (p *Page) checkCorrection(h Head) error {
	reverses := p.Entry.Kind == KindReversal
	switch {
	case reverses != (p.Then != nil), reverses && (p.Then.Entry == nil || p.Then.Entry.Kind != KindCorrection || p.Then.Round != p.Round):
		return fmt.Errorf("%w: a reversal is followed by the correction of the same round", ErrPage)
	case p.Round < 1 || p.Round > h.Rounds:
		return fmt.Errorf("round %d: %w", p.Round, ErrNoRound)
	case p.Round == h.OpenRound:
		return fmt.Errorf("%w: round %d is still open", ErrPage, p.Round)
	case len(p.Events) > 0:
		return fmt.Errorf("%w: round %d is settled and takes no event", ErrPage, p.Round)
	case p.Entry.Actor == "" || p.Entry.Approver == "":
		return fmt.Errorf("%w: a %s that one person did not open, and another approve", ErrPage, p.Entry.Kind)
	}
	return nil
}

func (p *Page) checkRound(h Head) error {
	switch {
	case len(p.Events) == 0 && p.Entry == nil, p.Entry != nil && !p.Entry.ends():
		return fmt.Errorf("%w: nothing happened", ErrPage)
	case p.Round < 1 || p.Round > h.Rounds:
		return fmt.Errorf("round %d: %w", p.Round, ErrNoRound)
	case p.Round != h.OpenRound:
		return fmt.Errorf("round %d: %w", p.Round, ErrPosted)
	case !p.GamingDay.Equal(h.OpenDay):
		return fmt.Errorf("%w: round %d is of gaming day %s, not %s", ErrPage, p.Round, h.OpenDay.Format(dayForm), p.GamingDay.Format(dayForm))
	}
	return nil
}

const dayForm = "2006-01-02"
