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

func demoCommand(env environment) *cobra.Command {
	var url, tokenFile string
	c := &cobra.Command{
		Use:   "demo",
		Short: "Set a table up at a running server and play a first round",
		Long: `Sets up a table of Ultimate Texas Hold'em at the server, plays one round of two
seats by hand through its API, and prints each step, what each wager came to, and
the entry of the book.`,
		Example: "  croupier demo --url http://127.0.0.1:8080 --token-file /var/lib/croupier/token",
		Args:    cobra.NoArgs,
		RunE: func(c *cobra.Command, _ []string) error {
			token, err := secret(env, "CROUPIER_TOKEN", tokenFile)
			if err != nil {
				return err
			}
			return demo(c.Context(), client{url, token}, env.stdout)
		},
	}
	env.setting(c, &url, "url", "CROUPIER_URL", "http://"+defaultListen, "where the server is")
	env.setting(c, &tokenFile, "token-file", "CROUPIER_TOKEN_FILE", "", "file with the bearer token; or give the token itself in $CROUPIER_TOKEN")
	return c
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

func demo(ctx context.Context, c client, out io.Writer) error {
	var table house.Table
	err := c.post(ctx, "/v1/tables", map[string]any{
		"name": "demo " + time.Now().UTC().Format("2006-01-02 15:04:05.000"),
		"game": "ultimate-texas-holdem", "currency": "KRW", "time_zone": "Asia/Seoul",
		"paytables": map[string]any{"blind": "blind-a", "trips": "trips-2"},
		"table":     map[string]any{"chip": "1000", "rounding": "down"},
		"limits":    map[string]any{"ante": map[string]any{"min": "5000", "max": "500000"}},
		"ante_step": "5000",
	}, &table)
	if err != nil {
		return err
	}
	fmt.Fprintf(out, "table %d: %s, chip %s %s, rounded %s\n", table.ID, table.Pins.Game, table.Pins.Chip, table.Pins.Currency, table.Pins.Rounding)
	var v floor.View
	if err := c.post(ctx, fmt.Sprintf("/v1/tables/%d/rounds", table.ID), map[string]any{}, &v); err != nil {
		return err
	}
	fmt.Fprintf(out, "round %s, gaming day %s\n", v.ID, v.GamingDay)
	for _, s := range stages {
		if err := c.post(ctx, "/v1/rounds/"+v.ID+"/events", map[string]any{"n": v.N, "events": s.events}, &v); err != nil {
			return err
		}
		fmt.Fprintf(out, "  %-62s event %2d, %s\n", s.says, v.N, v.Status)
	}
	if err := printLines(out, v); err != nil {
		return err
	}
	return printEntry(ctx, c, out, v)
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
