package ledger

import (
	"context"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"
)

// spanned reports whether some gaming days are read, and not all.
func (o *VerifyOptions) spanned() bool { return !o.From.IsZero() || !o.To.IsZero() }

// span is the first and the last gaming day to read.
func (o *VerifyOptions) span() (from, to time.Time) {
	if o.To.IsZero() {
		return date(o.From), lastDay
	}
	return date(o.From), date(o.To)
}

// meets compares the links of the gaming days that were read with one another and,
// where all days up to the last were, with the head. That the first follows the page
// before it is not asked: that page was not read.
func (v *verifier) meets(ctx context.Context) error {
	for table, t := range v.tables {
		if len(t.chain.runs) > 0 {
			if err := v.meet(ctx, table, t); err != nil {
				return err
			}
		}
		v.left(table, t)
		if table != House {
			v.sum.Tables++
			v.sum.Open += int64(len(t.open))
		}
	}
	return nil
}

func (v *verifier) meet(ctx context.Context, table int64, t *tally) error {
	t.chain.sort()
	first := t.chain.runs[0]
	if err := v.bridge(ctx, table, t); err != nil {
		return fmt.Errorf("links of table %d on other days: %w", table, err)
	}
	fs, last := t.chain.follow(table, run{last: first.first - 1, hash: first.prev})
	if v.opts.To.IsZero() {
		fs = append(fs, last.ends(table, t.head)...)
	}
	for _, f := range fs {
		v.faults.add(f)
	}
	return nil
}

const linksBetween = `SELECT seq, prev, hash FROM links WHERE table_id = $1 AND seq BETWEEN $2 AND $3 AND gaming_day NOT BETWEEN $4 AND $5 ORDER BY seq`

// bridge reads the links that are missing between those of the span: where a clock
// was set back, they are of days outside it.
func (v *verifier) bridge(ctx context.Context, table int64, t *tally) error {
	first, last, whole := t.chain.reach()
	if v.opts.To.IsZero() && t.head != nil && t.head.Seq > last {
		last, whole = t.head.Seq, false
	}
	if whole {
		return nil
	}
	from, to := v.opts.span()
	rows, err := v.tx.Query(ctx, linksBetween, table, first, last, from, to)
	if err != nil {
		return err
	}
	var l storedLink
	var prev, hash []byte
	_, err = pgx.ForEachRow(rows, []any{&l.seq, &prev, &hash}, func() error {
		l.prev, l.hash = asDigest(prev), asDigest(hash)
		t.chain.add(&l)
		return nil
	})
	t.chain.sort()
	return err
}
