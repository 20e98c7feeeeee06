package gamestest

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"croupier/games"
)

// A Recording is a round written down: its setting, and a file with all that
// was asked, answered and paid.
type Recording struct {
	Setting
	File string
	Seed uint64 // of the answers of a file that is not there yet
}

// Replay plays the answers of the file, its lines that begin with ">", and
// holds all that is asked and paid on the way against the rest of it. With
// update it writes the file instead.
func (rec Recording) Replay(t *testing.T, e games.Edition, update bool) {
	t.Helper()
	s, file := rec.Setting, rec.File
	text, err := os.ReadFile(file)
	if err != nil && !(update && errors.Is(err, fs.ErrNotExist)) {
		t.Fatal(err)
	}
	g, terms, pays := s.Game(t, e)
	answers := recordedAnswers(t, string(text))
	if len(answers) == 0 {
		answers = freshAnswers(t, g, terms, pays, rec.Seed)
	}
	got := header(g, s, terms) + playthrough(t, games.NewRound(g, terms, pays), answers)
	if update {
		if err := os.WriteFile(file, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	if diff := cmp.Diff(string(text), got); diff != "" {
		t.Errorf("%s plays otherwise than recorded: that is a new version of the rules of %s, beside the old one (-file +now; -update writes it):\n%s", file, e.Game, diff)
	}
}

func recordedAnswers(t *testing.T, text string) []games.Event {
	t.Helper()
	var events []games.Event
	for line := range strings.Lines(text) {
		if answer, ok := strings.CutPrefix(line, "> "); ok {
			var e games.Event
			if err := json.Unmarshal([]byte(answer), &e); err != nil {
				t.Fatalf("%s: %v", line, err)
			}
			events = append(events, e)
		}
	}
	return events
}

func freshAnswers(t *testing.T, g *games.Game, terms games.Terms, pays games.Pays, seed uint64) []games.Event {
	t.Helper()
	r := games.NewRound(g, terms, pays)
	d := NewDealer(Rand(seed), terms.Seats)
	d.Seats = AllSeats(terms.Seats)
	d.Strikes, d.Voids = 40, 4
	if err := d.Play(r); err != nil {
		t.Fatal(err)
	}
	return r.Events()
}

func header(g *games.Game, s Setting, terms games.Terms) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s\n", g.Name)
	var house []string
	for name, value := range s.House {
		house = append(house, name+" "+value+"\n")
	}
	slices.Sort(house)
	b.WriteString(strings.Join(house, ""))
	if s.DealOrder != "" {
		fmt.Fprintf(&b, "deal_order %s\n", s.DealOrder)
	}
	fmt.Fprintf(&b, "chip %s, rounding %s, cap %s, cap_share %s\n", terms.Chip, terms.Rounding, terms.Cap, terms.CapShare)
	fmt.Fprintf(&b, "seats %d, deal_from %s, settle_from %s\n", terms.Seats, terms.DealFrom, terms.SettleFrom)
	return b.String()
}

// playthrough prints what is asked and answered, and what it came to.
func playthrough(t *testing.T, r *games.Round, answers []games.Event) string {
	t.Helper()
	var b strings.Builder
	for _, e := range answers {
		for _, line := range Asked(r) {
			fmt.Fprintf(&b, "? %s\n", line)
		}
		if err := r.Apply(e); err != nil {
			t.Fatalf("%s: %v", EventText(&e), err)
		}
		fmt.Fprintf(&b, "> %s\n", EventText(&r.Events()[r.N()-1]))
	}
	fmt.Fprintf(&b, "over %v, void %v\n%s", r.Over(), r.Void(), linesText(r))
	return b.String()
}
