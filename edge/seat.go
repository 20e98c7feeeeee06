package edge

import (
	"math/big"

	"github.com/shopspring/decimal"

	"croupier/cards"
	"croupier/games"
)

// A seat plays rounds on one goroutine.
type seat struct {
	*player
	unit  decimal.Decimal
	terms games.Terms
	pays  games.Pays
	bets  []games.Event // what is bet before the cards
	// amounts are what each choice bets, by node and choice.
	amounts [][]decimal.Decimal
	of      []int // by wager of the game, where it stands in the report; 0 is the base game

	round  games.Round
	lines  []games.Line
	deck   cards.Deck
	dealt  int
	random func() uint64
	piles  [3]cards.Cards // the dealer's, the board's and the seat's cards
	shown  [3]int
	node   *Node
	nets   []map[int64]int64 // rounds by net result, by wager of the report
}

// seat bets so many chips that every payout is whole.
func (s *Strategy) seat(pays games.Pays, sides bool) *seat {
	t := &seat{player: s.player(), unit: decimal.NewFromBigInt(s.whole(), 0), terms: games.DefaultTerms(), pays: pays}
	t.terms.Seats, t.terms.Chip = 1, one
	for _, w := range s.game.Wagers {
		if w.Required || sides && optional(w) && s.report.Wager(w.Name) != nil {
			t.bets = append(t.bets, games.Event{Do: games.DoBet, Wager: w.Name, Amount: t.unit})
		}
	}
	for _, n := range s.nodes {
		var amounts []decimal.Decimal
		for i := range n.Choices {
			amounts = append(amounts, n.Choices[i].Times.Mul(t.unit))
		}
		t.amounts = append(t.amounts, amounts)
	}
	t.of = make([]int, len(s.game.Wagers))
	for k := range s.report.Wagers {
		t.nets = append(t.nets, map[int64]int64{})
		if k > 0 {
			t.of[s.game.Index(s.report.Wagers[k].Name)] = k
		}
	}
	return t
}

// whole is a stake of which every payout of every wager is whole.
func (s *Strategy) whole() *big.Int {
	digits := int32(0)
	for _, o := range s.odds {
		digits = max(digits, -o.Exponent())
	}
	return new(big.Int).Mul(decimal.New(1, digits).BigInt(), big.NewInt(s.forms.unit))
}

func (t *seat) play(rounds int, random func() uint64) error {
	t.random, t.deck = random, cards.NewDeck()
	for range rounds {
		if err := t.playRound(); err != nil {
			return err
		}
	}
	return nil
}

func (t *seat) playRound() error {
	t.round.Reset(t.game, t.terms, t.pays)
	t.dealt, t.shown, t.node = 0, [3]int{}, t.root
	for i := range t.piles {
		t.piles[i] = t.piles[i][:0]
	}
	if t.node.Step == "" {
		t.node = t.node.Choices[0].Next
	}
	for bet := 0; ; {
		asked := t.round.Asked()
		if len(asked) == 0 {
			t.settle()
			return nil
		}
		e := t.answer(&asked[0], &bet)
		if err := t.round.Apply(e); err != nil {
			return err
		}
	}
}

func (t *seat) answer(p *games.Prompt, bet *int) games.Event {
	e := games.Event{Step: p.Step, Kind: p.Kind, Place: p.Place}
	switch p.Kind {
	case games.KindBet:
		if *bet == len(t.bets) {
			e.Kind, e.Place = games.KindClose, games.Dealer
			return e
		}
		e.Do, e.Wager, e.Amount = games.DoBet, t.bets[*bet].Wager, t.unit
		*bet++
	case games.KindDeal:
		e.Cards = t.deal(p)
	case games.KindShow:
		pile := pileOf(p.Place)
		e.Cards = t.piles[pile][t.shown[pile]:][:p.Count]
		t.shown[pile] += p.Count
	case games.KindAct:
		t.choose(&e)
	}
	return e
}

// choose answers a decision.
func (t *seat) choose(e *games.Event) {
	hole, board := t.piles[2], t.piles[1][:t.shown[1]]
	k := t.pick(t.node, [2]cards.Card(hole), board)
	c := &t.node.Choices[k]
	e.Do, e.Wager, e.Amount = c.Do, c.Wager, t.amounts[t.node.id][k]
	t.node = c.Next
}

func pileOf(p games.Place) int {
	if p == games.Board {
		return 1
	}
	return min(int(p), 1) * 2
}

// deal draws cards, shuffling the deck as far as it is dealt.
func (t *seat) deal(p *games.Prompt) cards.Cards {
	from := t.dealt
	for range p.Count {
		t.draw()
	}
	if p.Place == games.Burn {
		return nil
	}
	pile := pileOf(p.Place)
	t.piles[pile] = append(t.piles[pile], t.deck[from:t.dealt]...)
	if p.Down {
		return nil
	}
	t.shown[pile] += p.Count
	return t.piles[pile][len(t.piles[pile])-p.Count:]
}

// draw swaps one of the undealt cards, each equally likely, to the next place.
func (t *seat) draw() {
	left := uint64(deck - t.dealt)
	limit := ^uint64(0) - ^uint64(0)%left
	n := t.random()
	for n >= limit {
		n = t.random()
	}
	at := t.dealt + int(n%left)
	t.deck[t.dealt], t.deck[at] = t.deck[at], t.deck[t.dealt]
	t.dealt++
}

// settle counts what the wagers came to, the base game's together.
func (t *seat) settle() {
	t.lines = t.round.Lines(1, t.lines[:0])
	base := int64(0)
	for i := range t.lines {
		l := &t.lines[i]
		net := l.Amount.IntPart()
		if k := t.of[t.game.Index(l.Wager)]; k > 0 {
			t.nets[k][net]++
		} else {
			base += net
		}
	}
	t.nets[0][base]++
}
