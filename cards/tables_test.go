package cards

import (
	"encoding/binary"
	"testing"

	"github.com/google/go-cmp/cmp"

	"croupier/cards/internal/packing"
)

// TestGeneratedNumbers generates the keys and offsets again.
func TestGeneratedNumbers(t *testing.T) {
	t.Parallel()
	if raceDetector {
		t.Skip("packing takes too long under the race detector; the tests of packing itself run")
	}
	keys := packing.Keys(rankKeys)
	if diff := cmp.Diff(packing.Find(), keys); diff != "" {
		t.Errorf("keys are not what go generate finds (-want +got):\n%s", diff)
	}
	var want []byte
	for _, group := range []packing.Group{packing.Seven, packing.Short} {
		packed, _, err := packing.Pack(&keys, group)
		if err != nil {
			t.Fatal(err)
		}
		for _, o := range packed {
			want = binary.LittleEndian.AppendUint16(want, o)
		}
	}
	if diff := cmp.Diff(want, offsets); diff != "" {
		t.Error("offsets.bin is not what go generate writes")
	}
}

// TestTablesAgreeWithTheGenerator holds the two readings of a sum together.
func TestTablesAgreeWithTheGenerator(t *testing.T) {
	t.Parallel()
	if rowShift != packing.RowShift || len(table{}.offsets) != packing.Rows || len(table{}.hands) != packing.Slots {
		t.Errorf("tables: %d rows from bit %d in %d slots; generator: %d from %d in %d",
			len(table{}.offsets), rowShift, len(table{}.hands), packing.Rows, packing.RowShift, packing.Slots)
	}
}

// TestColumnsStayClearOfSuits: seven columns reach no bit of the suits, and
// seven cards of one suit carry no bit into the rows.
func TestColumnsStayClearOfSuits(t *testing.T) {
	t.Parallel()
	var most uint64
	for _, k := range rankKeys {
		most = max(most, k&(1<<rowShift-1))
	}
	if 7*most >= 1<<16 {
		t.Errorf("a column of up to %d may be seven times over %d", most, 1<<16)
	}
	if suited := 7 * (suitBase + suitStep); suited >= 256 || suitShift+32 > rowShift {
		t.Errorf("seven suited cards come to %d in the eight bits of a suit", suited)
	}
}

func TestSuitPlacesDoNotOverlap(t *testing.T) {
	t.Parallel()
	var all uint64
	for s := range Spades + 1 {
		m := uint64(allRanks) << s.place()
		if m>>s.place() != allRanks || all&m != 0 {
			t.Errorf("the ranks of %v stand at %d, over those of another suit or the end", s, s.place())
		}
		all |= m
		if got := placeOf(0x80 << (suitShift + 8*s)); got != int(s.place()) {
			t.Errorf("a flush of %v is looked for at %d, not %d", s, got, s.place())
		}
	}
}
