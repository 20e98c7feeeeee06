package web

import (
	"cmp"
	"fmt"

	"golang.org/x/text/language"

	"croupier/house"
	"croupier/house/people"
	"croupier/words"
)

// languageCookie holds the language a browser chose for nobody in particular.
const languageCookie = "croupier_language"

var offered = func() language.Matcher {
	var tags []language.Tag
	for _, l := range words.Languages() {
		tags = append(tags, language.Make(string(l)))
	}
	return language.NewMatcher(tags)
}()

// language is the one whoever is signed in chose, or the table's at whose terminal that
// is, or this browser's, or the one its user reads best.
func (v *visit) language(s *session) words.Language {
	chosen := ""
	if s != nil {
		chosen = cmp.Or(s.Person.Language, v.spoken(s))
	}
	if c, err := v.r.Cookie(languageCookie); err == nil {
		chosen = cmp.Or(chosen, c.Value)
	}
	if l, err := words.Parse(chosen); chosen != "" && err == nil {
		return l
	}
	tags, _, _ := language.ParseAcceptLanguage(v.r.Header.Get("Accept-Language"))
	_, i, _ := offered.Match(tags...)
	return words.Languages()[i]
}

// spoken is the language of the table where whoever is signed in at a terminal deals;
// empty where that has none, or cannot be asked for now.
func (v *visit) spoken(s *session) string {
	var t house.Table
	if s.Kind != people.Terminal || s.Table == 0 || v.ask(fmt.Sprintf("/v1/tables/%d", s.Table), &t) != nil || t.Pins == nil {
		return ""
	}
	return t.Pins.Language
}
