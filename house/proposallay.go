package house

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgtype"

	"croupier/games/all"
	"croupier/ledger"
	"croupier/paytables"
)

// A base is a table and the version of its settings a change is made to: the
// newest that holds always, in force or scheduled; 0 where there is none.
type base struct {
	table   int64
	version int
	pit     string // of that version
	begins  time.Time
}

const selectBases = `
SELECT t.id, coalesce(a.version, 0), coalesce(s.content->>'pit', ''), coalesce(a.begins, '-infinity')
FROM tables t
LEFT JOIN LATERAL (SELECT version, begins FROM activations WHERE table_no = t.id AND band IS NULL ORDER BY seq DESC, n DESC LIMIT 1) a ON true
LEFT JOIN settings s ON s.table_id = t.id AND s.version = a.version
ORDER BY t.id`

// bases are those of the tables the draft is for. It fails with ErrNoTable, and
// with a *SpecError where no table is left.
func (d *Draft) bases(ctx context.Context, q Querier) ([]base, error) {
	if d.Change == nil {
		return nil, nil
	}
	rows, err := q.Query(ctx, selectBases)
	if err != nil {
		return nil, err
	}
	tables, err := pgx.CollectRows(rows, func(row pgx.CollectableRow) (b base, err error) {
		var begins pgtype.Timestamptz // the first have none
		err = row.Scan(&b.table, &b.version, &b.pit, &begins)
		b.begins = begins.Time
		return b, err
	})
	if err != nil {
		return nil, err
	}
	var of []base
	for _, b := range tables {
		if d.names(b.table, b.pit, b.version > 0) {
			of = append(of, b)
		}
	}
	switch {
	case len(of) == 0 && len(d.Tables) == 0:
		return nil, wrong("tables", "no table with settings is among those it is for")
	case len(of) < len(d.Tables):
		return nil, fmt.Errorf("tables %v, of which there are %d: %w", d.Tables, len(of), ErrNoTable)
	}
	return of, nil
}

// A result is what a draft makes of a table.
type result struct {
	base
	before *Felt // nil where the table has no base
	after  *Felt
}

// after fails with a *SpecError where the moment comes before what a change is made
// to: it would bring that in force too, early and unseen.
func after(results []result, begins time.Time) error {
	for i := range results {
		if b := &results[i].base; begins.Before(b.begins) {
			return wrong("from", "table %d: version %d, which it changes, begins on %s: want that moment or a later one, or return the table to what is in force first",
				b.table, b.version, b.begins.UTC().Format(time.RFC3339))
		}
	}
	return nil
}

// lay returns what the draft makes of each table it is for, as they are set now.
// It fails with ErrNoTable, and with a *SpecError on what cannot lie on a felt.
func (d *Draft) lay(ctx context.Context, q Querier) ([]result, error) {
	bases, err := d.bases(ctx, q)
	if err != nil {
		return nil, err
	}
	return d.layOn(ctx, q, bases)
}

func (d *Draft) layOn(ctx context.Context, q Querier, bases []base) ([]result, error) {
	results, changes, err := d.layAll(ctx, q, bases)
	if err == nil && !changes {
		return nil, wrong("change", "changes nothing of the tables it is for")
	}
	return results, err
}

// layAll returns what the draft makes of the tables, and whether that is anything
// else.
func (d *Draft) layAll(ctx context.Context, q Querier, bases []base) (results []result, changes bool, err error) {
	changes = len(bases) == 0
	for _, b := range bases {
		r, err := d.layTable(ctx, q, b)
		if err != nil {
			return nil, false, err
		}
		changes = changes || r.before == nil || r.before.Digest != r.after.Digest
		results = append(results, r)
	}
	return results, changes, nil
}

func (d *Draft) layTable(ctx context.Context, q Querier, b base) (result, error) {
	r := result{base: b}
	var spec Spec
	var err error
	switch {
	case b.version > 0:
		if r.before, err = LoadFelt(ctx, q, b.table, b.version); err != nil {
			return r, err
		}
		if spec, err = r.before.Settings.spec(r.before.Paytables); err != nil {
			return r, err
		}
	case d.Band != nil:
		return r, wrong("band", "table %d has no settings that hold outside the band: these come first", b.table)
	}
	if r.after, err = d.Change.On(spec).Felt(); err != nil {
		return r, ofTable(b.table, err)
	}
	if r.before != nil && r.before.Settings.Currency != r.after.Settings.Currency {
		return r, wrong("change.currency", "table %d counts in %s for ever: its accounts are in it; set up another table", b.table, r.before.Settings.Currency)
	}
	return r, nil
}

// ofTable names the table a refusal of a change is about.
func ofTable(table int64, err error) error {
	var s *SpecError
	if errors.As(err, &s) {
		return &SpecError{"change." + s.Field, fmt.Errorf("table %d: %w", table, s.Err)}
	}
	return fmt.Errorf("table %d: %w", table, err)
}

// digest identifies what the draft makes of the tables: who approves it approves
// these settings, when they are in force, and nothing else.
func (d *Draft) digest(results []result) ([32]byte, error) {
	agreed := struct {
		Band   *Band              `json:"band,omitempty"`
		Policy json.RawMessage    `json:"policy,omitempty"`
		Tables map[int64]Settings `json:"tables,omitempty"`
	}{Band: d.Band, Tables: map[int64]Settings{}}
	for i := range results {
		agreed.Tables[results[i].table] = results[i].after.Settings
	}
	var err error
	if d.Policy != nil {
		if agreed.Policy, err = d.Policy.content(); err != nil {
			return [32]byte{}, err
		}
	}
	content, err := json.Marshal(agreed)
	if err != nil {
		return [32]byte{}, err
	}
	return ledger.ContentDigest(content)
}

// withhold adds to the paytables of a version, as ones without rows, those of the
// wagers that are not offered, which would else get the game's default.
func (s *Spec) withhold() error {
	e, err := all.Find(s.Game)
	if err != nil {
		return fault(err)
	}
	g, err := plain(e)
	if err != nil {
		return fault(err)
	}
	s.Paytables = merged(s.Paytables, nil)
	for _, wager := range g.Priced() {
		if _, offered := s.Paytables[wager]; !offered {
			s.Paytables[wager] = paytables.Paytable{}
		}
	}
	return nil
}
