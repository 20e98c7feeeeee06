package edge

import (
	"bytes"
	"errors"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestKeptCountsPriceAlike(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		game, house string
		tables      []string
	}{
		{uth, "", []string{"blind-b", "trips-1"}},
		{bonus, "ante_pays_from=straight", []string{"bonus-2"}},
		{casino, "", []string{"casino-ante-1", "casino-aa-1"}},
	} {
		rules := []string{c.house}
		if c.house == "" {
			rules = nil
		}
		counts := countsOf(t, c.game, rules...)
		data := counts.Encode()
		kept, err := Decode(build(t, c.game, rules...), data)
		if err != nil {
			t.Fatal(err)
		}
		if !bytes.Equal(kept.Encode(), data) {
			t.Errorf("%s: encoded anew, the counts differ", c.game)
		}
		want, got := reportOf(t, counts, c.tables...), reportOf(t, kept, c.tables...)
		if diff := cmp.Diff(text(want), text(got)); diff != "" {
			t.Errorf("%s (-counted +kept):\n%s", c.game, diff)
		}
		t.Logf("%s: %d bytes", c.game, len(data))
	}
}

// text is a report as lines, fractions in full.
func text(r *Report) (lines []string) {
	for _, w := range append(append([]Wager(nil), r.Wagers...), r.Parts...) {
		lines = append(lines, w.Name+" "+w.EV.String()+" "+w.Variance.String()+" "+w.Hit.String()+" "+w.Stake.String())
		for _, s := range w.Rows {
			lines = append(lines, s.Row+" "+s.Odds.String()+" "+s.How.String()+" "+s.Value.String())
		}
		for _, n := range w.Nets {
			lines = append(lines, n.Net.String()+" "+n.How.String())
		}
	}
	for _, d := range r.Decisions {
		lines = append(lines, d.Step+" "+d.Choice+" "+d.How.String())
	}
	for _, h := range r.Chart {
		lines = append(lines, h.Class+" "+h.Best)
	}
	return lines
}

func TestDecodeRefuses(t *testing.T) {
	t.Parallel()
	data := countsOf(t, bonus, "ante_pays_from=straight").Encode()
	for at := 0; at < len(data); at += len(data)/50 + 1 {
		bad := bytes.Clone(data)
		bad[at] ^= 4
		if _, err := Decode(build(t, bonus, "ante_pays_from=straight"), bad); !errors.Is(err, ErrDamaged) {
			t.Errorf("byte %d changed: %v", at, err)
		}
	}
	for _, n := range []int{0, 1, 40, len(data) - 1} {
		if _, err := Decode(build(t, bonus, "ante_pays_from=straight"), data[:n]); !errors.Is(err, ErrDamaged) {
			t.Errorf("%d bytes: %v", n, err)
		}
	}
	if _, err := Decode(build(t, bonus, "ante_pays_from=flush"), data); !errors.Is(err, ErrStale) {
		t.Errorf("other house rules: %v", err)
	}
}
