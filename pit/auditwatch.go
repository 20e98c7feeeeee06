package pit

import (
	"context"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"

	"croupier/ledger"
	"croupier/postgres"
)

// Watch settles every round again soon after it has ended, until the context ends:
// each second it makes a pass of Resettle. What fails is logged once, and tried
// again.
func (p *Pit) Watch(ctx context.Context) {
	tick := time.NewTicker(time.Second)
	defer tick.Stop()
	failing := false
	for {
		switch _, err := p.Resettle(ctx); {
		case err == nil:
			failing = false
		case !failing && ctx.Err() == nil:
			failing = true
			p.log.Error("rounds could not be settled again", "error", err)
		}
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
		}
	}
}

// Resettle settles again what has ended since the last pass, by whichever process,
// and returns what it went through: at most 64 rounds of a table, the earliest
// first. It alerts of differences; where that fails, or the process dies, the next
// pass does so again. While another process makes a pass it does nothing.
//
// It takes no lock that a table waits for.
func (p *Pit) Resettle(ctx context.Context) (sum Audited, err error) {
	p.auditor.felts.forget()
	err = postgres.Transact(ctx, p.desk.Pool, pgx.TxOptions{}, func(tx pgx.Tx) error {
		sum = Audited{}
		var ours bool
		if err := tx.QueryRow(ctx, `SELECT pg_try_advisory_xact_lock($1)`, int64(passLock)).Scan(&ours); err != nil || !ours {
			return err
		}
		ended, err := endedSince(ctx, tx)
		if err != nil {
			return err
		}
		for _, s := range stretches(ended) {
			found, err := p.pass(ctx, tx, s)
			if err != nil {
				return err
			}
			sum.add(found)
		}
		return advance(ctx, tx, ended)
	})
	if err != nil {
		return Audited{}, fmt.Errorf("settling again: %w", err)
	}
	return sum, nil
}

// passLock is held by the process that makes a pass.
const passLock = 0x706974_0001

// pass audits a stretch and alerts of what differs.
func (p *Pit) pass(ctx context.Context, tx pgx.Tx, s ledger.Stretch) (Audited, error) {
	p.auditing.Lock()
	defer p.auditing.Unlock()
	found, err := p.auditor.audit(ctx, tx, s)
	if err != nil {
		return found.sum, err
	}
	for _, d := range found.differences {
		if err := p.alert(ctx, d); err != nil {
			return found.sum, fmt.Errorf("alert of %s: %w", d, err)
		}
	}
	return found.sum, nil
}

// An ending is the entry of a round that has ended.
type ending struct {
	table      int64
	day        time.Time
	round, seq int64
}

// The days looked into are those on which rounds were opened since the cursor, and
// the last before it. Pages of a table are written one after the other, so that none
// comes later with a lower number.
const selectEnded = `
SELECT since.table_id, e.gaming_day, e.round, e.seq
FROM (
	SELECT h.table_id, coalesce(c.seq, 0) AS seq FROM heads h LEFT JOIN audit_cursors c USING (table_id)
	WHERE h.table_id > 0 AND h.seq > coalesce(c.seq, 0)
) since
CROSS JOIN LATERAL (
	SELECT e.* FROM (
		SELECT DISTINCT gaming_day FROM days WHERE table_id = since.table_id AND round >= coalesce((
			SELECT round FROM days WHERE table_id = since.table_id AND seq <= since.seq ORDER BY round DESC LIMIT 1), 0)
	) d CROSS JOIN LATERAL (
		SELECT gaming_day, round, seq FROM entries
		WHERE gaming_day = d.gaming_day AND table_id = since.table_id AND seq > since.seq AND kind IN ('settle', 'void')
		ORDER BY seq LIMIT $1
	) e ORDER BY seq LIMIT $1
) e
ORDER BY since.table_id, e.seq`

// mostEnded is how many rounds of a table a pass goes through: it must not take long,
// whatever lies behind.
const mostEnded = 64

// endedSince are the next rounds of each table after its cursor.
func endedSince(ctx context.Context, tx pgx.Tx) ([]ending, error) {
	rows, err := tx.Query(ctx, selectEnded, mostEnded)
	if err != nil {
		return nil, err
	}
	return pgx.CollectRows(rows, func(row pgx.CollectableRow) (e ending, err error) {
		return e, row.Scan(&e.table, &e.day, &e.round, &e.seq)
	})
}

// stretches are the rounds that ended, those in a row on a day in one.
func stretches(ended []ending) (list []ledger.Stretch) {
	for _, e := range ended {
		if n := len(list); n > 0 {
			if last := &list[n-1]; last.Table == e.table && last.GamingDay.Equal(e.day) && last.Last+1 == e.round {
				last.Last = e.round
				continue
			}
		}
		list = append(list, ledger.Stretch{GamingDay: e.day, Table: e.table, First: e.round, Last: e.round})
	}
	return list
}

const moveCursors = `
INSERT INTO audit_cursors (table_id, seq) SELECT table_id, max(seq) FROM unnest($1::bigint[], $2::bigint[]) AS e (table_id, seq) GROUP BY table_id
ON CONFLICT (table_id) DO UPDATE SET seq = excluded.seq`

// advance moves the cursors to the last rounds. Pages without an end of a round
// do not move them: nothing is written where nothing ended.
func advance(ctx context.Context, tx pgx.Tx, ended []ending) error {
	if len(ended) == 0 {
		return nil
	}
	tables, seqs := make([]int64, len(ended)), make([]int64, len(ended))
	for i, e := range ended {
		tables[i], seqs[i] = e.table, e.seq
	}
	_, err := tx.Exec(ctx, moveCursors, tables, seqs)
	return err
}
