package pit

import (
	"context"
	"fmt"
	"slices"

	"github.com/jackc/pgx/v5"

	"croupier/house"
	"croupier/ledger"
)

// A finding is what a stretch came to.
type finding struct {
	rounds      int64 // the stretch has at most
	sum         Audited
	differences []Difference
}

// An auditor settles rounds again in memory of its own. It belongs to one
// goroutine.
type auditor struct {
	reader *ledger.Reader
	again  house.Resettler
	felts  *felts

	of   feltOf // the felt the last round lay on
	laid laid
}

func newAuditor(f *felts) *auditor { return &auditor{reader: ledger.NewReader(), felts: f} }

// audit settles the rounds of the stretch that have ended again.
func (a *auditor) audit(ctx context.Context, tx pgx.Tx, s ledger.Stretch) (finding, error) {
	f := finding{rounds: s.Rounds()}
	records, err := a.reader.Read(ctx, tx, s)
	for i := range records {
		r := &records[i]
		if err := a.lay(ctx, tx, r); err != nil {
			return f, err
		}
		f.sum.Rounds++
		if r.Entry.Kind == ledger.KindVoid {
			f.sum.Voided++
		}
		reason, columns := a.round(r)
		if reason == "" && len(columns) == 0 {
			f.sum.Equal++
			continue
		}
		f.sum.Different++
		f.differences = append(f.differences, Difference{
			r.Round.GamingDay, r.Round.Table, r.Round.Number, r.Entry.Seq, reason, slices.Clone(columns),
		})
	}
	return f, err
}

// lay puts the felt of the round in place, or leaves the last one there where it fails.
func (a *auditor) lay(ctx context.Context, tx pgx.Tx, r *ledger.Record) error {
	of := feltOf{r.Round.Table, r.Round.Settings}
	if of == a.of || of.version == 0 {
		return nil
	}
	laid, err := a.felts.lay(ctx, tx, of)
	if err != nil {
		return err
	}
	if a.laid, a.of = laid, of; laid.wrong != "" {
		a.of = feltOf{} // it may have been put right when the next round comes
	}
	return nil
}

// round settles the round again and returns why that could not be done, or what
// is posted otherwise.
func (a *auditor) round(r *ledger.Record) (reason string, differ []Column) {
	switch {
	case r.Round.Settings == 0:
		return "the round was never opened", nil
	case a.laid.wrong != "":
		return a.laid.wrong, nil
	case a.laid.felt.Digest != r.Round.Digest:
		return fmt.Sprintf("settings %d are not what they were when it was opened", r.Round.Settings), nil
	}
	due, err := a.again.Resettle(a.laid.felt, r.Events)
	if err != nil {
		return err.Error(), nil
	}
	kind := ledger.KindSettle
	if a.again.Void() {
		kind = ledger.KindVoid
	}
	if kind != r.Entry.Kind {
		differ = append(differ, Column{Column: "kind", Posted: r.Entry.Kind, Due: kind})
	}
	return "", compare(differ, r.Entry.Lines, due, a.laid.felt)
}
