package web_test

import (
	"fmt"
	"testing"
	"time"

	"croupier/house"
	"croupier/web/webtest"
	"croupier/words"
)

// A table begins with a draft of its own, and may be given another game: the house rules
// and paytables of that game are asked for.
func TestTheFirstSettingsOfATable(t *testing.T) {
	t.Parallel()
	h := webtest.New(t)
	made := asked[house.Table](t, h, "manager-1", "POST", "/v1/tables", map[string]any{
		"game": "casino-holdem", "name": "Red 1", "currency": "KRW", "table": map[string]string{"chip": "1000"},
	})
	h.Set(blue())
	s := h.Screen(webtest.Office, "en")
	s.SignIn("manager-1")
	s.Go(fmt.Sprintf("/house/proposals/%d/edit", made.Pending[0]))
	s.See(`[data-verdict="pass"]`)
	s.See(`[data-bet="aa"]`)
	s.Click(`[data-wager="aa"] [data-offered]`)
	s.Gone(`[data-bet="aa"]`)
	s.Type(`[id="change.limits.ante.max"]`, "100000")
	s.Says("#exposures", "KRW")
	s.Type("#title", "Red 1 opens")
	s.Key("\r")
	s.See("#submit")
	s.Click("#submit > button")
	s.See(`h1 [data-state="submitted"]`)
	s.Says("#diff", "all of it is new")
	s.Go("/house")
	s.See(fmt.Sprintf(`[data-proposal="%d"] .edge`, made.Pending[0]))
	p := asked[house.Proposal](t, h, "manager-1", "GET", fmt.Sprintf("/v1/proposals/%d", made.Pending[0]), nil)
	settings := p.Prices.Appraisals[0].Tables[0].Settings
	if _, offered := settings.Paytables["aa"]; offered || settings.Limits["ante"].Max.String() != "100000" || settings.Chip != "1000" || settings.Currency != "KRW" {
		t.Errorf("%+v", settings)
	}

	s.Go("/house/proposals/new")
	s.See(`[data-verdict="same"]`)
	s.Choose("#game", "casino-holdem/1")
	s.See(`[data-verdict="pass"]`)
	s.See(`[data-wager="aa"] [data-odds]`)
	s.Shot("another-game")
	s.Axe()
}

// The figures of the editor's scripts are those of the server, to the digit; and a moment
// of the house's clock is the same to both.
func TestFiguresOfScripts(t *testing.T) {
	t.Parallel()
	h := webtest.New(t)
	h.Set(house.Spec{Game: "casino-holdem"})
	shares := []string{"0", "1", "0.021849713762753", "-0.006920527000000", "0.00000049", "0.0000005", "-0.0000005", "0.1234565", "-13.96", "123456.789", "0.99999999"}
	locals := map[string]string{"2030-01-01T09:00": "Asia/Seoul", "2030-07-01T00:30": "Europe/London", "2030-03-31T12:00": "Europe/Moscow", "2030-11-03T12:00": "America/New_York", "2030-03-10T03:30": "America/New_York"}
	s := h.Screen(webtest.Office, "ru") // whose decimals have a comma
	s.SignIn("manager-1")
	s.Go("/house/proposals/new")
	s.See("#editor")
	at := `document.querySelector("script[src$='house/editor.js']").src`
	for _, share := range shares {
		got := webtest.Eval[string](s, `import(%s.replace("editor.js", "figures.js")).then(m => m.percent(%q))`, at, share)
		if want := words.In(words.Russian).Fixed(dec(share).Shift(2), 4) + "\u00a0%"; got != want {
			t.Errorf("%s: %q, want %q", share, got, want)
		}
	}
	for local, zone := range locals {
		in, err := time.LoadLocation(zone)
		if err != nil {
			t.Fatal(err)
		}
		want, err := time.ParseInLocation("2006-01-02T15:04", local, in)
		if err != nil {
			t.Fatal(err)
		}
		got := webtest.Eval[string](s, `import(%s.replace("editor.js", "moment.js")).then(m => m.inZone(%q, %q))`, at, local, zone)
		if at, err := time.Parse(time.RFC3339, got); err != nil || !at.Equal(want) {
			t.Errorf("%s in %s is %s, want %s: %v", local, zone, got, want, err)
		}
	}
}
