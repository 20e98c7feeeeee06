package floor

import (
	"encoding/hex"
	"fmt"
	"time"

	"croupier/cards"
	"croupier/games"
)

// view is the hand as everybody at the table may see it.
func (h *hand) view() View {
	r := h.round
	day := h.opened.GamingDay.Format(time.DateOnly)
	v := View{
		ID: h.id.String(), Table: h.id.Table, Game: h.opened.Game, GamingDay: day,
		Pins: h.felt.Pins, N: r.N(), Status: status(r),
		Board: r.Cards(games.Board), Dealer: r.Cards(games.Dealer),
		Seats: h.seats(), Lines: []LineView{},
	}
	for _, l := range h.lines() {
		v.Lines = append(v.Lines, h.lineView(l))
	}
	if h.byDeck() {
		v.Deck = &DeckView{Commitment: hex.EncodeToString(h.opened.Commitment)}
	}
	v.Next = r.Next([]games.Prompt{}) // last: its options stand until the round is asked again
	return v
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

func (h *hand) seats() []SeatView {
	seats := []SeatView{}
	for seat := range h.round.Staked().All() {
		seats = append(seats, h.seat(seat))
	}
	return seats
}

func (h *hand) seat(seat games.Place) SeatView {
	r := h.round
	v := SeatView{
		Seat: int(seat), Cards: r.Cards(seat), Bets: map[string]string{},
		Folded: r.Folded().Has(seat), Paid: r.Paid().Has(seat),
	}
	for _, w := range h.felt.Game.Wagers {
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
		best := cards.Best([]cards.Card{s.Hole[0], s.Hole[1], s.Board[0], s.Board[1], s.Board[2], s.Board[3], s.Board[4]})
		v.Hand, v.Best = s.Player.Category().String(), best[:]
	}
	return v
}

func (h *hand) lineView(l games.Line) LineView {
	v := lineView(l, &h.felt.Terms)
	if l.Row != "" {
		v.Paytable = h.felt.Settings.Paytables[l.Wager].Digest
	}
	return v
}

func lineView(l games.Line, t *games.Terms) LineView {
	return LineView{
		Seat: int(l.Seat), Wager: l.Wager, Stake: l.Stake, Outcome: l.Won, Odds: l.Odds,
		Exact: l.Exact, Rounded: l.Rounded, Amount: l.Amount, Row: l.Row, Clause: l.Clause, Why: l.Why(t),
	}
}

// open adds what opens the commitment, which is due once the round is over. A
// deck whose key is lost stays shut.
func (h *hand) open(v *View) {
	if !h.byDeck() || !h.round.Over() {
		return
	}
	if d, err := h.deck(); err == nil {
		v.Deck.Nonce, v.Deck.Cards = hex.EncodeToString(d.nonce[:]), d.cards[:]
	}
}

// reveal shows a seat's own cards to it, where a deck dealt them face down.
func (h *hand) reveal(v *View, seat games.Place) error {
	for i := range v.Seats {
		if !h.byDeck() || v.Seats[i].Seat != int(seat) {
			continue
		}
		d, err := h.deck()
		if err != nil {
			return err
		}
		v.Seats[i].Cards = d.at(h.round, seat)
	}
	return nil
}

func entryRef(table, seq int64, kind string) *EntryRef {
	return &EntryRef{ID: entryID(table, seq), Seq: seq, Kind: kind}
}

func entryID(table, seq int64) string { return fmt.Sprintf("%d:%d", table, seq) }

func digestText(d *[32]byte) string {
	if d == nil {
		return ""
	}
	return hex.EncodeToString(d[:])
}
