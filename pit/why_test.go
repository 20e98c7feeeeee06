package pit

import (
	"encoding/json"
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
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

var update = flag.Bool("update", false, "write the recorded explanations anew")

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

// A vector is a worked case of the round file.
type vector struct {
	ID, Game, Dealer, Board string
	House                   games.House
	Paytables               map[string]string
	Seats                   []struct {
		Seat    games.Place
		Cards   string
		Bets    map[string]string
		Actions []string
	}
	Expect map[string]map[string]string
	felt   *house.Felt
}

// vectors are the worked cases, each on its felt.
func vectors(t *testing.T) (all []vector) {
	t.Helper()
	text, err := os.ReadFile("../roundfile/testdata/vectors.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(text)) {
		all = append(all, vectorIn(t, line))
	}
	return all
}

func vectorIn(t *testing.T, text string) (v vector) {
	t.Helper()
	if err := json.Unmarshal([]byte(text), &v); err != nil {
		t.Fatal(err)
	}
	priced := map[string]paytables.Paytable{}
	for wager, name := range v.Paytables {
		p, err := paytables.Default(name)
		if err != nil {
			t.Fatal(err)
		}
		priced[wager] = p
	}
	var err error
	if v.felt, err = (house.Spec{Game: v.Game, House: v.House, Paytables: priced}).Felt(); err != nil {
		t.Fatalf("%s: %v", v.ID, err)
	}
	return v
}

// play plays the case by answering what the game asks.
func (v *vector) play(t *testing.T) *games.Round {
	t.Helper()
	r := v.felt.Round()
	apply := func(e games.Event) {
		if err := r.Apply(e); err != nil {
			t.Fatalf("%s: %v", v.ID, err)
		}
	}
	for _, s := range v.Seats {
		for _, w := range v.felt.Game.Wagers { // in the order in which they may be bet
			if stake := s.Bets[w.Name]; stake != "" && w.Equals == "" {
				apply(games.Event{Step: "bets", Kind: games.KindBet, Place: s.Seat, Do: games.DoBet, Wager: w.Name, Amount: decimal.RequireFromString(stake)})
			}
		}
	}
	apply(games.Event{Step: "bets", Kind: games.KindClose})
	acted, shown := map[games.Place]int{}, map[games.Place]int{}
	for len(r.Asked()) > 0 {
		p := r.Asked()[0]
		e := games.Event{Step: p.Step, Kind: p.Kind, Place: p.Place}
		switch {
		case p.Kind == games.KindAct:
			v.act(&e, p, r, acted[p.Place])
			acted[p.Place]++
		case p.Kind == games.KindShow, p.Kind == games.KindDeal && !p.Down:
			e.Cards = v.cards(t, p.Place)[shown[p.Place]:][:p.Count]
			shown[p.Place] += p.Count
		}
		apply(e)
	}
	return r
}

func (v *vector) act(e *games.Event, p games.Prompt, r *games.Round, n int) {
	for _, s := range v.Seats {
		if s.Seat != p.Place {
			continue
		}
		times, bets := strings.CutSuffix(s.Actions[n], "x")
		if e.Do = s.Actions[n]; !bets {
			return
		}
		e.Do, e.Amount = games.DoBet, r.Stake(p.Place, "ante").Mul(decimal.RequireFromString(times))
		for _, o := range p.Options {
			if o.Min.Equal(e.Amount) {
				e.Wager = o.Wager
			}
		}
	}
}

func (v *vector) cards(t *testing.T, p games.Place) cards.Cards {
	t.Helper()
	text := v.Board
	if p == games.Dealer {
		text = v.Dealer
	}
	for _, s := range v.Seats {
		if s.Seat == p {
			text = s.Cards
		}
	}
	cs, err := cards.ParseAll(text)
	if err != nil {
		t.Fatal(err)
	}
	return cs
}

// Every worked case is told in every language, with the amounts the case expects.
func TestVectorsAreExplained(t *testing.T) {
	t.Parallel()
	for _, v := range vectors(t) {
		r := v.play(t)
		explained(t, v.felt, r)
		e := explain(words.In(words.English), openedOn(v.felt), v.felt, r, due(r, v.felt))
		for _, s := range e.Seats {
			for _, l := range s.Lines {
				if want := v.Expect[fmt.Sprint(s.Seat)][l.Wager]; want == "" || !l.Amount.Equal(decimal.RequireFromString(want)) {
					t.Errorf("%s seat %d %s: %s, want %q", v.ID, s.Seat, l.Wager, l.Amount, want)
				}
			}
		}
	}
}

// workedHands are the cases that are written out, some at a table with other chips or a
// cap, and one of a game without vectors.
var workedHands = []struct {
	id        string
	chip, cap int64
	rounding  games.Rounding
	vector    string // where it is no case of the file
}{
	{id: "V03"},
	{id: "V08", chip: 1000, rounding: games.Down},
	{id: "V14"},
	{id: "V20b"},
	{id: "V22"},
	{id: "V25"},
	{id: "V27", cap: 20_000},
	{id: "V31"},
	{id: "C01", vector: `{"id": "C01", "game": "casino-holdem", "dealer": "Ks Jd", "board": "Ah 7h 2h 9c 4s",
		"seats": [{"seat": 2, "cards": "Qh Th", "bets": {"ante": "10", "aa": "5"}, "actions": ["2x"]}]}`},
}

// A few worked hands as they are told, to be read by a person: a change here is a
// change of what a player hears.
func TestWorkedHands(t *testing.T) {
	t.Parallel()
	var told strings.Builder
	for _, c := range workedHands {
		v := vectorNamed(t, c.id, c.vector)
		felt := *v.felt
		if c.chip > 0 {
			felt.Terms.Chip, felt.Terms.Rounding = decimal.NewFromInt(c.chip), c.rounding
		}
		felt.Terms.Cap = decimal.NewFromInt(c.cap)
		v.felt = &felt
		r := v.play(t)
		fmt.Fprintf(&told, "== %s: %s against %s on %s\n", v.ID, v.Seats[0].Cards, v.Dealer, v.Board)
		for _, l := range words.Languages() {
			e := explain(words.In(l), openedOn(v.felt), v.felt, r, due(r, v.felt))
			fmt.Fprintln(&told, e.Title)
			for _, s := range e.Seats {
				fmt.Fprintln(&told, s.Said)
				for _, line := range s.Lines {
					fmt.Fprintf(&told, "  %s\n", line.Said)
				}
			}
		}
	}
	recordedText(t, "testdata/why.txt", told.String())
}

// vectorNamed is the case of the id, or the one written out.
func vectorNamed(t *testing.T, id, written string) vector {
	t.Helper()
	if written != "" {
		return vectorIn(t, written)
	}
	for _, v := range vectors(t) {
		if v.ID == id {
			return v
		}
	}
	t.Fatalf("no vector %s", id)
	return vector{}
}

func recordedText(t *testing.T, file, got string) {
	t.Helper()
	if *update {
		if err := os.WriteFile(file, []byte(got), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(file)
	if err != nil || string(want) != got {
		t.Errorf("%s is not what is said now; -update writes it: %v", file, err)
	}
}
