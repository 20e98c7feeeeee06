package roundfile_test

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"math/rand/v2"
	"runtime"
	"strings"
	"syscall"
	"testing"
	"time"

	"croupier/cards"
	"croupier/roundfile"
)

// manyRounds writes n random rounds of one seat of Ultimate Texas Hold'em, all
// wagers down, the play bet on every street equally often.
func manyRounds(n int) []byte {
	draw := rand.New(rand.NewPCG(1, 2))
	actions := []string{`"4x"`, `"3x"`, `"check","2x"`, `"check","check","1x"`, `"check","check","fold"`}
	var b bytes.Buffer
	for i := range n {
		deck := cards.NewDeck()
		draw.Shuffle(len(deck), func(i, j int) { deck[i], deck[j] = deck[j], deck[i] })
		fmt.Fprintf(&b, `{"id":"%d","game":"ultimate-texas-holdem","house":{},"paytables":{"blind":"blind-a","trips":"trips-2"},`+
			`"table":{"chip":"0.5"},"dealer":"%v","board":"%v","seats":[{"seat":1,"cards":"%v",`+
			`"bets":{"ante":"7.5","blind":"7.5","trips":"2.5"},"actions":[%s]}]}`+"\n",
			i, cards.Cards(deck[:2]), cards.Cards(deck[2:7]), cards.Cards(deck[7:9]), actions[i%len(actions)])
	}
	return b.Bytes()
}

const benchRounds = 20_000

// BenchmarkSettle is the whole of it, JSON in to JSON out: on one worker, and
// on as many as there are processors. What it is measured against is reading
// the same lines with encoding/json into a struct and nothing more.
func BenchmarkSettle(b *testing.B) {
	input := manyRounds(benchRounds)
	for _, workers := range []int{1, runtime.GOMAXPROCS(0)} {
		b.Run(fmt.Sprintf("workers=%d", workers), func(b *testing.B) {
			b.SetBytes(int64(len(input)))
			b.ReportAllocs()
			used := processorTime(b)
			for b.Loop() {
				failed, err := roundfile.Settle(context.Background(), bytes.NewReader(input), io.Discard, workers)
				if err != nil || failed > 0 {
					b.Fatal(failed, err)
				}
			}
			report(b, used)
		})
	}
	b.Run("baseline=encoding-json-decode", func(b *testing.B) {
		b.SetBytes(int64(len(input)))
		b.ReportAllocs()
		used := processorTime(b)
		for b.Loop() {
			decodeOnly(b, input)
		}
		report(b, used)
	})
}

// report gives the rate by the clock, and the processor time of a round, which
// a busy machine changes less.
func report(b *testing.B, since time.Duration) {
	rounds := benchRounds * float64(b.N)
	b.ReportMetric(rounds/b.Elapsed().Seconds(), "rounds/s")
	b.ReportMetric(float64((processorTime(b)-since).Nanoseconds())/rounds, "cpu-ns/round")
}

// processorTime is what the process has used so far, of all processors.
func processorTime(b *testing.B) time.Duration {
	b.Helper()
	var use syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &use); err != nil {
		b.Fatal(err)
	}
	return time.Duration(use.Utime.Nano() + use.Stime.Nano())
}

func decodeOnly(b *testing.B, input []byte) {
	for line := range bytes.Lines(input) {
		var round struct {
			ID               any
			Game             string
			House, Paytables map[string]any
			Table            map[string]string
			Dealer, Board    string
			Seats            []struct {
				Seat    int
				Cards   string
				Bets    map[string]string
				Actions []string
			}
		}
		d := json.NewDecoder(strings.NewReader(string(line)))
		d.DisallowUnknownFields()
		if err := d.Decode(&round); err != nil {
			b.Fatal(err)
		}
	}
}
