package web_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"
	"time"

	"croupier/house"
	"croupier/web/webtest"
)

// hostile is typed where a screen takes a text.
const hostile = `<img src=x onerror=alert(1)>`

// harmless fails where what was typed became part of the page.
func harmless(t *testing.T, s *webtest.Screen) {
	t.Helper()
	if n := s.Count(`img[src="x"]`); n > 0 {
		t.Errorf("%d pictures of what was typed", n)
	}
}

// nine is a proposal of trips with a full house at 9, which the gate refuses.
func nine(table int64) map[string]any {
	return map[string]any{"title": hostile, "tables": []int64{table}, "change": map[string]any{"paytables": map[string]any{"trips": map[string]any{
		"name": hostile, "royal flush": "50", "straight flush": "40", "four of a kind": "30", "full house": "9", "flush": "6", "straight": "5", "three of a kind": "3",
	}}}}
}

// What is typed wrongly is said where it stands and changes nothing else; a paytable says
// which house rule it needs; and all of it goes by keys alone.
func TestTheEditorByKeys(t *testing.T) {
	t.Parallel()
	h := webtest.New(t)
	h.Set(blue())
	s := h.Screen(webtest.Office, "en")
	s.SignIn("manager-1")
	s.Go("/house/proposals/new")
	s.See(`[data-verdict="same"]`)
	edge := s.Text(`[data-bet="trips"] [data-edge]`)
	for _, wrong := range []string{"nine", "1,5", "-1", "1e3", hostile} {
		odds(s, "trips", "full house", wrong)
		s.Says(`[data-wager="trips"] [data-row="full house"] .fault`, "Odds such as 8 or 1.5")
	}
	if got := s.Text(`[data-bet="trips"] [data-edge]`); got != edge {
		t.Errorf("the edge is %s, was %s", got, edge)
	}
	s.Click(`#editor button[type="submit"]`)
	s.Until("document.activeElement === document.querySelector(%q)", oddsOf("trips", "full house"))
	s.Type("#title", hostile)
	odds(s, "trips", "full house", "7")
	s.See(`[data-verdict="refused"]`) // moved by more than the policy lets
	s.Gone(`.fault`)
	s.Key("\r")
	s.Until("document.activeElement === document.querySelector(%q)", oddsOf("trips", "flush"))
	s.Key("7")
	s.See(`[data-wager="trips"] [data-row="flush"].changed`)

	s.Choose(`[data-wager="trips"] [data-known]`, webtest.Eval[string](s, `[...document.querySelector('[data-wager="trips"] [data-known]').options].find(o => o.textContent === "trips-florida").value`))
	s.Says(`[data-rule="trips_versus_dealer"] [data-code="requires"]`, "trips-florida")
	s.Says(`[data-bet="trips"] [data-code="favours_player"]`, "-13.9")
	s.Shot("requires")
	s.Choose(`[id="change.house.trips_versus_dealer"]`, "must-win")
	s.Says(`[data-bet="trips"] [data-edge]`, "5.0216")
	s.Gone(`[data-code="requires"]`)

	s.Type(`[id="change.limits.ante.min"]`, "7000")
	s.Says(`#wrong, .fault`, "not a multiple of the step")
	s.Shot("limit")
	s.Type(`[id="change.limits.ante.min"]`, "10000")
	s.Gone(`[data-verdict="none"]`)
	s.Axe()
	s.Key("\r")
	s.See("#submit")
	s.Says("h1", hostile)
	s.Says("#diff", "paid only to a seat that beats the dealer")
	harmless(t, s)
}

// What the gate refuses goes on with a reason alone, which the other manager reads; and
// what is approved may begin at a moment of the house's own clock.
func TestAnOverrideAndAMoment(t *testing.T) {
	t.Parallel()
	h := webtest.New(t)
	table := h.Set(blue())
	p := asked[house.Proposal](t, h, "manager-1", "POST", "/v1/proposals", nine(table))
	path := fmt.Sprintf("/house/proposals/%d", p.ID)
	author, other := h.Screen(webtest.Office, "en"), h.Screen(webtest.Office, "en")
	author.SignIn("manager-1")
	author.Go(path)
	author.Click("#submit > button")
	author.See(`#submit [data-problem="gate"]`)
	author.Click("#price button")
	author.See(`[data-gate="refused"]`)
	author.Says(`[data-code="favours_player"]`, "-0.6921")
	author.Click("#submit > button")
	author.See(`#submit [data-problem="gate"]`)
	author.Shot("refused")
	author.Type("#override", hostile)
	author.Click("#submit > button")
	author.See(`h1 [data-state="submitted"]`)
	harmless(t, author)

	other.SignIn("manager-2")
	other.Go(path)
	other.Says(".life .warn", hostile)
	other.Choose("#approve-when", "from")
	other.See("#approve-from")
	webtest.Eval[bool](other, `Boolean(document.getElementById("approve-from").value = "2030-01-01T09:00")`)
	other.Click("#approve button")
	other.See(`h1 [data-state="scheduled"]`)
	other.Says(".life", "1 January 2030 09:00:00 KST")
	other.Shot("scheduled")
	if got := asked[house.Proposal](t, h, "manager-1", "GET", fmt.Sprintf("/v1/proposals/%d", p.ID), nil); got.State != house.Scheduled || !got.Versions[0].Since.Equal(time.Date(2030, 1, 1, 0, 0, 0, 0, time.UTC)) {
		t.Errorf("%s since %v", got.State, got.Versions[0].Since)
	}
}

// A file is imported as it was exported, and what is no such file is refused where it was
// given.
func TestAProposalFromAFile(t *testing.T) {
	t.Parallel()
	h := webtest.New(t)
	table := h.Set(house.Spec{Game: "casino-holdem"})
	p := asked[house.Proposal](t, h, "manager-1", "POST", "/v1/proposals", map[string]any{
		"title": hostile, "tables": []int64{table}, "change": map[string]int{"seats": 5},
	})
	file := asked[json.RawMessage](t, h, "manager-1", "GET", fmt.Sprintf("/v1/proposals/%d/export", p.ID), nil)
	s := h.Screen(webtest.Office, "en")
	s.SignIn("manager-1")
	s.Go("/house")
	s.Click(".import summary")
	for wrong, says := range map[string]string{
		hostile: "not well-formed",
		`{"format": "croupier-proposal/1", "content": {}, "signer": "00", "signature": ""}`: "trusted",
		strings.Replace(string(file), `"seats":5`, `"seats":6`, 1):                          "signature",
	} {
		webtest.Eval[bool](s, `Boolean(document.getElementById("file").value = %q)`, wrong)
		s.Click("#import button")
		s.Says("#import [data-problem]", says)
	}
	s.Shot("wrong")
	s.Axe()
	webtest.Eval[bool](s, `Boolean(document.getElementById("file").value = %q)`, string(file))
	s.Click("#import button")
	s.See(`h1 [data-state="draft"]`)
	s.Says("h1", hostile)
	harmless(t, s)
	s.Click("details:has(#withdraw) summary")
	s.Type("#withdraw-reason", hostile)
	s.Click("#withdraw button")
	s.See(`h1 [data-state="withdrawn"]`)
	s.Says(".life", hostile)
	harmless(t, s)
}
