package ledger

import (
	"context"
	"fmt"

	"github.com/jackc/pgx/v5"
)

// readHouse reads what rounds and lines may name, and checks that it is what its
// digest says.
func (v *verifier) readHouse(ctx context.Context) error {
	v.pinned, v.priced = map[version]digest{}, map[digest]bool{}
	settings, err := query(ctx, v.tx, `SELECT `+settingsColumns+` FROM settings ORDER BY table_id, version`, scanSettings)
	if err != nil {
		return err
	}
	for _, s := range settings {
		v.pinned[version{s.Table, s.Version}] = s.Digest
		if got, err := ContentDigest(s.Content); err != nil || got != s.Digest {
			v.faults.add(Fault{House, s.Seq, "settings", fmt.Sprintf("version %d", s.Version), fmt.Sprintf("content of table %d is not what its digest says", s.Table)})
		}
	}
	if err := v.readBegun(ctx); err != nil {
		return err
	}
	paytables, err := query(ctx, v.tx, `SELECT `+paytableColumns+` FROM paytables ORDER BY digest`, scanPaytable)
	if err != nil {
		return err
	}
	for _, p := range paytables {
		v.priced[p.Digest] = true
		if v.opts.PaytableDigest == nil {
			continue
		}
		if got, err := v.opts.PaytableDigest(p); err != nil || got != p.Digest {
			v.faults.add(Fault{House, p.Seq, "paytables", "", fmt.Sprintf("content of %s is not what its digest says", p.Name)})
		}
	}
	return nil
}

// Settings from before there were persons were in force as soon as they were set.
const selectBegun = `
SELECT table_no, version::int8, min(begins) FROM activations GROUP BY table_no, version
UNION ALL SELECT table_id, version, '-infinity' FROM settings WHERE seq < coalesce((SELECT min(seq) FROM persons), 9223372036854775807)`

// readBegun reads from when settings were in force.
func (v *verifier) readBegun(ctx context.Context) error {
	rows, err := v.tx.Query(ctx, selectBegun)
	if err != nil {
		return err
	}
	defer rows.Close()
	v.begun = map[version]int64{}
	for rows.Next() {
		raw := rows.RawValues()
		if err := binaryFormat(rows, &relation{name: "activations"}); err != nil {
			return err
		}
		of := version{integer(raw[0]), int(integer(raw[1]))}
		begins, known := v.begun[of]
		if at := integer(raw[2]); !known || at < begins {
			v.begun[of] = at
		}
	}
	return rows.Err()
}

// inForce reports whether the settings a round was opened under were in force.
func (v *verifier) inForce(table int64, r roundFact) bool {
	begins, ok := v.begun[version{table, r.settings}]
	return ok && begins <= r.at
}

func query[T any](ctx context.Context, q Querier, sql string, scan pgx.RowToFunc[T], args ...any) ([]T, error) {
	rows, err := q.Query(ctx, sql, args...)
	if err != nil {
		return nil, err
	}
	return pgx.CollectRows(rows, scan)
}

const settingsColumns = `table_id, version, digest, content::text, seq, actor, coalesce(approver, ''), at`

func scanSettings(row pgx.CollectableRow) (Settings, error) {
	var s Settings
	var b []byte
	var content string
	err := row.Scan(&s.Table, &s.Version, &b, &content, &s.Seq, &s.Actor, &s.Approver, &s.At)
	if err != nil {
		return s, err
	}
	s.Digest, s.Content, s.At = asDigest(b), []byte(content), s.At.UTC()
	return s, nil
}

const paytableColumns = `digest, game, wager, name, content::text, seq, actor, at`

func scanPaytable(row pgx.CollectableRow) (Paytable, error) {
	var p Paytable
	var b []byte
	var content string
	err := row.Scan(&b, &p.Game, &p.Wager, &p.Name, &content, &p.Seq, &p.Actor, &p.At)
	if err != nil {
		return p, err
	}
	p.Digest, p.Content, p.At = asDigest(b), []byte(content), p.At.UTC()
	return p, nil
}
