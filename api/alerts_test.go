package api

import (
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"testing"

	"github.com/shopspring/decimal"

	"croupier/desk"
	"croupier/floor"
	"croupier/floor/floortest"
	"croupier/games"
	"croupier/games/gamestest"
	"croupier/house"
	"croupier/house/people"
	"croupier/house/roles"
	"croupier/pit"
)

// A payout that wants a supervisor is refused to the dealer alone and with a second
// person who is none, and is paid with one; the alert of it is acknowledged by a
// person, once.
func TestALargePayoutOverTheAPI(t *testing.T) {
	t.Parallel()
	s := serveFloor(t, Config{})
	table := s.house.Open(house.Spec{Game: "ultimate-texas-holdem", Pit: "north", ApproveWin: decimal.NewFromInt(1)})
	for _, name := range []string{floortest.Supervisor, "manager-1"} {
		if err := s.people.SetSecret(t.Context(), desk.Server, name, people.PIN, testPIN); err != nil {
			t.Fatal(err)
		}
	}
	s.house.Person("walker", roles.Dealer)
	if err := s.people.SetSecret(t.Context(), desk.Server, "walker", people.PIN, testPIN); err != nil {
		t.Fatal(err)
	}
	v, pay := s.unpaid(t, table)
	dealer := s.as(floortest.Dealer(table))
	for i, c := range []struct{ second, code string }{
		{"", "needs_supervisor"}, {"walker:" + testPIN, "two_persons"}, {floortest.Supervisor + ":000000", "wrong_secret"},
	} {
		resp, body := s.pay(t, v, pay, fmt.Sprint("refused-", i), both(dealer, standing(c.second)))
		p := problemIn(t, resp, body)
		if p.Code != c.code || c.code == "needs_supervisor" && (len(p.Next) == 0 || !strings.Contains(body, `"by":"supervisor"`)) {
			t.Errorf("%q stands by: %d %s", c.second, resp.StatusCode, body)
		}
	}
	if resp, body := s.pay(t, v, pay, "approved", both(dealer, standing(floortest.Supervisor+":"+testPIN))); resp.StatusCode != http.StatusOK {
		t.Fatalf("%d %s", resp.StatusCode, body)
	}
	if err := pit.New(desk.New(s.house.Pool, nil), pit.Options{}).Survey(t.Context()); err != nil {
		t.Fatal(err)
	}
	s.acknowledged(t)
}

// standing names the second person; none where it is empty.
func standing(second string) func(*http.Request) {
	return func(r *http.Request) {
		if second != "" {
			r.Header.Set(headerApprover, second)
		}
	}
}

// unpaid plays rounds at the table until one asks to pay a seat that won.
func (s *served) unpaid(t *testing.T, table int64) (floor.View, games.Event) {
	t.Helper()
	for seed := range uint64(50) {
		pair := floor.Pair{Dealer: floortest.Dealer(table)}
		a, err := s.floor.OpenRound(t.Context(), floortest.Caller(pair, "open", int64(seed)), table)
		d := gamestest.NewDealer(gamestest.Rand(seed), 1)
		for n := int64(0); ; n++ {
			var v floor.View
			if err == nil {
				err = json.Unmarshal(a.Body, &v)
			}
			if err != nil {
				t.Fatal(err)
			}
			if len(v.Next) == 0 {
				break
			}
			e := d.Answer(v.Next)
			if e.Kind == games.KindPay && v.Next[0].By == games.BySupervisor {
				return v, e
			}
			id := floor.RoundID{Table: table, Number: int64(seed) + 1}
			a, err = s.floor.Do(t.Context(), floortest.Caller(pair, fmt.Sprint("event ", seed), n), id, floor.Change{N: v.N, Events: []games.Event{e}})
		}
	}
	t.Fatal("nobody won")
	return floor.View{}, games.Event{}
}

func (s *served) pay(t *testing.T, v floor.View, e games.Event, key string, header func(*http.Request)) (*http.Response, string) {
	t.Helper()
	body := fmt.Sprintf(`{"n":%d,"step":%q,"kind":"pay","place":%d}`, v.N, e.Step, int(e.Place))
	return send(t, s, "POST", "/v1/rounds/"+v.ID+"/events", strings.NewReader(body), both(posting(key), header))
}

// acknowledged acknowledges the one alert of an approved win.
func (s *served) acknowledged(t *testing.T) {
	t.Helper()
	var list alertList
	_, body := fetch(t, s, "GET", "/v1/alerts?open=true&kind=approved-win&pit=north", s.as("auditor-1"))
	if err := json.Unmarshal([]byte(body), &list); err != nil || len(list.Alerts) != 1 {
		t.Fatalf("%s, %v", body, err)
	}
	at := fmt.Sprintf("/v1/alerts/%d/", list.Alerts[0].ID)
	for i, c := range []struct {
		path, by, want string
		status         int
	}{
		{"notes", floortest.Supervisor, `"note":"looks right"`, http.StatusCreated},
		{"ack", "manager-1", `"acknowledged":{"note":"looks right","actor":"manager-1"`, http.StatusCreated},
		{"ack", floortest.Supervisor, `"code":"acknowledged"`, http.StatusConflict},
		{"ack", floortest.Dealer(1), `"code":"forbidden"`, http.StatusForbidden},
	} {
		resp, body := send(t, s, "POST", at+c.path, strings.NewReader(`{"note":"looks right"}`), both(posting(fmt.Sprint("note-", i)), s.as(c.by)))
		if resp.StatusCode != c.status || !strings.Contains(body, c.want) {
			t.Errorf("%s by %s: %d %s", c.path, c.by, resp.StatusCode, body)
		}
	}
	if _, body := fetch(t, s, "GET", "/v1/alerts?open=true&kind=approved-win", nil); !strings.Contains(body, `"alerts":[]`) {
		t.Errorf("still open: %s", body)
	}
}
