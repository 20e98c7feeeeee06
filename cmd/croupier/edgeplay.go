package main

import (
	"context"
	"fmt"
	"math/big"
	"math/rand/v2"
	"strings"
	"time"

	"croupier/cards"
	"croupier/edge"
	"croupier/games"
)

// advise answers for one hand.
func (r *edgeRequest) advise(ctx context.Context, e games.Edition, setup games.Setup, g *games.Game, prices games.Prices) error {
	known, err := cards.ParseAll(r.best)
	if err != nil {
		return fmt.Errorf("--best-action: %w", err)
	}
	if len(known) < 2 || len(known) > 7 {
		return fmt.Errorf("--best-action: %d cards, want two hole cards and a board of 0, 3, 4 or 5", len(known))
	}
	at := edge.Position{Hole: [2]cards.Card(known), Board: known[2:], After: r.after}
	var advice edge.Advice
	if len(at.Board) == 0 {
		report, err := r.report(ctx, e, setup, prices)
		if err != nil {
			return err
		}
		advice, err = report.Advise(at.Hole)
		if err != nil {
			return err
		}
	} else if advice, err = edge.Advise(g, prices, at); err != nil {
		return err
	}
	return r.printAdvice(&advice)
}

func (r *edgeRequest) printAdvice(a *edge.Advice) error {
	if r.json {
		ev := make([]string, 0, len(a.Choices))
		for _, v := range a.Choices {
			ev = append(ev, fmt.Sprintf("%q:%q", v.Choice, v.EV.FloatString(edge.ViewDigits)))
		}
		_, err := fmt.Fprintf(r.env.stdout, "{\"step\":%q,\"best\":%q,\"ev\":{%s}}\n", a.Step, a.Best, strings.Join(ev, ","))
		return err
	}
	fmt.Fprintf(r.env.stdout, "%s: %s\n", a.Step, a.Best)
	for _, v := range a.Choices {
		fmt.Fprintf(r.env.stdout, "  %-8s %s\n", v.Choice, v.EV.FloatString(edge.ViewDigits))
	}
	return nil
}

// play plays rounds and compares their means with the exact values.
func (r *edgeRequest) play(ctx context.Context, g *games.Game, prices games.Prices) error {
	bar := r.env.progress("counting deals")
	s, err := edge.Strategise(ctx, g, prices, edge.Options{Progress: bar.show})
	bar.end()
	if err != nil {
		return err
	}
	bar = r.env.progress("playing rounds")
	start := time.Now()
	samples, err := s.Simulate(ctx, edge.Simulation{
		Rounds: r.simulate, Sides: r.sides, Progress: bar.show,
		Source: func(block uint64) func() uint64 { return rand.NewPCG(r.seed, block).Uint64 },
	})
	bar.end()
	if err != nil {
		return err
	}
	for i := range samples {
		if err := r.printSample(&samples[i]); err != nil {
			return err
		}
	}
	if r.json {
		return nil
	}
	seconds := time.Since(start).Seconds()
	_, err = fmt.Fprintf(r.env.stdout, "%d rounds in %.1f s, %.0f a second\n", r.simulate, seconds, float64(r.simulate)/seconds)
	return err
}

func (r *edgeRequest) printSample(s *edge.Sample) error {
	format := "%s: mean %s, standard error %.6f, exact %s, %+.2f standard errors away\n"
	if r.json {
		format = "{\"wager\":%q,\"mean\":%q,\"standard_error\":%.9f,\"exact\":%q,\"distance\":%.4f}\n"
	}
	show := func(v *big.Rat) string { return v.FloatString(9) }
	_, err := fmt.Fprintf(r.env.stdout, format, s.Wager, show(s.Mean), s.Error(), show(s.Exact), s.Distance())
	return err
}
