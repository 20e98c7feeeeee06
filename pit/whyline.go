package pit

import (
	"cmp"
	"encoding/hex"
	"strings"

	"croupier/cards"
	"croupier/games"
	"croupier/house"
	"croupier/ledger"
	"croupier/sight"
	"croupier/words"
)

// A teller tells what the lines of one round came to. It knows the game by what it
// says of itself only, so it tells of every game.
type teller struct {
	*words.Words
	felt  *house.Felt
	round *games.Round
}

// dealer is the dealer's hand, as far as it was shown.
func (t *teller) dealer() DealerWhy {
	d := DealerWhy{Cards: t.round.Cards(games.Dealer)}
	s := t.round.Showdown(games.Dealer)
	if s.Dealer == 0 {
		return d
	}
	best := sight.BestOf(s.DealerHole, s.Board)
	d.Hand, d.HandName, d.Best = s.Dealer.String(), t.hand(s.Dealer), best[:]
	if qualifies := t.felt.Game.Qualifies; qualifies != nil {
		does := qualifies(&s)
		d.Qualifies = &does
	}
	return d
}

// hand is what the hand is called.
func (t *teller) hand(h cards.Hand) string { return t.Name("hand", h.Category().String()) }

// seat tells of the seat's lines among those given.
func (t *teller) seat(v sight.SeatView, lines []ledger.Line) SeatWhy {
	s := SeatWhy{SeatView: v, HandName: t.Name("hand", v.Hand), RulingName: t.Name("ruling", v.Ruling), Lines: []LineWhy{}}
	for i := range lines {
		if l := &lines[i]; int(l.Seat) == v.Seat {
			s.Lines = append(s.Lines, t.line(l))
			s.Net = s.Net.Add(l.Amount)
		}
	}
	if len(s.Lines) > 0 {
		ways := map[int]string{-1: "seat.gives", 0: "seat.even", 1: "seat.gets"}
		s.Said = t.Say(ways[s.Net.Sign()], words.Args{"seat": v.Seat, "net": s.Net.Abs()})
	}
	return s
}

// line tells what one wager came to: the outcome, what it was judged by, and what
// rounding and cap made of the amount.
func (t *teller) line(l *ledger.Line) LineWhy {
	terms := &t.felt.Terms
	w := LineWhy{
		LineView:  sight.Line(l.Line, terms),
		WagerName: t.Name("wager", l.Wager), OutcomeName: t.Name("outcome", string(l.Won)), RowName: t.Name("hand", l.Row),
	}
	if l.Clause != "" {
		w.Rule = t.Say("clause."+l.Clause, nil)
	}
	if l.Paytable != nil {
		w.Paytable = hex.EncodeToString(l.Paytable[:])
		w.PaytableName = cmp.Or(t.felt.Settings.Paytables[l.Wager].Name, w.Paytable[:12])
	}
	said := append([]string{t.outcome(l, &w)}, t.look(l)...)
	if !l.Rounded.Equal(l.Exact) {
		w.Chip, w.Rounding = terms.Chip, terms.Rounding
		said = append(said, t.Say("line."+string(terms.Rounding), words.Args{"chip": terms.Chip, "rounded": l.Rounded}))
	}
	if !l.Amount.Equal(l.Rounded) {
		w.Cap, w.CapShare = terms.Cap, terms.CapShare
		said = append(said, t.Say("line."+string(terms.CapShare), words.Args{"cap": terms.Cap, "amount": l.Amount}))
	}
	w.Said = strings.Join(said, " ")
	return w
}

// outcome is the sentence that says which way the line goes, and by what.
func (t *teller) outcome(l *ledger.Line, w *LineWhy) string {
	blanks := words.Args{"wager": w.WagerName, "stake": l.Stake, "odds": l.Odds, "exact": l.Exact}
	blanks["row"], blanks["paytable"] = w.RowName, w.PaytableName
	blanks["reason"] = cmp.Or(t.Name("reason", l.Reason), w.RowName)
	return t.Say(outcomeKey(l), blanks)
}

// outcomeKey is the message for the way the line goes.
func outcomeKey(l *ledger.Line) string {
	switch {
	case l.Won == games.Lost:
		return "line.lose"
	case l.Won == games.Win && l.Row != "":
		return "line.row"
	case l.Won == games.Win:
		return "line.even"
	case l.Row != "":
		return "line.nothing"
	}
	return "line.push"
}
