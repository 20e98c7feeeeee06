package web_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"regexp"
	"slices"
	"strings"
	"testing"

	"croupier/floor/floortest"
	"croupier/games"
	"croupier/games/gamestest"
	"croupier/house"
	"croupier/sight"
	"croupier/web/webtest"
	"croupier/words"
)

// script is what no page may run.
const script = `<img src=x onerror=alert(1)>`

// A wire asks the API of a house beside the screens.
type wire struct {
	t *testing.T
	h *webtest.House
	n int // asked so far
}

// ask asks as the person, or as nobody, decodes the answer into to, and returns it.
func (w *wire) ask(as, method, path string, body, to any) string {
	w.t.Helper()
	var b bytes.Buffer
	if body != nil {
		if err := json.NewEncoder(&b).Encode(body); err != nil {
			w.t.Fatal(err)
		}
	}
	req, err := http.NewRequestWithContext(w.t.Context(), method, w.h.URL+path, &b)
	if err != nil {
		w.t.Fatal(err)
	}
	w.n++
	req.Header.Set("Content-Type", "application/json")
	req.Header.Set("Idempotency-Key", fmt.Sprintf("wire-%d", w.n))
	if as != "" {
		req.Header.Set("Authorization", "Bearer "+w.h.Key(as))
	}
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		w.t.Fatal(err)
	}
	defer resp.Body.Close()
	text, err := io.ReadAll(resp.Body)
	if err == nil && resp.StatusCode < 400 && to != nil {
		err = json.Unmarshal(text, to)
	}
	if err != nil || resp.StatusCode >= 400 {
		w.t.Fatalf("%s %s: %d %v %s", method, path, resp.StatusCode, err, text)
	}
	return string(text)
}

// shownCards are how the display says the cards of the place, in order.
func shownCards(s *webtest.Screen, place string) []string {
	return webtest.Eval[[]string](s, `[...document.querySelectorAll(%q)].map(e => e.getAttribute("aria-label"))`, place+" svg.card")
}

// saidCards are how the cards are said in English.
func saidCards(cards string) (said []string) {
	w := words.In(words.English)
	for _, c := range strings.Fields(cards) {
		if c == "??" {
			said = append(said, w.Say("card.down", nil))
			continue
		}
		short := strings.Replace(c[:1], "T", "10", 1)
		said = append(said, w.Say("card.of", words.Args{"rank": w.Name("card", "rank "+c[:1]), "suit": w.Name("card", "suit "+c[1:]), "short": short}))
	}
	return said
}

var code = regexp.MustCompile(`\b[2-9TJQKA][shdc]\b`)

// turned holds that the text tells no card besides those of the round that are turned.
func turned(t *testing.T, v *sight.View, text string) {
	t.Helper()
	seen := v.Board.String() + " " + v.Dealer.String()
	for _, s := range v.Seats {
		seen += " " + s.Cards.String()
	}
	for _, c := range code.FindAllString(text, -1) {
		if !strings.Contains(seen, c) {
			t.Errorf("after %d events %s is told, and is not turned: %s", v.N, c, seen)
		}
	}
}

// A displayed is a round that is played while a screen shows it.
type displayed struct {
	*wire
	table  int64
	screen *webtest.Screen
	view   sight.View
	dealer *gamestest.Dealer
}

// step answers what the round asks next, and looks at what anybody is answered.
func (d *displayed) step() {
	d.t.Helper()
	e := d.dealer.Answer(d.view.Next)
	e.Cards = nil // the deck deals
	var after sight.View
	d.ask(floortest.Dealer(d.table), "POST", "/v1/rounds/"+d.view.ID+"/events", map[string]any{"n": d.view.N, "events": []games.Event{e}}, &after)
	d.view = after
	turned(d.t, &d.view, d.ask("", "GET", fmt.Sprintf("/v1/display/%d", d.table), nil, nil))
}

// follows waits until the screen shows the round as it is, and no other card.
func (d *displayed) follows() {
	d.t.Helper()
	d.screen.Until(`document.querySelector('[data-round="%s"]')?.dataset.status === %q`, d.view.ID, d.view.Status)
	for place, cards := range map[string]string{"#felt .board": d.view.Board.String(), "#felt .dealer": d.view.Dealer.String()} {
		want, _ := json.Marshal(append([]string{}, saidCards(cards)...))
		d.screen.Until(`JSON.stringify([...document.querySelectorAll(%q)].map(e => e.getAttribute("aria-label"))) === %q`, place+" svg.card", want)
	}
	var said []string
	for _, s := range d.view.Seats {
		said = append(said, saidCards(s.Cards.String())...)
		for _, l := range d.view.Lines {
			if l.Seat == s.Seat {
				d.screen.See(fmt.Sprintf(`[data-seat="%d"] [data-wager=%q][data-outcome=%q]`, s.Seat, l.Wager, l.Outcome))
			}
		}
	}
	if got := shownCards(d.screen, "#felt .seats"); !slices.Equal(got, said) {
		d.t.Errorf("the seats show %v, want %v", got, said)
	}
	turned(d.t, &d.view, d.ask("", "GET", fmt.Sprintf("/display/%d/felt", d.table), nil, nil))
}

// A round is played from the deck; the screen above the table follows it, and what is
// not turned is nowhere.
func TestTheDisplayFollowsARound(t *testing.T) {
	t.Parallel()
	h := webtest.New(t)
	table := h.Open(house.Spec{
		Game: "ultimate-texas-holdem", Name: "north " + script, Pit: "<b>pit</b>", Dealing: house.ByDeck, Currency: "KRW", Chip: dec("1000"), Cap: dec("50000000"),
		AnteStep: dec("10000"), Limits: map[string]house.Limit{"ante": {Min: dec("10000"), Max: dec("500000")}, "trips": {Min: dec("5000"), Max: dec("100000")}},
	})
	d := &displayed{wire: &wire{t: t, h: h}, table: table, dealer: gamestest.NewDealer(gamestest.Rand(4), 7)}
	d.dealer.Seats = gamestest.AllSeats(5)
	path := fmt.Sprintf("/display/%d", table)
	d.screen = h.Screen(webtest.Wide, "en")
	d.screen.Go(path)
	d.screen.Says("#felt-play", "Place your bets")
	if n := d.screen.Count("#felt img, #felt b"); n != 0 {
		t.Errorf("%d elements came out of names", n)
	}
	d.screen.Says("#felt-head", script)
	d.ask(floortest.Dealer(table), "POST", fmt.Sprintf("/v1/tables/%d/rounds", table), nil, &d.view)
	board, status := -1, sight.Betting
	for len(d.view.Next) > 0 {
		d.step()
		if known := len(code.FindAllString(d.view.Board.String()+" "+d.view.Dealer.String(), -1)); known != board || d.view.Status != status {
			d.follows()
			board, status = known, d.view.Status
			d.screen.Shot(fmt.Sprintf("%s-%d", status, known))
		}
	}
	if d.view.Status != sight.Settled || board != 7 {
		t.Fatalf("the round ended as %s with %d cards turned", d.view.Status, board)
	}
	d.screen.See(`[data-ended="` + d.view.ID + `"]`)
	d.screen.Axe()
	d.rules()
	d.screen.Offline(true)
	d.screen.Says("#lost", "Connection lost")
	d.screen.Shot("lost")
	d.screen.Offline(false)
	d.screen.Gone("#lost")
	for _, language := range []string{"ko", "ru"} {
		s := h.Screen(webtest.Wide, language)
		s.Go(path)
		s.See("#felt .board svg")
		s.Shot(language)
	}
	small := h.Screen(webtest.Small, "ru")
	small.Go(path)
	small.See("#felt .board svg")
	small.Shot("small")
	phone := h.Tab(small, [2]int64{390, 844}, "ko")
	phone.Go(path)
	phone.See("#felt .board svg")
	if wide := webtest.Eval[int](phone, "document.documentElement.scrollWidth"); wide > 390 {
		t.Errorf("a telephone must be scrolled sideways: %d", wide)
	}
	phone.Shot("phone")
}

// rules holds that limits, paytables and digests shown are those of the API.
func (d *displayed) rules() {
	d.t.Helper()
	var told struct {
		Table     struct{ Version int }
		Settings  house.Pins
		Paytables map[string]struct {
			Digest string
			Rows   []struct{ Name, Odds string }
		}
	}
	d.ask("", "GET", fmt.Sprintf("/v1/display/%d", d.table), nil, &told)
	d.screen.Says("#felt-digest", told.Settings.Digest)
	d.screen.Says("#felt-digest", told.Settings.Digest[:12])
	d.screen.Says("#felt-head", "10,000 to 500,000")
	d.screen.Says("#felt-rules", "A seat wins at most 50,000,000 a round.")
	d.screen.Says("#felt-rules", "whole chips of 1,000")
	if len(told.Paytables) != 2 || told.Table.Version != 1 {
		d.t.Fatalf("%+v", told)
	}
	for wager, p := range told.Paytables {
		css := fmt.Sprintf("[data-paytable=%s][data-digest=%q]", wager, p.Digest)
		var want []string
		for _, r := range p.Rows {
			want = append(want, r.Name+"|"+r.Odds+" to 1")
		}
		if got := webtest.Eval[[]string](d.screen, `[...document.querySelectorAll(%q)].map(r => [...r.children].map(c => c.innerText.trim()).join("|"))`, css+" tbody tr"); !slices.Equal(got, want) {
			d.t.Errorf("%s shows %v, want %v", wager, got, want)
		}
	}
}

// A display speaks the table's language to whoever looks, says that a table is closed,
// and has a card to print.
func TestTheDisplayOfAClosedTableAndItsCard(t *testing.T) {
	t.Parallel()
	h := webtest.New(t)
	limits := map[string]house.Limit{"ante": {Min: dec("10"), Max: dec("500")}}
	of := map[string]string{"en": "casino-holdem", "ko": "texas-holdem-bonus", "ru": "ultimate-texas-holdem"}
	s := h.Screen(webtest.Office, "en")
	for language, game := range of {
		spec := house.Spec{Game: game, Language: language, Limits: limits, Chip: dec("5")}
		if game == "texas-holdem-bonus" {
			spec.House = games.House{"ante_pays_from": "straight"}
			spec.Paytables = gamePaytables(t, "bonus-1")
		}
		table := h.Set(spec)
		s.Go(fmt.Sprintf("/display/%d", table))
		s.Says("#felt-play", words.In(words.Language(language)).Say("display.closed long", nil))
		s.Until("document.documentElement.lang === %q", language)
		s.Axe()
		s.Shot("closed-" + language)
		s.Go(fmt.Sprintf("/display/%d/card", table))
		s.See("#print")
		w := &wire{t: t, h: h}
		var told struct {
			Settings house.Pins
			Wagers   []struct{ Name string }
		}
		w.ask("", "GET", fmt.Sprintf("/v1/display/%d", table), nil, &told)
		s.Says(".sheet footer", told.Settings.Digest)
		var names []string
		for _, wager := range told.Wagers {
			names = append(names, wager.Name)
		}
		if got := webtest.Eval[[]string](s, `[...document.querySelectorAll("[data-spot]")].map(e => e.dataset.spot)`); !slices.Equal(got, names) {
			t.Errorf("the card has the spots %v, want %v", got, names)
		}
		s.Axe()
		s.Shot("card-" + language)
		if sides := s.Print("card-" + language); sides != 1 {
			t.Errorf("the card of %s takes %d sides", game, sides)
		}
	}
	var made house.Table
	w := &wire{t: t, h: h}
	w.ask("manager-1", "POST", "/v1/tables", map[string]any{"game": "casino-holdem"}, &made)
	s.Go(fmt.Sprintf("/display/%d", made.ID))
	s.Says("#felt", "No settings are in force")
	s.Go("/display/999")
	s.See(`[data-problem="no_table"]`)
	s.Go("/display/1%2f..%2f2")
	s.See(`[data-problem="bad_id"]`)
}
