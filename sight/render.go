package sight

import (
	"encoding/hex"
	"fmt"
	"slices"
	"time"

	"croupier/cards"
	"croupier/games"
	"croupier/house"
	"croupier/ledger"
)

// Of is the round, as far as r has come, as everybody at the table may see it. It
// shares nothing with r, so it stands when r goes on. Entry is left out, and of a
// deck all but its commitment.
func Of(opened ledger.Round, felt *house.Felt, r *games.Round) View {
	v := View{
		ID: RoundID{opened.Table, opened.Number}.String(), Table: opened.Table, Game: opened.Game,
		GamingDay: opened.GamingDay.Format(time.DateOnly),
		Pins:      felt.Pins, N: r.N(), Status: status(r),
		Board: lying(r, games.Board), Dealer: lying(r, games.Dealer),
		Seats: []SeatView{}, Lines: []LineView{}, Next: Next(felt, r),
	}
	if len(v.Next) > 0 {
		v.Run, v.Back = Run(felt, r), Back(r)
	}
	for seat := range r.Staked().All() {
		v.Seats = append(v.Seats, seatOf(r, seat))
	}
	for _, l := range Due(r) {
		v.Lines = append(v.Lines, Priced(l, felt))
	}
	if opened.Sealed != nil {
		v.Deck = &DeckView{Commitment: hex.EncodeToString(opened.Commitment)}
	}
	return v
}

// Due is what the wagers of the seats that are due came to, in the order of
// settling.
func Due(r *games.Round) []games.Line {
	var lines []games.Line
	for seat := range r.Due().From(r.Terms().SettleFrom) {
		lines = r.Lines(seat, lines)
	}
	return lines
}

func status(r *games.Round) Status {
	switch {
	case r.Void():
		return Void
	case r.Over():
		return Settled
	case !r.Closed():
		return Betting
	case r.Due() != 0:
		return Paying
	}
	return Dealing
}

func lying(r *games.Round, p games.Place) cards.Cards { return slices.Clone(r.Cards(p)) }

// next is all that may be answered, out of the round's own memory.
func next(r *games.Round) []games.Prompt {
	ps := r.Next([]games.Prompt{})
	for i := range ps {
		ps[i].Options = slices.Clone(ps[i].Options)
	}
	return ps
}

func seatOf(r *games.Round, seat games.Place) SeatView {
	v := SeatView{
		Seat: int(seat), Cards: lying(r, seat), Bets: map[string]string{},
		Folded: r.Folded().Has(seat), Paid: r.Paid().Has(seat),
	}
	for _, w := range r.Game().Wagers {
		if stake := r.Stake(seat, w.Name); !stake.IsZero() {
			v.Bets[w.Name] = stake.String()
		}
	}
	switch {
	case r.Dead().Has(seat):
		v.Ruling = "dead"
	case r.Gone().Has(seat):
		v.Ruling = "void"
	}
	if s := r.Showdown(seat); s.Player != 0 {
		best := BestOf(s.Hole, s.Board)
		v.Hand, v.Best = s.Player.Category().String(), best[:]
	}
	return v
}

// BestOf is the five cards that count of two hole cards and the board, all known.
func BestOf(hole [2]cards.Card, board [5]cards.Card) [5]cards.Card {
	return cards.Best(append(hole[:], board[:]...))
}

// Line is the line without the digest of its paytable.
func Line(l games.Line, t *games.Terms) LineView {
	return LineView{
		Seat: int(l.Seat), Wager: l.Wager, Stake: l.Stake, Outcome: l.Won, Odds: l.Odds,
		Exact: l.Exact, Rounded: l.Rounded, Amount: l.Amount, Row: l.Row, Clause: l.Clause, Why: l.Why(t),
	}
}

// Priced is the line with the digest of the paytable that lies on the felt, where
// one priced it.
func Priced(l games.Line, felt *house.Felt) LineView {
	v := Line(l, &felt.Terms)
	if l.Row != "" {
		v.Paytable = felt.Settings.Paytables[l.Wager].Digest
	}
	return v
}

// Ref names the entry of the book.
func Ref(table, seq int64, kind string) *EntryRef {
	return &EntryRef{ID: fmt.Sprintf("%d:%d", table, seq), Seq: seq, Kind: kind}
}
