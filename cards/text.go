package cards

import "fmt"

// Cards are cards in the order in which they were dealt or are shown.
type Cards []Card

// String prints cards with a space between them: "As Kd ??".
func (cs Cards) String() string {
	text, err := cs.AppendText(make([]byte, 0, 3*len(cs)))
	if err != nil {
		return fmt.Sprint([]Card(cs))
	}
	return string(text)
}

// AppendText appends the text of String to b. It fails on a number that is no card.
func (cs Cards) AppendText(b []byte) ([]byte, error) {
	for i, c := range cs {
		if c > deckSize {
			return nil, fmt.Errorf("%v: %w", c, ErrCard)
		}
		if i > 0 {
			b = append(b, ' ')
		}
		b = c.append(b)
	}
	return b, nil
}

// MarshalText is AppendText to an empty slice, so cards are one string in JSON.
func (cs Cards) MarshalText() ([]byte, error) {
	return cs.AppendText(make([]byte, 0, 3*len(cs)))
}

// UnmarshalText reads what ParseAll reads.
func (cs *Cards) UnmarshalText(text []byte) error {
	parsed, err := ParseAll(string(text))
	if err != nil {
		return err
	}
	*cs = parsed
	return nil
}

// MarshalText gives the two letters of String. It fails on a number that is no card.
func (c Card) MarshalText() ([]byte, error) { return Cards{c}.MarshalText() }

// UnmarshalText reads what Parse reads.
func (c *Card) UnmarshalText(text []byte) error {
	parsed, err := Parse(string(text))
	if err != nil {
		return err
	}
	*c = parsed
	return nil
}
