package api

import (
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"croupier/floor"
	"croupier/floor/floortest"
	"croupier/house"
	"croupier/house/people"
	"croupier/house/roles"
	"croupier/pit"
)

// TestWhatIsLent: a second person decides where another is signed in on corrections and
// on who deals; what is lent is allowed to somebody anywhere, needs no second person
// besides, and is a decision.
func TestWhatIsLent(t *testing.T) {
	t.Parallel()
	var lent []string
	for _, r := range routes {
		if !r.lent {
			continue
		}
		lent = append(lent, r.id)
		if r.second || !r.changes() || roles.ScopeOf(roles.OfTerminals, r.action) != roles.Any {
			t.Errorf("%s is lent, and should not be", r.id)
		}
	}
	if got := strings.Join(lent, " "); got != "approve-correction reject-correction change-dealer" {
		t.Errorf("lent are %s", got)
	}
}

// lending is a table with a dealer signed in at its terminal, and a settled round.
type lending struct {
	*served
	terminal func(*http.Request) // of the dealer
	round    string
	opened   int
}

const dealerOne = "dealer-1"

func lendingTerminal(t *testing.T) *lending {
	t.Helper()
	s := serveFloor(t, Config{})
	if table := s.house.Open(house.Spec{Game: "ultimate-texas-holdem"}); floortest.Dealer(table) != dealerOne {
		t.Fatalf("table %d", table)
	}
	s.house.Person("both", roles.Dealer, roles.Supervisor)
	s.house.Person("other-dealer", roles.Dealer)
	s.house.Person("office", roles.Manager, roles.Auditor)
	s.house.Person("left", roles.Supervisor)
	for _, name := range []string{dealerOne, "both", "other-dealer", "office", "left", floortest.Supervisor} {
		s.secrets(name)
	}
	l := &lending{served: s, terminal: s.signIn(t, `{"name":"dealer-1","pin":"`+testPIN+`"}`), round: "1-1"}
	var any map[string]any
	s.answered(t, "POST", "/v1/tables/1/rounds", `{}`, l.terminal, &any)
	s.answered(t, "POST", "/v1/rounds/1-1/events", `{"n": 0, "events": [
		{"step": "bets", "kind": "bet", "place": 3, "do": "bet", "wager": "ante", "amount": "10"}, {"step": "bets", "kind": "close"},
		{"step": "hole", "kind": "deal", "place": 3}, {"step": "dealer", "kind": "deal", "place": 0},
		{"step": "preflop", "kind": "act", "place": 3, "do": "bet", "wager": "play", "amount": "40"}, {"step": "burn 1", "kind": "deal", "place": -2},
		{"step": "flop", "kind": "deal", "place": -1, "cards": "As Ks 7s"}, {"step": "burn 2", "kind": "deal", "place": -2},
		{"step": "turn and river", "kind": "deal", "place": -1, "cards": "2d 9d"}, {"step": "dealer opens", "kind": "show", "place": 0, "cards": "9h 4c"},
		{"step": "seats open", "kind": "show", "place": 3, "cards": "Qs 3s"}, {"step": "pay", "kind": "pay", "place": 3}]}`, l.terminal, &any)
	return l
}

// void opens a correction that voids the round, and returns the path of it.
func (l *lending) void(t *testing.T, as func(*http.Request)) string {
	t.Helper()
	l.opened++
	var c pit.Correction
	l.answered(t, "POST", "/v1/rounds/"+l.round+"/corrections", fmt.Sprintf(`{"code":"void","reason":"short deck %d"}`, l.opened), as, &c)
	return "/v1/corrections/" + c.ID
}

func by(second string) func(*http.Request) {
	return func(r *http.Request) { r.Header.Set(headerApprover, second) }
}

// A supervisor decides at the terminal of the dealer who opened the correction: it is
// the supervisor who approved it, from there.
func TestADecisionAtALentTerminal(t *testing.T) {
	t.Parallel()
	l := lendingTerminal(t)
	path, rejected := l.void(t, l.terminal), l.void(t, l.terminal)
	supervised := both(l.terminal, by(floortest.Supervisor+":"+testPIN))
	var c pit.Correction
	first := l.answered(t, "POST", path+"/approve", `{}`, supervised, &c)
	if c.State != pit.Approved || c.Opened.Actor != dealerOne || c.Decided.Actor != floortest.Supervisor {
		t.Errorf("%+v", c)
	}
	if again := l.answered(t, "POST", path+"/approve", `{}`, supervised, &c); again != first {
		t.Errorf("the same request again: %s", again)
	}
	var told struct {
		Events []struct{ Actor, Approver, Origin string }
	}
	l.answered(t, "GET", "/v1/significant?kind=correction", "", l.as(everyone), &told)
	if len(told.Events) != 1 || told.Events[0].Actor != dealerOne || told.Events[0].Approver != floortest.Supervisor || told.Events[0].Origin != "127.0.0.1" {
		t.Errorf("%+v", told)
	}
	if code := l.code(t, "POST", path+"/approve", `{}`, both(l.terminal, posting("by the dealer"))); code != "forbidden" {
		t.Errorf("what was lent stays lent: %q", code)
	}
	l.answered(t, "POST", rejected+"/reject", `{"reason":"52 counted"}`, supervised, &c)
	if c.State != pit.Rejected || c.Decided.Actor != floortest.Supervisor {
		t.Errorf("%+v", c)
	}
	if strings.Contains(l.log.String(), testPIN) {
		t.Error("a PIN stands in the log")
	}
}

// Nothing but a supervisor's own PIN decides there: not the dealer's, not another
// dealer's, not that of whoever opened it, and not without somebody signed in.
func TestWhoDecidesAtALentTerminal(t *testing.T) {
	t.Parallel()
	l := lendingTerminal(t)
	if code := l.code(t, "POST", "/v1/persons/left/end", `{"reason":"left the house"}`, l.as(everyone)); code != "" {
		t.Fatal(code)
	}
	supervisor := l.signIn(t, `{"name":"supervisor-1","pin":"`+testPIN+`"}`)
	twice := l.signIn(t, `{"name":"both","pin":"`+testPIN+`"}`)
	dealers, supervisors := l.void(t, l.terminal), l.void(t, supervisor)
	const good = floortest.Supervisor + ":" + testPIN
	for name, c := range map[string]struct {
		path   string
		as     func(*http.Request)
		second string
		code   string
	}{
		"alone":                         {dealers, l.terminal, "", "forbidden"},
		"the dealer's own PIN":          {dealers, l.terminal, dealerOne + ":" + testPIN, "two_persons"},
		"another dealer's":              {dealers, l.terminal, "other-dealer:" + testPIN, "forbidden"},
		"a wrong one":                   {dealers, l.terminal, floortest.Supervisor + ":990099", "wrong_secret"},
		"none":                          {dealers, l.terminal, floortest.Supervisor, "no_second"},
		"no such name":                  {dealers, l.terminal, "nobody-there:" + testPIN, "wrong_secret"},
		"of an office":                  {dealers, l.terminal, "office:" + testPIN, "wrong_secret"},
		"of an ended account":           {dealers, l.terminal, "left:" + testPIN, "wrong_secret"},
		"of who opened it":              {supervisors, l.terminal, good, "own_correction"},
		"of who opened it, alone":       {supervisors, supervisor, "", "own_correction"},
		"at the own terminal":           {dealers, supervisor, good, "two_persons"},
		"the same person under a role":  {dealers, twice, "both:" + testPIN, "two_persons"},
		"nobody signed in":              {dealers, nobody, good, "unauthorized"},
		"a dealer's key":                {dealers, l.as(dealerOne), good, "forbidden"},
		"a supervisor's key":            {dealers, l.as(everyone), good, "no_second"},
		"for what is not lent":          {"/v1/rounds/1-1/disputes", l.terminal, good, "forbidden"},
		"for what is not lent, allowed": {"/v1/rounds/1-1/corrections", l.terminal, good, "no_second"},
		"another site": {dealers, both(l.terminal, func(r *http.Request) { r.Header.Set("Sec-Fetch-Site", "cross-site") }),
			good, "cross_origin"},
	} {
		path, as := c.path, both(c.as, posting(strings.ReplaceAll(name, " ", "-")))
		if strings.HasPrefix(path, "/v1/corrections/") {
			path += "/approve"
		}
		if c.second != "" {
			as = both(as, by(c.second))
		}
		resp, text := send(t, l.served, "POST", path, strings.NewReader(`{}`), as)
		if resp.StatusCode < 400 || problemIn(t, resp, text).Code != c.code {
			t.Errorf("%s: %d %s, want %s", name, resp.StatusCode, text, c.code)
		}
	}
	var c pit.Correction
	l.answered(t, "GET", dealers, "", l.as(everyone), &c)
	if c.State != pit.Opened {
		t.Errorf("%s is %s", c.ID, c.State)
	}
}

// A supervisor puts another dealer on the table at the terminal of the one who goes, and
// who goes deals no more.
func TestADealerIsRelievedAtALentTerminal(t *testing.T) {
	t.Parallel()
	l := lendingTerminal(t)
	const path, other = "/v1/tables/1/dealer", `{"dealer":"other-dealer"}`
	for name, second := range map[string]string{
		"forbidden": "other-dealer:" + testPIN, "two_persons": dealerOne + ":" + testPIN, "wrong_secret": floortest.Supervisor + ":990099",
	} {
		if code := l.code(t, "POST", path, other, both(l.terminal, both(posting(name), by(second)))); code != name {
			t.Errorf("by %s: %q, want %q", second, code, name)
		}
	}
	var stint floor.Stint
	l.answered(t, "POST", path, other, both(l.terminal, by(floortest.Supervisor+":"+testPIN)), &stint)
	if stint.Dealer != "other-dealer" || stint.Before != dealerOne {
		t.Errorf("%+v", stint)
	}
	var told struct {
		Events []struct{ Actor, Origin string }
	}
	l.answered(t, "GET", "/v1/significant?kind=dealer", "", l.as(everyone), &told)
	if len(told.Events) != 1 || told.Events[0].Actor != floortest.Supervisor || told.Events[0].Origin != "127.0.0.1" {
		t.Errorf("%+v", told)
	}
	if code := l.code(t, "POST", "/v1/tables/1/rounds", `{}`, both(l.terminal, posting("relieved"))); code != "other_table" {
		t.Errorf("who was relieved opens a round: %q", code)
	}
}

// Wrong PINs at a lent terminal lock the account as they do anywhere, and then the
// right one decides nothing either.
func TestGuessingAtALentTerminal(t *testing.T) {
	t.Parallel()
	l := lendingTerminal(t)
	path, locked := l.void(t, l.terminal)+"/approve", 0
	for i := range 12 {
		code := l.code(t, "POST", path, `{}`, both(l.terminal, by(floortest.Supervisor+":990099")))
		if code == "account_locked" {
			locked = i
			break
		}
		if code != "wrong_secret" {
			t.Fatalf("guess %d: %s", i, code)
		}
	}
	if locked == 0 {
		t.Fatal("nobody stops the guessing")
	}
	if code := l.code(t, "POST", path, `{}`, both(l.terminal, by(floortest.Supervisor+":"+testPIN))); code != "account_locked" {
		t.Errorf("the right PIN of a locked account: %q", code)
	}
	if code := l.code(t, "POST", "/v1/session", `{"name":"supervisor-1","pin":"`+testPIN+`"}`, nobody); code != "account_locked" {
		t.Errorf("signing in elsewhere: %q", code)
	}
}

// A terminal that has locked is lent to nobody.
func TestALockedTerminalIsNotLent(t *testing.T) {
	t.Parallel()
	l := lendingTerminal(t)
	path := l.void(t, l.terminal)
	pass := l.later(people.Options{})
	terminal := l.signIn(t, `{"name":"dealer-1","pin":"`+testPIN+`"}`)
	pass(5*time.Minute + time.Second)
	if code := l.code(t, "POST", path+"/approve", `{}`, both(terminal, by(floortest.Supervisor+":"+testPIN))); code != "session_locked" {
		t.Errorf("%q", code)
	}
}
