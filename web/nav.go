package web

import "strings"

// A link is a line of the menu.
type link struct {
	Path, Title string
	also        string // other pages of it
	action      string // who may follow it
	Here        bool
}

// Nav is the menu of the part of the house the page is in, as far as whoever is signed
// in may go.
func (s *shown) Nav() []link {
	if s.Session == nil {
		return nil
	}
	of := houseLinks
	if s.in("/pit") {
		of = pitLinks
	}
	var nav []link
	for _, l := range of {
		if s.Session.May(l.action) {
			l.Here = s.Path() == l.Path || l.Path != "/pit" && l.Path != "/house" && s.in(l.Path) || l.also != "" && s.in(l.also)
			nav = append(nav, l)
		}
	}
	return nav
}

func (s *shown) in(part string) bool {
	rest, ok := strings.CutPrefix(s.Path(), part)
	return ok && (rest == "" || rest[0] == '/')
}

// Dark reports whether the page is of the floor, where light is low.
func (s *shown) Dark() bool { return s.in("/pit") }

// FourColours reports whether the browser wants a colour for each suit.
func (s *shown) FourColours() bool {
	c, err := s.r.Cookie("croupier_deck")
	return err == nil && c.Value == "4"
}

// ProblemText says the problem of the code; one without a message of ours is said as
// the API does.
func (s *shown) ProblemText(code, title string) string {
	if text := s.Words.Name("problem", code); text != code {
		return text
	}
	return title
}
