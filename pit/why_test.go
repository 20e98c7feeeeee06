package pit

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"github.com/shopspring/decimal"

	"croupier/cards"
	"croupier/games"
	"croupier/games/all"
	"croupier/games/gamestest"
	"croupier/house"
	"croupier/ledger"
	"croupier/paytables"
	"croupier/words"
)

// openedOn is a round of the felt as the book would have it.
func openedOn(f *house.Felt) ledger.Round {
	return ledger.Round{Table: 7, Number: 712, GamingDay: time.Date(2026, 11, 30, 0, 0, 0, 0, time.UTC), Game: f.Game.Name}
}

// everyFelt is the felts of every game under every value of every house rule, rounded
// and capped so that both show.
func everyFelt(t *testing.T) []*house.Felt {
	t.Helper()
	var laid []*house.Felt
	for _, e := range all.Editions {
		choices := []games.House{{}}
		for _, rule := range e.House {
			var more []games.House
			for _, value := range rule.Values {
				for _, h := range choices {
					with := games.House{rule.Name: value}
					for k, v := range h {
						with[k] = v
					}
					more = append(more, with)
				}
			}
			choices = more
		}
		for i, h := range choices {
			roundings := []games.Rounding{games.Down, games.Nearest, games.Up}
			shares := []games.CapShare{games.ByOrder, games.ProRata}
			f, err := house.Spec{
				Game: e.Name(), House: h, Paytables: bonusPaid(t, e), Chip: decimal.New(5, 0),
				Rounding: roundings[i%3], Cap: decimal.New(300, 0), CapShare: shares[i%2],
			}.Felt()
			if err != nil {
				t.Fatal(err)
			}
			laid = append(laid, f)
		}
	}
	return laid
}

// bonusPaid are the paytables a game has no default for.
func bonusPaid(t *testing.T, e games.Edition) map[string]paytables.Paytable {
	t.Helper()
	if e.Game != "texas-holdem-bonus" {
		return nil
	}
	p, err := paytables.Default("bonus-1")
	if err != nil {
		t.Fatal(err)
	}
	return map[string]paytables.Paytable{"bonus": p}
}

// checkWhy holds an explanation to its lines: in words of the language, nothing left
// open, every amount that counts said as the line has it.
func checkWhy(t *testing.T, w *words.Words, e *Explanation, lines []ledger.Line) {
	t.Helper()
	var told []LineWhy
	for _, s := range e.Seats {
		net := decimal.Zero
		for _, l := range s.Lines {
			net = net.Add(l.Amount)
		}
		if !net.Equal(s.Net) || (len(s.Lines) > 0) != strings.Contains(s.Said, fmt.Sprint(s.Seat)) {
			t.Errorf("seat %d nets %s of %s: %q", s.Seat, s.Net, net, s.Said)
		}
		told = append(told, s.Lines...)
	}
	if len(told) != len(lines) {
		t.Fatalf("%d lines are told of %d", len(told), len(lines))
	}
	for i := range lines {
		at := -1
		for j := range told {
			if told[j].Seat == int(lines[i].Seat) && told[j].Wager == lines[i].Wager {
				at = j
			}
		}
		if at < 0 {
			t.Fatalf("nothing is said of %s of %s", lines[i].Wager, lines[i].Seat)
		}
		checkLine(t, w, &told[at], &lines[i])
	}
}

func checkLine(t *testing.T, w *words.Words, told *LineWhy, l *ledger.Line) {
	t.Helper()
	bad := func(what string) { t.Errorf("%s %s %s: %s: %q", w.Language(), l.Seat, l.Wager, what, told.Said) }
	says := func(d decimal.Decimal) bool { return strings.Contains(told.Said, w.Amount(d)) }
	switch {
	case !told.Amount.Equal(l.Amount) || !told.Exact.Equal(l.Exact) || !told.Rounded.Equal(l.Rounded) || !told.Stake.Equal(l.Stake):
		bad("amounts are not the line's")
	case !says(l.Stake):
		bad("no stake")
	case l.Won == games.Win && (!says(l.Odds) || !says(l.Exact) || !says(l.Amount)):
		bad("odds, exact or paid amount missing")
	case l.Won == games.Win && !l.Rounded.Equal(l.Exact) && (!says(l.Rounded) || !says(told.Chip) || told.Rounding == ""):
		bad("no rounding")
	case !l.Amount.Equal(l.Rounded) && (!says(told.Cap) || told.CapShare == ""):
		bad("no cap")
	case l.Row != "" && (told.RowName == "" || told.PaytableName == "" || !strings.Contains(told.Said, told.RowName) || !strings.Contains(told.Said, told.PaytableName)):
		bad("no row of a paytable")
	case l.Clause != "" && (told.Rule == "" || strings.HasPrefix(told.Rule, "clause.")):
		bad("no clause " + l.Clause)
	}
	checkWords(t, w, told.Said+told.Rule+told.WagerName+told.OutcomeName+told.RowName)
}

// checkWords refuses what tells of a message or a blank nobody filled in, and
// English where another language is spoken.
func checkWords(t *testing.T, w *words.Words, text string) {
	t.Helper()
	for _, bad := range []string{"%!", "<no value>", "{", "}", "line.", "look.", "seat.", "clause.", "event.", "place.", "hand.", "reason."} {
		if strings.Contains(text, bad) {
			t.Errorf("%s: %q in %q", w.Language(), bad, text)
		}
	}
	if w.Language() == words.English {
		return
	}
	for _, english := range []string{"dealer", "player", "fold", "stake", "pair", "flush", "straight", "wins", "void", "paytable", "seat "} {
		if strings.Contains(strings.ToLower(text), english) {
			t.Errorf("%s speaks English: %q", w.Language(), text)
		}
	}
}

func explained(t *testing.T, f *house.Felt, r *games.Round) {
	t.Helper()
	lines := due(r, f)
	for _, l := range words.Languages() {
		w := words.In(l)
		e := explain(w, openedOn(f), f, r, lines)
		checkWords(t, w, e.Title+e.StatusName+e.Dealer.HandName)
		checkWhy(t, w, &e, lines)
	}
}

// Random rounds of every game under every house rule, rulings among them, are told
// in every language.
func TestEveryGameIsExplained(t *testing.T) {
	t.Parallel()
	for _, f := range everyFelt(t) {
		for seed := range uint64(12) {
			r := f.Round()
			d := gamestest.NewDealer(gamestest.Rand(seed), 5)
			d.Deck = gamestest.Stacked(gamestest.Rand(seed + 1000))
			d.Voids = 8
			if err := d.Play(r); err != nil {
				t.Fatal(err)
			}
			explained(t, f, r)
		}
	}
}

// Every word a game may say of a line, and of what it is bet on, is there in every
// language: of a new game too.
func TestEveryWordOfEveryGame(t *testing.T) {
	t.Parallel()
	for _, f := range everyFelt(t) {
		reasons, clauses := map[string]bool{}, map[string]bool{}
		rng := gamestest.Rand(7)
		for range 3000 {
			s := anyShowdown(rng)
			for _, wager := range f.Game.Wagers {
				if s.Folded && wager.Later {
					continue
				}
				o := f.Game.Result(wager.Name, &s, f.Pays)
				reasons[o.Reason], clauses[o.Clause] = true, true
			}
		}
		delete(reasons, "")
		delete(clauses, "")
		for _, l := range []words.Language{words.Korean, words.Russian} {
			w := words.In(l)
			for reason := range reasons {
				checkName(t, w, "reason", reason)
			}
			for clause := range clauses {
				checkName(t, w, "clause", clause)
			}
			for _, wager := range f.Game.Wagers {
				if wager.Name != "aa" { // called so everywhere
					checkName(t, w, "wager", wager.Name)
				}
				for _, row := range wager.Rows {
					checkName(t, w, "hand", row.Name)
				}
			}
		}
	}
}

func checkName(t *testing.T, w *words.Words, group, thing string) {
	t.Helper()
	if english := words.In(words.English).Name(group, thing); w.Name(group, thing) == english {
		t.Errorf("%s has no word for %s %q", w.Language(), group, thing)
	}
}

// anyShowdown is of cards that make good hands often.
func anyShowdown(rng *rand.Rand) (s games.Showdown) {
	deck := gamestest.Stacked(rng)
	copy(s.Hole[:], deck[:2])
	copy(s.DealerHole[:], deck[2:4])
	copy(s.Board[:], deck[4:9])
	if rng.IntN(8) == 0 {
		s.DealerHole = s.Hole // hands are equal too seldom by chance
	}
	s.Player = cards.Evaluate(append(s.Hole[:], s.Board[:]...))
	s.Dealer = cards.Evaluate(append(s.DealerHole[:], s.Board[:]...))
	s.Folded = rng.IntN(4) == 0
	return s
}
