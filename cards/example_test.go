package cards_test

import (
	"bytes"
	"fmt"

	"croupier/cards"
)

func ExampleParse() {
	ten, _ := cards.Parse("10♥")
	fmt.Println(ten, ten.Rank(), ten.Suit())
	_, err := cards.Parse("1h")
	fmt.Println(err)
	// Output:
	// Th T h
	// "1h" begins with no rank: not a card
}

func ExampleParseAll() {
	hole, _ := cards.ParseAll("as, 10d")
	fmt.Println(hole)
	_, err := cards.ParseAll("As Kd A♠")
	fmt.Println(err)
	// Output:
	// As Td
	// card 3 of "As Kd A♠": As: card given twice
}

func ExampleEvaluate() {
	player, _ := cards.ParseAll("3d 6d Td Jd Ad 2d 4c")
	dealer, _ := cards.ParseAll("3d 6d Td Jd Ad 5s Tc")
	fmt.Println(cards.Evaluate(player), cards.Evaluate(player) == cards.Evaluate(dealer))
	// Output: flush true
}

func ExampleBest() {
	seven, _ := cards.ParseAll("2d 7s Qh 9h 7c 9s 7d")
	best := cards.Best(seven)
	fmt.Println(cards.Cards(best[:]))
	// Output: 7s 7d 7c 9s 9h
}

// A board is judged with each card that may come.
func ExampleBoard_With() {
	held, _ := cards.ParseAll("Ah Kh 2h 7h 9c 9d")
	var board cards.Board
	for _, c := range held {
		board.Add(c)
	}
	flushes := 0
	for _, river := range (cards.FullDeck &^ cards.SetOf(held...)).Cards() {
		if board.With(river).Category() == cards.Flush {
			flushes++
		}
	}
	fmt.Println(flushes, "rivers make the flush")
	// Output: 9 rivers make the flush
}

// The hands of all holes tell how often the dealer has at least a pair.
func ExampleBoard_Hands() {
	flop, _ := cards.ParseAll("2c 5d 8h Js Kc")
	var board cards.Board
	for _, c := range flop {
		board.Add(c)
	}
	var hands [cards.Holes]cards.Hand
	board.Hands(&hands)
	opens := 0
	for _, h := range hands {
		if h.Category() >= cards.Pair {
			opens++
		}
	}
	fmt.Println(opens, "of", cards.Holes)
	// Output: 633 of 1081
}

// A floor hands in a source that nobody can foresee; a test may hand in any bytes.
func ExampleDeck_Shuffle() {
	deck := cards.NewDeck()
	if err := deck.Shuffle(bytes.NewReader(make([]byte, 64))); err != nil {
		fmt.Println(err)
	}
	fmt.Println(deck[0], deck[1], deck[51])
	// Output: 2d 2h 2c
}
