package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os/exec"
	"slices"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/shopspring/decimal"

	"croupier/floor"
	"croupier/floor/floortest"
	"croupier/games"
	"croupier/house"
	"croupier/postgres/postgrestest"
)

// The server is killed at every event of a round of seven seats, at a random
// moment of its request: the round goes on at exactly that event or the next,
// and is paid once.
func TestKillTheServer(t *testing.T) {
	t.Parallel()
	cluster := postgrestest.Durable(t)
	database := "DATABASE_URL=" + cluster.URL()
	data := "CROUPIER_DATA=" + t.TempDir()
	p := start(t, database, data)
	playThrough(t, p, func(t *testing.T) *process {
		p.kill()
		p = start(t, database, data)
		return p
	})
	checkBook(t, cluster.URL())
	p.stop()
}

// The same with the private Postgres, which the server starts again.
func TestKillPostgres(t *testing.T) {
	t.Parallel()
	data := dataDir(t)
	p := start(t, "DATABASE_URL=", "CROUPIER_DATA="+data)
	playThrough(t, p, func(t *testing.T) *process {
		p.killPostgres()
		p.said("private Postgres started")
		p.ready()
		return p
	})
	p.stop()
	// What was settled is there after a restart, and verifies.
	checkData(t, data)
}

// The same with both at once: the kernel takes Postgres along.
func TestKillBoth(t *testing.T) {
	t.Parallel()
	data := dataDir(t)
	p := start(t, "DATABASE_URL=", "CROUPIER_DATA="+data)
	kills := 0
	playThrough(t, p, func(t *testing.T) *process {
		if kills++; !raced && kills%8 != 1 { // a cold start each: at some events only
			return p
		}
		p.kill()
		p = start(t, "DATABASE_URL=", "CROUPIER_DATA="+data)
		return p
	})
	p.stop()
	checkData(t, data)
}

// playThrough plays one round undisturbed and one in which crash strikes at
// every event, and compares them.
func playThrough(t *testing.T, p *process, crash func(*testing.T) *process) {
	t.Helper()
	ctx := context.Background()
	h := p.furnish()
	calm := openRound(t, p, h)
	for i := 0; len(calm.Next) > 0; i++ {
		calm = must(t, p, calm.ID, fmt.Sprintf("calm-%d", i), answerTo(calm))
	}
	v := openRound(t, p, h)
	rng := rand.New(rand.NewPCG(1, 2))
	for v.Status != floor.Settled {
		n, body, key := v.N, answerTo(v), fmt.Sprintf("stormy-%d", v.N)
		sent := make(chan struct{})
		api := p.api
		go func() {
			defer close(sent)
			_, _, _ = api.send("/v1/rounds/"+v.ID+"/events", key, body)
		}()
		time.Sleep(time.Duration(rng.IntN(6000)) * time.Microsecond)
		if !raced || n%8 == 3 {
			key := p.api.key
			p = crash(t)
			p.api.key = key
		}
		<-sent
		var after floor.View
		if err := p.api.get(ctx, "/v1/rounds/"+v.ID, &after); err != nil {
			t.Fatal(err)
		}
		if after.N != n && after.N != n+1 {
			t.Fatalf("event %d: the round has %d events after the crash", n+1, after.N)
		}
		v = must(t, p, v.ID, key, body)
		if v.N != n+1 {
			t.Fatalf("event %d: the round has %d events after it was sent again", n+1, v.N)
		}
	}
	p.api.key = h.Key(floortest.Everyone) // a dealer reads no book
	compare(t, p, calm, v)
}

// must sends the event until it is answered, twice: the answers are the same.
func must(t *testing.T, p *process, round, key string, body any) floor.View {
	t.Helper()
	var first []byte
	for try := 0; ; try++ {
		status, answer, err := p.api.send("/v1/rounds/"+round+"/events", key, body)
		if err == nil && status == 200 {
			first = answer
			break
		}
		if try > 200 || err == nil && status != 503 {
			t.Fatalf("%s: status %d, %v: %s", key, status, err, answer)
		}
		time.Sleep(20 * time.Millisecond)
	}
	if _, again, err := p.api.send("/v1/rounds/"+round+"/events", key, body); err != nil || !bytes.Equal(first, again) {
		t.Fatalf("%s: sent again, answered otherwise: %v", key, err)
	}
	var v floor.View
	if err := json.Unmarshal(first, &v); err != nil {
		t.Fatal(err)
	}
	return v
}

func compare(t *testing.T, p *process, calm, stormy floor.View) {
	t.Helper()
	if diff := cmp.Diff(calm.Lines, stormy.Lines); diff != "" || len(calm.Lines) < 20 {
		t.Fatalf("the crashes changed the lines (%d): %s", len(calm.Lines), diff)
	}
	var entries floor.Entries
	if err := p.api.get(context.Background(), "/v1/entries?round="+stormy.ID, &entries); err != nil {
		t.Fatal(err)
	}
	if len(entries.Entries) != 1 {
		t.Fatalf("%d entries, want the round paid once", len(entries.Entries))
	}
	var sum decimal.Decimal
	for _, posting := range entries.Entries[0].Postings {
		sum = sum.Add(posting.Amount)
	}
	if !sum.IsZero() || len(entries.Entries[0].Postings) == 0 {
		t.Fatalf("%d postings sum to %s", len(entries.Entries[0].Postings), sum)
	}
}

// openRound furnishes a table and opens a round of it; whoever asks from now on is
// its dealer.
func openRound(t *testing.T, p *process, h *floortest.House) floor.View {
	t.Helper()
	table := h.Open(house.Spec{Game: "ultimate-texas-holdem"})
	p.api.key = h.Key(floortest.Dealer(table))
	var v floor.View
	if err := p.api.post(context.Background(), fmt.Sprintf("/v1/tables/%d/rounds", table), map[string]any{}, &v); err != nil {
		t.Fatal(err)
	}
	return v
}

func checkBook(t *testing.T, url string) {
	t.Helper()
	out, err := exec.Command(binary, "verify", "--database-url", url).CombinedOutput()
	if err != nil {
		t.Fatalf("verify: %v\n%s", err, out)
	}
}

func checkData(t *testing.T, dir string) {
	t.Helper()
	out, err := exec.Command(binary, "verify", "--data", dir).CombinedOutput()
	if err != nil {
		t.Fatalf("verify: %v\n%s", err, out)
	}
}

// answerTo is how seven seats play: all bet, every other one trips too; every
// third folds on the river.
func answerTo(v floor.View) map[string]any {
	p := v.Next[0]
	e := event(p.Step, string(p.Kind), int(p.Place))
	switch p.Kind {
	case games.KindBet:
		return bets(v)
	case games.KindDeal:
		if !p.Down {
			e["cards"] = map[string]string{"flop": "8c 8d 8h", "turn and river": "Kc Qs"}[p.Step]
		}
	case games.KindShow:
		e["cards"] = []string{"Ah Jd", "2d 3s", "9c Td", "As Ad", "Ks 2c", "Jc Tc", "8s 2h", "4c 5d"}[p.Place]
	case games.KindAct:
		o := choose(p)
		e["do"] = o.Do
		if o.Wager != "" {
			e["wager"], e["amount"] = o.Wager, o.Min.String()
		}
	}
	return e
}

func bets(v floor.View) map[string]any {
	for seat := 1; seat <= 7; seat++ {
		i := slices.IndexFunc(v.Seats, func(s floor.SeatView) bool { return s.Seat == seat })
		if i < 0 {
			return bet(seat, "ante", fmt.Sprint(10*seat))
		}
		if _, ok := v.Seats[i].Bets["trips"]; !ok && seat%2 == 1 {
			return bet(seat, "trips", "5")
		}
	}
	return event("bets", "close", 0)
}

func choose(p games.Prompt) games.Option {
	last := p.Options[len(p.Options)-1]
	switch {
	case p.Place%3 == 0, p.Place%3 == 1 && p.Step == "preflop":
		return last
	}
	return p.Options[0]
}
