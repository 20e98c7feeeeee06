package games

import (
	"github.com/shopspring/decimal"
)

// Where picks the places a step concerns.
type Where func(*Round) Places

// In are the seats whose stakes are in the round.
func In(r *Round) Places { return r.In() }

// Live are the seats that still play.
func Live(r *Round) Places { return r.Live() }

// OnBoard is the board, as long as anyone plays.
func OnBoard(r *Round) Places { return whileLive(r, Board) }

// Burned is the burn pile, as long as anyone plays.
func Burned(r *Round) Places { return whileLive(r, Burn) }

// DealerSide is the dealer, as long as any stake is in the round.
func DealerSide(r *Round) Places {
	if r.In()&^r.dead == 0 {
		return 0
	}
	return At(Dealer)
}

func whileLive(r *Round, p Place) Places {
	if r.Live() == 0 {
		return 0
	}
	return At(p)
}

// LiveOr are the seats that still play and those that folded with a stake on
// the wager, which is judged all the same.
func LiveOr(wager string) Where {
	return func(r *Round) Places {
		seats := r.Live()
		i := r.game.Index(wager)
		for out := r.In() & r.folded &^ r.dead; out != 0; {
			if seat := out.take(First); !r.stakes[seat][i].IsZero() {
				seats |= At(seat)
			}
		}
		return seats
	}
}

// DealerFor is the dealer, as long as where has a seat to be judged against.
func DealerFor(where Where) Where {
	return func(r *Round) Places {
		if where(r) == 0 {
			return 0
		}
		return At(Dealer)
	}
}

// Bets asks every seat for the wagers that go down before the cards, the
// optional ones once the required ones are down, and for the end of betting
// once a seat is in (table 1, table 5).
func Bets(step string) Step {
	return func(r *Round, ps []Prompt) []Prompt {
		if r.closed {
			return ps
		}
		for p := Place(1); int(p) <= r.terms.Seats; p++ {
			ps = append(ps, Prompt{Step: step, Kind: KindBet, Place: p, By: ByDealer, Options: r.wagers(p)})
		}
		if r.staked != 0 {
			ps = append(ps, Prompt{Step: step, Kind: KindClose, Place: Dealer, By: ByDealer})
		}
		return ps
	}
}

// wagers are what a seat may bet before the cards: not what has rows and no
// prices.
func (r *Round) wagers(seat Place) []Option {
	n := len(r.options)
	ready := r.ready(seat)
	for i := range r.game.Wagers {
		w := &r.game.Wagers[i]
		if w.Later || w.Equals != "" || !w.Required && !ready || len(w.Rows) > 0 && !r.pays.Has(w.Name) {
			continue
		}
		r.options = append(r.options, r.terms.option(w.Name))
		if !r.stakes[seat][i].IsZero() {
			r.options = append(r.options, Option{Do: DoBet, Wager: w.Name})
		}
	}
	return r.options[n:len(r.options):len(r.options)]
}

// ready reports whether the seat's required wagers are down.
func (r *Round) ready(seat Place) bool {
	for i := range r.game.Wagers {
		if r.game.Wagers[i].Required && r.stakes[seat][i].IsZero() {
			return false
		}
	}
	return true
}

// option is the bet of a wager within its limit.
func (t *Terms) option(wager string) Option {
	l := t.Limits[wager]
	if !l.Min.IsPositive() {
		l.Min = leastStake
	}
	if !l.Max.IsPositive() {
		l.Max = MaxStake
	}
	return Option{Do: DoBet, Wager: wager, Min: l.Min, Max: l.Max, Step: l.Step}
}

// The ways cards are dealt.
const (
	FaceUp   = false
	FaceDown = true
)

// Cards asks for n cards to each place, one place after the other in the
// order of the deal.
func Cards(step string, n int, down bool, where Where) Step {
	return func(r *Round, ps []Prompt) []Prompt {
		at := where(r) &^ r.answered(step)
		if at == 0 {
			return ps
		}
		return append(ps, Prompt{Step: step, Kind: KindDeal, Place: at.start(r.terms.DealFrom), Count: n, Down: down, By: ByDealer})
	}
}

// Open asks for the next n face-down cards of the places, in any order.
func Open(step string, n int, where Where) Step {
	return func(r *Round, ps []Prompt) []Prompt {
		return r.open(ps, step, n, where(r))
	}
}

func (r *Round) open(ps []Prompt, step string, n int, at Places) []Prompt {
	for left := at &^ r.answered(step); left != 0; {
		p := left.take(r.terms.SettleFrom)
		ps = append(ps, Prompt{Step: step, Kind: KindShow, Place: p, Count: n, By: ByDealer})
	}
	return ps
}

// A Choice is one answer to an offer: to bet so many times another wager, or
// to do without.
type Choice struct {
	Do    string
	Wager string
	Times int64
	Of    string
}

// Offer lets each live seat choose once, in any order; a seat that has bet
// the wager named once has chosen before.
func Offer(step, once string, choices ...Choice) Step {
	return func(r *Round, ps []Prompt) []Prompt {
		bet := r.game.Index(once)
		for left := r.Live() &^ r.answered(step); left != 0; {
			seat := left.take(First)
			if bet >= 0 && !r.stakes[seat][bet].IsZero() {
				continue
			}
			ps = append(ps, Prompt{Step: step, Kind: KindAct, Place: seat, By: ByDealer, Options: r.choices(seat, choices)})
		}
		return ps
	}
}

func (r *Round) choices(seat Place, choices []Choice) []Option {
	n := len(r.options)
	for _, c := range choices {
		o := Option{Do: c.Do, Wager: c.Wager}
		if c.Wager != "" {
			o.Min = times(r.Stake(seat, c.Of), c.Times)
			o.Max = o.Min
		}
		r.options = append(r.options, o)
	}
	return r.options[n:len(r.options):len(r.options)]
}

func times(d decimal.Decimal, n int64) decimal.Decimal {
	if n == 1 {
		return d
	}
	if a, small := whole(d); small && n < 1000 {
		return decimal.New(a*n, d.Exponent())
	}
	return d.Mul(decimal.NewFromInt(n))
}

// Settle opens the cards of the seats that are judged and takes and pays seat
// by seat in the order of settling, each once its cards are shown.
func Settle(open, pay string, n int, judged Where) Step {
	return func(r *Round, ps []Prompt) []Prompt {
		shut := judged(r) &^ r.answered(open)
		ps = r.open(ps, open, n, shut)
		unpaid := r.In() &^ r.paid
		if unpaid == 0 {
			return ps
		}
		if seat := unpaid.start(r.terms.SettleFrom); !shut.Has(seat) {
			ps = append(ps, Prompt{Step: pay, Kind: KindPay, Place: seat, By: ByDealer})
		}
		return ps
	}
}
