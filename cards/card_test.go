package cards

import "testing"

func TestCardsAreNumberedByRankThenSuit(t *testing.T) {
	t.Parallel()
	want := Card(1)
	for r := Two; r <= Ace; r++ {
		for s := Clubs; s <= Spades; s++ {
			c := Of(r, s)
			if c != want || c.Rank() != r || c.Suit() != s || !c.Known() {
				t.Errorf("Of(%v, %v) = %d (%v of %v, known %v), want %d", r, s, c, c.Rank(), c.Suit(), c.Known(), want)
			}
			if text := r.String() + s.String(); c.String() != text {
				t.Errorf("card %d prints %q, want %q", c, c.String(), text)
			}
			want++
		}
	}
	if want != deckSize+1 {
		t.Errorf("%d cards, want %d", want-1, deckSize)
	}
}

// TestStoredNumbersKeepTheirMeaning pins numbers that rounds in a book hold.
func TestStoredNumbersKeepTheirMeaning(t *testing.T) {
	t.Parallel()
	for c, want := range map[Card]string{
		0: "??", 1: "2c", 2: "2d", 3: "2h", 4: "2s", 5: "3c", 33: "Tc", 40: "Js", 49: "Ac", 52: "As",
	} {
		if c.String() != want {
			t.Errorf("card %d prints %q, want %q", c, c.String(), want)
		}
	}
}

func TestNumbersThatAreNoCard(t *testing.T) {
	t.Parallel()
	for c, want := range map[Card]string{FaceDown: "??", 53: "card(53)", 255: "card(255)"} {
		if c.Known() {
			t.Errorf("card %d is known", c)
		}
		if c.String() != want {
			t.Errorf("card %d prints %q, want %q", c, c.String(), want)
		}
	}
	if got := Rank(13).String() + " " + Suit(4).String() + " " + Category(10).String(); got != "rank(13) suit(4) category(10)" {
		t.Errorf("beyond the last rank, suit and category: %q", got)
	}
}
