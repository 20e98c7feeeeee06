package games

import (
	"fmt"
	"slices"
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
	e.Step = p.Step // the game's own text, which is quicker to find again
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
	named := false
	for i := range p.Options {
		if o := &p.Options[i]; o.Do == e.Do && o.Wager == e.Wager {
			if o.admits(e.Amount) {
				return nil
			}
			named = true
		}
	}
	if named {
		return fmt.Errorf("%s on %s, want %s: %w", short(e.Amount), e.Wager, p.offers(func(o *Option) bool {
			return o.Do == e.Do && o.Wager == e.Wager
		}), ErrAmount)
	}
	return fmt.Errorf("%.40q %.40q, want %s: %w", e.Do, e.Wager, p.offers(func(*Option) bool { return true }), ErrChoice)
}

// admits reports whether the amount is one of the option.
func (o *Option) admits(a decimal.Decimal) bool {
	return written(a) && !a.LessThan(o.Min) && !a.GreaterThan(o.Max) &&
		(a.Exponent() >= -StakeDigits || a.Equal(a.Truncate(StakeDigits))) &&
		(o.Step.IsZero() || multiple(a, o.Step))
}

// offers says the options in words.
func (p *Prompt) offers(which func(*Option) bool) string {
	var all []string
	for i := range p.Options {
		if o := &p.Options[i]; which(o) {
			all = append(all, o.String())
		}
	}
	return strings.Join(all, " or ")
}

// String says the option in words: "bet play 40", "bet ante 5 to 100 in steps
// of 5", "check".
func (o *Option) String() string {
	switch {
	case o.Wager == "":
		return o.Do
	case o.Max.IsZero():
		return "0 to take " + o.Wager + " away"
	case o.Min.Equal(o.Max):
		return fmt.Sprintf("%s %s %s", o.Do, o.Wager, o.Min)
	}
	text := fmt.Sprintf("%s %s %s to %s", o.Do, o.Wager, o.Min, o.Max)
	if o.Step.IsZero() {
		return fmt.Sprintf("%s with at most %d decimals", text, StakeDigits)
	}
	return text + " in steps of " + o.Step.String()
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

// late reports whether the last standing event is a bet, the end of betting or
// a decision, and cards were dealt or shown after it, struck ones too: a card
// that is face down to the table may have been seen by its seat.
func (r *Round) late() bool {
	last := r.log[len(r.log)-1]
	switch r.record[last].Kind {
	case KindBet, KindClose, KindAct:
		return slices.ContainsFunc(r.record[last+1:], func(e Event) bool { return len(e.Cards) > 0 })
	}
	return false
}
