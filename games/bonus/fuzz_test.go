package bonus_test

import (
	"testing"

	"croupier/games/bonus"
	"croupier/games/gamestest"
)

func FuzzEvents(f *testing.F) {
	for seed := range uint64(8) {
		rng := gamestest.Rand(seed)
		data := make([]byte, 400)
		for i := range data {
			data[i] = byte(rng.Uint32())
		}
		f.Add(data)
	}
	f.Add([]byte{})
	f.Fuzz(func(t *testing.T, data []byte) { gamestest.Stream(t, bonus.Edition, data) })
}
