package house

import (
	"errors"
	"fmt"

	"github.com/shopspring/decimal"

	"croupier/games"
	"croupier/ledger"
)

// A tally is what one worker of a back-test counted.
type tally struct {
	compared map[string]int64 // rounds by currency
	voided   int64
	unfit    map[string]int64 // rounds by reason
	wagers   map[wagerOf]*wagerTally

	again Resettler
	lines []games.Line // what the last round comes to
}

type wagerOf struct {
	table           int64
	currency, wager string
}

// A wagerTally is the sums of a wager's lines. Won and more are the house's: as
// it was posted, and what the draft would have made it more.
type wagerTally struct {
	rounds, lines, changed int64
	handle, won, more      decimal.Decimal
	last                   int64 // the round counted last
}

func (w *wagerTally) win() Win {
	return Win{Handle: w.handle, Before: w.won, After: w.won.Add(w.more), Difference: w.more}
}

// settleAll settles what comes until no more does, and gives each batch back.
func (t *tally) settleAll(work <-chan *sittings, done chan<- *sittings) {
	t.compared, t.unfit, t.wagers = map[string]int64{}, map[string]int64{}, map[wagerOf]*wagerTally{}
	for batch := range work {
		for i := range batch.list {
			t.settle(&batch.list[i])
		}
		done <- batch
	}
}

func (t *tally) settle(s *sitting) {
	if s.Entry.Kind == ledger.KindVoid {
		t.voided++
		return
	}
	reason := t.settleOn(s.felt, s.Events)
	if reason == "" && !t.match(s.Entry.Lines) {
		reason = "other wagers are settled"
	}
	if reason != "" {
		t.unfit[reason]++
		return
	}
	t.compared[s.Entry.Currency]++
	for i := range s.Entry.Lines {
		if l := &s.Entry.Lines[i]; l.Won != games.Voided {
			t.wager(s, l.Wager).count(s.Round.Number, &l.Line, &t.lines[i])
		}
	}
}

// settleOn settles the record on the felt and leaves what its wagers come to in
// lines, or returns why it cannot be played there.
func (t *tally) settleOn(f *Felt, events []games.Event) (reason string) {
	if refused, err := t.again.adapt(f, events); err != nil {
		return t.refused(refused, err)
	}
	var err error
	if t.lines, err = t.again.lines(f); err != nil {
		return err.Error()
	}
	return ""
}

// refused is why the event was refused, without what is of this round only, and
// what is asked for in its place.
func (t *tally) refused(e *games.Event, err error) string {
	why := err.Error()
	var r *games.Refusal
	if errors.As(err, &r) {
		why = r.Error()
	}
	reason := fmt.Sprintf("%s in step %s: %s", e.Kind, e.Step, why)
	if asked := t.again.round.Asked(); len(asked) > 0 && errors.Is(err, games.ErrNotAsked) {
		reason += fmt.Sprintf(", but %s in step %s", asked[0].Kind, asked[0].Step)
	}
	return reason
}

// match brings the lines into the order of those posted, and reports whether
// they are of the same wagers of the same seats.
func (t *tally) match(posted []ledger.Line) bool {
	for i := range posted {
		at := i
		for at < len(t.lines) && (t.lines[at].Seat != posted[i].Seat || t.lines[at].Wager != posted[i].Wager) {
			at++
		}
		if at == len(t.lines) {
			return false
		}
		t.lines[i], t.lines[at] = t.lines[at], t.lines[i]
	}
	return len(posted) == len(t.lines)
}

func (t *tally) wager(s *sitting, name string) *wagerTally {
	of := wagerOf{s.Round.Table, s.Entry.Currency, name}
	w := t.wagers[of]
	if w == nil {
		w = new(wagerTally)
		t.wagers[of] = w
	}
	return w
}

// count counts a line as it was posted and as it is now. Lines are net for the
// player.
func (w *wagerTally) count(round int64, posted, now *games.Line) {
	if w.last != round {
		w.rounds, w.last = w.rounds+1, round
	}
	w.lines++
	w.handle = w.handle.Add(posted.Stake)
	w.won = w.won.Sub(posted.Amount)
	if !now.Amount.Equal(posted.Amount) {
		w.changed++
		w.more = w.more.Add(posted.Amount).Sub(now.Amount)
	}
}

// add adds what another worker counted.
func (t *tally) add(o *tally) {
	t.voided += o.voided
	for currency, n := range o.compared {
		t.compared[currency] += n
	}
	for reason, n := range o.unfit {
		t.unfit[reason] += n
	}
	for of, v := range o.wagers {
		w := t.wagers[of]
		if w == nil {
			t.wagers[of] = v
			continue
		}
		w.rounds, w.lines, w.changed = w.rounds+v.rounds, w.lines+v.lines, w.changed+v.changed
		w.handle, w.won, w.more = w.handle.Add(v.handle), w.won.Add(v.won), w.more.Add(v.more)
	}
}
