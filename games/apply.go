package games

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/shopspring/decimal"

	"croupier/cards"
)

// Apply appends e to the round, which keeps its cards, or returns why e may not
// happen and leaves the round as it was. Errors wrap ErrNotAsked, ErrChoice, ErrAmount,
// ErrCards, ErrSeen, ErrNote, ErrForm or ErrOver.
func (r *Round) Apply(e Event) error {
	e.Late = false
	if e.Amount.IsZero() {
		e.Amount = decimal.Zero // however it is written: 0e999999999 fills memory when printed
	}
	if len(r.Asked()) == 0 {
		return fmt.Errorf("%.20s: %w", e.Kind, ErrOver)
	}
	if err := r.admit(&e); err != nil {
		return fmt.Errorf("%.20s of %s: %w", e.Kind, e.Place, err)
	}
	r.record = append(r.record, e)
	if e.Kind == KindStrike {
		r.strike()
		return nil
	}
	r.log = append(r.log, int32(len(r.record)-1))
	r.take(&r.record[len(r.record)-1])
	return nil
}

// Replay returns the round the events made, each checked as if it were new;
// the error names the first that may not happen, counted from 1.
func Replay(g *Game, t Terms, pays Pays, events []Event) (*Round, error) {
	r := NewRound(g, t, pays)
	r.record = make([]Event, 0, len(events)+8)
	for i, e := range events {
		if err := r.Apply(e); err != nil {
			return nil, fmt.Errorf("event %d: %w", i+1, err)
		}
	}
	return r, nil
}

// admit checks e against what is asked, and writes what it leaves open: the
// step of a ruling, the cards of a face-down deal.
func (r *Round) admit(e *Event) error {
	if e.Kind == KindStrike || e.Kind == KindVoid {
		return r.admitRuling(e)
	}
	if e.Note != "" {
		return fmt.Errorf("a note goes with a strike or a void: %w", ErrForm)
	}
	p := r.prompted(e)
	if p == nil {
		return fmt.Errorf("step %.40q: %w", e.Step, ErrNotAsked)
	}
	switch p.Kind {
	case KindDeal, KindShow:
		return r.admitCards(p, e)
	case KindBet, KindAct:
		return admitChoice(p, e)
	}
	return e.bare()
}

func (r *Round) prompted(e *Event) *Prompt {
	for i := range r.prompts {
		if p := &r.prompts[i]; p.Place == e.Place && p.Kind == e.Kind && p.Step == e.Step {
			return p
		}
	}
	return nil
}

// bare refuses an event that says more than its kind can.
func (e *Event) bare() error {
	if e.Do != "" || e.Wager != "" || !e.Amount.IsZero() || len(e.Cards) > 0 {
		return fmt.Errorf("a %s takes no do, wager, amount or cards: %w", e.Kind, ErrForm)
	}
	return nil
}

func (r *Round) admitCards(p *Prompt, e *Event) error {
	if e.Do != "" || e.Wager != "" || !e.Amount.IsZero() {
		return fmt.Errorf("a %s takes cards only: %w", e.Kind, ErrForm)
	}
	if p.Down {
		return e.faceDown(p.Count)
	}
	if len(e.Cards) != p.Count {
		return fmt.Errorf("%d cards, want %d: %w", len(e.Cards), p.Count, ErrCards)
	}
	var seen cards.Set
	for _, c := range e.Cards {
		switch {
		case !c.Known():
			return fmt.Errorf("a face-down card where %d are to be known: %w", p.Count, ErrCards)
		case (r.seen | seen).Has(c):
			return fmt.Errorf("%v: %w", c, ErrSeen)
		}
		seen = seen.With(c)
	}
	return nil
}

// faceDown writes the n unknown cards of a face-down deal, which may be left
// out: what lies on them is recorded when they are shown.
func (e *Event) faceDown(n int) error {
	if len(e.Cards) == 0 {
		e.Cards = hidden[:n:n] // whoever appends to them gets memory of their own
	}
	if len(e.Cards) != n {
		return fmt.Errorf("%d cards, want %d: %w", len(e.Cards), n, ErrCards)
	}
	for _, c := range e.Cards {
		if c != cards.FaceDown {
			return fmt.Errorf("the cards lie face down; send %v and say them when they are shown: %w", hidden[:n], ErrCards)
		}
	}
	return nil
}

var hidden = make(cards.Cards, 5)

func admitChoice(p *Prompt, e *Event) error {
	if len(e.Cards) > 0 {
		return fmt.Errorf("a %s takes no cards: %w", e.Kind, ErrForm)
	}
	err := error(ErrChoice)
	for _, o := range p.Options {
		if o.Do != e.Do || o.Wager != e.Wager {
			continue
		}
		if err = o.admit(e.Amount); err == nil {
			return nil
		}
	}
	return fmt.Errorf("%.40q %.40q: %w", e.Do, e.Wager, err)
}

func (o *Option) admit(a decimal.Decimal) error {
	switch {
	case !written(a):
		return fmt.Errorf("%s: %w", short(a), ErrAmount)
	case a.LessThan(o.Min) || a.GreaterThan(o.Max):
		return fmt.Errorf("%s, want %s to %s: %w", short(a), o.Min, o.Max, ErrAmount)
	case a.Exponent() < -StakeDigits && !a.Equal(a.Truncate(StakeDigits)):
		return fmt.Errorf("%s has more than %d decimals: %w", short(a), StakeDigits, ErrAmount)
	case !o.Step.IsZero() && !a.Mod(o.Step).IsZero():
		return fmt.Errorf("%s, want a multiple of %s: %w", short(a), o.Step, ErrAmount)
	}
	return nil
}

func (r *Round) admitRuling(e *Event) error {
	if e.Step == "" {
		e.Step = string(e.Kind)
	}
	if e.Kind == KindVoid && e.Do == "" {
		e.Do = DoReturn
	}
	r.asked = false // the rulings are no part of what is asked
	r.prompts = r.rulings(r.prompts)
	p := r.prompted(e)
	switch {
	case p == nil:
		return fmt.Errorf("step %.40q: %w", e.Step, ErrNotAsked)
	case strings.TrimSpace(e.Note) == "":
		return ErrNote
	case len(e.Note) > MaxNote:
		return fmt.Errorf("a note of %d bytes, want at most %d: %w", len(e.Note), MaxNote, ErrNote)
	case !utf8.ValidString(e.Note) || strings.ContainsFunc(e.Note, unicode.IsControl):
		return fmt.Errorf("a note is one line of text: %w", ErrNote)
	case e.Kind == KindVoid:
		return admitChoice(p, e)
	}
	e.Late = r.late()
	return e.bare()
}

// MaxNote is the most bytes a note may have.
const MaxNote = 1000

// late reports whether the last standing event is a bet or a decision and
// cards were seen after it, struck ones too.
func (r *Round) late() bool {
	last := r.log[len(r.log)-1]
	if k := r.record[last].Kind; k != KindAct && k != KindBet {
		return false
	}
	for i := range r.record[last+1:] {
		for _, c := range r.record[int(last)+1+i].Cards {
			if c.Known() {
				return true
			}
		}
	}
	return false
}
