package roundfile_test

import (
	"encoding/json"
	"testing"

	"github.com/shopspring/decimal"

	"croupier/roundfile"
)

// result is a line of output, read with another reader of JSON than the one
// that wrote it.
type result struct {
	ID     json.RawMessage
	Game   string
	Dealer *struct {
		Hand, Best string
		Qualifies  *bool
	}
	Seats []seatResult
	Error *struct{ Code, Message, At string }
}

type seatResult struct {
	Seat       int
	Hand, Best string
	Lines      []line
	Net        decimal.Decimal
}

type line struct {
	Wager, Outcome, Why                 string
	Stake, Odds, Exact, Rounded, Amount decimal.Decimal
}

// amounts are the amounts of a seat by wager.
func (s *seatResult) amounts() map[string]string {
	by := map[string]string{}
	for _, l := range s.Lines {
		by[l.Wager] = l.Amount.String()
	}
	return by
}

// settle settles a line that must be a legal round.
func settle(t interface {
	Helper()
	Fatalf(string, ...any)
}, s *roundfile.Settler, text string) result {
	t.Helper()
	out, ok := s.Settle(nil, []byte(text), 1)
	r := read(t, out)
	if !ok || r.Error != nil {
		t.Fatalf("%s\nis refused: %s", text, out)
	}
	return r
}

func read(t interface {
	Helper()
	Fatalf(string, ...any)
}, out []byte) (r result) {
	t.Helper()
	if err := json.Unmarshal(out, &r); err != nil {
		t.Fatalf("output %q: %v", out, err)
	}
	return r
}

// lines reads a file of rounds.
func lines(t testing.TB, path string) []string {
	t.Helper()
	var all []string
	for text := range bytesLines(t, path) {
		all = append(all, text)
	}
	if len(all) == 0 {
		t.Fatalf("%s holds no rounds", path)
	}
	return all
}
