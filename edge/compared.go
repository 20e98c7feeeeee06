package edge

import (
	"fmt"
	"slices"
	"strings"

	"croupier/cards"
	"croupier/games"
)

// A situation is how the two hands compare, and whether the dealer qualifies.
type situation int

// Situations in the order counts keep them.
const (
	losesOpen = iota // the player loses to a dealer who does not qualify
	loses
	tiesOpen
	ties
	winsOpen
	wins
	situations
)

// A table is what the wagers come to that look at the dealer's hand or at the
// fold: Result asked once for each class of the player's hand, each situation,
// folded or not.
type table struct {
	question  *question
	compared  []int // the wagers it tells of, by number in the game
	base      []bool
	qualifies cards.Hand // the dealer's least hand that does
	classes   []handClass
	classOf   []uint8 // by hand
	columns   []column
	column    [][situations]int16 // by class; -1 where no deal comes to it
}

// A handClass is the player's hands of one category that the same rows of the
// compared wagers apply to.
type handClass struct {
	category  cards.Category
	rows      uint64
	low, high cards.Hand
}

// A column is the deals that no compared wager tells apart: what each comes to
// when the seat played, and when it folded.
type column struct {
	outcomes [2][]outcome // by folded, by compared wager
}

const playedAndFolded = 2

// newTable asks the rules. It fails with ErrShape where a result depends on
// more than the table can tell.
func newTable(q *question) (*table, error) {
	t := &table{question: q}
	for i, w := range q.game.Wagers {
		if optional(w) && !compares(w) {
			continue
		}
		if w.Looks&^(games.OwnHand|games.DealerHand|games.Fold) != 0 {
			return nil, fmt.Errorf("%s: %s is judged by more than the two hands and the fold: %w", q.game.Name, w.Name, ErrShape)
		}
		t.compared = append(t.compared, i)
		t.base = append(t.base, !optional(w))
	}
	hands := everyHand()
	if err := t.findQualifying(hands); err != nil {
		return nil, err
	}
	t.classify(hands)
	return t, t.fill(hands)
}

// optional reports whether a seat may play without the wager, which is then no
// part of the base game.
func optional(w games.Wager) bool { return !w.Required && !w.Later && w.Equals == "" }

// compares reports whether a side bet needs the table: it is judged by the
// dealer's hand, or by the seat's own and the fold.
func compares(w games.Wager) bool {
	return w.Looks&games.DealerHand != 0 || w.Looks&games.OwnHand != 0 && w.Looks&games.Fold != 0
}

// everyHand lists the 7,462 hands from the lowest.
func everyHand() []cards.Hand {
	var hands []cards.Hand
	for _, d := range dealsOf(5) {
		hands = append(hands, d.hand)
	}
	slices.Sort(hands)
	return slices.Compact(hands)
}

// findQualifying finds the least hand the dealer qualifies with; above it every
// hand must.
func (t *table) findQualifying(hands []cards.Hand) error {
	opens := t.question.game.Qualifies
	if opens == nil {
		return nil
	}
	least := slices.IndexFunc(hands, func(h cards.Hand) bool { return opens(&games.Showdown{Dealer: h}) })
	if least < 0 {
		t.qualifies = hands[len(hands)-1] + 1
		return nil
	}
	t.qualifies = hands[least]
	for _, h := range hands[least:] {
		if !opens(&games.Showdown{Dealer: h}) {
			return fmt.Errorf("%s: the dealer qualifies with %v and not with the better %v: %w", t.question.game.Name, hands[least], h, ErrShape)
		}
	}
	return nil
}

func (t *table) classify(hands []cards.Hand) {
	t.classOf = make([]uint8, int(hands[len(hands)-1])+1)
	for _, h := range hands {
		c := handClass{category: h.Category(), rows: t.rowsOf(h), low: h, high: h}
		i := slices.IndexFunc(t.classes, func(o handClass) bool { return o.category == c.category && o.rows == c.rows })
		if i < 0 {
			i = len(t.classes)
			t.classes = append(t.classes, c)
		}
		t.classes[i].high = h
		t.classOf[h] = uint8(i)
	}
}

// rowsOf is the set of rows of the compared wagers that apply to a hand.
func (t *table) rowsOf(h cards.Hand) (set uint64) {
	n := 0
	for _, i := range t.compared {
		if t.question.game.Wagers[i].Looks&games.OwnHand == 0 {
			continue
		}
		for _, row := range t.question.game.Wagers[i].Rows {
			if row.When(&games.Showdown{Player: h}) {
				set |= 1 << n
			}
			n++
		}
	}
	return set
}

// fill asks for each class and situation with the lowest and the highest hands
// there are on both sides, which must come to the same.
func (t *table) fill(hands []cards.Hand) error {
	keys := map[string]int16{}
	for i, c := range t.classes {
		t.column = append(t.column, [situations]int16{})
		for s := range situation(situations) {
			t.column[i][s] = -1
			key := ""
			for _, player := range []cards.Hand{c.low, c.high} {
				for _, dealer := range t.opponents(hands, player, s) {
					col, err := t.askAll(player, dealer)
					if err != nil {
						return err
					}
					if k := col.key(); key == "" {
						key = k
						t.column[i][s] = t.keep(keys, col)
					} else if k != key {
						return fmt.Errorf("%s: results differ among hands of %v that no row tells apart: %w", t.question.game.Name, c.category, ErrShape)
					}
				}
			}
		}
	}
	return nil
}

func (t *table) keep(keys map[string]int16, col column) int16 {
	key := col.key()
	at, ok := keys[key]
	if !ok {
		at = int16(len(t.columns))
		keys[key] = at
		t.columns = append(t.columns, col)
	}
	return at
}

// opponents are the lowest and the highest hand of the dealer that put a
// player's hand in the situation, as far as there are any.
func (t *table) opponents(hands []cards.Hand, player cards.Hand, s situation) []cards.Hand {
	var found []cards.Hand
	for _, d := range hands {
		if t.situationOf(player, d) != s {
			continue
		}
		if len(found) == 2 {
			found[1] = d
			continue
		}
		found = append(found, d)
	}
	return found
}

func (t *table) situationOf(player, dealer cards.Hand) situation {
	s := situation(losesOpen)
	switch {
	case player == dealer:
		s = tiesOpen
	case player > dealer:
		s = winsOpen
	}
	if dealer >= t.qualifies {
		s++
	}
	return s
}

// askAll asks what each compared wager comes to, played and folded.
func (t *table) askAll(player, dealer cards.Hand) (col column, err error) {
	for folded := range playedAndFolded {
		s := games.Showdown{Player: player, Dealer: dealer, Folded: folded == 1}
		for _, i := range t.compared {
			o, err := t.question.ask(t.question.wagers[i], &s)
			if err != nil {
				return col, err
			}
			col.outcomes[folded] = append(col.outcomes[folded], o)
		}
	}
	return col, nil
}

func (c column) key() string {
	var b strings.Builder
	for _, os := range c.outcomes {
		for _, o := range os {
			b.WriteString(o.String())
			b.WriteByte(';')
		}
	}
	return b.String()
}
