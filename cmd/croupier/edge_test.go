//go:build !race

// A count of every deal takes the race detector minutes; package edge counts
// under it, once.

package main

import (
	"bytes"
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"croupier/edge"
)

// edgeOf runs the edge command with its counts in a directory.
func edgeOf(t *testing.T, data string, args ...string) (stdout, stderr string, status int) {
	t.Helper()
	var out, errs bytes.Buffer
	env := environment{
		args:   append([]string{"edge", "--data", data}, args...),
		getenv: func(string) string { return "" }, stdin: strings.NewReader(""), stdout: &out, stderr: &errs,
	}
	status = run(t.Context(), env)
	return out.String(), errs.String(), status
}

// TestEdge prices a game from nothing, then again from kept counts, and checks
// what a manager is shown.
func TestEdge(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	picture := filepath.Join(dir, "uth.svg")
	text, errs, status := edgeOf(t, dir, "ultimate-texas-holdem", "--chart", picture, "--limit", "ante=100", "--limit", "trips=50")
	if status != 0 {
		t.Fatalf("status %d: %s", status, errs)
	}
	for _, want := range []string{"2.184971 %", "-50643648973/2317817502000", "1.904049 %", "37.7074 %", "at the limits: 53000"} {
		if !strings.Contains(text, want) {
			t.Errorf("no %q in:\n%s", want, text)
		}
	}
	if drawn, err := os.ReadFile(picture); err != nil || !bytes.Contains(drawn, []byte(">AKs<")) {
		t.Errorf("picture: %v", err)
	}
	table := filepath.Join(dir, "mine.json")
	if err := os.WriteFile(table, []byte(`{"royal flush":"500","straight flush":"50","four of a kind":"10","full house":"3","flush":"1.5","straight":"0"}`), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, blind := range []string{"blind-b", table} {
		text, errs, status = edgeOf(t, dir, "ultimate-texas-holdem", "--paytable", "blind="+blind, "--json")
		var got edge.View
		if err := json.Unmarshal([]byte(text), &got); err != nil || status != 0 {
			t.Fatalf("status %d, %v: %s%s", status, err, text, errs)
		}
		if ante := got.Wagers[0]; ante.Wager != "ante" || ante.EV != "-0.059127985233843" || len(got.Preflop) != 169 {
			t.Errorf("%s: %s %s", blind, ante.Wager, ante.EV)
		}
	}
	files, err := filepath.Glob(filepath.Join(dir, "edge", "*"))
	if err != nil || len(files) != 1 {
		t.Errorf("kept %v, %v", files, err)
	}
	text, errs, status = edgeOf(t, dir, "ultimate-texas-holdem", "--best-action", "Kd 5h")
	if status != 0 || !strings.HasPrefix(text, "preflop: 4x\n") {
		t.Errorf("status %d: %s%s", status, text, errs)
	}
}

func TestEdgePlays(t *testing.T) {
	t.Parallel()
	text, errs, status := edgeOf(t, t.TempDir(), "casino-holdem", "--simulate", "20000", "--seed", "5", "--side-bets", "--json")
	lines := strings.Split(strings.TrimSpace(text), "\n")
	if status != 0 || len(lines) != 2 {
		t.Fatalf("status %d: %s%s", status, text, errs)
	}
	for _, line := range lines {
		var sample struct {
			Wager, Exact string
			Distance     float64
		}
		if err := json.Unmarshal([]byte(line), &sample); err != nil || sample.Exact == "" || sample.Distance > 4 || sample.Distance < -4 {
			t.Errorf("%s: %v", line, err)
		}
	}
}

func TestEdgeAdvises(t *testing.T) {
	t.Parallel()
	text, errs, status := edgeOf(t, t.TempDir(), "texas-holdem-bonus", "--house", "ante_pays_from=flush",
		"--best-action", "Ac Ad Kh Qh 9s 8d", "--after", "2x,check", "--json")
	if status != 0 || !strings.HasPrefix(text, `{"step":"river bet","best":"1x","ev":{`) {
		t.Errorf("status %d: %s%s", status, text, errs)
	}
}

// TestEdgeRefuses says what is wrong with each request, and how it should be.
func TestEdgeRefuses(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	write := func(name, text string) string {
		file := filepath.Join(dir, name)
		if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		return file
	}
	short := write("short.json", `{"royal flush":"500"}`)
	dear := write("dear.json", `{"royal flush":"1000001"}`)
	negative := write("negative.json", `{"royal flush":"-1"}`)
	for _, c := range []struct {
		args []string
		says string
	}{
		{[]string{"blackjack"}, `"blackjack"`},
		{[]string{"texas-holdem-bonus"}, "ante_pays_from must be chosen"},
		{[]string{"ultimate-texas-holdem", "--house", "wild=twos"}, `"wild"`},
		{[]string{"ultimate-texas-holdem", "--house", "trips_on_fold=maybe"}, `"maybe", want settle or forfeit`},
		{[]string{"ultimate-texas-holdem", "--house", "trips_on_fold"}, "want name=value"},
		{[]string{"ultimate-texas-holdem", "--paytable", "blind=blind-c"}, `"blind-c", want blind-a`},
		{[]string{"ultimate-texas-holdem", "--paytable", "blind=trips-1"}, "trips-1"},
		{[]string{"ultimate-texas-holdem", "--paytable", "play=blind-a"}, "prices blind"},
		{[]string{"ultimate-texas-holdem", "--paytable", "blind=" + short}, `"straight flush"`},
		{[]string{"ultimate-texas-holdem", "--paytable", "blind=" + dear}, `"royal flush"`},
		{[]string{"ultimate-texas-holdem", "--paytable", "blind=" + negative}, `"royal flush"`},
		{[]string{"ultimate-texas-holdem", "--paytable", "blind=" + filepath.Join(dir, "none.json")}, "none.json"},
		{[]string{"ultimate-texas-holdem", "--chart", "picture.gif"}, ".svg or .png"},
		{[]string{"ultimate-texas-holdem", "--limit", "play=5"}, `"play"`},
		{[]string{"ultimate-texas-holdem", "--limit", "ante=lots"}, "lots"},
		{[]string{"ultimate-texas-holdem", "--best-action", "Kd"}, "1 cards"},
		{[]string{"ultimate-texas-holdem", "--best-action", "Kd Kd 2c 3c 4c"}, "twice"},
		{[]string{"ultimate-texas-holdem", "--best-action", "Kd 5d 2c 3c 4c 5c"}, "nothing is decided"},
		{[]string{"casino-holdem", "--best-action", "Kd Xd 2c 3c 4c"}, "Xd"},
	} {
		if out, errs, status := edgeOf(t, filepath.Join(dir, "data"), c.args...); status != 1 || out != "" || !strings.Contains(errs, c.says) {
			t.Errorf("%v: status %d, %q, want it to say %q", c.args, status, out+errs, c.says)
		}
	}
	if _, err := os.Stat(filepath.Join(dir, "data")); !os.IsNotExist(err) {
		t.Errorf("a refused request left something behind: %v", err)
	}
}

// TestEdgeWarns: a paytable without the house rule it needs is priced, which
// shows what is wrong with it.
func TestEdgeWarns(t *testing.T) {
	t.Parallel()
	out, errs, status := edgeOf(t, t.TempDir(), "ultimate-texas-holdem", "--paytable", "trips=trips-florida")
	if status != 0 || !strings.Contains(out, "-13.958526 %") || !strings.Contains(errs, "must-win") {
		t.Errorf("status %d, %q, %q", status, out, errs)
	}
}

// TestEdgeStops: an interrupted count leaves nothing behind.
func TestEdgeStops(t *testing.T) {
	t.Parallel()
	ctx, stop := context.WithCancel(t.Context())
	stop()
	dir := t.TempDir()
	var out, errs bytes.Buffer
	status := run(ctx, environment{
		args:   []string{"edge", "--data", dir, "ultimate-texas-holdem"},
		getenv: func(string) string { return "" }, stdin: strings.NewReader(""), stdout: &out, stderr: &errs,
	})
	files, err := os.ReadDir(dir)
	if status != 1 || out.Len() > 0 || !strings.Contains(errs.String(), "canceled") || err != nil || len(files) > 0 {
		t.Errorf("status %d, %q, %q, files %v", status, out.String(), errs.String(), files)
	}
}
