package web_test

import (
	"os"
	"testing"

	"croupier/floor/floortest"
	"croupier/house"
	"croupier/postgres/postgrestest"
	"croupier/web/webtest"
)

func TestMain(m *testing.M) { os.Exit(postgrestest.Main(tests{m})) }

// tests are run with a browser, which ends after them.
type tests struct{ m *testing.M }

func (t tests) Run() int { return webtest.Main(t.m) }

func TestSignIn(t *testing.T) {
	t.Parallel()
	h := webtest.New(t)
	for _, language := range []string{"en", "ko", "ru"} {
		s := h.Screen(webtest.Office, language)
		s.Go("/signin")
		s.See("#name")
		s.Shot(language)
		s.Axe()
		s.SignIn("manager-1")
		s.See("main .grid a")
		s.Shot("home-" + language)
		s.Axe()
	}
	s := h.Screen(webtest.Office, "en")
	s.SignIn("admin-1")
	s.Go("/house") // proposals are not an admin's
	s.See("main .grid a[href='/house/people']")
}

// Who chose no language is spoken to in the table's, at its terminal.
func TestTheTablesLanguage(t *testing.T) {
	t.Parallel()
	h := webtest.New(t)
	table := h.Open(house.Spec{Game: "casino-holdem", Language: "ru"})
	s := newTerminal(t, h, webtest.Station, "ko")
	s.Until("document.documentElement.lang === 'ko'")
	s.enter(floortest.Dealer(table))
	s.Until("document.documentElement.lang === 'ru' && document.querySelector('.felt')")
}
