package games

import (
	"fmt"
	"slices"
	"strings"
)

// An Edition is a game under one version of its rules, before the house rules
// are chosen. Old editions stay beside new ones, so that an old round replays
// the same for ever.
type Edition struct {
	Game    string // "ultimate-texas-holdem"
	Version int
	Title   string // as the layout has it
	House   []Rule
	// DealOrders are the values of the table setting deal_order the game
	// knows, the default first.
	DealOrders []string
	Seats      int // the most one deck deals to
	// New returns the game under the setup, which Choose has completed.
	New func(Setup) Game
}

// Name returns the game with the version of its rules, as
// "ultimate-texas-holdem/1".
func (e Edition) Name() string { return fmt.Sprintf("%s/%d", e.Game, e.Version) }

// A Rule is a point of the rules the house decides.
type Rule struct {
	Name    string
	Clause  string // "uth 7"
	Values  []string
	Default string // none: the house must choose
	About   string // a sentence
}

// House is the house rules chosen, by name.
type House map[string]string

// Setup is what a game is built from.
type Setup struct {
	House     House
	DealOrder string
}

// Build returns the game under the setup and the setup with every default
// filled in. It fails, wrapping ErrHouse, on a rule or value the game does
// not know and on a rule that must be chosen and is not.
func (e Edition) Build(s Setup) (*Game, Setup, error) {
	house, err := e.choose(s.House)
	if err != nil {
		return nil, s, err
	}
	s.House = house
	if s.DealOrder == "" {
		s.DealOrder = e.DealOrders[0]
	}
	if !slices.Contains(e.DealOrders, s.DealOrder) {
		return nil, s, fmt.Errorf("%s: deal_order %.40q, want %s: %w", e.Name(), s.DealOrder, strings.Join(e.DealOrders, " or "), ErrHouse)
	}
	g := e.New(s)
	g.Name = e.Name()
	return &g, s, nil
}

func (e Edition) choose(given House) (House, error) {
	chosen := make(House, len(e.House))
	for _, rule := range e.House {
		value, ok := given[rule.Name]
		if !ok {
			value = rule.Default
		}
		value = canonical(value)
		switch {
		case value == "":
			return nil, fmt.Errorf("%s: house rule %s must be chosen: %s: %w", e.Name(), rule.Name, strings.Join(rule.Values, " or "), ErrHouse)
		case !slices.Contains(rule.Values, value):
			return nil, fmt.Errorf("%s: house rule %s is %.40q, want %s: %w", e.Name(), rule.Name, value, strings.Join(rule.Values, " or "), ErrHouse)
		}
		chosen[rule.Name] = value
	}
	for name := range given {
		if _, ok := chosen[name]; !ok {
			return nil, fmt.Errorf("%s: %.40q is no house rule of it: %w", e.Name(), name, ErrHouse)
		}
	}
	return chosen, nil
}

// canonical brings the list form of a value, "[4, 3]", to the one used, "3,4".
func canonical(value string) string {
	list := strings.FieldsFunc(value, func(c rune) bool { return strings.ContainsRune("[], ", c) })
	if len(list) > 1 {
		slices.Sort(list)
	}
	return strings.Join(list, ",")
}

// Ruled reports whether the house rule has the value.
func (h House) Ruled(name, value string) bool { return h[name] == value }
