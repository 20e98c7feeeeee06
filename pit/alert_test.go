package pit_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/shopspring/decimal"

	"croupier/desk"
	"croupier/floor"
	"croupier/floor/floortest"
	"croupier/games"
	"croupier/house"
	"croupier/house/housetest"
	"croupier/house/roles"
	"croupier/ledger"
	"croupier/pit"
	"croupier/postgres/postgrestest"
	"croupier/shelf"
	"croupier/sight"
)

// A watch is a hall whose clock is put forward by hand.
type watch struct {
	*hall
	now time.Time
}

// dusk is when a watch begins: a shift has begun an hour before.
var dusk = time.Date(2026, 11, 30, 15, 0, 0, 0, time.UTC)

func newWatch(t *testing.T) *watch {
	t.Helper()
	pool := postgrestest.NewPool(t)
	floortest.People(t, pool)
	w := &watch{hall: &hall{t: t}, now: dusk}
	w.desk = desk.New(pool, func() time.Time { return w.now })
	w.pit = pit.New(w.desk, pit.Options{})
	var err error
	if w.floor, err = floor.New(w.desk, floor.Options{Key: [32]byte{1}}); err != nil {
		t.Fatal(err)
	}
	return w
}

// pass puts the clock forward and looks.
func (w *watch) pass(d time.Duration) {
	w.t.Helper()
	w.now = w.now.Add(d)
	w.survey()
}

func (w *watch) survey() {
	w.t.Helper()
	if err := w.pit.Survey(w.t.Context()); err != nil {
		w.t.Fatal(err)
	}
}

// raised are the alerts of the kind, the oldest first.
func (w *watch) raised(kind string) []pit.Alert {
	w.t.Helper()
	list, cursor, err := w.pit.Alerts(w.t.Context(), pit.AlertFilter{Kind: kind, Limit: 1000})
	if err != nil || cursor != "" {
		w.t.Fatalf("%q, %v", cursor, err)
	}
	for i, j := 0, len(list)-1; i < j; i, j = i+1, j-1 {
		list[i], list[j] = list[j], list[i]
	}
	return list
}

// only holds the alerts of the kind to their subjects, the oldest first.
func (w *watch) only(kind string, subjects ...string) []pit.Alert {
	w.t.Helper()
	var got []string
	list := w.raised(kind)
	for i := range list {
		got = append(got, list[i].Subject)
	}
	if fmt.Sprint(got) != fmt.Sprint(subjects) {
		w.t.Errorf("%s of %q, want %q", kind, got, subjects)
	}
	return list
}

// sound holds the book to all that verify asks of it.
func (w *watch) sound() {
	w.t.Helper()
	sum, err := ledger.Verify(w.t.Context(), w.desk.Pool, ledger.VerifyOptions{}, func(f ledger.Fault) { w.t.Error(f) })
	if err != nil || sum.Faults != 0 {
		w.t.Errorf("%+v, %v", sum, err)
	}
}

// as asks as the person, under a new key.
func (w *watch) as(name string) desk.Caller {
	w.keys++
	return desk.Caller{Actor: name, Origin: floortest.Origin, Key: fmt.Sprintf("as %s %d", name, w.keys)}
}

// policy puts thresholds in force, by two managers.
func (w *watch) policy(pit string, t house.Thresholds) {
	w.t.Helper()
	p := house.DefaultPolicy()
	p.Alerts[pit] = t
	o := house.NewOffice(w.desk, shelf.New(""))
	a, err := o.Draft(w.t.Context(), w.as(housetest.Manager), house.Draft{Title: "alerts", Policy: &p})
	if err != nil {
		w.t.Fatal(err)
	}
	var drafted house.Proposal
	if err := json.Unmarshal(a.Body, &drafted); err != nil {
		w.t.Fatal(err)
	}
	_, err = o.Submit(w.t.Context(), w.as(housetest.Manager), drafted.ID, "")
	if err == nil {
		_, err = o.Approve(w.t.Context(), w.as(housetest.OtherManager), drafted.ID, house.Approval{})
	}
	if err != nil {
		w.t.Fatal(err)
	}
}

func north() house.Spec {
	return house.Spec{Game: "ultimate-texas-holdem", Chip: decimal.NewFromInt(1), Pit: "north"}
}

// What the significant events call for is raised once each, by whichever of several
// processes looks first, with what happened and by whom.
func TestAlertsOfEvents(t *testing.T) {
	t.Parallel()
	w := newWatch(t)
	s := north()
	s.LargeWin, s.ApproveWin = decimal.NewFromInt(30), decimal.NewFromInt(60)
	table := w.table(s)
	w.survey()
	for seed := range uint64(12) {
		w.play(table, seed)
	}
	v := w.seen(w.floor.OpenRound(t.Context(), w.caller(table), table))
	void := games.Event{Kind: games.KindVoid, Note: "card exposed"}
	w.seen(w.floor.Do(t.Context(), w.caller(table), idOf(t, v), floor.Change{N: 0, Events: []games.Event{void}}))
	var processes sync.WaitGroup
	for range 4 {
		other := pit.New(w.desk, pit.Options{})
		processes.Go(func() {
			if err := other.Survey(t.Context()); err != nil {
				t.Error(err)
			}
		})
	}
	processes.Wait()
	w.survey()
	for _, kind := range []string{"large-win", "approved-win", "void"} {
		events, _, err := ledger.Significants(t.Context(), w.desk.Pool, ledger.SignificantFilter{Kind: kind, Limit: 1000})
		list := w.raised(kind)
		if err != nil || len(list) != len(events) || len(list) == 0 {
			t.Errorf("%d alerts of %d events %s, %v", len(list), len(events), kind, err)
			continue
		}
		for i := range list {
			a, e := &list[i], &events[len(events)-1-i]
			if a.Subject != e.Subject || a.Table != table || a.Pit != "north" || !strings.Contains(string(a.Content), fmt.Sprintf(`"%d:%d:%d"`, e.Table, e.Seq, e.N)) {
				t.Errorf("%+v of %+v", a, e)
			}
		}
	}
	if last := w.raised("void"); !strings.Contains(string(last[len(last)-1].Content), "card exposed") {
		t.Errorf("%s", last[len(last)-1].Content)
	}
	w.sound()
}

// A correction is an alert, and from the third of one dealer's rounds in a shift the
// dealer is one too: once a shift.
func TestAlertsOfCorrections(t *testing.T) {
	t.Parallel()
	w := newWatch(t)
	table := w.table(north())
	rounds, seed := 0, uint64(0)
	correct := func() {
		t.Helper()
		var last floor.View
		for last.Status != floor.Settled {
			seed++
			v := w.play(table, seed)
			last = v[len(v)-1]
		}
		rounds++
		id := idOf(t, last)
		_, err := w.pit.Correct(t.Context(), w.as(floortest.Dealer(table)), id, pit.Request{Code: pit.VoidRound, Reason: "the deck was short"})
		var open []pit.Correction
		if err == nil {
			open, err = w.pit.Corrections(t.Context(), pit.CorrectionFilter{})
		}
		if err != nil {
			t.Fatal(err)
		}
		of, err := undecided(open)
		if err == nil {
			_, err = w.pit.Approve(t.Context(), w.as(floortest.Supervisor), of)
		}
		if err != nil {
			t.Fatal(err)
		}
		w.survey()
	}
	correct()
	correct()
	w.only("corrections-by-dealer")
	correct()
	w.only("corrections-by-dealer", "person dealer-1")
	correct()
	list := w.only("corrections-by-dealer", "person dealer-1")
	if content := string(list[0].Content); !strings.Contains(content, `"corrections": 3`) || !strings.Contains(content, "2026-11-30T14:00:00Z") {
		t.Errorf("%s", content)
	}
	w.pass(8 * time.Hour)
	correct()
	w.only("corrections-by-dealer", "person dealer-1")
	if n := len(w.raised("correction")); n != rounds {
		t.Errorf("%d alerts of %d corrections", n, rounds)
	}
	w.sound()
}

// An hour of an open table in which too many rounds end, or too few, is an alert,
// once it is over; one within the band is none.
func TestAlertsOfPace(t *testing.T) {
	t.Parallel()
	w := newWatch(t)
	w.policy("north", house.Thresholds{PaceLeast: 2, PaceMost: 3})
	table := w.table(north())
	elsewhere := north()
	elsewhere.Pit = "south"
	w.table(elsewhere)
	for hour, played := range []int{3, 4, 1, 2} {
		for n := range played {
			w.play(table, uint64(10*hour+n))
		}
		w.pass(59 * time.Minute)
		w.pass(time.Minute)
		w.survey()
	}
	list := w.only("pace", "table 1", "table 1")
	for i, want := range []string{`"rounds": 4`, `"rounds": 1`} {
		if !strings.Contains(string(list[i].Content), want) {
			t.Errorf("%s, want %s", list[i].Content, want)
		}
	}
	w.sound()
}

// Open tables without a supervisor at a terminal are alerts after a while, each
// once, and again after one was there.
func TestAlertsOfAbsence(t *testing.T) {
	t.Parallel()
	w := newWatch(t)
	w.policy("*", house.Thresholds{Unattended: 10})
	w.table(north())
	w.survey()
	w.pass(9 * time.Minute)
	w.only("unattended")
	w.pass(time.Minute)
	w.pass(time.Minute)
	w.only("unattended", "table 1")
	housetest.Person(t, w.desk.Pool, "walker", roles.Dealer, roles.Supervisor)
	housetest.Person(t, w.desk.Pool, "dealing", roles.Dealer)
	w.terminal("dealing")
	w.pass(time.Minute)
	w.terminal("walker")
	w.pass(20 * time.Minute)
	w.only("unattended", "table 1")
	w.signOff("walker")
	w.pass(time.Second)
	w.table(north())
	w.pass(time.Second)
	w.pass(10*time.Minute - time.Second)
	w.only("unattended", "table 1", "table 1")
	w.pass(time.Second)
	w.only("unattended", "table 1", "table 1", "table 2")
	w.sound()
}

// terminal signs the person in at a terminal.
func (w *watch) terminal(name string) {
	w.t.Helper()
	_, err := w.desk.Pool.Exec(w.t.Context(), `INSERT INTO sessions (hash, person, kind, secrets, opened, seen, expires, origin)
		VALUES (sha256($1::text::bytea), $1, 'terminal', 0, $2, $2, $3, 'test')`, name, w.now, w.now.Add(12*time.Hour))
	if err != nil {
		w.t.Fatal(err)
	}
}

func (w *watch) signOff(name string) {
	w.t.Helper()
	if _, err := w.desk.Pool.Exec(w.t.Context(), `DELETE FROM sessions WHERE person = $1`, name); err != nil {
		w.t.Fatal(err)
	}
}

// A win the exact expectation does not explain is an alert, when as many bets were
// made as the threshold has it and each time they have doubled. One it explains is
// none.
func TestAlertsOfWins(t *testing.T) {
	t.Parallel()
	w := newWatch(t)
	w.policy("*", house.Thresholds{Bets: 20})
	table := w.table(north())
	for _, e := range [][4]any{ // as if of every deal: one that no win is like, and one that explains every win
		{"ante", []string{"ante", "blind", "play"}, "5000", "1"}, {"trips", []string{"trips"}, "1/50", "1000000"},
	} {
		_, err := w.desk.Pool.Exec(t.Context(), `INSERT INTO rollup_edges (table_id, settings, bet, wagers, edge, variance) VALUES ($1, 1, $2, $3, $4, $5)`,
			table, e[0], e[1], e[2], e[3])
		if err != nil {
			t.Fatal(err)
		}
	}
	var bets []int64
	for seed := range uint64(24) {
		w.play(table, seed)
		w.pass(time.Minute)
		bets = append(bets, w.antes())
	}
	var want []int64
	for milestone := int64(20); milestone <= bets[len(bets)-1]; milestone *= 2 {
		for _, n := range bets {
			if n >= milestone {
				want = append(want, n)
				break
			}
		}
	}
	list := w.raised("unexpected")
	if len(list) != len(want) || len(want) < 2 {
		t.Fatalf("%d alerts, want at %v", len(list), want)
	}
	for i := range list {
		var n struct {
			Bet                   string
			Bets                  int64
			Handle, Expected, Low decimal.Decimal
			High, Deviations      decimal.Decimal
		}
		if err := json.Unmarshal(list[i].Content, &n); err != nil {
			t.Fatal(err)
		}
		if n.Bet != "ante" || n.Bets != want[i] || !n.Expected.Equal(n.Handle.Mul(decimal.NewFromInt(5000))) || !n.Low.LessThan(n.Expected) ||
			!n.High.Sub(n.Expected).Equal(n.Expected.Sub(n.Low)) || !n.Deviations.IsNegative() {
			t.Errorf("%+v, want it after %d antes", n, want[i])
		}
	}
	w.sound()
}

// antes is how many antes were settled.
func (w *watch) antes() (n int64) {
	w.t.Helper()
	err := w.desk.Pool.QueryRow(w.t.Context(), `SELECT count(*) FROM lines WHERE wager = 'ante' AND outcome <> 'void'`).Scan(&n)
	if err != nil {
		w.t.Fatal(err)
	}
	return n
}

// Clocks that differ are an alert, once an hour; so is a clock that jumped.
func TestAlertsOfClocks(t *testing.T) {
	t.Parallel()
	w := newWatch(t)
	w.now = time.Now()
	w.survey()
	w.only("clock")
	w.now = time.Now().Add(-time.Minute)
	w.survey()
	w.survey()
	if n := len(w.raised("clock")); n != 1 && n != 2 { // two, where an hour of the database's clock began between
		t.Errorf("%d alerts", n)
	}
	before := len(w.raised("clock"))
	w.now = time.Now()
	jump := ledger.Significant{Kind: ledger.SignificantClockJump, Subject: "clock of the server", Reason: "by 5 s", Before: 1, After: 2}
	if err := w.desk.Note(t.Context(), desk.Server, jump); err != nil {
		t.Fatal(err)
	}
	w.survey()
	list := w.raised("clock")
	if len(list) != before+1 || list[before].Subject != "clock of the server" || list[before].Table != 0 {
		t.Errorf("%+v", list)
	}
	w.sound()
}

// An override is an alert where a bet favours the player.
func TestAlertsOfOverrides(t *testing.T) {
	t.Parallel()
	w := newWatch(t)
	for i, code := range []string{"below_band", "favours_player"} {
		e := ledger.Significant{
			Kind: ledger.SignificantOverride, Subject: fmt.Sprintf("proposal %d", i+1), Actor: housetest.Manager, Reason: "for the opening",
			After: map[string]any{"findings": []house.Finding{{Wager: "trips", Code: code, Reason: "as it is"}}},
		}
		if err := w.desk.Note(t.Context(), desk.Server, e); err != nil {
			t.Fatal(err)
		}
	}
	w.survey()
	w.only("override", "proposal 2")
	w.sound()
}

// A round that, settled again, comes to something else is an alert, once.
func TestAlertsOfResettlement(t *testing.T) {
	t.Parallel()
	k, _ := uth(t)
	k.tamper(t, `UPDATE lines SET amount = 45 WHERE round = 2 AND line = 3`)
	p := pit.New(desk.New(k.Pool, nil), pit.Options{})
	pass(t, p, 3, 1)
	k.tamper(t, `DELETE FROM audit_cursors`)
	pass(t, p, 3, 1)
	list, _, err := p.Alerts(t.Context(), pit.AlertFilter{})
	if err != nil || len(list) != 1 || list[0].Kind != pit.AlertResettlement || !strings.HasSuffix(list[0].Subject, "-2") || !strings.Contains(string(list[0].Content), "amount") {
		t.Errorf("%+v, %v", list, err)
	}
}

// An alert is acknowledged once, by a person, with a note; more notes may follow,
// and nothing is taken back. Whoever asks for the open ones gets the others.
func TestAlertsAreAcknowledged(t *testing.T) {
	t.Parallel()
	w := newWatch(t)
	for i := range 5 {
		e := ledger.Significant{Kind: ledger.SignificantClockJump, Subject: fmt.Sprint("clock ", i), Reason: "set", Before: 1, After: 2}
		if err := w.desk.Note(t.Context(), desk.Server, e); err != nil {
			t.Fatal(err)
		}
	}
	w.policy("*", house.Thresholds{})
	w.survey()
	ctx := t.Context()
	if _, err := w.pit.NoteAlert(ctx, w.as("ann"), 2, "called the engineer"); err != nil {
		t.Fatal(err)
	}
	first := w.as("ann")
	a, err := w.pit.Acknowledge(ctx, first, 2, "summer time")
	if err != nil {
		t.Fatal(err)
	}
	var told pit.Alert
	if err := json.Unmarshal(a.Body, &told); err != nil || told.Acknowledged == nil || told.Acknowledged.Actor != "ann" || !told.Acknowledged.At.Equal(dusk) || len(told.Notes) != 1 {
		t.Errorf("%s, %v", a.Body, err)
	}
	if again, err := w.pit.Acknowledge(ctx, first, 2, "summer time"); err != nil || !again.Repeated || string(again.Body) != string(a.Body) {
		t.Errorf("%+v, %v", again, err)
	}
	for name, c := range map[string]struct {
		id   int64
		note string
		want error
	}{
		"twice": {2, "me too", pit.ErrAcknowledged}, "none": {99, "what", pit.ErrNoAlert}, "silent": {3, "", pit.ErrNote}, "long": {3, strings.Repeat("a", 1001), pit.ErrNote},
	} {
		if _, err := w.pit.Acknowledge(ctx, w.as("ben"), c.id, c.note); !errors.Is(err, c.want) {
			t.Errorf("%s: %v", name, err)
		}
	}
	page, cursor, err := w.pit.Alerts(ctx, pit.AlertFilter{Open: true, Limit: 2})
	if err != nil || len(page) != 2 || page[0].ID != 5 || page[1].ID != 4 || cursor == "" {
		t.Fatalf("%+v %q, %v", page, cursor, err)
	}
	page, cursor, err = w.pit.Alerts(ctx, pit.AlertFilter{Open: true, Limit: 2, After: cursor})
	if err != nil || len(page) != 2 || page[0].ID != 3 || page[1].ID != 1 || cursor != "" {
		t.Errorf("%+v %q, %v", page, cursor, err)
	}
	if _, _, err := w.pit.Alerts(ctx, pit.AlertFilter{After: "x"}); !errors.Is(err, ledger.ErrCursor) {
		t.Errorf("%v", err)
	}
	for _, statement := range []string{`UPDATE alerts SET kind = 'void'`, `DELETE FROM alert_notes`} {
		if _, err := w.desk.Pool.Exec(ctx, statement); err == nil {
			t.Errorf("%s: done", statement)
		}
	}
	w.sound()
}

// undecided is the id of the one correction nobody has decided.
func undecided(list []pit.Correction) (sight.RoundID, error) {
	for i := range list {
		if list[i].State == pit.Opened {
			return sight.ParseRoundID(list[i].ID)
		}
	}
	return sight.RoundID{}, errors.New("no correction is open")
}
