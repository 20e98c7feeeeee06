package all_test

import (
	"testing"

	"croupier/games"
	"croupier/games/all"
	"croupier/games/gamestest"
)

// full plays a round of all seven seats and returns it with its events.
func full(tb testing.TB, e games.Edition) (*games.Round, []games.Event) {
	tb.Helper()
	g, pays, err := gamestest.Build(e, games.Setup{})
	if err != nil {
		tb.Fatal(err)
	}
	r := games.NewRound(g, games.DefaultTerms(), pays)
	d := gamestest.NewDealer(gamestest.Rand(1), 7)
	d.Seats = gamestest.AllSeats(7)
	if err := d.Play(r); err != nil {
		tb.Fatal(err)
	}
	return r, r.Standing()
}

// BenchmarkRound plays a whole round of seven seats: asked and answered event
// by event, then every line.
func BenchmarkRound(b *testing.B) {
	for _, e := range all.Editions {
		b.Run(e.Game, func(b *testing.B) {
			r, events := full(b, e)
			g, terms := r.Game(), r.Terms()
			_, pays, err := gamestest.Build(e, games.Setup{})
			if err != nil {
				b.Fatal(err)
			}
			var next []games.Prompt
			var lines []games.Line
			b.ReportAllocs()
			for b.Loop() {
				r.Reset(g, terms, pays)
				for i := range events {
					next = r.Next(next[:0])
					if err := r.Apply(events[i]); err != nil {
						b.Fatal(err)
					}
				}
				lines = lines[:0]
				for seat := range r.Staked().All() {
					lines = r.Lines(seat, lines)
				}
			}
			b.ReportMetric(float64(len(events)), "events/round")
		})
	}
}

// BenchmarkNext asks a round what may happen at each of its points.
func BenchmarkNext(b *testing.B) {
	for _, e := range all.Editions {
		b.Run(e.Game, func(b *testing.B) {
			_, events := full(b, e)
			g, pays, err := gamestest.Build(e, games.Setup{})
			if err != nil {
				b.Fatal(err)
			}
			var points []*games.Round
			for n := range events {
				r, err := games.Replay(g, games.DefaultTerms(), pays, events[:n])
				if err != nil {
					b.Fatal(err)
				}
				points = append(points, r)
			}
			var next []games.Prompt
			b.ReportAllocs()
			n := 0
			for b.Loop() {
				next = points[n%len(points)].Next(next[:0])
				n++
			}
		})
	}
}

// BenchmarkLines settles one seat.
func BenchmarkLines(b *testing.B) {
	for _, e := range all.Editions {
		b.Run(e.Game, func(b *testing.B) {
			r, _ := full(b, e)
			var lines []games.Line
			b.ReportAllocs()
			for b.Loop() {
				lines = r.Lines(1, lines[:0])
			}
		})
	}
}

// Apply and Next keep to the round's memory: a decimal multiplied here and
// there is all a round of seven seats may allocate.
func TestApplyAllocatesLittle(t *testing.T) {
	const mostPerEvent = 8
	for _, e := range all.Editions {
		r, events := full(t, e)
		g, pays, err := gamestest.Build(e, games.Setup{})
		if err != nil {
			t.Fatal(err)
		}
		var next []games.Prompt
		allocs := testing.AllocsPerRun(20, func() {
			r.Reset(g, games.DefaultTerms(), pays)
			for i := range events {
				next = r.Next(next[:0])
				if err := r.Apply(events[i]); err != nil {
					t.Error(err)
				}
			}
		})
		if per := allocs / float64(len(events)); per > mostPerEvent {
			t.Errorf("%s: %.1f allocations an event, want at most %d", e.Name(), per, mostPerEvent)
		}
	}
}
