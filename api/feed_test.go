package api

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"croupier/desk"
	"croupier/floor"
	"croupier/floor/floortest"
	"croupier/games"
	"croupier/games/gamestest"
	"croupier/house"
	"croupier/house/people"
	"croupier/house/roles"
	"croupier/ledger"
	"croupier/pit"
)

// A message is an event of the stream.
type message struct{ event, id, data string }

// readMessage reads the next one; comments are passed over.
func readMessage(r *bufio.Reader) (m message, err error) {
	for {
		line, err := r.ReadString('\n')
		if err != nil {
			return m, err
		}
		line = strings.TrimSuffix(line, "\n")
		name, value, _ := strings.Cut(line, ": ")
		switch {
		case line == "" && m != message{}:
			return m, nil
		case name == "event":
			m.event = value
		case name == "id":
			m.id = value
		case name == "data":
			m.data = value
		}
	}
}

// A hearer listens to the feed, cut off again and again, and remembers what it was
// told.
type hearer struct {
	key    string
	last   string // id
	pages  map[int64][]int64
	events int
	fault  error
}

// listen reads up to so many messages from the server, and cuts the connection.
func (h *hearer) listen(ctx context.Context, url string, messages int, enough func(*hearer) bool) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, url+"/v1/feed", nil)
	if err != nil {
		return err
	}
	req.Header.Set("Authorization", "Bearer "+h.key)
	if h.last != "" {
		req.Header.Set(headerLast, h.last)
	}
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	if resp.StatusCode != http.StatusOK {
		return fmt.Errorf("status %d", resp.StatusCode)
	}
	r := bufio.NewReader(resp.Body)
	for ; messages > 0 && !enough(h); messages-- {
		m, err := readMessage(r)
		if err != nil {
			return err
		}
		if err := h.hear(m); err != nil {
			return err
		}
	}
	return nil
}

func (h *hearer) hear(m message) error {
	h.last = m.id
	if m.event == "position" {
		return nil
	}
	var p struct {
		Table, Seq int64
		Events     []struct {
			Round, Kind, Cards string
			Place              int
		}
	}
	if err := json.Unmarshal([]byte(m.data), &p); err != nil {
		return err
	}
	h.pages[p.Table] = append(h.pages[p.Table], p.Seq)
	for _, e := range p.Events {
		h.events++
		if e.Kind == "deal" && e.Place >= 0 && strings.Trim(e.Cards, "? ") != "" {
			return fmt.Errorf("round %s: %s was told before it was turned", e.Round, e.Cards)
		}
	}
	return nil
}

// twin is a second server on the book.
func (s *served) twin(t *testing.T) (*api, string) {
	t.Helper()
	c := furnished(t, Config{People: s.house.People}, s.house.Pool)
	a, err := newAPI(c)
	if err != nil {
		t.Fatal(err)
	}
	server := httptest.NewUnstartedServer(nil)
	server.Config = Server("", a.echo(), nil)
	server.Start()
	t.Cleanup(server.Close)
	return a, server.URL
}

// playBetween plays rounds at the table, each event at another of the floors.
func playBetween(ctx context.Context, floors []*floor.Floor, table int64, rounds int) error {
	n := int64(0)
	caller := func() desk.Caller {
		n++
		return floortest.Caller(floor.Pair{Dealer: floortest.Dealer(table), Supervisor: floortest.Supervisor}, fmt.Sprint("feed ", table), n)
	}
	for round := range rounds {
		a, err := floors[round%len(floors)].OpenRound(ctx, caller(), table)
		d := gamestest.NewDealer(gamestest.Rand(uint64(table)*100+uint64(round)), 3)
		d.Strikes, d.Voids = 30, 5
		for {
			var v floor.View
			if err == nil {
				err = json.Unmarshal(a.Body, &v)
			}
			if err != nil {
				return err
			}
			if len(v.Next) == 0 {
				break
			}
			e := d.Answer(v.Next)
			if v.Deck != nil {
				e.Cards = nil
			}
			id := floor.RoundID{Table: table, Number: int64(round) + 1}
			a, err = floors[int(n)%len(floors)].Do(ctx, caller(), id, floor.Change{N: v.N, Events: []games.Event{e}})
		}
	}
	return nil
}

// A hearing is who listens at two servers while rounds are played.
type hearing struct {
	urls       [2]string
	hearers    []*hearer         // the last two are dealers
	whole, own map[int64][]int64 // what the others and the dealers are to be told; known once all is played
	played     chan struct{}
}

// enough reports whether the i-th was told of all.
func (h *hearing) enough(i int) bool {
	select {
	case <-h.played:
		return covers(h.hearers[i].pages, h.want(i))
	default:
		return false
	}
}

func (h *hearing) want(i int) map[int64][]int64 {
	if i >= len(h.hearers)-2 {
		return h.own
	}
	return h.whole
}

// listen lets the i-th listen at one server and the other, cut off again and again,
// until it was told of all.
func (h *hearing) listen(ctx context.Context, i int) {
	rng := rand.New(rand.NewPCG(uint64(i), 1))
	for !h.enough(i) && ctx.Err() == nil {
		url := h.urls[rng.IntN(2)]
		patience, cut := context.WithTimeout(ctx, 50*time.Millisecond+time.Duration(rng.IntN(500))*time.Millisecond)
		err := h.hearers[i].listen(patience, url, 1+rng.IntN(40), func(*hearer) bool { return h.enough(i) })
		if err != nil && patience.Err() == nil {
			h.hearers[i].fault = err
		}
		cut()
	}
}

// hearing puts eight up who have heard where the feed is.
func (s *served) hearing(t *testing.T, url string, dealing int64) *hearing {
	t.Helper()
	h := &hearing{urls: [2]string{s.url, url}, played: make(chan struct{})}
	boss, dealer := s.house.Key(everyone), s.house.Key(floortest.Dealer(dealing))
	for i := range 8 {
		one := &hearer{key: boss, pages: map[int64][]int64{}}
		if i >= 6 {
			one.key = dealer
		}
		if err := one.listen(t.Context(), s.url, 1, func(*hearer) bool { return false }); err != nil {
			t.Fatal(err)
		}
		h.hearers = append(h.hearers, one)
	}
	return h
}

// Eight who listen at two servers, cut off at random, are each told of every page
// once and in order, whatever server wrote it; a dealer of the own table's rounds
// alone.
func TestTheFeedLosesNothing(t *testing.T) {
	t.Parallel()
	s := serveFloor(t, Config{})
	other, url := s.twin(t)
	tables := []int64{
		s.house.Open(house.Spec{Game: "ultimate-texas-holdem"}), s.house.Open(house.Spec{Game: "ultimate-texas-holdem", Dealing: house.ByDeck}),
		s.house.Open(house.Spec{Game: "casino-holdem"}),
	}
	h := s.hearing(t, url, tables[0])
	began, err := ledger.Ends(t.Context(), s.house.Pool)
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	var players, listeners sync.WaitGroup
	for _, table := range tables {
		players.Go(func() {
			if err := playBetween(ctx, []*floor.Floor{s.floor, other.floor}, table, 4); err != nil {
				t.Error(err)
			}
		})
	}
	for i := range h.hearers {
		listeners.Go(func() { h.listen(ctx, i) })
	}
	players.Wait()
	h.whole, h.own = expected(t, s, began, nil), expected(t, s, began, &tables[0])
	close(h.played)
	listeners.Wait()
	for i, one := range h.hearers {
		if diff := cmp.Diff(h.want(i), one.pages); diff != "" || one.fault != nil || one.events == 0 {
			t.Errorf("listener %d: %d events, %v (-written +told)\n%s", i, one.events, one.fault, diff)
		}
	}
	if len(h.own) != 1 || len(h.whole) < 3 {
		t.Errorf("%d and %d chains", len(h.whole), len(h.own))
	}
}

// covers reports whether all that is wanted of each chain was told.
func covers(got, want map[int64][]int64) bool {
	for chain, pages := range want {
		if len(got[chain]) == 0 || got[chain][len(got[chain])-1] < pages[len(pages)-1] {
			return false
		}
	}
	return true
}

// expected are the pages since that have something to tell: those with events of
// the one table, or of all with anything.
func expected(t *testing.T, s *served, began map[int64]int64, own *int64) map[int64][]int64 {
	t.Helper()
	rows, err := s.house.Pool.Query(t.Context(), `
		SELECT table_id, seq FROM events WHERE $1::bigint IS NULL OR table_id = $1
		UNION SELECT table_id, seq FROM significant_events WHERE $1::bigint IS NULL
		UNION SELECT 0, seq FROM alerts WHERE $1::bigint IS NULL ORDER BY 1, 2`, own)
	if err != nil {
		t.Fatal(err)
	}
	defer rows.Close()
	want := map[int64][]int64{}
	for rows.Next() {
		var chain, seq int64
		if err := rows.Scan(&chain, &seq); err != nil {
			t.Fatal(err)
		}
		if seq > began[chain] {
			want[chain] = append(want[chain], seq)
		}
	}
	if err := rows.Err(); err != nil {
		t.Fatal(err)
	}
	return want
}

// stream opens the feed.
func (s *served) stream(t *testing.T, header func(*http.Request)) (*http.Response, *bufio.Reader) {
	t.Helper()
	req, err := http.NewRequestWithContext(t.Context(), http.MethodGet, s.url+"/v1/feed", nil)
	if err != nil {
		t.Fatal(err)
	}
	header(req)
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = resp.Body.Close() })
	return resp, bufio.NewReader(resp.Body)
}

// A stream ends soon after whoever listens may not any more; what it sent before is
// whole.
func TestAStreamEndsWithItsKey(t *testing.T) {
	t.Parallel()
	s := serveFloor(t, Config{Beat: 20 * time.Millisecond})
	key := people.Key{Person: everyone, Label: "screen", Scopes: []roles.Action{roles.FeedRead}}
	made, text, err := s.people.NewKey(t.Context(), desk.Server, key)
	if err != nil {
		t.Fatal(err)
	}
	resp, r := s.stream(t, func(r *http.Request) { r.Header.Set("Authorization", "Bearer "+text) })
	if m, err := readMessage(r); err != nil || m.event != "position" || resp.Header.Get("Content-Type") != eventStream || resp.Header.Get("Cache-Control") != "no-store" {
		t.Fatalf("%+v, %v, %v", m, err, resp.Header)
	}
	if _, err := s.people.EndKey(t.Context(), desk.Server, made.ID, "lost"); err != nil {
		t.Fatal(err)
	}
	var last message
	for err == nil {
		var m message
		if m, err = readMessage(r); err == nil {
			last = m
		}
	}
	if !errors.Is(err, io.EOF) || last.event != "" && !strings.Contains(last.data, "key-end") {
		t.Errorf("%+v, %v", last, err)
	}
}

// What is raised and acknowledged comes over the feed too, to those who may read it.
func TestTheFeedTellsOfAlerts(t *testing.T) {
	t.Parallel()
	s := serveFloor(t, Config{})
	_, r := s.stream(t, s.as(everyone))
	if _, err := readMessage(r); err != nil {
		t.Fatal(err)
	}
	d := desk.New(s.house.Pool, nil)
	jump := ledger.Significant{Kind: ledger.SignificantClockJump, Subject: "clock of the server", Reason: "set", Before: 1, After: 2}
	if err := d.Note(t.Context(), desk.Server, jump); err != nil {
		t.Fatal(err)
	}
	boss := pit.New(d, pit.Options{})
	if err := boss.Survey(t.Context()); err != nil {
		t.Fatal(err)
	}
	if _, err := boss.Acknowledge(t.Context(), desk.Caller{Actor: everyone, Key: "ack"}, 1, "summer time"); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{`"significant":[{"id":"0:`, `"alerts":[{"id":1,"kind":"clock"`, `"notes":[{"alert":1,"acknowledged":true,"note":"summer time","actor":"everyone"`} {
		if m, err := readMessage(r); err != nil || !strings.Contains(m.data, want) {
			t.Fatalf("%+v, %v, want %s", m, err, want)
		}
	}
}

// A server that stops does not wait for its streams.
func TestStreamsEndWithTheServer(t *testing.T) {
	t.Parallel()
	s := serveFloor(t, Config{})
	listener, err := (&net.ListenConfig{}).Listen(t.Context(), "tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	server := Server("", s.echo(), nil)
	go func() { _ = server.Serve(listener) }()
	s.url = "http://" + listener.Addr().String()
	_, r := s.stream(t, s.as(everyone))
	if _, err := readMessage(r); err != nil {
		t.Fatal(err)
	}
	if err := server.Shutdown(t.Context()); err != nil {
		t.Error(err)
	}
	if m, err := readMessage(r); !errors.Is(err, io.EOF) {
		t.Errorf("%+v, %v", m, err)
	}
}

// A position that is none is refused, and so is a dealer who deals nowhere.
func TestTheFeedRefuses(t *testing.T) {
	t.Parallel()
	s := serveFloor(t, Config{})
	for _, position := range []string{"x", "1:2,0:3", "0:1,0:2", "0:-1", "0:1,", strings.Repeat("1", 17<<10)} {
		resp, body := fetch(t, s, "GET", "/v1/feed", func(r *http.Request) { r.Header.Set(headerLast, position) })
		if resp.StatusCode != http.StatusBadRequest || problemIn(t, resp, body).Code != "query" {
			t.Errorf("%.20q: %d %s", position, resp.StatusCode, body)
		}
	}
	s.house.Person("idle", roles.Dealer)
	if resp, body := fetch(t, s, "GET", "/v1/feed", s.as("idle")); problemIn(t, resp, body).Code != "other_table" {
		t.Errorf("%d %s", resp.StatusCode, body)
	}
}
