package edge

import (
	"context"
	"fmt"
	"runtime"
	"slices"

	"croupier/games"
)

// Options are how Count works. The zero value counts on every core in silence.
type Options struct {
	Workers int // goroutines; 0 is one for every core
	// Progress is told how much of the work is done, from 0 to 1, about a
	// hundred times, by one goroutine at a time.
	Progress func(done float64)
}

// A counter counts the deals of a game.
type counter struct {
	*plan
	workers  int
	keep     bool // the cells, for a strategy
	bar      *bar
	layouts  [6]*layout // by cards on the board: 0, 3, 4
	cells    [2][][]cell
	plainOf  []int32
	three    [2]*lifted // plain and suited
	four     [2]*lifted
	rivers   []riverKey
	riverIDs map[riverKey]int32
	bounds   []bounds // of the open decisions on the full board
}

var palettes = [2]*palette{plain, suited}

// Count counts every deal of the game: how often the cards come to what, for
// every choice a player may make, decided wherever that is the same at all
// prices. It takes about a second and, for the largest game, half a gigabyte.
// It fails with ErrShape on a game it cannot count, and when ctx ends.
func Count(ctx context.Context, g *games.Game, o Options) (*Counts, error) {
	c, err := newCounter(g, o)
	if err != nil {
		return nil, err
	}
	return c.run(ctx)
}

func (c *counter) run(ctx context.Context) (*Counts, error) {
	if err := c.lift(ctx); err != nil {
		return nil, fmt.Errorf("counting %s: %w", c.game.Name, err)
	}
	counts, err := c.count(ctx)
	if err != nil {
		return nil, fmt.Errorf("counting %s: %w", c.game.Name, err)
	}
	return counts, nil
}

func newCounter(g *games.Game, o Options) (*counter, error) {
	p, err := newPlan(g)
	if err != nil {
		return nil, err
	}
	c := &counter{plan: p, workers: o.Workers, bar: newBar(o.Progress)}
	if c.workers < 1 {
		c.workers = runtime.GOMAXPROCS(0)
	}
	return c, nil
}

// lift sweeps the full boards and lifts what it counts to the boards that
// decisions are taken on.
func (c *counter) lift(ctx context.Context) error {
	used, err := c.sweep(ctx)
	if err != nil {
		return err
	}
	c.layouts = c.layOut(func(leaf, column int) bool { return used[leaf][column] })
	for i, p := range palettes {
		if c.turn {
			c.four[i] = newLifted(p, c.layouts[4])
		} else {
			c.three[i] = newLifted(p, c.layouts[3])
		}
	}
	err = c.liftAll(ctx)
	if !c.keep {
		c.cells = [2][][]cell{}
	}
	return err
}

// boardsAtOnce is how many boards a worker sweeps before it looks up.
const boardsAtOnce = 64

// sweep fills the cells of all full boards of both palettes and returns the
// leaves and columns that a decision on the full board fills.
func (c *counter) sweep(ctx context.Context) ([][]bool, error) {
	rivers := make([]*river, c.workers)
	for i := range rivers {
		rivers[i] = newRiver(c.plan)
	}
	for i, p := range palettes {
		boards := p.boards[5].boards
		c.cells[i] = make([][]cell, p.holes)
		for h := range c.cells[i] {
			if x, y := pairTypes(uint32(h)); x != y || p.copies[x] > 1 {
				c.cells[i][h] = make([]cell, len(boards))
			}
		}
		sweeps := make([]*sweep, c.workers)
		jobs := (len(boards) + boardsAtOnce - 1) / boardsAtOnce
		err := each(ctx, c.workers, jobs, func(worker, job int) error {
			if sweeps[worker] == nil {
				sweeps[worker] = &sweep{palette: p, table: c.table}
			}
			last := min(len(boards), (job+1)*boardsAtOnce)
			for b := job * boardsAtOnce; b < last; b++ {
				sweeps[worker].run(&boards[b], func(h int) *cell { return &c.cells[i][h][b] }, rivers[worker].decide)
			}
			c.bar.add(weightOfSweep * float64(last-job*boardsAtOnce) / float64(len(plain.boards[5].boards)+len(suited.boards[5].boards)))
			return nil
		})
		if err != nil {
			return nil, err
		}
	}
	return c.join(rivers), nil
}

// join gathers what the workers found.
func (c *counter) join(rivers []*river) [][]bool {
	used := rivers[0].used
	open := map[riverKey]struct{}{}
	for _, r := range rivers {
		for leaf := range used {
			for column, is := range r.used[leaf] {
				used[leaf][column] = used[leaf][column] || is
			}
		}
		for k := range r.open {
			open[k] = struct{}{}
		}
	}
	for k := range open {
		c.rivers = append(c.rivers, k)
	}
	slices.SortFunc(c.rivers, compareRiver)
	c.riverIDs = make(map[riverKey]int32, len(c.rivers))
	for i, k := range c.rivers {
		c.riverIDs[k] = int32(i)
		c.bounds = append(c.bounds, c.riverBounds(k))
	}
	return used
}

// liftAll lifts all pairs of hole cards of both palettes.
func (c *counter) liftAll(ctx context.Context) error {
	c.plainOf = make([]int32, len(suited.boards[5].boards))
	for i := range c.plainOf {
		b := suited.boards[5].boards[i].plainBoard()
		c.plainOf[i] = plain.boards[5].at[b.key()]
	}
	for i, p := range palettes {
		lifters := make([]*lifter, c.workers)
		err := each(ctx, c.workers, p.holes, func(worker, hole int) error {
			if lifters[worker] == nil {
				lifters[worker] = c.newLifter(i)
			}
			lifters[worker].lift(hole, c.three[i], c.four[i])
			c.bar.add(weightOfLift / float64(plain.holes+suited.holes))
			return nil
		})
		if err != nil {
			return err
		}
	}
	return nil
}

func (c *counter) newLifter(i int) *lifter {
	p := palettes[i]
	boards := len(p.boards[4].boards)
	l := &lifter{
		counter: c, palette: p, cells: c.cells[i],
		four: make([]int32, boards*c.layouts[4].size), kids: make([][]kid, boards),
	}
	if p == suited {
		l.less, l.plainOf = c.cells[0], c.plainOf
	}
	return l
}
