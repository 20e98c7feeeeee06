package web_test

import (
	"bytes"
	"crypto/rand"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"testing"

	"croupier/floor/floortest"
	"croupier/house"
	"croupier/web/webtest"
)

// blue is a table of Ultimate Texas Hold'em as a casino sets one up.
func blue() house.Spec {
	return house.Spec{
		Game: "ultimate-texas-holdem", Name: "Blue 1", Pit: "north", Chip: dec("1000"), AnteStep: dec("5000"), Currency: "KRW", TimeZone: "Asia/Seoul",
		Limits: map[string]house.Limit{"ante": {Min: dec("5000"), Max: dec("500000")}, "trips": {Max: dec("200000")}},
	}
}

// asked is what the API answers the person, past every screen.
func asked[T any](t *testing.T, h *webtest.House, who, method, path string, body any) T {
	t.Helper()
	b, err := json.Marshal(body)
	if err != nil {
		t.Fatal(err)
	}
	req, err := http.NewRequestWithContext(t.Context(), method, h.URL+path, bytes.NewReader(b))
	if err != nil {
		t.Fatal(err)
	}
	if req.Header.Set("Authorization", "Bearer "+h.Key(who)); method != http.MethodGet {
		req.Header.Set("Content-Type", "application/json")
		req.Header.Set("Idempotency-Key", rand.Text())
	}
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		t.Fatal(err)
	}
	defer resp.Body.Close()
	text, err := io.ReadAll(resp.Body)
	var answer T
	if err != nil || resp.StatusCode >= http.StatusBadRequest || json.Unmarshal(text, &answer) != nil {
		t.Fatalf("%s %s: %d %.500s %v", method, path, resp.StatusCode, text, err)
	}
	return answer
}

// playFullHouse deals a round in which seat 1 bets on trips and comes to a full house.
func playFullHouse(t *testing.T, h *webtest.House, table int64) {
	t.Helper()
	dealer := floortest.Dealer(table)
	round := asked[struct{ ID string }](t, h, dealer, "POST", fmt.Sprintf("/v1/tables/%d/rounds", table), map[string]any{})
	var events []map[string]any
	add := func(step, kind string, place int, more ...string) {
		e := map[string]any{"step": step, "kind": kind, "place": place}
		for i := 0; i+1 < len(more); i += 2 {
			e[more[i]] = more[i+1]
		}
		events = append(events, e)
	}
	add("bets", "bet", 1, "do", "bet", "wager", "ante", "amount", "5000")
	add("bets", "bet", 1, "do", "bet", "wager", "trips", "amount", "10000")
	add("bets", "close", 0)
	add("hole", "deal", 1)
	add("dealer", "deal", 0)
	add("preflop", "act", 1, "do", "bet", "wager", "play", "amount", "20000")
	add("burn 1", "deal", -2)
	add("flop", "deal", -1, "cards", "Ad Kc Ks")
	add("burn 2", "deal", -2)
	add("turn and river", "deal", -1, "cards", "4c 7d")
	add("dealer opens", "show", 0, "cards", "Qs Qd")
	add("seats open", "show", 1, "cards", "As Kh")
	add("pay", "pay", 1)
	asked[map[string]any](t, h, dealer, "POST", "/v1/rounds/"+round.ID+"/events", map[string]any{"n": 0, "events": events})
}

// odds types the odds of a row into the editor.
func odds(s *webtest.Screen, wager, row, text string) {
	s.Type(oddsOf(wager, row), text)
}

func oddsOf(wager, row string) string {
	return fmt.Sprintf(`[data-wager=%q] [data-row=%q] [data-odds]`, wager, row)
}

// houseTrips are the odds of the paytable the house comes to, but for the full house.
var houseTrips = []string{"100", "50", "30", "", "6", "5", "3"}

// A paytable goes from draft to in force by two managers at two screens: mistyped it is
// refused in words, as it was meant it passes, and nobody approves the own.
func TestAPaytableFromDraftToForce(t *testing.T) {
	t.Parallel()
	h := webtest.New(t)
	table := h.Open(blue())
	playFullHouse(t, h, table)
	author, other := h.Screen(webtest.Office, "en"), h.Screen(webtest.Office, "en")
	author.SignIn("manager-1")
	author.Go("/house")
	author.Click("a.button.primary")
	author.See(`[data-verdict="same"]`)
	mistyped(t, h, author)
	id := submitted(t, h, author)

	other.SignIn("manager-2")
	other.Go("/house?state=mine")
	other.Says(`[data-proposal="`+id+`"]`, "You: approve or reject")
	other.See(`[data-proposal="` + id + `"] .edge`)
	other.Shot("list-mine")
	other.Axe()
	other.Go("/house/proposals/" + id)
	other.See("#diff table")
	other.Click(`[hx-get$="/backtest"] button`)
	other.Says(`[data-backtest="1"] [data-wager="trips"]`, "80,000")
	webtest.Eval[bool](other, `(document.getElementById("backtest").scrollIntoView({block: "end"}), true)`)
	other.Shot("backtest")
	other.Axe()
	other.Gone("[data-own]")
	other.Click("#approve button")
	other.See(`h1 [data-state="in-force"]`)
	other.Shot("in-force")
	now := asked[house.Table](t, h, "manager-1", "GET", fmt.Sprintf("/v1/tables/%d", table), nil)
	if now.Version != 2 || now.Pins.Paytables["trips"].Name != "trips-house" {
		t.Errorf("version %d with %v", now.Version, now.Pins.Paytables)
	}
	returned(t, h, other, table)
}

// mistyped types a full house of 9 for 8: the gate says what stands against it, with the
// figures the API has.
func mistyped(t *testing.T, h *webtest.House, author *webtest.Screen) {
	t.Helper()
	author.Type("#title", "new trips")
	author.Type(`[data-wager="trips"] [data-name]`, "trips-house")
	odds(author, "trips", "royal flush", "100")
	odds(author, "trips", "straight flush", "50")
	odds(author, "trips", "full house", "9")
	author.See(`[data-verdict="refused"]`)
	author.Says(`[data-bet="trips"] [data-code="favours_player"]`, "The player has the advantage")
	author.Says(`[data-bet="trips"] [data-code="below_band"]`, "0.5000\u00a0%")
	author.Says(`[data-bet="trips"] [data-code="changed"]`, "1.9040\u00a0%")
	compareEdge(t, h, author, "9")
	author.Shot("editor-refused")
	author.Axe()
}

// submitted types what was meant and submits it; the author is told that another
// decides. It returns the number of the proposal.
func submitted(t *testing.T, h *webtest.House, author *webtest.Screen) (id string) {
	t.Helper()
	odds(author, "trips", "full house", "8")
	author.See(`[data-verdict="pass"]`)
	compareEdge(t, h, author, "8")
	t.Logf("re-priced in %s ms, all on the way included", webtest.Eval[string](author, `document.getElementById("editor").dataset.took`))
	author.Click(`#editor button[type="submit"]`)
	author.See("#submit")
	id = webtest.Eval[string](author, "location.pathname.split('/').pop()")
	author.Says("#diff", "trips-house")
	author.Shot("draft")
	author.Click("#price button")
	author.See(`[data-gate="pass"]`)
	author.Axe()
	author.Click("#submit > button")
	author.Says("[data-own]", "you cannot approve it")
	author.Gone("#approve")
	refused := webtest.Eval[string](author, `fetch("/v1/proposals/%s/approve", {method: "POST", headers: {"Content-Type": "application/json", "Idempotency-Key": "own"}, body: '{"now":true}'}).then(r => r.json()).then(p => p.code)`, id)
	if refused != "own_proposal" {
		t.Errorf("the author's approval is answered %s", refused)
	}
	author.Shot("own")
	return id
}

// returned returns the table to its first version.
func returned(t *testing.T, h *webtest.House, s *webtest.Screen, table int64) {
	t.Helper()
	s.Go(fmt.Sprintf("/house/tables/%d/versions", table))
	s.See("#v2")
	s.Click(".version details summary")
	s.Says(".compared", "trips-house")
	s.Shot("versions")
	s.Axe()
	s.Click(`details:has([data-return="1"]) > summary`)
	s.Type("#reason-1", "the old one again")
	s.Click(`[data-return="1"] button`)
	s.Says(".version:has(#v1)", "the old one again")
	if now := asked[house.Table](t, h, "manager-1", "GET", fmt.Sprintf("/v1/tables/%d", table), nil); now.Version != 1 {
		t.Errorf("version %d after the return", now.Version)
	}
}

// compareEdge compares what the editor shows of trips with what POST /v1/edge answers.
func compareEdge(t *testing.T, h *webtest.House, s *webtest.Screen, fullHouse string) {
	t.Helper()
	rows := map[string]string{}
	for i, row := range []string{"royal flush", "straight flush", "four of a kind", "full house", "flush", "straight", "three of a kind"} {
		if rows[row] = houseTrips[i]; houseTrips[i] == "" {
			rows[row] = fullHouse
		}
	}
	type priced struct {
		Wagers []struct {
			Wager, Edge, SD, Hit string
			Rows                 []struct{ Row, Frequency, Contribution string }
		}
	}
	p := asked[priced](t, h, "manager-1", "POST", "/v1/edge", map[string]any{"game": "ultimate-texas-holdem", "paytables": map[string]any{"trips": rows}})
	trips := p.Wagers[1]
	s.Until(`document.querySelector('[data-bet="trips"] [data-edge]').dataset.edge === %q`, trips.Edge)
	percent := func(share string) string { return dec(share).Shift(2).StringFixed(4) + "\u00a0%" }
	s.Says(`[data-bet="trips"] [data-edge]`, percent(trips.Edge))
	s.Says(`[data-bet="trips"] dl`, dec(trips.SD).StringFixed(4))
	s.Says(`[data-bet="trips"] dl`, percent(trips.Hit))
	for _, r := range trips.Rows {
		if r.Row != "lose" {
			s.Says(fmt.Sprintf(`[data-wager="trips"] [data-row=%q] [data-frequency]`, r.Row), percent(r.Frequency))
			s.Says(fmt.Sprintf(`[data-wager="trips"] [data-row=%q] [data-contribution]`, r.Row), "+"+percent(r.Contribution))
		}
	}
}

// What the screens show in each language, with hostile texts wherever a person writes.
func TestProposalsInEveryLanguage(t *testing.T) {
	t.Parallel()
	h := webtest.New(t)
	table := h.Set(blue())
	named := blue()
	named.Name, named.Pit = hostile, hostile
	other := h.Set(named)
	refused := asked[house.Proposal](t, h, "manager-1", "POST", "/v1/proposals", nine(table))
	asked[house.Proposal](t, h, "manager-1", "POST", fmt.Sprintf("/v1/proposals/%d/submit", refused.ID), map[string]string{"override": hostile})
	drafted := asked[house.Proposal](t, h, "manager-1", "POST", "/v1/proposals", map[string]any{
		"title": "Weekend nights", "tables": []int64{table, other}, "band": map[string]any{"days": []string{"fri", "sat"}, "from": "18:00", "to": "06:00", "zone": "Asia/Seoul"},
		"change": map[string]any{"house": map[string]string{"trips_on_fold": "forfeit"}, "table": map[string]string{"cap": "50000000", "cap_share": "pro-rata"}, "limits": map[string]any{"ante": map[string]string{"min": "10000"}}, "language": "ko"},
	})
	asked[house.Proposal](t, h, "manager-1", "POST", fmt.Sprintf("/v1/proposals/%d/price", drafted.ID), map[string]string{})
	policy := asked[house.Proposal](t, h, "manager-1", "POST", "/v1/proposals", map[string]any{
		"title": "A stricter house", "policy": map[string]any{"edge": map[string]any{"*": map[string]any{"*": map[string]string{"least": "0.01", "most": "0.2"}}}, "idle_seconds": 120, "office_idle_seconds": 900, "alerts": map[string]any{hostile: map[string]int{"corrections": 5}}},
	})
	ended := asked[house.Proposal](t, h, "manager-1", "POST", "/v1/proposals", map[string]any{"title": "Fewer seats", "all": true, "change": map[string]int{"seats": 6}})
	asked[house.Proposal](t, h, "manager-1", "POST", fmt.Sprintf("/v1/proposals/%d/withdraw", ended.ID), map[string]string{"reason": hostile})
	for _, language := range []string{"en", "ko", "ru"} {
		s := h.Screen(webtest.Office, language)
		s.SignIn("manager-2")
		shot := func(name, path, css string) {
			s.Go(path)
			s.See(css)
			s.Gone(".htmx-request")
			s.Shot(name + "-" + language)
			if harmless(t, s); language == "ru" { // the longest words
				s.Axe()
			}
		}
		shot("list", "/house", ".proposals .edge")
		shot("refused", fmt.Sprintf("/house/proposals/%d", refused.ID), "#diff table")
		shot("priced", fmt.Sprintf("/house/proposals/%d", drafted.ID), "#diff table")
		shot("policy", fmt.Sprintf("/house/proposals/%d", policy.ID), "main table")
		s.Says(`[data-figure="idle"].changed`, "120")
		s.Says(`[data-figure="corrections"].changed`, hostile)
		shot("withdrawn", fmt.Sprintf("/house/proposals/%d", ended.ID), "#diff table")
		shot("editor", fmt.Sprintf("/house/proposals/%d/edit", drafted.ID), `[data-verdict="pass"]`)
		s.Click(`details.panel summary`)
		webtest.Eval[bool](s, `(window.scrollTo(0, document.body.scrollHeight), true)`)
		s.Shot("editor-end-" + language)
		shot("edge", fmt.Sprintf("/house/proposals/%d/edge", refused.ID), `[data-bet="trips"]`)
		webtest.Eval[bool](s, `(document.querySelector(".pictures").scrollIntoView(), true)`)
		s.Shot("pictures-" + language)
		shot("versions", fmt.Sprintf("/house/tables/%d/versions", table), "#v1")
	}
}
