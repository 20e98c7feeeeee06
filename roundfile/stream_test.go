package roundfile_test

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"
	"testing/iotest"

	"go.uber.org/goleak"

	"croupier/roundfile"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// stream settles a whole input.
func stream(t testing.TB, in string, workers int) (out string, failed int) {
	t.Helper()
	var b bytes.Buffer
	failed, err := roundfile.Settle(context.Background(), strings.NewReader(in), &b, workers)
	if err != nil {
		t.Fatal(err)
	}
	return b.String(), failed
}

const fold = `{"id":%d,"game":"texas-holdem-bonus","house":{"ante_pays_from":"flush"},"seats":[{"seat":1,"bets":{"ante":"%d"},"actions":["fold"]}]}`

// folds are the rounds from number 1 to n, each of its own stake.
func folds(n int) (in, out string) {
	var i, o strings.Builder
	for k := 1; k <= n; k++ {
		fmt.Fprintf(&i, fold+"\n", k, k)
		fmt.Fprintf(&o, `{"id":%d,"game":"texas-holdem-bonus/1","seats":[{"seat":1,"lines":[{"wager":"ante","stake":"%d","outcome":"lose","odds":"-1",`+
			`"exact":"-%d","rounded":"-%d","amount":"-%d","why":"bonus 10: fold"}],"net":"-%d"}]}`+"\n", k, k, k, k, k, k)
	}
	return i.String(), o.String()
}

func TestOrderIsKept(t *testing.T) {
	t.Parallel()
	in, want := folds(5000)
	for _, workers := range []int{-1, 1, 2, 7} {
		got, failed := stream(t, in, workers)
		if got != want || failed != 0 {
			t.Errorf("%d workers: %d bytes, %d failed; want %d bytes in order of the input", workers, len(got), failed, len(want))
		}
	}
}

func TestForms(t *testing.T) {
	t.Parallel()
	in, want := folds(3)
	rounds := strings.SplitAfter(in, "\n")
	for name, text := range map[string]string{
		"no newline at the end":  strings.TrimSuffix(in, "\n"),
		"CRLF":                   strings.ReplaceAll(in, "\n", "\r\n"),
		"byte order mark":        "\ufeff" + in,
		"blank lines":            "\n \t\r\n" + rounds[0] + "\n\n" + rounds[1] + rounds[2] + "  ",
		"blanks around the text": "  " + strings.ReplaceAll(in, "\n", " \t\n  "),
	} {
		if got, failed := stream(t, text, 2); got != want || failed != 0 {
			t.Errorf("%s: %d failed\n%swant\n%s", name, failed, got, want)
		}
	}
	for _, empty := range []string{"", "\n", "\ufeff", " \n\r\n"} {
		if got, failed := stream(t, empty, 2); got != "" || failed != 0 {
			t.Errorf("%q: %d failed, output %q", empty, failed, got)
		}
	}
}

func TestLongLine(t *testing.T) {
	t.Parallel()
	in, want := folds(1)
	remark := strings.Repeat("x", roundfile.MaxLine-len(in)-len(`"_":"",`)+1)
	full := `{"_":"` + remark + `",` + in[1:]
	if got, failed := stream(t, full, 1); got != want || failed != 0 {
		t.Errorf("a line of %d bytes: %d failed, output %.200q", len(full)-1, failed, got)
	}
	for _, over := range []int{1, 100_000, 3 * roundfile.MaxLine} {
		long := strings.Repeat(" ", 10) + `{"_":"` + strings.Repeat("x", over) + remark + `",` + in[1:]
		got, failed := stream(t, in+long+in, 2)
		refused := fmt.Sprintf(`{"id":null,"error":{"code":"line_too_long","message":"line 2: more than %d bytes: the line is too long","at":"line 2"}}`+"\n", roundfile.MaxLine)
		if got != want+refused+want || failed != 1 {
			t.Errorf("%d bytes too many: %d failed, output %.300q", over, failed, got)
		}
	}
}

// TestAnswersAtOnce holds that a person who types a line is answered before
// the next.
func TestAnswersAtOnce(t *testing.T) {
	t.Parallel()
	in, want := folds(3)
	typed, keyboard := io.Pipe()
	screen, shown := io.Pipe()
	ended := make(chan error, 1)
	go func() {
		_, err := roundfile.Settle(t.Context(), typed, shown, 2)
		shown.Close()
		ended <- err
	}()
	answers := bufio.NewReader(screen)
	for i, text := range strings.SplitAfter(in, "\n")[:3] {
		if _, err := io.WriteString(keyboard, text); err != nil {
			t.Fatal(err)
		}
		answer, err := answers.ReadString('\n')
		if err != nil || answer != strings.SplitAfter(want, "\n")[i] {
			t.Fatalf("answer %q, %v", answer, err)
		}
	}
	keyboard.Close()
	if err := <-ended; err != nil {
		t.Error(err)
	}
}

func TestReadFails(t *testing.T) {
	t.Parallel()
	in, want := folds(700)
	broken := errors.New("the disk is gone")
	var out bytes.Buffer
	_, err := roundfile.Settle(context.Background(), io.MultiReader(strings.NewReader(in), iotest.ErrReader(broken)), &out, 2)
	if !errors.Is(err, broken) || out.String() != want {
		t.Errorf("error %v and %d bytes, want %v after %d bytes", err, out.Len(), broken, len(want))
	}
}

// TestLineNumbers holds that lines are counted from the start of the stream,
// blank ones too.
func TestLineNumbers(t *testing.T) {
	t.Parallel()
	in, _ := folds(700)
	got, failed := stream(t, in+"\n\n{\n"+in+"{\n", 2)
	if failed != 2 {
		t.Errorf("%d failed, want 2", failed)
	}
	for _, want := range []string{`"at":"line 703"}}`, `"at":"line 1404"}}`} {
		if !strings.Contains(got, want) {
			t.Errorf("no error %s", want)
		}
	}
}

type brokenPipe struct{ err error }

func (w brokenPipe) Write([]byte) (int, error) { return 0, w.err }

func TestWriteFails(t *testing.T) {
	t.Parallel()
	in, _ := folds(5000)
	broken := errors.New("nobody reads")
	_, err := roundfile.Settle(context.Background(), strings.NewReader(in), brokenPipe{broken}, 2)
	if !errors.Is(err, broken) {
		t.Errorf("error %v, want %v", err, broken)
	}
}

// TestCancelled holds that Settle ends with its context though a read blocks.
func TestCancelled(t *testing.T) {
	t.Parallel()
	typed, keyboard := io.Pipe()
	defer keyboard.Close() // ends the read that was left behind
	ctx, cancel := context.WithCancel(context.Background())
	ended := make(chan error, 1)
	go func() {
		_, err := roundfile.Settle(ctx, typed, io.Discard, 2)
		ended <- err
	}()
	if _, err := io.WriteString(keyboard, "{}\n"); err != nil {
		t.Fatal(err)
	}
	cancel()
	if err := <-ended; !errors.Is(err, context.Canceled) {
		t.Errorf("error %v, want %v", err, context.Canceled)
	}
}

// TestManySetups settles rounds of more settings than are kept, each twice.
func TestManySetups(t *testing.T) {
	t.Parallel()
	var s roundfile.Settler
	const text = `{"game":"ultimate-texas-holdem","table":{"chip":"0.%04d"},"dealer":"Ks Kd","board":"2h 9h Kh 4c 7d",` +
		`"seats":[{"seat":1,"cards":"Ah 3h","bets":{"ante":"0.0001","blind":"0.0001"},"actions":["4x"]}]}`
	for i := range 1200 {
		chip := 1 + i%600
		got := settle(t, &s, fmt.Sprintf(text, chip))
		want := "0.0004" // four times the ante, in chips of up to as much
		if 4%chip != 0 {
			want = map[bool]string{true: "0.0003", false: "0"}[chip == 3]
		}
		if paid := got.Seats[0].amounts()["play"]; paid != want {
			t.Fatalf("chip of %d: play is paid %s, want %s", chip, paid, want)
		}
	}
}
