package main

import (
	"context"
	"fmt"
	"io"
	"text/tabwriter"
	"time"

	"github.com/shopspring/decimal"
	"github.com/spf13/cobra"

	"croupier/floor"
	"croupier/house"
)

// demonstration is what the demo is told.
type demonstration struct {
	url, admin, passwordFile, people string
}

func demoCommand(env environment) *cobra.Command {
	var d demonstration
	c := &cobra.Command{
		Use:   "demo",
		Short: "Put people and a table up at a running server and play a first round",
		Long: `Adds people at the server, unless the file has some; one manager sets up a table of
Ultimate Texas Hold'em and the other approves it; a dealer and a supervisor open it.
One round of two seats is played by hand through the API, with each step, what each
wager came to, and the entry of the book printed; then the table closes with a count.`,
		Example: "  croupier user add root --role admin --password-file password\n" +
			"  croupier demo --url http://127.0.0.1:8080 --admin root --password-file password --people people.json",
		Args: cobra.NoArgs,
		RunE: func(c *cobra.Command, _ []string) error { return d.run(c.Context(), env) },
	}
	env.setting(c, &d.url, "url", "CROUPIER_URL", "http://"+defaultListen, "where the server is")
	c.Flags().StringVar(&d.admin, "admin", "root", "admin who adds the people")
	c.Flags().StringVar(&d.passwordFile, "password-file", "", "file with the admin's password")
	c.Flags().StringVar(&d.people, "people", "", "file with the people and what they sign in with; it is written where it is not there")
	_ = c.MarkFlagRequired("people")
	return c
}

func (d demonstration) run(ctx context.Context, env environment) error {
	people, err := keptCast(ctx, func() (client, error) {
		password, err := secret(env, "CROUPIER_ADMIN_PASSWORD", d.passwordFile)
		if err != nil {
			return client{}, err
		}
		return signedIn(ctx, d.url, d.admin, secrets{Password: password})
	}, d.people)
	if err != nil {
		return err
	}
	table, err := people.setUp(ctx, d.url, env.stdout)
	if err != nil {
		return err
	}
	return people.play(ctx, d.url, table, env.stdout)
}

// stage is what the dealer says and what is keyed: one request.
type stage struct {
	says   string
	events []map[string]any
}

func event(step, kind string, place int, more ...string) map[string]any {
	e := map[string]any{"step": step, "kind": kind, "place": place}
	for i := 0; i+1 < len(more); i += 2 {
		e[more[i]] = more[i+1]
	}
	return e
}

func bet(place int, wager, amount string) map[string]any {
	return event("bets", "bet", place, "do", "bet", "wager", wager, "amount", amount)
}

// stages is a round in which a flush on a stake of 5,000 is owed 7,500 at a
// table whose smallest chip is 1,000.
var stages = []stage{
	{"seat 1 bets ante 5000 and trips 5000; seat 3 bets ante 10000", []map[string]any{
		bet(1, "ante", "5000"), bet(1, "trips", "5000"), bet(3, "ante", "10000"),
	}},
	{"no more bets", []map[string]any{event("bets", "close", 0)}},
	{"two cards to each seat and to the dealer, face down", []map[string]any{
		event("hole", "deal", 1), event("hole", "deal", 3), event("dealer", "deal", 0),
	}},
	{"seat 1 plays 4x; seat 3 checks", []map[string]any{
		event("preflop", "act", 1, "do", "bet", "wager", "play", "amount", "20000"),
		event("preflop", "act", 3, "do", "check"),
	}},
	{"burn; the flop: 2h 9h Kh", []map[string]any{
		event("burn 1", "deal", -2), event("flop", "deal", -1, "cards", "2h 9h Kh"),
	}},
	{"seat 3 checks again", []map[string]any{event("after flop", "act", 3, "do", "check")}},
	{"burn; turn and river: 4c 7d", []map[string]any{
		event("burn 2", "deal", -2), event("turn and river", "deal", -1, "cards", "4c 7d"),
	}},
	{"seat 3 folds", []map[string]any{event("after river", "act", 3, "do", "fold")}},
	{"the dealer opens Ks Kd; seat 1 opens Ah 3h", []map[string]any{
		event("dealer opens", "show", 0, "cards", "Ks Kd"), event("seats open", "show", 1, "cards", "Ah 3h"),
	}},
	{"take and pay: seat 3, then seat 1", []map[string]any{event("pay", "pay", 3), event("pay", "pay", 1)}},
}

// setUp puts a table in force and opens it.
func (people cast) setUp(ctx context.Context, url string, out io.Writer) (house.Table, error) {
	var t house.Table
	author, err := people.signIn(ctx, url, "manager-1")
	if err != nil {
		return t, err
	}
	other, err := people.signIn(ctx, url, "manager-2")
	if err != nil {
		return t, err
	}
	err = author.post(ctx, "/v1/tables", map[string]any{
		"name": "demo " + time.Now().UTC().Format("2006-01-02 15:04:05.000"), "pit": "demo",
		"game": "ultimate-texas-holdem", "currency": "KRW", "time_zone": "Asia/Seoul",
		"paytables": map[string]any{"blind": "blind-a", "trips": "trips-2"},
		"table":     map[string]any{"chip": "1000", "rounding": "down"},
		"limits":    map[string]any{"ante": map[string]any{"min": "5000", "max": "500000"}},
		"ante_step": "5000",
	}, &t)
	if err != nil {
		return t, err
	}
	if len(t.Pending) != 1 {
		return t, fmt.Errorf("table %d has %d proposals pending, want 1", t.ID, len(t.Pending))
	}
	proposal := fmt.Sprintf("/v1/proposals/%d", t.Pending[0])
	var p house.Proposal
	fmt.Fprintln(out, "manager 1 sets a table up; its edge is worked out over every deal")
	if err := author.post(ctx, proposal+"/submit", map[string]any{}, &p); err != nil {
		return t, err
	}
	if err := other.post(ctx, proposal+"/approve", map[string]any{"now": true}, &p); err != nil {
		return t, err
	}
	fmt.Fprintf(out, "manager 2 approves proposal %d: %s\n", p.ID, p.State)
	return t, author.get(ctx, fmt.Sprintf("/v1/tables/%d", t.ID), &t)
}

// play opens the table, plays a round and closes it.
func (people cast) play(ctx context.Context, url string, table house.Table, out io.Writer) error {
	dealer, err := people.signIn(ctx, url, "dealer-1")
	if err != nil {
		return err
	}
	boss, err := people.signIn(ctx, url, "supervisor-1")
	if err != nil {
		return err
	}
	fmt.Fprintf(out, "table %d: %s, chip %s %s, rounded %s\n", table.ID, table.Pins.Game, table.Pins.Chip, table.Pins.Currency, table.Pins.Rounding)
	pair := dealer
	pair.second = "supervisor-1:" + people["supervisor-1"].PIN
	path := fmt.Sprintf("/v1/tables/%d", table.ID)
	if err := pair.post(ctx, path+"/open", map[string]any{"dealer": "dealer-1", "float": map[string]int{"1000": demoFloat}}, nil); err != nil {
		return err
	}
	if err := playRound(ctx, dealer, boss, path, out); err != nil {
		return err
	}
	return closeDemo(ctx, pair, boss, path, out)
}

// demoFloat is how many chips of 1000 the table opens with.
const demoFloat = 1000

func playRound(ctx context.Context, dealer, boss client, table string, out io.Writer) error {
	var v floor.View
	if err := dealer.post(ctx, table+"/rounds", map[string]any{}, &v); err != nil {
		return err
	}
	fmt.Fprintf(out, "round %s, gaming day %s\n", v.ID, v.GamingDay)
	for _, s := range stages {
		if err := dealer.post(ctx, "/v1/rounds/"+v.ID+"/events", map[string]any{"n": v.N, "events": s.events}, &v); err != nil {
			return err
		}
		fmt.Fprintf(out, "  %-62s event %2d, %s\n", s.says, v.N, v.Status)
	}
	if err := printLines(out, v); err != nil {
		return err
	}
	return printEntry(ctx, boss, out, v)
}

// closeDemo closes the table with the chips that lie there now, which is what the
// float came to by what was taken and paid.
func closeDemo(ctx context.Context, pair, boss client, table string, out io.Writer) error {
	var s floor.Sheet
	if err := boss.get(ctx, table+"/sheet", &s); err != nil {
		return err
	}
	chips := s.Opening.Add(s.WinInBook).Div(decimal.NewFromInt(1000)).IntPart()
	if err := pair.post(ctx, table+"/close", map[string]any{"float": map[string]int64{"1000": chips}, "drop": "0"}, nil); err != nil {
		return err
	}
	if err := boss.get(ctx, table+"/sheet", &s); err != nil {
		return err
	}
	if s.Win == nil || !s.Win.Equal(s.WinInBook) {
		return fmt.Errorf("the count does not tie to the book: %+v", s)
	}
	fmt.Fprintf(out, "the table closes: opened with %s, closed with %s, won %s by the count and %s in the book\n", s.Opening, s.Closing, s.Win, s.WinInBook)
	return nil
}

func printLines(out io.Writer, v floor.View) error {
	fmt.Fprintln(out, "what each wager came to, in the order of settling:")
	w := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
	for _, l := range v.Lines {
		fmt.Fprintf(w, "  seat %d\t%s\tstake %s\t%s\t%s\t%s\n", l.Seat, l.Wager, l.Stake, l.Outcome, l.Amount, l.Why)
	}
	return w.Flush()
}

func printEntry(ctx context.Context, c client, out io.Writer, v floor.View) error {
	var a floor.Audit
	if err := c.get(ctx, "/v1/rounds/"+v.ID+"/audit", &a); err != nil {
		return err
	}
	if a.Entry == nil {
		return fmt.Errorf("round %s ended in no entry", v.ID)
	}
	fmt.Fprintf(out, "entry %s of the book:\n", a.Entry.ID)
	w := tabwriter.NewWriter(out, 0, 0, 2, ' ', tabwriter.AlignRight)
	var sum decimal.Decimal
	for _, p := range a.Entry.Postings {
		fmt.Fprintf(w, "  %s\t%s\t%s\t\n", p.Account, p.Wager, p.Amount)
		sum = sum.Add(p.Amount)
	}
	if err := w.Flush(); err != nil {
		return err
	}
	fmt.Fprintf(out, "the postings sum to %s; settled again from its events: equal is %t\n", sum, a.Agrees)
	if !sum.IsZero() || !a.Agrees {
		return fmt.Errorf("round %s does not balance", v.ID)
	}
	return nil
}
