package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
)

// firstRunFile holds the ratios of the first run, by the name of the trial.
const firstRunFile = "firstrun.json"

// tolerated is the part of a ratio of the first run that must be reached. A
// neighbour on the same core halves a loop that keeps the whole core busy but
// hardly slows the baseline, which waits most of the time; a look-up that fell
// back to counting would lose a factor of ten or more.
const tolerated = 0.3

// errSlower is in the chain of the error about ratios that fell.
var errSlower = errors.New("slower against the baseline than the first run allows")

// compare holds the figures to the ratios of the first run. A figure that has
// none, or the other way round, is an error: the names must match.
func compare(figures []figure, first map[string]float64) error {
	if len(figures) != len(first) {
		return fmt.Errorf("%s holds %d ratios, there are %d trials", firstRunFile, len(first), len(figures))
	}
	for _, f := range figures {
		was, ok := first[f.name]
		if !ok {
			return fmt.Errorf("%s holds no ratio for %q", firstRunFile, f.name)
		}
		if f.ratio < tolerated*was {
			return fmt.Errorf("%q is %.1f times the baseline, was %.1f: %w", f.name, f.ratio, was, errSlower)
		}
	}
	return nil
}

func readRatios(file string) (map[string]float64, error) {
	text, err := os.ReadFile(file)
	if err != nil {
		return nil, fmt.Errorf("read the first run: %w", err)
	}
	var first map[string]float64
	if err := json.Unmarshal(text, &first); err != nil {
		return nil, fmt.Errorf("read the first run: %s: %w", file, err)
	}
	return first, nil
}

func writeRatios(file string, figures []figure) error {
	first := map[string]float64{}
	for _, f := range figures {
		first[f.name] = float64(int(f.ratio*10+0.5)) / 10
	}
	text, err := json.MarshalIndent(first, "", "  ")
	if err != nil {
		return err
	}
	return os.WriteFile(file, append(text, '\n'), 0o644)
}
