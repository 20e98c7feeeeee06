package pit

import (
	"context"
	"fmt"
	"math/big" //nolint:depguard // the exact edge and variance, printed as decimals here
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/shopspring/decimal"

	"croupier/ledger"
)

// Any gaming day lies between these.
var (
	everFrom = time.Date(1, 1, 1, 0, 0, 0, 0, time.UTC)
	everTo   = time.Date(9999, 12, 31, 0, 0, 0, 0, time.UTC)
)

// A winNote is what an alert says of a win nobody would expect. Amounts are in the
// currency, the bounds those of the 95 % interval.
type winNote struct {
	Settings   int              `json:"settings"` // version
	Bet        string           `json:"bet"`
	Bets       int64            `json:"bets"`
	Currency   string           `json:"currency"`
	Handle     decimal.Decimal  `json:"handle"`
	Win        decimal.Decimal  `json:"win"`
	Expected   decimal.Decimal  `json:"expected"`
	Low        decimal.Decimal  `json:"low"`
	High       decimal.Decimal  `json:"high"`
	Deviations *decimal.Decimal `json:"deviations"`
}

// A stake is what one wager came to under a version of a table's settings.
type stake struct {
	version
	currency, wager      string
	bets                 int64
	handle, squares, win decimal.Decimal
}

const selectStakes = `
SELECT table_id, settings, currency, wager, sum(lines)::bigint, sum(handle)::text, sum(squares)::text, sum(taken - paid)::text
FROM rollup_months WHERE grain = 'day' AND wager <> ''
GROUP BY table_id, settings, currency, wager ORDER BY table_id, settings, currency, wager`

// lookAtWins raises what the house won of a bet under the version of a table's
// settings in force, where that is outside the interval of the exact expectation.
// It is looked at after as many bets as the threshold has it, and each time they
// have doubled: who looks all the time sees the interval left by chance.
func (p *Pit) lookAtWins(ctx context.Context, s *scene) error {
	if err := p.Roll(ctx); err != nil {
		return err
	}
	rows, err := p.desk.Pool.Query(ctx, selectStakes)
	if err != nil {
		return fmt.Errorf("bets so far: %w", err)
	}
	list, err := pgx.CollectRows(rows, scanStake)
	if err != nil {
		return fmt.Errorf("bets so far: %w", err)
	}
	due := map[int64]bool{} // tables
	for i := range list {
		t := s.thresholds(list[i].table)
		due[list[i].table] = due[list[i].table] || t.Bets > 0 && list[i].bets >= int64(t.Bets) && list[i].settings == s.tables[list[i].table].Version
	}
	var failed error
	for table, any := range due {
		if !any {
			continue
		}
		if err := p.lookAtTable(ctx, s, table, list); err != nil {
			failed = fmt.Errorf("bets of table %d: %w", table, err)
		}
	}
	return failed
}

func scanStake(row pgx.CollectableRow) (w stake, err error) {
	var texts [3]string
	if err = row.Scan(&w.table, &w.settings, &w.currency, &w.wager, &w.bets, &texts[0], &texts[1], &texts[2]); err != nil {
		return w, err
	}
	return w, parse(texts[:], &w.handle, &w.squares, &w.win)
}

// lookAtTable holds the bets of the table's version in force to what they cost.
func (p *Pit) lookAtTable(ctx context.Context, s *scene, table int64, list []stake) error {
	v := version{table, s.tables[table].Version}
	priced, err := p.bets(ctx, ledger.Span{From: everFrom, To: everTo, Table: table})
	if err != nil {
		return err
	}
	of := map[string]winNote{} // by look
	var looks []string
	var sums []betSum
	for _, b := range priced[v] {
		sum := sumOf(&b, v, list)
		m := milestone(sum.bets, int64(s.thresholds(table).Bets))
		if m == 0 {
			continue
		}
		look := fmt.Sprintf("win of %s at table %d under settings %d after %d bets", b.name, table, v.settings, m)
		of[look], looks, sums = sum.note(), append(looks, look), append(sums, sum)
	}
	before, err := p.taken(ctx, looks)
	if err != nil || len(before) == len(looks) {
		return err
	}
	var found []alarm
	for i, look := range looks {
		if !before[look] && sums[i].outside() {
			found = append(found, s.alarm(AlertUnexpected, look, table, of[look]))
		}
	}
	return p.once(ctx, looks, found)
}

// milestone is the last number of bets, up to n, at which is looked; 0 is none.
func milestone(n, first int64) int64 {
	if first <= 0 || n < first {
		return 0
	}
	for first <= n/2 {
		first *= 2
	}
	return first
}

// A betSum is what a bet came to, and what it should have.
type betSum struct {
	stake
	name               string
	expected, variance *big.Rat
}

// sumOf adds up the wagers of the bet. Its edge and its variance are of a unit of
// the wager it is named after, so that wager's stakes count.
func sumOf(b *bet, v version, list []stake) betSum {
	sum := betSum{name: b.name}
	sum.version = v
	for i := range list {
		w := &list[i]
		if w.version != v {
			continue
		}
		for _, wager := range b.wagers {
			if wager == w.wager {
				sum.win, sum.currency = sum.win.Add(w.win), w.currency
			}
		}
		if w.wager == b.name {
			sum.bets, sum.handle, sum.squares = sum.bets+w.bets, sum.handle.Add(w.handle), sum.squares.Add(w.squares)
		}
	}
	sum.expected = new(big.Rat).Mul(sum.handle.Rat(), b.edge)
	sum.variance = new(big.Rat).Mul(sum.squares.Rat(), b.variance)
	return sum
}

// normal is how many standard deviations of a normal distribution 95 % lie within.
var normal = big.NewRat(1_959_963_984_540_054, 1_000_000_000_000_000)

// outside reports whether the win is outside the interval; the comparison is exact.
func (b *betSum) outside() bool {
	away := new(big.Rat).Sub(b.win.Rat(), b.expected)
	reach := new(big.Rat).Mul(new(big.Rat).Mul(normal, normal), b.variance)
	return away.Mul(away, away).Cmp(reach) > 0
}

func (b *betSum) note() winNote {
	width, expected := halfWidth(b.variance), rounded(b.expected, theoreticalDecimals)
	return winNote{
		Settings: b.settings, Bet: b.name, Bets: b.bets, Currency: b.currency, Handle: b.handle, Win: b.win,
		Expected: expected, Low: expected.Sub(width), High: expected.Add(width), Deviations: deviations(b.win, b.expected, b.variance),
	}
}
