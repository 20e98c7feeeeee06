package web_test

import (
	"encoding/json"
	"fmt"
	"slices"
	"testing"
	"time"

	"github.com/chromedp/chromedp/kb"
	"github.com/shopspring/decimal"

	"croupier/cards"
	"croupier/floor"
	"croupier/floor/floortest"
	"croupier/games"
	"croupier/house"
	"croupier/pit"
	"croupier/sight"
	"croupier/web/webtest"
	"croupier/words"
)

// injected is what nobody may bring a page to run.
const injected = `<img src=x onerror=alert(1)>`

// A pitHouse is a house with two tables at which rounds were played.
type pitHouse struct {
	*webtest.House
	t         testing.TB
	first     int64 // a game whose wins are large, and approved
	second    int64
	keys      int64
	won, lost sight.RoundID
}

func newPitHouse(t *testing.T) *pitHouse {
	t.Helper()
	h := &pitHouse{House: webtest.New(t), t: t}
	chips := house.Spec{Game: "ultimate-texas-holdem", Chip: decimal.NewFromInt(1000), Pit: "Main", Currency: "KRW", TimeZone: "Asia/Seoul"}
	chips.Name, chips.LargeWin, chips.Limits = "Ultimate <b>1</b>", decimal.NewFromInt(50_000), map[string]house.Limit{"ante": {Min: decimal.NewFromInt(10_000), Max: decimal.NewFromInt(500_000)}}
	h.first = h.Open(chips)
	chips.Game, chips.Name, chips.Pit, chips.ApproveWin = "casino-holdem", "Casino 1", "Garden", decimal.NewFromInt(10_000)
	h.second = h.Open(chips)
	h.won = h.play(h.first, "Qs 3s", "9h 4c", "As Ks 7s 2d 9d")
	h.lost = h.play(h.second, "Qs 3d", "9h 4c", "As Ks 7s 2d 9d")
	h.must(h.Pit.Survey(t.Context()))
	return h
}

func (h *pitHouse) must(err error) {
	h.t.Helper()
	if err != nil {
		h.t.Fatal(err)
	}
}

// play deals a round to seat 3, which bets the least there is and then all it can, and
// settles it.
func (h *pitHouse) play(table int64, hole, dealer, board string) sight.RoundID {
	h.t.Helper()
	return h.deal(table, hole, dealer, board, 0)
}

// deal deals a round up to so many events before its end.
func (h *pitHouse) deal(table int64, hole, dealer, board string, short int) sight.RoundID {
	h.t.Helper()
	felt, err := house.LoadFelt(h.t.Context(), h.Pool, table, 1)
	h.must(err)
	record := pitRecord(h.t, felt.Round(), map[games.Place]string{3: hole, games.Dealer: dealer, games.Board: board})
	by := floor.Pair{Dealer: floortest.Dealer(table)}
	h.keys++
	a, err := h.Floor.OpenRound(h.t.Context(), floortest.Caller(by, "open round", h.keys), table)
	h.must(err)
	var v sight.View
	h.must(json.Unmarshal(a.Body, &v))
	id, err := sight.ParseRoundID(v.ID)
	h.must(err)
	_, err = h.Floor.Do(h.t.Context(), floortest.Caller(by, "events", h.keys), id, floor.Change{Events: record[:len(record)-short]})
	h.must(err)
	return id
}

// round is the round as everybody may see it.
func (h *pitHouse) round(id sight.RoundID) sight.View {
	h.t.Helper()
	v, err := h.Floor.Round(h.t.Context(), id, games.Dealer)
	h.must(err)
	return v
}

// pitRecord answers all the round asks: one bet of seat 3, every decision by its first
// option, which is the largest bet, and the cards that lie at each place.
func pitRecord(t testing.TB, r *games.Round, lie map[games.Place]string) []games.Event {
	t.Helper()
	for next := r.Next(nil); len(next) > 0; next = r.Next(nil) {
		p := next[0]
		for _, q := range next {
			if r.Staked() == 0 && q.Place == 3 || r.Staked() != 0 && q.Kind == games.KindClose {
				p = q
				break
			}
		}
		e := games.Event{Step: p.Step, Kind: p.Kind, Place: p.Place}
		switch p.Kind {
		case games.KindBet, games.KindAct:
			e.Do, e.Wager, e.Amount = p.Options[0].Do, p.Options[0].Wager, p.Options[0].Min
		case games.KindDeal, games.KindShow:
			if all, err := cards.ParseAll(lie[p.Place]); err != nil {
				t.Fatal(err)
			} else if !p.Down && len(all) > 0 {
				e.Cards, lie[p.Place] = all[:p.Count], fmt.Sprint(all[p.Count:])
			}
		}
		if err := r.Apply(e); err != nil {
			t.Fatalf("%+v: %v", e, err)
		}
	}
	return r.Standing()
}

// speak shows the screens in the language from now on.
func speak(s *webtest.Screen, language string) {
	webtest.Eval[bool](s, `(() => { document.cookie = "croupier_language=%s; Path=/"; return true; })()`, language)
}

// count has the deals of the games counted that reports need: a page waits less long for
// them than a busy machine may take.
func (h *pitHouse) count() {
	h.t.Helper()
	_, err := h.Pit.Report(h.t.Context(), pit.Ask{To: time.Now()})
	h.must(err)
}

// Every page of the pit, in every language, holds what axe asks of it.
func TestPitPages(t *testing.T) {
	t.Parallel()
	h := newPitHouse(t)
	correction, dispute := h.cases()
	day := h.round(h.won).GamingDay
	h.count()
	s := h.Screen(webtest.Office, "en")
	s.SignIn("supervisor-1")
	for _, language := range []string{"en", "ko", "ru"} {
		speak(s, language)
		for _, page := range []struct{ name, path, see string }{
			{"floor", "/pit", ".tile"},
			{"alerts", "/pit/alerts?open=false", ".alert"},
			{"rounds", fmt.Sprintf("/pit/rounds?table=%d", h.first), "tbody [data-round]"},
			{"round", "/pit/rounds/" + h.won.String(), ".felt"},
			{"replay", "/pit/rounds/" + h.won.String() + "/replay?step=9", ".stepped"},
			{"correct", "/pit/rounds/" + h.lost.String() + "/correct", "#correct"},
			{"corrections", "/pit/corrections", "[data-correction]"},
			{"correction", "/pit/corrections/" + correction, ".changed"},
			{"disputes", "/pit/disputes", "[data-dispute]"},
			{"dispute", "/pit/disputes/" + dispute, ".notes"},
			{"reports", "/pit/reports?from=" + day + "&to=" + day + "&per=hour&by=table&by=bet", "#figures"},
			{"days", "/pit/days", "#close-day"},
			{"chain", "/pit/chain", "[data-chain='0']"},
		} {
			s.Go(page.path)
			s.See(page.see)
			if page.name == "correct" {
				s.Click("[value=card-miskeyed]")
				s.See("#record-lines li")
			}
			s.Shot(page.name + "-" + language)
			if language == "en" {
				s.Axe()
			}
		}
	}
}

// cases opens a correction of the round that was won, and a dispute of the one that was
// lost.
func (h *pitHouse) cases() (correction, dispute string) {
	h.t.Helper()
	felt, err := house.LoadFelt(h.t.Context(), h.Pool, h.first, 1)
	h.must(err)
	record := pitRecord(h.t, felt.Round(), map[games.Place]string{3: "Qs 3d", games.Dealer: "9h 4c", games.Board: "As Ks 7s 2d 9d"})
	a, err := h.Pit.Correct(h.t.Context(), floortest.Caller(floor.Pair{Dealer: floortest.Dealer(h.first)}, "correct", 1), h.won, pit.Request{Code: pit.CardMiskeyed, Reason: "the three was of diamonds " + injected, Events: record})
	h.must(err)
	var c pit.Correction
	h.must(json.Unmarshal(a.Body, &c))
	a, err = h.Pit.Dispute(h.t.Context(), floortest.Caller(floor.Pair{Dealer: "supervisor-2"}, "dispute", 1), h.lost, "the guest says it was a spade "+injected)
	h.must(err)
	var d pit.Dispute
	h.must(json.Unmarshal(a.Body, &d))
	return c.ID, d.ID
}

// shows waits for a page under the path, with its scripts.
func shows(s *webtest.Screen, path string) {
	s.Until("location.pathname.startsWith(%q) && document.readyState === 'complete'", path)
}

// onlyTexts fails where a text became more than a text.
func onlyTexts(s *webtest.Screen, t testing.TB) {
	t.Helper()
	if n := s.Count("img[src='x']"); n != 0 {
		t.Errorf("%d pictures were made of texts", n)
	}
}

// answered is what the API answers the screen.
func answered[T any](s *webtest.Screen, path string) T {
	return webtest.Eval[T](s, `fetch(%q).then(r => r.json())`, path)
}

// The floor shows what the API says of it, tells what happens while it happens, and
// announces a new alert, which is acknowledged there with a note.
func TestPitFloorLives(t *testing.T) {
	t.Parallel()
	h := newPitHouse(t)
	s := h.Screen(webtest.Office, "en")
	s.SignIn("supervisor-1")
	s.Go("/pit")
	s.See("#feed-state[data-state=live]")
	s.Says("#feed", "Seat 3 shows Qs 3s.") // before it was opened
	h.tilesAsTold(s)

	again := h.play(h.first, "Qs 3s", "9h 4c", "As Ks 7s 2d 9d")
	s.Says(fmt.Sprintf("#feed li:has(a[href='/pit/rounds/%s'])", again), "Seat 3 is settled.")
	s.Says(fmt.Sprintf("[data-table='%d'] [data-figure=rounds]", h.first), "2")
	s.Gone("[data-alert='2']")
	h.must(h.Pit.Survey(t.Context()))
	s.See("[data-alert='2'].open")
	s.Until("document.getElementById('announced').textContent.includes('Large win')")
	s.Says(fmt.Sprintf("[data-table='%d'] .calls", h.first), "2 alerts")
	s.Says("#feed", "Large win Round "+again.String())
	h.tilesAsTold(s)

	running := h.deal(h.second, "Qs 3s", "9h 4c", "As Ks 7s 2d 9d", 1) // all but the payout
	s.Says(fmt.Sprintf("[data-table='%d'] .now", h.second), "Round "+running.String()+": being settled")
	s.Says(fmt.Sprintf("[data-table='%d'] .calls a[href='/pit/rounds/%s']", h.second, running), "Payout waits for a supervisor")
	s.Shot("payout-waits")

	s.Click("[data-alert='2'] [data-ack]")
	s.See("#ack[open]")
	s.Axe()
	s.Type("#ack-note", "watched the tape "+injected)
	s.Click("#ack [type=submit]")
	s.Gone("#ack[open]")
	s.Gone("#waiting [data-alert='2']")
	s.Says("#feed", "watched the tape "+injected)
	list, _, err := h.Pit.Alerts(t.Context(), pit.AlertFilter{})
	h.must(err)
	if a := list[0].Acknowledged; a == nil || a.Note != "watched the tape "+injected || a.Actor != "supervisor-1" {
		t.Errorf("%+v", list[0])
	}
	s.Go("/pit/alerts?open=false&kind=large-win")
	s.Says("[data-alert='2']", "Acknowledged by supervisor-1")
	s.Says("[data-alert='2']", injected)
	s.Click("[data-alert='2'] [data-ack]")
	s.Type("#ack-note", "the guest was told")
	s.Click("#ack [type=submit]")
	s.Says("[data-alert='2']", "the guest was told")
	onlyTexts(s, t)
}

// tilesAsTold holds the tiles to the floor as the API tells it.
func (h *pitHouse) tilesAsTold(s *webtest.Screen) {
	h.t.Helper()
	for _, table := range answered[pit.Glance](s, "/v1/floor").Tables {
		en := words.In(words.English)
		for figure, want := range map[string]string{
			"rounds": fmt.Sprint(table.Rounds), "pace": fmt.Sprint(table.Pace), "handle": en.Amount(table.Handle), "win": en.Amount(table.Win),
			"hold": en.Amount(table.Hold.Shift(2).Round(2)) + "\u00a0%",
		} {
			s.Says(fmt.Sprintf("[data-table='%d'] [data-figure=%s]", table.Table, figure), want)
		}
	}
}

// A correction is opened by one supervisor and approved by another. A record the API
// does not ask for is marked where it is wrong.
func TestPitCorrects(t *testing.T) {
	t.Parallel()
	h := newPitHouse(t)
	s := h.Screen(webtest.Office, "en")
	s.SignIn("supervisor-1")
	s.Go("/pit/rounds/" + h.won.String())
	s.Click("a[href$='/correct']")
	shows(s, "/pit/rounds/"+h.won.String()+"/correct")
	s.Click("[value=card-miskeyed]")
	s.See("#record-lines input")
	hole := webtest.Eval[int](s, `[...document.querySelectorAll("#record-lines input")].find(e => e.value === "Qs 3s").id.split("-")[1] * 1`)
	s.Type("#reason", "read wrongly "+injected)
	s.Type(fmt.Sprintf("#line-%d", hole), "Qs 7s") // lies on the board
	s.Click("#correct [type=submit]")
	s.See("[data-problem=card_twice]")
	s.See(fmt.Sprintf("[data-line='%d'].refused", hole))
	s.Shot("refused")
	s.Axe()
	s.Type(fmt.Sprintf("#line-%d", hole), "Qs 3d")
	s.Click("#correct [type=submit]")
	shows(s, "/pit/corrections/")
	s.Says("[data-seat='3'] [data-chips]", "collect 125,000")
	s.Says("main", "read wrongly "+injected)
	s.Says(".note", "another supervisor approves")
	s.Gone("#approve")
	onlyTexts(s, t)

	other := h.Screen(webtest.Office, "ko")
	other.SignIn("supervisor-2")
	other.Go("/pit/corrections?state=opened")
	other.Click("[data-correction] th a")
	shows(other, "/pit/corrections/")
	other.Click("#approve [type=submit]")
	other.See("h1 + .state-approved")
	other.Shot("approved")
	s.Go("/pit/rounds/" + h.won.String())
	if n := s.Count("[data-entry]"); n != 3 {
		t.Errorf("%d entries are shown", n)
	}
	s.Says("[data-seat='3'] [data-wager=play] [data-amount]", "-40,000")
	s.Shot("corrected")
	s.Axe()
	standing := answered[pit.Explanation](s, "/v1/rounds/"+h.won.String()+"/why")
	if standing.Correction == "" || !standing.Seats[0].Net.Equal(decimal.NewFromInt(-60_000)) {
		t.Errorf("%+v", standing)
	}

	h.correctsAgain(s, other)
}

// correctsAgain corrects what stands since, to what the rules do not ask for, and to
// nothing; that is rejected.
func (h *pitHouse) correctsAgain(s, other *webtest.Screen) {
	h.t.Helper()
	s.Go("/pit/rounds/" + h.won.String() + "/correct")
	s.Click("[value=decision-miskeyed]")
	s.Type("#reason", "the seat only checked")
	s.Until(`(() => { const e = document.querySelector("#record-lines select"); e.selectedIndex = e.options.length - 1; e.dispatchEvent(new Event("change")); return true; })()`)
	s.Click("#correct [type=submit]")
	s.See(".refused .offers") // the seat is asked again after the flop
	s.Shot("asked-instead")
	s.Click("[value=void]")
	s.Click("#correct [type=submit]")
	shows(s, "/pit/corrections/")
	s.Says("[data-seat='3'] [data-chips]", "hand out 60,000")
	other.Go(webtest.Eval[string](s, "location.pathname"))
	other.Type("#reject-reason", "not void "+injected)
	other.Click("#reject [type=submit]")
	other.See("h1 + .state-rejected")
	other.Says("main", "not void "+injected)
	onlyTexts(other, h.t)
}

// A dispute freezes the round until another person closes it, as the book bears out.
func TestPitDisputes(t *testing.T) {
	t.Parallel()
	h := newPitHouse(t)
	s := h.Screen(webtest.Office, "en")
	s.SignIn("supervisor-1")
	s.Go("/pit/rounds/" + h.lost.String())
	s.Click("summary:has(+ #dispute)")
	s.Type("#dispute-reason", "the guest says otherwise "+injected)
	s.Click("#dispute [type=submit]")
	shows(s, "/pit/disputes/")
	s.Type("#note-text", "asked the dealer "+injected)
	s.Click("#note [type=submit]")
	s.Says(".notes", "asked the dealer "+injected)
	s.Says(".note", "another supervisor closes")
	s.Go("/pit/rounds?disputed=true")
	s.Says(fmt.Sprintf("[data-round='%s']", h.lost), "disputed")

	other := h.Screen(webtest.Office, "ru")
	other.SignIn("supervisor-2")
	other.Go("/pit/disputes?open=true")
	other.Click("[data-dispute] th a")
	shows(other, "/pit/disputes/")
	other.Choose("#outcome", "corrected")
	other.Type("#close-reason", "the tape is clear "+injected)
	other.Click("#close [type=submit]")
	other.See("[data-problem=outcome]")
	other.Choose("#outcome", "stands")
	other.Click("#close [type=submit]")
	other.See("[data-step=closed]")
	other.Shot("closed")
	onlyTexts(other, t)
	onlyTexts(s, t)
	d := answered[pit.Dispute](other, "/v1/disputes/2-1")
	if d.Open || d.Outcome != pit.Stands || len(d.Notes) != 3 || d.Notes[2].Actor != "supervisor-2" {
		t.Errorf("%+v", d)
	}

	// The round step by step, as the API tells it.
	told := answered[pit.Replay](s, "/v1/rounds/"+h.lost.String()+"/replay")
	s.Go("/pit/rounds/" + h.lost.String() + "/replay")
	s.Says(".stepped .mark", "REPLAY")
	for n := 1; n <= told.Last; n++ {
		if n%2 == 0 {
			s.Key(kb.ArrowRight)
		} else {
			s.Tap("[data-move=after]")
		}
		s.Says(fmt.Sprintf(".stepped[data-at='%d'] .what", n), told.Steps[n].Said)
		if got, want := s.Count("#step .card:not(.back)"), len(known(&told.Steps[n].View)); got != want {
			t.Errorf("step %d shows %d cards, want %d", n, got, want)
		}
	}
	s.Key(kb.Home)
	s.See(".stepped[data-at='0']")
	webtest.Eval[bool](s, `(() => { const e = document.getElementById("at"); e.value = 3; e.dispatchEvent(new Event("input")); return true; })()`)
	s.See(".stepped[data-at='3']")
	s.See("[data-step='3'][aria-current=step]")
}

// known are the cards of the view that lie face up.
func known(v *sight.View) (list []cards.Card) {
	lie := [][]cards.Card{v.Board, v.Dealer}
	for i := range v.Seats {
		lie = append(lie, v.Seats[i].Cards)
	}
	for _, c := range slices.Concat(lie...) {
		if c.Known() {
			list = append(list, c)
		}
	}
	return list
}

// A report has the figures of the API, and pictures of them; a gaming day is closed by
// two persons; a chain is walked on demand.
func TestPitReports(t *testing.T) {
	t.Parallel()
	h := newPitHouse(t)
	h.play(h.first, "Qs 3d", "9h 4c", "As Ks 7s 2d 9d")
	h.count()
	s := h.Screen(webtest.Office, "en")
	s.SignIn("supervisor-1")
	s.Go("/pit/reports")
	s.See("#figures")
	day := webtest.Eval[string](s, "document.getElementById('from').value")
	told := answered[pit.Report](s, "/v1/reports?by=table&from="+day+"&to="+day)
	var wins []string
	for _, f := range told.Figures {
		wins = append(wins, words.In(words.English).Amount(f.Win))
	}
	if got := webtest.Eval[[]string](s, "[...document.querySelectorAll('#figures [data-win]')].map(e => e.innerText)"); !slices.Equal(got, wins) || len(wins) != 2 {
		t.Errorf("%q are shown, %q told", got, wins)
	}
	bets := answered[pit.Report](s, "/v1/reports?by=game,bet&from="+day+"&to="+day)
	s.Click("figure:has([data-bands]) summary")
	for _, f := range bets.Figures {
		if f.Low != nil {
			s.Says("[data-bands] tbody", words.In(words.English).Amount(*f.Low))
		}
	}
	if marks := s.Count(".chart .win"); marks != s.Count("[data-bands] tbody tr") || marks == 0 {
		t.Errorf("%d marks", marks)
	}
	s.Until("document.querySelectorAll('.chart .bar').length > 0")
	s.Shot("bands")
	s.Axe()
	if status := webtest.Eval[int](s, `fetch(document.querySelector("a[href*='format=xlsx']").href).then(r => r.status)`); status != 200 {
		t.Errorf("the workbook is answered with %d", status)
	}
	s.Go("/pit/reports?from=2020-01-01&to=2020-01-01")
	s.See("[data-note='no activity']")
	s.Go("/pit/reports?from=2026-11-30&to=2020-01-01&per=day")
	s.See("[data-problem=report]")

	closesADay(t, s)

	s.Go("/pit/chain")
	for _, chain := range answered[struct{ Chains []pit.Chain }](s, "/v1/chains").Chains {
		s.Says(fmt.Sprintf("[data-chain='%d'] [data-seq]", chain.Table), fmt.Sprint(chain.Seq))
		s.Says(fmt.Sprintf("[data-chain='%d'] .hash", chain.Table), chain.Hash)
	}
	s.Click("[data-verify='1']")
	s.See("#found-1 [data-sound=true]")
	s.Shot("chain")
	s.Axe()
}

// closesADay closes the day before, on which nothing happened.
func closesADay(t *testing.T, s *webtest.Screen) {
	t.Helper()
	s.Go("/pit/days")
	yesterday := webtest.Eval[string](s, "document.getElementById('date').value")
	s.Type("#second-name", "supervisor-2")
	s.Type("#second-pin", "000001")
	s.Click("#close-day [type=submit]")
	s.See("[data-problem=wrong_secret]")
	s.Type("#second-pin", webtest.PIN)
	s.Click("#close-day [type=submit]")
	shows(s, "/pit/days/"+yesterday)
	s.Says("[data-table='1']", "No activity")
	s.Shot("closed-day")
	s.Axe()
	if closed := answered[pit.Day](s, "/v1/days/"+yesterday); len(closed.Tables) != 2 || closed.Tables[0].Approver != "supervisor-2" {
		t.Errorf("%+v", closed)
	}
}
