package web

import (
	"fmt"
	"html/template"
	"strings"

	"croupier/words"
)

// Card is the drawing of a card, as Ah; ?? is one that lies face down. Marks are
// classes, as counts for one of the best five.
func (s *shown) Card(code string, marks ...string) (template.HTML, error) {
	class, body := "card back", `<rect class="back" x="3" y="3" width="94" height="134" rx="11"/><path class="weave" d="M20 20 80 120M80 20 20 120M20 70h60M50 20v100"/>`
	if code != "??" {
		rank, suit, ok := cut(code)
		if !ok {
			return "", fmt.Errorf("%.10q is no card", code)
		}
		use := asset("img/suits.svg") + "#" + suit
		class = "card suit-" + suit
		body = fmt.Sprintf(`<rect class="face" x="3" y="3" width="94" height="134" rx="11"/><text class="ink" x="24" y="38">%s</text>`+
			`<use class="ink" href="%s" x="11" y="44" width="26" height="26"/><use class="ink" href="%s" x="32" y="66" width="58" height="58"/>`, rank, use, use)
	}
	for _, m := range marks {
		class += " " + m
	}
	return template.HTML(fmt.Sprintf(`<svg class=%q viewBox="0 0 100 140" role="img" aria-label="%s">%s</svg>`, //nolint:gosec // of what was cut, and of our own words
		class, template.HTMLEscapeString(s.CardName(code)), body)), nil
}

// CardName is how the card is said.
func (s *shown) CardName(code string) string {
	rank, suit, ok := cut(code)
	if !ok {
		return s.Words.Say("card.down", nil)
	}
	return s.Words.Say("card.of", words.Args{"rank": s.Words.Name("card", "rank "+code[:1]), "suit": s.Words.Name("card", "suit "+suit), "short": rank})
}

// cut is what stands in the corner of the card, and its suit.
func cut(code string) (rank, suit string, ok bool) {
	if len(code) != 2 || !strings.Contains("23456789TJQKA", code[:1]) || !strings.Contains("shdc", code[1:]) {
		return "", "", false
	}
	return strings.Replace(code[:1], "T", "10", 1), code[1:], true
}
