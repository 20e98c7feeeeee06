package gamestest

import (
	"fmt"
	"strings"

	"croupier/cards"
	"croupier/games"
)

// Snapshot prints everything a round shows but its record: stakes, cards,
// rulings, and all that may happen next. Rounds in the same state print the
// same.
func Snapshot(r *games.Round) string {
	var b strings.Builder
	fmt.Fprintf(&b, "closed %v void %v over %v\n", r.Closed(), r.Void(), r.Over())
	for p := games.Board; p <= games.Dealer; p++ {
		fmt.Fprintf(&b, "%v: %v, %d shown\n", p, cards.Cards(r.Cards(p)), r.Shown(p))
	}
	for p := games.Place(1); p <= games.MaxSeats; p++ {
		if r.Staked().Has(p) || len(r.Cards(p)) > 0 {
			printSeat(&b, r, p)
		}
	}
	b.WriteString(strings.Join(promptTexts(r.Next(nil)), "\n"))
	return b.String()
}

func printSeat(b *strings.Builder, r *games.Round, p games.Place) {
	fmt.Fprintf(b, "%v: %v, %d shown, drawn %v;", p, cards.Cards(r.Cards(p)), r.Shown(p), r.Drawn(p))
	for _, w := range r.Game().Wagers {
		if stake := r.Stake(p, w.Name); !stake.IsZero() {
			fmt.Fprintf(b, " %s %s", w.Name, stake)
		}
	}
	for _, is := range []struct {
		name string
		at   games.Places
	}{{"in", r.In()}, {"live", r.Live()}, {"folded", r.Folded()}, {"dead", r.Dead()}, {"paid", r.Paid()}} {
		if is.at.Has(p) {
			b.WriteString(" " + is.name)
		}
	}
	b.WriteByte('\n')
}

// PromptText prints a prompt on one line: "flop: deal 3 to board" or
// "preflop: act of seat 3: bet play 40 or check".
func PromptText(p games.Prompt) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s: ", p.Step)
	switch {
	case p.Kind == games.KindDeal && p.Down:
		fmt.Fprintf(&b, "deal %d face down to %v", p.Count, p.Place)
	case p.Kind == games.KindDeal || p.Kind == games.KindShow:
		fmt.Fprintf(&b, "%s %d of %v", p.Kind, p.Count, p.Place)
	default:
		fmt.Fprintf(&b, "%s of %v", p.Kind, p.Place)
	}
	if p.By != games.ByDealer {
		fmt.Fprintf(&b, " by the %s", p.By)
	}
	for i, o := range p.Options {
		b.WriteString([]string{": ", " or "}[min(i, 1)])
		b.WriteString(optionText(o))
	}
	return b.String()
}

func promptTexts(ps []games.Prompt) []string {
	var lines []string
	for _, p := range ps {
		lines = append(lines, PromptText(p))
	}
	return lines
}

func optionText(o games.Option) string {
	if o.Wager == "" {
		return o.Do
	}
	text := fmt.Sprintf("%s %s %s", o.Do, o.Wager, o.Min)
	if !o.Max.Equal(o.Min) {
		text += " to " + o.Max.String()
	}
	if !o.Step.IsZero() {
		text += " by " + o.Step.String()
	}
	return text
}

// LineText prints a line: "seat 3 blind 100: win 150 (uth 12: flush pays 1.5
// to 1)".
func LineText(l *games.Line, t games.Terms) string {
	return fmt.Sprintf("%v %s %s: %s %s (%s)", l.Seat, l.Wager, l.Stake, l.Won, l.Amount, l.Why(&t))
}

// Lines returns what every wager of every seat came to, from seat 1 up.
func Lines(r *games.Round) []games.Line {
	var lines []games.Line
	for seat := range r.Staked().All() {
		lines = r.Lines(seat, lines)
	}
	return lines
}

func linesText(r *games.Round) string {
	var b strings.Builder
	for _, l := range Lines(r) {
		b.WriteString(LineText(&l, r.Terms()))
		b.WriteByte('\n')
	}
	return b.String()
}
