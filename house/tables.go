package house

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"time"

	"github.com/jackc/pgx/v5"

	"croupier/desk"
	"croupier/ledger"
)

// CreateTable sets up a table, starts its chain in the book, and drafts a proposal
// with its settings: they are in force once another manager approved them. It fails
// with a *SpecError, ErrName or ledger.ErrKeyReused.
func (o *Office) CreateTable(ctx context.Context, c desk.Caller, name string, settings Patch) (desk.Answer, error) {
	spec := settings.On(Spec{Name: name})
	if _, err := spec.Felt(); err != nil {
		return desk.Answer{}, err
	}
	return o.desk.House(ctx, c, http.StatusCreated, func(tx pgx.Tx, _ ledger.Held) (any, ledger.Page, error) {
		return create(ctx, tx, c, name, settings, o.desk.Now())
	})
}

func create(ctx context.Context, tx pgx.Tx, c desk.Caller, name string, settings Patch, now time.Time) (t Table, page ledger.Page, err error) {
	t = Table{Name: name, Created: now, Actor: c.Actor}
	if t.ID, err = ledger.NextTable(ctx, tx); err != nil {
		return t, page, err
	}
	t.Name = or(t.Name, fmt.Sprintf("table %d", t.ID))
	if err := free(ctx, tx, t.Name); err != nil {
		return t, page, err
	}
	if err := ledger.CreateHead(ctx, tx, t.ID); err != nil {
		return t, page, err
	}
	p, err := nextProposal(ctx, tx)
	if err != nil {
		return t, page, err
	}
	t.Pending = []int64{p.ID}
	page.Table = &ledger.Table{Number: t.ID, Name: t.Name}
	page.Rows, err = p.revise(c, Draft{Title: "set up " + t.Name, Tables: []int64{t.ID}, Change: &settings}, now)
	page.Rows = append(page.Rows, ledger.Significant{
		Kind: ledger.SignificantTable, Subject: fmt.Sprintf("table %d", t.ID), Origin: c.Origin,
		After: map[string]any{"name": t.Name, "proposal": p.ID},
	}.Row())
	return t, page, err
}

const selectTables = `
SELECT t.id, t.name, h.open_round, coalesce(h.dealer, ''), t.at, t.actor
FROM tables t JOIN heads h ON h.table_id = t.id
WHERE $1::bigint = 0 OR t.id = $1 ORDER BY t.id`

// List returns the tables in the order of their numbers, as they are at the moment.
func List(ctx context.Context, q Querier, at time.Time) ([]Table, error) {
	return tables(ctx, q, 0, at)
}

// Get returns the table, or ErrNoTable.
func Get(ctx context.Context, q Querier, id int64, at time.Time) (Table, error) {
	list, err := tables(ctx, q, max(id, -1), at)
	if err == nil && (len(list) == 0 || id == 0) {
		err = fmt.Errorf("table %d: %w", id, ErrNoTable)
	}
	if err != nil {
		return Table{}, err
	}
	return list[0], nil
}

func tables(ctx context.Context, q Querier, id int64, at time.Time) ([]Table, error) {
	rows, err := q.Query(ctx, selectTables, id)
	if err != nil {
		return nil, err
	}
	list, err := pgx.CollectRows(rows, scanTable)
	if err != nil {
		return nil, err
	}
	ids := make([]int64, len(list))
	for i := range list {
		ids[i] = list[i].ID
	}
	by, err := activations(ctx, q, ids)
	if err != nil {
		return nil, err
	}
	for i := range list {
		if list[i].Version, err = inForce(by[list[i].ID], at); err != nil {
			return nil, err
		}
	}
	if err := pin(ctx, q, list, ids); err != nil {
		return nil, err
	}
	waiting, err := pending(ctx, q, list)
	for i := range list {
		list[i].Pending = waiting[list[i].ID]
	}
	return list, err
}

func scanTable(row pgx.CollectableRow) (Table, error) {
	var t Table
	var open *int64
	err := row.Scan(&t.ID, &t.Name, &open, &t.Dealer, &t.Created, &t.Actor)
	if open != nil {
		t.Round = fmt.Sprintf("%d-%d", t.ID, *open)
	}
	return t, err
}

const selectPins = `
SELECT s.table_id, s.content FROM settings s
JOIN unnest($1::bigint[], $2::integer[]) AS f (id, version) ON s.table_id = f.id AND s.version = f.version`

// pin gives the tables of the ids the settings of their versions.
func pin(ctx context.Context, q Querier, list []Table, ids []int64) error {
	versions := make([]int, len(list))
	for i := range list {
		versions[i] = list[i].Version
	}
	rows, err := q.Query(ctx, selectPins, ids, versions)
	if err != nil {
		return err
	}
	var id int64
	var content []byte
	_, err = pgx.ForEachRow(rows, []any{&id, &content}, func() error {
		var s Settings
		if err := json.Unmarshal(content, &s); err != nil {
			return fmt.Errorf("settings of table %d: %w", id, err)
		}
		p := s.Pins()
		list[slices.Index(ids, id)].Pins = &p
		return nil
	})
	return err
}

// settings are a version of the table's settings. It fails with ErrNoTable.
func settings(ctx context.Context, q Querier, table int64, version int) (Settings, error) {
	var content []byte
	var s Settings
	err := q.QueryRow(ctx, `SELECT content FROM settings WHERE table_id = $1 AND version = $2::bigint`, table, version).Scan(&content)
	if errors.Is(err, pgx.ErrNoRows) {
		err = ErrNoTable
	}
	if err == nil {
		err = json.Unmarshal(content, &s)
	}
	if err != nil {
		err = fmt.Errorf("settings %d of table %d: %w", version, table, err)
	}
	return s, err
}

// pending are the proposals that wait for somebody, by the table they are for.
func pending(ctx context.Context, q Querier, tables []Table) (map[int64][]int64, error) {
	rows, err := q.Query(ctx, `
		SELECT DISTINCT p.id FROM proposals p WHERE NOT EXISTS (
			SELECT FROM proposal_steps s WHERE s.proposal = p.id AND s.step IN ('scheduled', 'rejected', 'withdrawn'))`)
	if err != nil {
		return nil, err
	}
	ids, err := pgx.CollectRows(rows, pgx.RowTo[int64])
	if err != nil {
		return nil, err
	}
	open, err := proposals(ctx, q, ids)
	if err != nil {
		return nil, err
	}
	by := map[int64][]int64{}
	for i := range open {
		for j := range tables {
			t := &tables[j]
			if open[i].Draft.names(t.ID, t.pit(), t.Pins != nil) {
				by[t.ID] = append(by[t.ID], open[i].ID)
			}
		}
	}
	return by, nil
}
