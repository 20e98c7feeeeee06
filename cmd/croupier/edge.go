package main

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"croupier/edge"
	"croupier/games"
	"croupier/games/all"
	"croupier/shelf"
)

// An edgeRequest is what the edge command is asked.
type edgeRequest struct {
	env       environment
	data      string
	game      string
	paytables []string
	house     []string
	json      bool
	chart     string
	scratch   bool
	best      string
	after     []string
	limits    []string
	simulate  int64
	seed      uint64
	sides     bool
}

func edgeCommand(env environment) *cobra.Command {
	r := edgeRequest{env: env}
	c := &cobra.Command{
		Use:   "edge game",
		Short: "The exact house edge of a game under any paytable",
		Long: `Prints what each wager of a game costs its players: the exact expected value of
the best play over all 2,781,381,002,400 deals, not a simulation. The deals are
counted once for a game and its house rules, and the counts kept in the data
directory; any paytable is then priced from them, every decision taken anew.

--paytable names a shipped paytable or a file for a wager; a wager left out has
the game's default, and a side bet without one is left out. --best-action says
what each choice is worth with one hand: hole cards first, then the board.
--simulate plays rounds through the prompts of the game as a second opinion.`,
		Example: `  croupier edge ultimate-texas-holdem
  croupier edge ultimate-texas-holdem --paytable blind=blind-b --paytable trips=my-trips.json --json
  croupier edge texas-holdem-bonus --house ante_pays_from=straight --paytable bonus=bonus-1 --chart bonus.svg
  croupier edge ultimate-texas-holdem --best-action "Kd 5h 2c 7d 9h"
  croupier edge casino-holdem --simulate 20000000 --seed 1`,
		Args: cobra.ExactArgs(1),
		RunE: func(c *cobra.Command, args []string) error {
			r.game = args[0]
			return r.run(c.Context())
		},
	}
	env.setting(c, &r.data, "data", "CROUPIER_DATA", defaultData(env), "data directory: the counts are kept in its folder edge")
	f := c.Flags()
	f.StringArrayVar(&r.paytables, "paytable", nil, "wager=name or wager=file; may be given for each wager")
	f.StringArrayVar(&r.house, "house", nil, "rule=value; may be given for each house rule")
	f.BoolVar(&r.json, "json", false, "print JSON")
	f.StringVar(&r.chart, "chart", "", "draw a picture into a file that ends in .svg or .png")
	f.BoolVar(&r.scratch, "scratch", false, "count anew, ignoring kept counts and keeping none")
	f.StringVar(&r.best, "best-action", "", "what each choice is worth with these hole cards and board, as \"Kd 5h 2c 7d 9h\"")
	f.StringSliceVar(&r.after, "after", nil, "with --best-action: the choices made so far, as check,check")
	f.StringArrayVar(&r.limits, "limit", nil, "wager=amount, the most that may be bet; adds the largest exposure")
	f.Int64Var(&r.simulate, "simulate", 0, "play so many rounds")
	f.Uint64Var(&r.seed, "seed", 1, "with --simulate: the same seed plays the same rounds")
	f.BoolVar(&r.sides, "side-bets", false, "with --simulate: make every side bet too")
	return c
}

// run does what is asked.
func (r *edgeRequest) run(ctx context.Context) error {
	picture, err := pictureOf(r.chart)
	if err != nil {
		return err
	}
	e, err := all.Find(r.game)
	if err != nil {
		return err
	}
	house, err := pairsOf("house", r.house)
	if err != nil {
		return err
	}
	g, setup, err := e.Build(games.Setup{House: house})
	if err != nil {
		return err
	}
	prices, err := r.prices(g, setup.House)
	if err != nil {
		return err
	}
	switch {
	case r.best != "":
		return r.advise(ctx, e, setup, g, prices)
	case r.simulate > 0:
		return r.play(ctx, g, prices)
	}
	limits, err := r.exposure(g)
	if err != nil {
		return err
	}
	start := time.Now()
	report, err := r.report(ctx, e, setup, prices)
	if err != nil {
		return err
	}
	a := answer{report: report, house: setup.House, limits: limits, seconds: time.Since(start).Seconds()}
	if picture != nil {
		if err := draw(r.chart, report, picture); err != nil {
			return err
		}
	}
	if r.json {
		return a.json(r.env.stdout)
	}
	return a.text(r.env.stdout)
}

// report prices the game, from kept counts where there are any.
func (r *edgeRequest) report(ctx context.Context, e games.Edition, setup games.Setup, prices games.Prices) (*edge.Report, error) {
	dir := filepath.Join(r.data, "edge")
	if r.scratch {
		dir = ""
	}
	bar := r.env.progress("counting deals")
	counts, err := shelf.New(dir).Counts(ctx, e, setup, edge.Options{Progress: bar.show})
	bar.end()
	if counts == nil {
		return nil, err
	}
	if errors.Is(err, shelf.ErrNotKept) {
		fmt.Fprintf(r.env.stderr, "croupier: %v\n", err)
	}
	return counts.Price(prices)
}

// pairsOf reads flags of the form name=value.
func pairsOf(flag string, given []string) (map[string]string, error) {
	pairs := map[string]string{}
	for _, text := range given {
		name, value, ok := strings.Cut(text, "=")
		if _, twice := pairs[name]; !ok || name == "" || twice {
			return nil, fmt.Errorf("--%s %q: want name=value, each name once", flag, text)
		}
		pairs[name] = value
	}
	return pairs, nil
}
