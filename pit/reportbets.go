package pit

import (
	"context"
	"fmt"
	"math/big"
	"slices"

	"github.com/jackc/pgx/v5"

	"croupier/edge"
	"croupier/games"
	"croupier/games/all"
	"croupier/house"
	"croupier/ledger"
)

// A bet is what can be bet under a version of a table's settings: a side bet, or
// the base game with all its wagers. Its edge and variance are exact, of one unit
// of the wager it is named after, under the best play.
type bet struct {
	name           string
	wagers         []string
	edge, variance *big.Rat
}

// A version is one of the versions of a table's settings.
type version struct {
	table    int64
	settings int
}

type bets map[version][]bet

// of returns the bet the sums' wager belongs to, or nil.
func (b bets) of(s *sums) *bet {
	list := b[version{s.table, s.settings}]
	i := slices.IndexFunc(list, func(b bet) bool { return slices.Contains(b.wagers, s.wager) })
	if i < 0 {
		return nil
	}
	return &list[i]
}

// bets returns what could be bet in the span. Versions that were never asked for
// before are priced and kept.
func (p *Pit) bets(ctx context.Context, s ledger.Span) (bets, error) {
	rows, err := p.desk.Pool.Query(ctx, `
		SELECT s.table_id, s.version FROM settings s
		WHERE ($3::bigint = 0 OR s.table_id = $3) AND NOT EXISTS (SELECT FROM rollup_edges e WHERE e.table_id = s.table_id AND e.settings = s.version)
			AND EXISTS (SELECT FROM rollups r WHERE r.grain = 'day' AND r.gaming_day BETWEEN $1 AND $2 AND r.table_id = s.table_id AND r.settings = s.version)`, s.From, s.To, s.Table)
	if err != nil {
		return nil, err
	}
	missing, err := pgx.CollectRows(rows, func(row pgx.CollectableRow) (v version, err error) {
		return v, row.Scan(&v.table, &v.settings)
	})
	if err != nil {
		return nil, err
	}
	for _, v := range missing {
		if err := p.price(ctx, v); err != nil {
			return nil, fmt.Errorf("edge of settings %d of table %d: %w", v.settings, v.table, err)
		}
	}
	return keptBets(ctx, p.desk.Pool, s.Table)
}

func keptBets(ctx context.Context, q house.Querier, table int64) (bets, error) {
	rows, err := q.Query(ctx, `SELECT table_id, settings, bet, wagers, edge, variance FROM rollup_edges
		WHERE $1::bigint = 0 OR table_id = $1 ORDER BY table_id, settings, bet`, table)
	if err != nil {
		return nil, err
	}
	kept := bets{}
	var v version
	var b bet
	var exact, variance string
	_, err = pgx.ForEachRow(rows, []any{&v.table, &v.settings, &b.name, &b.wagers, &exact, &variance}, func() error {
		var okEdge, okVariance bool
		b.edge, okEdge = new(big.Rat).SetString(exact)
		b.variance, okVariance = new(big.Rat).SetString(variance)
		if !okEdge || !okVariance {
			return fmt.Errorf("edge of %s under settings %d of table %d: no fractions: %.40q, %.40q", b.name, v.settings, v.table, exact, variance)
		}
		kept[v] = append(kept[v], bet{b.name, slices.Clone(b.wagers), b.edge, b.variance})
		return nil
	})
	return kept, err
}

// price works out what the version's bets cost the players and keeps it.
func (p *Pit) price(ctx context.Context, v version) error {
	f, err := house.LoadFelt(ctx, p.desk.Pool, v.table, v.settings)
	if err != nil {
		return err
	}
	cost, err := p.cost(ctx, f)
	if err != nil {
		return err
	}
	var b pgx.Batch
	for i := range cost.Wagers {
		w := &cost.Wagers[i]
		b.Queue(`INSERT INTO rollup_edges (table_id, settings, bet, wagers, edge, variance) VALUES ($1, $2, $3, $4, $5, $6) ON CONFLICT DO NOTHING`,
			v.table, v.settings, w.Name, madeOf(cost, i), w.Edge().RatString(), w.Variance.RatString())
	}
	return p.desk.Pool.SendBatch(ctx, &b).Close()
}

// cost is what the felt costs its players, from the count of all deals.
func (p *Pit) cost(ctx context.Context, f *house.Felt) (*edge.Report, error) {
	edition, err := all.Find(f.Game.Name)
	if err != nil {
		return nil, err
	}
	setup := games.Setup{House: f.Settings.House, DealOrder: f.Settings.DealOrder}
	counts, err := p.shelf.Counts(ctx, edition, setup, edge.Options{})
	if counts == nil { // counts that could not be kept are counts
		return nil, err
	}
	return counts.Price(house.Prices(f.Paytables))
}

// madeOf names the wagers of the report's bet: of the base game, which is the first
// one, all its parts.
func madeOf(r *edge.Report, i int) []string {
	if i > 0 {
		return []string{r.Wagers[i].Name}
	}
	var parts []string
	for _, part := range r.Parts {
		parts = append(parts, part.Name)
	}
	return parts
}
