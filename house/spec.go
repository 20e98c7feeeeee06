package house

import (
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"github.com/shopspring/decimal"

	"croupier/games"
	"croupier/games/all"
	"croupier/paytables"
	"croupier/words"
)

// A Spec is a table as it is asked for: the round file's keys, and what a
// table sets besides. What is left out takes its default; a house rule
// without one must be given.
type Spec struct {
	Name       string // none: "table 8", by its number
	Pit        string // part of the floor; none: of no pit
	Game       string // with or without the version of its rules
	House      games.House
	Paytables  map[string]paytables.Paytable // by wager; none: the game's default, one without rows: the wager is not offered
	Chip       decimal.Decimal
	Rounding   games.Rounding
	Cap        decimal.Decimal
	CapShare   games.CapShare
	LargeWin   decimal.Decimal  // from this on what a seat wins in a round is a significant event; none: never
	ApproveWin decimal.Decimal  // from this on a supervisor stands by before a seat is paid; none: never
	Limits     map[string]Limit // by wager bet before the cards
	AnteStep   decimal.Decimal
	Seats      int
	Currency   string // ISO 4217; none: XXX, no currency
	Dealing    Dealing
	DealFrom   games.Side
	SettleFrom games.Side
	DealOrder  string
	TimeZone   string // IANA name; none: UTC
	DayStart   string // when the gaming day begins; none: 06:00
	Language   string // en, ko or ru: what screens of the table say where a person chose none; none is set where it is empty
}

// A Limit is the least and most of a wager (table 1). A least of zero is the
// table's smallest chip, or the ante step; a most of zero does not bound.
type Limit struct {
	Min decimal.Decimal `json:"min,omitzero"`
	Max decimal.Decimal `json:"max,omitzero"`
}

// Dealing is who deals: a hand that keys what lies on the felt, or a sealed
// deck.
type Dealing string

// The ways of dealing.
const (
	ByHand Dealing = "hand"
	ByDeck Dealing = "deck"
)

// ErrSpec reports a table that cannot be set up as asked.
var ErrSpec = errors.New("not a table that can be set up")

// A SpecError names the field of a Spec that is wrong, in the words of the
// API. It is ErrSpec, and what it wraps.
type SpecError struct {
	Field string // "limits.trips.min"
	Err   error
}

func (e *SpecError) Error() string   { return e.Field + ": " + e.Err.Error() }
func (e *SpecError) Unwrap() []error { return []error{ErrSpec, e.Err} }

func wrong(field, format string, args ...any) error {
	return &SpecError{Field: field, Err: fmt.Errorf(format, args...)}
}

// withDefaults fills in what was left out.
func (s Spec) withDefaults() Spec {
	d := games.DefaultTerms()
	if s.Chip.IsZero() {
		s.Chip = d.Chip
	}
	s.Rounding = or(s.Rounding, d.Rounding)
	s.CapShare = or(s.CapShare, d.CapShare)
	s.Seats = or(s.Seats, d.Seats)
	s.DealFrom = or(s.DealFrom, d.DealFrom)
	s.SettleFrom = or(s.SettleFrom, d.SettleFrom)
	s.Dealing = or(s.Dealing, ByHand)
	s.Currency = or(s.Currency, "XXX")
	s.TimeZone = or(s.TimeZone, "UTC")
	s.DayStart = or(s.DayStart, "06:00")
	return s
}

func or[T comparable](v, otherwise T) T {
	var zero T
	if v == zero {
		return otherwise
	}
	return v
}

// Felt checks the spec and returns what it puts on the felt. That a paytable
// needs another house rule is no error: it is told in Unmet. Errors are a
// *SpecError that names the field.
func (s Spec) Felt() (*Felt, error) {
	s = s.withDefaults()
	edition, err := all.Find(s.Game)
	if err != nil {
		return nil, &SpecError{"game", err}
	}
	if s.DealOrder != "" && !slices.Contains(edition.DealOrders, s.DealOrder) {
		return nil, wrong("deal_order", "%.40q, want %s", s.DealOrder, strings.Join(edition.DealOrders, " or "))
	}
	game, setup, err := edition.Build(games.Setup{House: s.House, DealOrder: s.DealOrder})
	if err != nil {
		return nil, &SpecError{"house", err}
	}
	if err := s.check(edition, game); err != nil {
		return nil, err
	}
	s.Limits = s.limits(game)
	terms := s.stepped(s.terms(), game)
	if err := terms.Check(); err != nil {
		return nil, &SpecError{"table", err}
	}
	if err := playable(terms); err != nil {
		return nil, err
	}
	priced, err := Choose(game, s.Paytables)
	if err != nil {
		return nil, err
	}
	f, err := newFelt(s.settings(game.Name, setup, priced), terms, game, priced)
	if err != nil {
		return nil, &SpecError{"paytables", err}
	}
	f.ApproveWin = s.ApproveWin
	return f, nil
}

func (s Spec) check(e games.Edition, g *games.Game) error {
	switch {
	case s.Name != "" && !named(s.Name):
		return wrong("name", "want at most 60 bytes of text that can be seen")
	case s.Pit != "" && !named(s.Pit):
		return wrong("pit", "want at most 60 bytes of text that can be seen")
	case s.LargeWin.IsNegative():
		return wrong("large_win", "want a positive amount")
	case s.ApproveWin.IsNegative():
		return wrong("approve_win", "want a positive amount")
	case s.Seats < 1 || s.Seats > e.Seats:
		return wrong("seats", "%d, want 1 to %d, which is what one deck deals to", s.Seats, e.Seats)
	case !currency.MatchString(s.Currency):
		return wrong("currency", "%.20q, want a code such as KRW", s.Currency)
	case s.Dealing != ByHand && s.Dealing != ByDeck:
		return wrong("dealing", "%.20q, want hand or deck", s.Dealing)
	case s.DealFrom != games.First && s.DealFrom != games.Last:
		return wrong("deal_from", "%.20q, want first or last", s.DealFrom)
	case s.SettleFrom != games.First && s.SettleFrom != games.Last:
		return wrong("settle_from", "%.20q, want first or last", s.SettleFrom)
	}
	if _, err := time.LoadLocation(s.TimeZone); err != nil || s.TimeZone == "Local" {
		return wrong("time_zone", "%.60q, want an IANA name such as Asia/Seoul", s.TimeZone)
	}
	if _, err := parseDayStart(s.DayStart); err != nil {
		return &SpecError{"day_start", err}
	}
	if _, err := words.Parse(s.Language); err != nil {
		return &SpecError{"language", err}
	}
	return s.checkLimits(g)
}

var currency = regexp.MustCompile(`^[A-Z]{3}$`)

func (s Spec) checkLimits(g *games.Game) error {
	for wager, l := range s.Limits {
		i := g.Index(wager)
		if i < 0 || g.Wagers[i].Later || g.Wagers[i].Equals != "" {
			return wrong("limits."+wager, "not a wager of %s that is bet by itself before the cards", g.Name)
		}
		if l.Max.IsPositive() && l.Max.LessThan(l.Min) {
			return wrong("limits."+wager, "from %s to %s: %w", l.Min, l.Max, games.ErrTerms)
		}
	}
	return nil
}

// playable refuses limits within which no stake lies, or whose least is none.
func playable(t games.Terms) error {
	for wager, l := range t.Limits {
		switch {
		case l.Step.IsZero():
		case !l.Min.Mod(l.Step).IsZero():
			return wrong("limits."+wager, "the least, %s, is not a multiple of the step %s: %w", l.Min, l.Step, games.ErrTerms)
		case l.Max.IsPositive() && !l.Max.Mod(l.Step).IsZero():
			return wrong("limits."+wager, "the most, %s, is not a multiple of the step %s: %w", l.Max, l.Step, games.ErrTerms)
		}
	}
	return nil
}

// named reports whether a person can read the name.
func named(s string) bool { return len(s) <= 60 && visible(s) }

// visible reports whether all of the text can be seen.
func visible(s string) bool {
	return utf8.ValidString(s) && strings.TrimSpace(s) == s &&
		!strings.ContainsFunc(s, func(r rune) bool { return !unicode.IsPrint(r) })
}

// limits are the limits of every wager that is bet by itself before the
// cards, the least of each filled in.
func (s Spec) limits(g *games.Game) map[string]Limit {
	limits := map[string]Limit{}
	for _, w := range g.Wagers {
		if w.Later || w.Equals != "" {
			continue
		}
		l := s.Limits[w.Name]
		if l.Min.IsZero() {
			l.Min = s.Chip
			if w.Required && !s.AnteStep.IsZero() {
				l.Min = s.AnteStep
			}
		}
		limits[w.Name] = l
	}
	return limits
}
