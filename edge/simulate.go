package edge

import (
	"context"
	"fmt"
	"math/big"
	"runtime"
)

// A Simulation is how Simulate plays. Source gives the randomness of a block
// of rounds: a function that returns uniform numbers of 64 bits, the same ones
// for the same block. So the result does not depend on how many goroutines
// share the blocks.
type Simulation struct {
	Rounds   int64
	Sides    bool // whether every side bet is made too, one unit each
	Workers  int  // goroutines; 0 is one for every core
	Source   func(block uint64) func() uint64
	Progress func(done float64)
}

// A Sample is what a wager came to in the rounds that were played.
type Sample struct {
	Wager  string
	Rounds int64
	Mean   *big.Rat
	Exact  *big.Rat // the expected value
	// Variance is of one round, as sampled.
	Variance *big.Rat
}

// Distance returns how many standard errors the mean lies from the exact value.
func (s *Sample) Distance() float64 {
	d, _ := new(big.Rat).Sub(s.Mean, s.Exact).Float64()
	if e := s.Error(); e > 0 {
		return d / e
	}
	return 0
}

// Error returns the standard error of the mean.
func (s *Sample) Error() float64 {
	v := new(big.Float).SetRat(new(big.Rat).Quo(s.Variance, new(big.Rat).SetInt64(s.Rounds)))
	e, _ := v.Sqrt(v).Float64()
	return e
}

// blockRounds is how many rounds share a source.
const blockRounds = 10_000

// Simulate plays whole rounds of one seat through the prompts of the game, as
// a table would, with the strategy's choices, and settles them. It fails when
// ctx ends and where the game refuses an answer.
func (s *Strategy) Simulate(ctx context.Context, sim Simulation) ([]Sample, error) {
	if sim.Workers < 1 {
		sim.Workers = runtime.GOMAXPROCS(0)
	}
	pays, err := s.game.Pays(s.prices)
	if err != nil {
		return nil, err
	}
	bar := newBar(sim.Progress)
	seats := make([]*seat, sim.Workers)
	blocks := int((sim.Rounds + blockRounds - 1) / blockRounds)
	err = each(ctx, sim.Workers, blocks, func(worker, block int) error {
		if seats[worker] == nil {
			seats[worker] = s.seat(pays, sim.Sides)
		}
		rounds := min(blockRounds, sim.Rounds-int64(block)*blockRounds)
		bar.add(float64(rounds) / float64(sim.Rounds))
		return seats[worker].play(int(rounds), sim.Source(uint64(block)))
	})
	if err != nil {
		return nil, fmt.Errorf("simulating %s: %w", s.game.Name, err)
	}
	return s.samples(seats, sim.Rounds), nil
}

// samples adds up what the seats counted.
func (s *Strategy) samples(seats []*seat, rounds int64) []Sample {
	var all []Sample
	for k := range s.report.Wagers {
		w := &s.report.Wagers[k]
		sum, square, played := new(big.Int), new(big.Int), int64(0)
		for _, t := range seats {
			if t == nil {
				continue
			}
			for net, n := range t.nets[k] {
				part := new(big.Int).Mul(big.NewInt(net), big.NewInt(n))
				sum.Add(sum, part)
				square.Add(square, part.Mul(part, big.NewInt(net)))
				played += n
			}
		}
		if played == 0 {
			continue
		}
		unit := s.whole()
		n := big.NewInt(rounds)
		mean := new(big.Rat).SetFrac(sum, new(big.Int).Mul(unit, n))
		meanSquare := new(big.Rat).SetFrac(square, new(big.Int).Mul(new(big.Int).Mul(unit, unit), n))
		all = append(all, Sample{w.Name, rounds, mean, w.EV, meanSquare.Sub(meanSquare, new(big.Rat).Mul(mean, mean))})
	}
	return all
}
