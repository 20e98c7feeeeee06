package roundfile

import (
	"fmt"
	"strings"

	"github.com/shopspring/decimal"

	"croupier/games"
)

// act answers a decision with the next action of the seat.
func (p *player) act(q *games.Prompt, e games.Event) error {
	i := p.at[q.Place]
	k := p.acted[i]
	if k == len(p.file.seats[i].actions) {
		return p.acting(i, k, fmt.Errorf("%s of %s, %s: %w", q.Step, q.Place, p.want(q), ErrMissing))
	}
	action := p.file.seats[i].actions[k]
	o := p.choose(q, action)
	if o == nil {
		return p.acting(i, k, fmt.Errorf("%.40q at %s, %s: %w", action, q.Step, p.want(q), games.ErrChoice))
	}
	e.Do, e.Wager, e.Amount = o.Do, o.Wager, o.Min
	if err := p.round.Apply(e); err != nil {
		return p.acting(i, k, err)
	}
	p.acted[i]++
	return nil
}

func (p *player) acting(i, k int, err error) error {
	return within(element("seats", i), within(element("actions", k), err))
}

// choose returns the option an action names: what is done, or how many times
// the unit is bet.
func (p *player) choose(q *games.Prompt, action []byte) *games.Option {
	n, isBet := multiple(action)
	unit := p.round.Stake(q.Place, p.setup.unit)
	for i := range q.Options {
		o := &q.Options[i]
		if o.Wager == "" {
			if o.Do == string(action) {
				return o
			}
			continue
		}
		if isBet && o.Min.Equal(unit.Mul(n)) && o.Max.Equal(o.Min) {
			return o
		}
	}
	return nil
}

// multiple reads "4x" as 4.
func multiple(action []byte) (decimal.Decimal, bool) {
	if len(action) != 2 || action[1] != 'x' || action[0] < '1' || action[0] > '9' {
		return decimal.Decimal{}, false
	}
	return digits[action[0]-'0'], true
}

var digits = func() (ds [10]decimal.Decimal) {
	for i := range ds {
		ds[i] = decimal.NewFromInt(int64(i))
	}
	return ds
}()

// want names the actions that are open.
func (p *player) want(q *games.Prompt) string {
	unit := p.round.Stake(q.Place, p.setup.unit)
	var names []string
	for _, o := range q.Options {
		name := o.Do
		if o.Wager != "" {
			name = o.Min.Div(unit).String() + "x"
		}
		names = append(names, name)
	}
	last := len(names) - 1
	return "want " + strings.Join(names[:last], ", ") + " or " + names[last]
}

// leftover refuses actions no decision asked for.
func (p *player) leftover() error {
	for i := range p.file.seats {
		if k, actions := p.acted[i], p.file.seats[i].actions; k < len(actions) {
			return p.acting(i, k, fmt.Errorf("%.40q, and the seat has nothing to decide: %w", actions[k], games.ErrNotAsked))
		}
	}
	return nil
}
