package api

import (
	"bytes"
	"encoding/json"
	"fmt"
	"net/http"
	"regexp"
	"strings"
	"testing"

	"croupier/cards"
	"croupier/floor"
	"croupier/floor/floortest"
	"croupier/games"
)

// A sighting is something that left the server, and how much could be seen at
// that moment.
type sighting struct {
	what   string
	text   string
	dealt  int         // cards that had left the deck
	turned []int       // of them, places in the deck that lay face up
	seat   games.Place // whose own view it is
	drawn  map[games.Place][]int
}

// watched is a round dealt from a deck, played while all that leaves the
// server is kept.
type watched struct {
	*served
	t      *testing.T
	id     string
	n      int
	dealt  int
	turned []int
	shown  map[games.Place]int
	drawn  map[games.Place][]int
	seen   []sighting
}

// TestNoUndealtCardLeaves plays rounds of each game from a deck and, once the
// deck is opened, looks for each card in all that left the server before it was
// turned: answers, refusals, audits, lists, metrics and the log.
func TestNoUndealtCardLeaves(t *testing.T) {
	t.Parallel()
	for _, body := range []string{
		`{"game":"ultimate-texas-holdem","dealing":"deck"}`,
		`{"game":"texas-holdem-bonus","dealing":"deck","house":{"ante_pays_from":"flush"},"paytables":{"bonus":"bonus-2"}}`,
		`{"game":"texas-holdem-bonus","dealing":"deck","deal_order":"players-first","house":{"ante_pays_from":"flush"},"paytables":{"bonus":"bonus-1"}}`,
	} {
		t.Run(body, func(t *testing.T) {
			t.Parallel()
			w := &watched{served: serveFloor(t, Config{}), t: t, shown: map[games.Place]int{}, drawn: map[games.Place][]int{}}
			w.cast(t).Furnish([]byte(body))
			w.post("/v1/tables/1/rounds", "", nil)
			w.id = "1-1"
			deck := w.play()
			for _, s := range w.seen {
				s.check(t, deck)
			}
			if len(w.seen) < 60 {
				t.Errorf("only %d sightings", len(w.seen))
			}
		})
	}
}

// play answers what the round asks until it is over, and returns the deck.
func (w *watched) play() cards.Cards {
	w.bets()
	for {
		var v floor.View
		w.get("/v1/rounds/"+w.id, games.Dealer, &v)
		if len(v.Next) == 0 {
			if v.Deck == nil || len(v.Deck.Cards) != 52 {
				w.t.Fatalf("the deck is not opened: %+v", v.Deck)
			}
			return v.Deck.Cards
		}
		w.look()
		w.answer(v.Next[0])
	}
}

func (w *watched) bets() {
	for _, seat := range []int{1, 4, 7} {
		w.event(fmt.Sprintf(`{"step":"bets","kind":"bet","place":%d,"do":"bet","wager":"ante","amount":"10"}`, seat))
	}
	w.event(`{"step":"bets","kind":"close"}`)
}

// look asks for all there is to see, and for things that are refused.
func (w *watched) look() {
	w.get("/v1/rounds/"+w.id+"/audit", games.Dealer, nil)
	for _, seat := range []games.Place{1, 4} {
		w.get(fmt.Sprintf("/v1/rounds/%s/seats/%d", w.id, seat), seat, nil)
	}
	for _, path := range []string{"/v1/tables", "/v1/tables/1", "/v1/display/1", "/v1/entries", "/metrics", "/v1/significant", "/v1/rounds/" + w.id + "/seats/5"} {
		w.get(path, games.Dealer, nil)
	}
	for _, body := range []string{
		`{"step":"pay","kind":"pay","place":5}`, `{"kind":"void"}`,
		`{"n":0,"events":[{"kind":"strike","note":"of another time"}]}`,
		fmt.Sprintf(`{"n":%d,"events":[{"step":"flop","kind":"deal","place":-1},{"step":"flop","kind":"show","place":-1},{"kind":"strike"}]}`, w.n),
	} {
		w.send("/v1/rounds/"+w.id+"/events", body)
	}
	w.keep("log", w.log.String(), games.Dealer)
}

// answer answers the prompt: the first choice for some seats, the last for
// others, so that one folds where it may.
func (w *watched) answer(p games.Prompt) {
	body := map[string]any{"step": p.Step, "kind": p.Kind, "place": p.Place}
	if p.Kind == games.KindAct {
		o := p.Options[0]
		if p.Place != 1 {
			o = p.Options[len(p.Options)-1]
		}
		body["do"], body["wager"] = o.Do, o.Wager
		if o.Wager != "" {
			body["amount"] = o.Max.String()
		}
	}
	text, err := json.Marshal(body)
	if err != nil {
		w.t.Fatal(err)
	}
	w.account(p)
	w.event(string(text))
}

// account notes what the answer to the prompt may show, before it is given.
func (w *watched) account(p games.Prompt) {
	switch p.Kind {
	case games.KindDeal:
		for range p.Count {
			w.drawn[p.Place] = append(w.drawn[p.Place], w.dealt)
			if !p.Down {
				w.turned = append(w.turned, w.dealt)
				w.shown[p.Place]++
			}
			w.dealt++
		}
	case games.KindShow:
		at := w.shown[p.Place]
		w.turned = append(w.turned, w.drawn[p.Place][at:at+p.Count]...)
		w.shown[p.Place] += p.Count
	}
}

func (w *watched) event(body string) {
	var v floor.View
	w.post("/v1/rounds/"+w.id+"/events", body, &v)
	w.n = v.N
}

// post sends a change that must be accepted.
func (w *watched) post(path, body string, v *floor.View) {
	w.t.Helper()
	if w.id == "" && strings.HasPrefix(path, "/v1/rounds") {
		w.t.Fatal("no round is open")
	}
	resp, text := w.send(path, body)
	if resp.StatusCode >= 300 {
		w.t.Fatalf("%s %s: %d %s", path, body, resp.StatusCode, text)
	}
	if v != nil {
		w.read(text, v)
	}
}

func (w *watched) send(path, body string) (*http.Response, string) {
	w.t.Helper()
	resp, text := send(w.t, w.served, "POST", path, strings.NewReader(body), both(w.as(floortest.Dealer(1)), posting(fmt.Sprint("key-", len(w.seen)))))
	w.keep(path+" "+body, text, games.Dealer)
	return resp, text
}

func (w *watched) get(path string, seat games.Place, v *floor.View) {
	w.t.Helper()
	asker := everyone
	if _, number, ok := strings.Cut(path, "/seats/"); ok {
		asker = "seat:1:" + number
	}
	resp, text := fetch(w.t, w.served, "GET", path, w.as(asker))
	if resp.StatusCode != http.StatusOK {
		w.t.Fatalf("%s: %d %s", path, resp.StatusCode, text)
	}
	if v != nil {
		w.read(text, v)
		if len(v.Next) == 0 {
			return // the opened deck
		}
	}
	w.keep(path, text, seat)
}

// read decodes the fields a player needs: options are written by floor in a
// form of their own.
func (w *watched) read(text string, v *floor.View) {
	w.t.Helper()
	if err := json.NewDecoder(bytes.NewReader([]byte(text))).Decode(v); err != nil {
		w.t.Fatalf("%s: %v", text, err)
	}
}

func (w *watched) keep(what, text string, seat games.Place) {
	w.seen = append(w.seen, sighting{
		what: what, text: text, dealt: w.dealt, seat: seat,
		turned: append([]int(nil), w.turned...), drawn: map[games.Place][]int{seat: w.drawn[seat]},
	})
}

var anyCard = regexp.MustCompile(`\b[2-9TJQKA][cdhs]\b`)

// check looks for a card nobody could see yet.
func (s sighting) check(t *testing.T, deck cards.Cards) {
	t.Helper()
	visible := map[string]bool{}
	for _, i := range s.turned {
		visible[deck[i].String()] = true
	}
	if s.seat > 0 {
		for _, i := range s.drawn[s.seat] {
			visible[deck[i].String()] = true
		}
	}
	for _, card := range anyCard.FindAllString(s.text, -1) {
		if !visible[card] {
			t.Errorf("%s shows %s when %d cards were dealt and %d turned:\n%s", s.what, card, s.dealt, len(s.turned), s.text)
		}
	}
}
