package web

import (
	"cmp"

	"golang.org/x/text/language"

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

// language is the one whoever is signed in chose, or this browser, or the one its
// user reads best.
func (v *visit) language(s *session) words.Language {
	var person, browser string
	if s != nil {
		person = s.Person.Language
	}
	if c, err := v.r.Cookie(languageCookie); err == nil {
		browser = c.Value
	}
	if chosen := cmp.Or(person, browser); chosen != "" {
		if l, err := words.Parse(chosen); err == nil {
			return l
		}
	}
	tags, _, _ := language.ParseAcceptLanguage(v.r.Header.Get("Accept-Language"))
	_, i, _ := offered.Match(tags...)
	return words.Languages()[i]
}
