package main

import (
	"errors"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// TestFirstRunNamesTheTrials: a renamed trial must not lose its ratio.
func TestFirstRunNamesTheTrials(t *testing.T) {
	t.Parallel()
	first, err := readRatios(firstRunFile)
	if err != nil {
		t.Fatal(err)
	}
	var figures []figure
	for _, tr := range trials(small) {
		figures = append(figures, figure{name: tr.name, ratio: first[tr.name]})
	}
	if err := compare(figures, first); err != nil {
		t.Error(err)
	}
}

func TestCompareHoldsRatios(t *testing.T) {
	t.Parallel()
	first := map[string]float64{"loop": 1000, "board": 8000}
	for name, tt := range map[string]struct {
		figures []figure
		slower  bool
		says    string
	}{
		"as before":    {figures: []figure{{"loop", 1, 1000}, {"board", 1, 8000}}},
		"faster":       {figures: []figure{{"loop", 1, 3000}, {"board", 1, 9000}}},
		"a busy core":  {figures: []figure{{"loop", 1, 301}, {"board", 1, 2401}}},
		"fell back":    {figures: []figure{{"loop", 1, 1000}, {"board", 1, 2399}}, slower: true, says: "board"},
		"renamed":      {figures: []figure{{"loop", 1, 1000}, {"boards", 1, 8000}}, says: "boards"},
		"one too many": {figures: []figure{{"loop", 1, 1000}, {"board", 1, 8000}, {"x", 1, 1}}, says: "3 trials"},
	} {
		err := compare(tt.figures, first)
		if (err != nil) != (tt.says != "") || errors.Is(err, errSlower) != tt.slower || err != nil && !strings.Contains(err.Error(), tt.says) {
			t.Errorf("%s: %v; want slower %v, an error that says %q", name, err, tt.slower, tt.says)
		}
	}
}

func TestRatiosReadBack(t *testing.T) {
	t.Parallel()
	file := filepath.Join(t.TempDir(), "first.json")
	if err := writeRatios(file, []figure{{"loop", 2.5, 1234.56}, {"board", 0.4, 8000}}); err != nil {
		t.Fatal(err)
	}
	got, err := readRatios(file)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(map[string]float64{"loop": 1234.6, "board": 8000}, got); diff != "" {
		t.Errorf("ratios read back (-want +got):\n%s", diff)
	}
}

// TestMeasureRelatesToTheFirstTrial looks at no speed.
func TestMeasureRelatesToTheFirstTrial(t *testing.T) {
	t.Parallel()
	figures := measure(trials(small), 1)
	if figures[0].name != baseline || figures[0].ratio != 1 {
		t.Errorf("the first figure is %+v, want the baseline at 1", figures[0])
	}
	for _, f := range figures {
		if f.nanos <= 0 || f.ratio <= 0 {
			t.Errorf("a figure without time: %+v", f)
		}
	}
}
