package cards

import (
	"testing"

	"pgregory.net/rapid"
)

// boardOf puts cards on a board.
func boardOf(cs []Card) Board {
	var b Board
	for _, c := range cs {
		b.Add(c)
	}
	return b
}

func TestBoardJudgesAsEvaluateDoes(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		cs := drawCards(t, 7)
		var b Board
		for i, c := range cs {
			if b.Held() != SetOf(cs[:i]...) {
				t.Fatalf("a board of %v holds %v", cs[:i], b.Held().Cards())
			}
			if i == 6 && b.With(c) != Evaluate(cs) {
				t.Fatalf("%v with %v is %d, want %d", cs[:i], c, b.With(c), Evaluate(cs))
			}
			b.Add(c)
			if i >= 4 && b.Hand() != Evaluate(cs[:i+1]) {
				t.Fatalf("a board of %v is %d, want %d", cs[:i+1], b.Hand(), Evaluate(cs[:i+1]))
			}
		}
	})
}

func TestHolesAreCountedInOrder(t *testing.T) {
	t.Parallel()
	at := 0
	for i := range Unseen {
		for j := i + 1; j < Unseen; j++ {
			if HoleIndex(i, j) != at {
				t.Fatalf("HoleIndex(%d, %d) = %d, want %d", i, j, HoleIndex(i, j), at)
			}
			at++
		}
	}
	if at != Holes {
		t.Errorf("%d holes, want %d", at, Holes)
	}
}

// TestHandsOfABoard deals boards with every number of one suit, up to royal
// flushes, and holds each of the 1,081 hands to Evaluate.
func TestHandsOfABoard(t *testing.T) {
	t.Parallel()
	for _, text := range []string{
		"As Ks Qs Js Ts", "2h 3h 4h 5h Ah", "2c 3c 4c 5c 7c", "As Ks Qs Js 2d", "9d Td Jd Qd 9c",
		"2s 3s 4s 9h Kd", "3d 6d Td Jd Ad", "As Ah Ad Ac 2s", "2c 2d 2h 3s 3c", "7c 8d 9h Ts Jc", "2c 2d 2h 2s 3s",
	} {
		checkHands(t, must(t, text))
	}
	rapid.Check(t, func(t *rapid.T) {
		checkHands(t, drawCards(t, 5))
	})
	rapid.Check(t, func(t *rapid.T) {
		suited := rapid.IntRange(3, 5).Draw(t, "suited")
		suit := Suit(rapid.IntRange(0, 3).Draw(t, "suit"))
		all := FullDeck.ofSuit(suit).Cards()
		board := rapid.Permutation(all).Draw(t, "ranks")[:suited]
		others := (FullDeck &^ FullDeck.ofSuit(suit)).Cards()
		checkHands(t, append(board, rapid.Permutation(others).Draw(t, "others")[:5-suited]...))
	})
}

// fataler is a test of either kind.
type fataler interface {
	Helper()
	Fatalf(format string, args ...any)
}

// checkHands holds the hands of all holes of a board to Evaluate.
func checkHands(t fataler, board Cards) {
	t.Helper()
	var hands [Holes]Hand
	boardOf(board).Hands(&hands)
	rest := (FullDeck &^ SetOf(board...)).Cards()
	for i, low := range rest {
		for j := i + 1; j < len(rest); j++ {
			cs := append(board[:5:5], low, rest[j])
			if got, want := hands[HoleIndex(i, j)], Evaluate(cs); got != want {
				t.Fatalf("board %v with %v %v: hand %d, want %d", board, low, rest[j], got, want)
			}
		}
	}
}

func TestHandsNeedABoardOfFive(t *testing.T) {
	t.Parallel()
	var hands [Holes]Hand
	for _, cs := range []Cards{nil, must(t, "As Ks Qs Js"), must(t, "As Ks Qs Js Ts 9s"), must(t, "As Ks Qs Js ??")} {
		mustPanic(t, "not 5", func() { boardOf(cs).Hands(&hands) })
	}
}
