package pit

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"slices"
	"strconv"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"croupier/cards"
	"croupier/games"
	"croupier/house"
	"croupier/ledger"
	"croupier/postgres"
)

// An Exported tells how many rounds were written, and how many a round file has no
// words for: voided, or with a seat that was voided or ruled dead.
type Exported struct{ Rounds, Left int64 }

// ExportRounds writes the settled rounds of the span as a round file, a line each,
// in order of gaming day, table and number. Struck events are not in it. Settled
// again, each comes to the lines it was posted with first; package roundfile says
// what a line has. Memory does not grow with the span.
func ExportRounds(ctx context.Context, pool *pgxpool.Pool, s ledger.Span, w io.Writer) (e Exported, err error) {
	moment := pgx.TxOptions{IsoLevel: pgx.RepeatableRead, AccessMode: pgx.ReadOnly}
	err = postgres.Transact(ctx, pool, moment, func(tx pgx.Tx) error {
		e = Exported{}
		kept := map[feltOf]*house.Felt{}
		return ledger.Records(ctx, tx, s, func(r ledger.Record) error {
			of := feltOf{r.Round.Table, r.Round.Settings}
			if kept[of] == nil {
				if kept[of], err = house.LoadFelt(ctx, tx, of.table, of.version); err != nil {
					return err
				}
			}
			line, err := roundLine(kept[of], &r)
			switch {
			case err != nil:
				return fmt.Errorf("round %d-%d: %w", r.Round.Table, r.Round.Number, err)
			case line == nil:
				e.Left++
				return nil
			}
			e.Rounds++
			_, err = w.Write(append(line, '\n'))
			return err
		})
	})
	return e, err
}

// A writtenRound is a line of a round file.
type writtenRound struct {
	ID        string                     `json:"id"`
	Game      string                     `json:"game"`
	House     games.House                `json:"house,omitempty"`
	Paytables map[string]json.RawMessage `json:"paytables,omitempty"`
	Table     writtenTerms               `json:"table"`
	Dealer    string                     `json:"dealer,omitempty"`
	Board     string                     `json:"board,omitempty"`
	Seats     []writtenSeat              `json:"seats"`
}

type writtenTerms struct {
	Chip     string         `json:"chip"`
	Rounding games.Rounding `json:"rounding"`
	Cap      string         `json:"cap,omitempty"`
	CapShare games.CapShare `json:"cap_share"`
}

type writtenSeat struct {
	Seat    games.Place       `json:"seat"`
	Cards   string            `json:"cards,omitempty"`
	Bets    map[string]string `json:"bets"`
	Actions []string          `json:"actions,omitempty"`
}

// roundLine is the round as a line of a round file, or nil where that has no words
// for it.
func roundLine(f *house.Felt, rec *ledger.Record) ([]byte, error) {
	r := f.Round()
	for i := range rec.Events {
		if err := r.Apply(rec.Events[i]); err != nil {
			return nil, fmt.Errorf("event %d does not replay: %s", i+1, err.Error())
		}
	}
	if r.Void() || r.Gone() != 0 || r.Dead() != 0 {
		return nil, nil
	}
	w := writtenRound{
		ID: fmt.Sprintf("%d-%d", rec.Round.Table, rec.Round.Number), Game: f.Game.Name, House: f.Settings.House,
		Paytables: map[string]json.RawMessage{},
		Table:     writtenTerms{f.Settings.Chip, f.Settings.Rounding, f.Settings.Cap, f.Settings.CapShare},
		Dealer:    turned(r, games.Dealer), Board: turned(r, games.Board),
	}
	for _, wager := range slices.Sorted(maps.Keys(f.Paytables)) {
		p := f.Paytables[wager]
		var line bytes.Buffer
		if err := json.Compact(&line, p.Format()); err != nil {
			return nil, err
		}
		w.Paytables[wager] = line.Bytes()
	}
	actions := actionsOf(f, r)
	for seat := range r.Staked().From(games.First) {
		w.Seats = append(w.Seats, writtenSeat{seat, turned(r, seat), betsOf(f.Game, r, seat), actions[seat]})
	}
	return json.Marshal(w)
}

// turned is the cards of the place, where all that lie there were turned.
func turned(r *games.Round, at games.Place) string {
	lie := cards.Cards(r.Cards(at))
	if !known(lie...) {
		return ""
	}
	text, err := lie.AppendText(nil)
	if err != nil {
		return ""
	}
	return string(text)
}

// betsOf are the seat's stakes on wagers bet before the cards.
func betsOf(g *games.Game, r *games.Round, seat games.Place) map[string]string {
	bets := map[string]string{}
	for _, w := range g.Wagers {
		if stake := r.Stake(seat, w.Name); !w.Later && !stake.IsZero() {
			bets[w.Name] = stake.String()
		}
	}
	return bets
}

// actionsOf are the decisions that stand, by seat: what is done or, of a bet, how
// many times the first one.
func actionsOf(f *house.Felt, r *games.Round) map[games.Place][]string {
	unit := f.Game.Wagers[slices.IndexFunc(f.Game.Wagers, func(w games.Wager) bool { return w.Required })].Name
	actions := map[games.Place][]string{}
	for _, e := range r.Standing() {
		if e.Kind != games.KindAct {
			continue
		}
		action := e.Do
		if e.Wager != "" {
			action = strconv.FormatInt(e.Amount.Div(r.Stake(e.Place, unit)).IntPart(), 10) + "x"
		}
		actions[e.Place] = append(actions[e.Place], action)
	}
	return actions
}
