package cards

import (
	"encoding/json"
	"errors"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

// round is how cards stand in what the house stores and sends.
type round struct {
	Board Cards `json:"board"`
	Burnt Card  `json:"burnt"`
}

func TestCardsAreOneStringInJSON(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		round round
		want  string
	}{
		{round{must(t, "Ah ??"), FaceDown}, `{"board":"Ah ??","burnt":"??"}`},
		{round{must(t, "Th 2c 3d"), Of(King, Spades)}, `{"board":"Th 2c 3d","burnt":"Ks"}`},
		{round{}, `{"board":"","burnt":"??"}`},
	} {
		text, err := json.Marshal(tt.round)
		if err != nil || string(text) != tt.want {
			t.Errorf("%+v is %s, %v; want %s", tt.round, text, err, tt.want)
		}
		var back round
		if err := json.Unmarshal(text, &back); err != nil {
			t.Error(err)
		}
		if diff := cmp.Diff(tt.round, back); diff != "" {
			t.Errorf("%s read back (-want +got):\n%s", text, diff)
		}
	}
}

func TestTextThatIsNoCardsChangesNothing(t *testing.T) {
	t.Parallel()
	kept := round{must(t, "As"), Of(Two, Clubs)}
	for _, text := range []string{`{"board":"As As"}`, `{"board":"Zz"}`, `{"burnt":""}`, `{"burnt":"As Kd"}`} {
		if err := json.Unmarshal([]byte(text), &kept); err == nil {
			t.Errorf("%s was read", text)
		}
	}
	if diff := cmp.Diff(round{must(t, "As"), Of(Two, Clubs)}, kept); diff != "" {
		t.Errorf("after bad texts (-want +got):\n%s", diff)
	}
}

func TestNumbersThatAreNoCardAreNotWritten(t *testing.T) {
	t.Parallel()
	for _, v := range []any{Cards{1, 53}, Card(255)} {
		if text, err := json.Marshal(v); !errors.Is(err, ErrCard) {
			t.Errorf("%v is written as %s, %v", v, text, err)
		}
	}
	if got := (Cards{1, 53}).String(); got != "[2c card(53)]" {
		t.Errorf("a number that is no card prints as %q", got)
	}
}

func TestTextReadsBack(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		cs := drawCards(t, rapid.IntRange(0, 20).Draw(t, "n"))
		for i := range cs {
			if rapid.Bool().Draw(t, "face down") {
				cs[i] = FaceDown
			}
		}
		text, err := cs.MarshalText()
		if err != nil {
			t.Fatal(err)
		}
		var back Cards
		if err := back.UnmarshalText(text); err != nil || back.String() != cs.String() {
			t.Fatalf("%q reads back as %q, %v", text, back, err)
		}
	})
}
