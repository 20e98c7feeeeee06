package pit

import (
	"context"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"

	"croupier/desk"
	"croupier/house"
	"croupier/ledger"
	"croupier/sight"
)

// A stand is where a round stands, under its table's lock.
type stand struct {
	held        ledger.Held
	felt        *house.Felt // the round was played on
	entries     []ledger.Entry
	corrections []correction // of the round, in order
	next        int64        // number of the table's next correction
	dispute     int64        // number of the round's open dispute; 0 is none
	disputes    int64        // number of the table's next dispute
	today       time.Time    // the table's gaming day
}

// standing is the entry that stands; nil while the round is open.
func (s *stand) standing() *ledger.Entry {
	if len(s.entries) == 0 {
		return nil
	}
	return &s.entries[len(s.entries)-1]
}

const nextNumbers = `
SELECT (SELECT coalesce(max(number), 0) + 1 FROM corrections WHERE table_id = $1), (SELECT coalesce(max(number), 0) + 1 FROM disputes WHERE table_id = $1)`

// onRound runs one changing request about a round at its table.
func (p *Pit) onRound(ctx context.Context, c desk.Caller, id sight.RoundID, status int, do func(*stand) (any, ledger.Page, error)) (desk.Answer, error) {
	var s stand
	var version int
	now := p.desk.Now()
	inForce, entries := house.AskInForce(id.Table, now, &version), ledger.AskEntries{Table: id.Table, Round: id.Number}
	dispute := ledger.AskDispute{Table: id.Table, Round: id.Number}
	also := &desk.Also{
		Queue: func(b *pgx.Batch) {
			inForce.Queue(b)
			entries.Queue(b)
			dispute.Queue(b)
			b.Queue(selectCorrections+` WHERE c.table_id = $1 AND c.round = $2 ORDER BY c.number`, id.Table, id.Number)
			b.Queue(nextNumbers, id.Table)
		},
		Read: func(results pgx.BatchResults) (err error) {
			if err = inForce.Read(results); err != nil {
				return err
			}
			if s.entries, err = entries.Read(results); err != nil {
				return err
			}
			if s.dispute, err = dispute.Read(results); err != nil {
				return err
			}
			rows, err := results.Query()
			if err != nil {
				return err
			}
			if s.corrections, err = pgx.CollectRows(rows, scanCorrection); err != nil {
				return err
			}
			return results.QueryRow().Scan(&s.next, &s.disputes)
		},
	}
	return p.desk.Table(ctx, c, id.Table, id.Number, status, also, func(held ledger.Held) (says any, page ledger.Page, err error) {
		s.held = held
		if s.felt, err = p.laid(id.Table, held.Round.Settings); err != nil {
			return nil, page, err
		}
		if s.today, err = p.today(&s, version, now); err != nil {
			return nil, page, err
		}
		return do(&s)
	})
}

// today is the table's gaming day at the moment: by the settings in force or, where
// none are, by those of the round.
func (p *Pit) today(s *stand, version int, now time.Time) (time.Time, error) {
	felt := s.felt
	if version != 0 {
		var err error
		if felt, err = p.laid(s.held.Round.Table, version); err != nil {
			return time.Time{}, err
		}
	}
	return felt.Settings.GamingDay(now)
}

// laid is the felt of that version, or a *desk.Unprepared where it was not loaded
// yet. A version never changes.
func (p *Pit) laid(table int64, version int) (*house.Felt, error) {
	of := feltOf{table, version}
	if felt, ok := p.correcting.Load(of); ok {
		return felt.(*house.Felt), nil
	}
	return nil, &desk.Unprepared{What: fmt.Sprintf("the felt of table %d", table), Prepare: func(ctx context.Context) error {
		felt, err := house.LoadFelt(ctx, p.desk.Pool, table, version)
		if err == nil {
			p.correcting.Store(of, felt)
		}
		return err
	}}
}

// answers fails unless a correction may come while the round stands as it does: one
// that names the dispute that is open, or none where none is.
func (s *stand) answers(dispute int64) error {
	switch {
	case dispute == s.dispute:
		return nil
	case dispute == 0:
		return fmt.Errorf("dispute %s is open, name it: %w", sight.RoundID{Table: s.held.Round.Table, Number: s.dispute}, ledger.ErrDisputed)
	}
	return fmt.Errorf("dispute %s of round %d: %w", sight.RoundID{Table: s.held.Round.Table, Number: dispute}, s.held.Round.Number, ErrNoDispute)
}
