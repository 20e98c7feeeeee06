// Command bench measures the hand evaluator against a fixed baseline, the naive
// best of 21 fives, and holds the ratios to those of the first run. It knows no
// game; it is a module of its own so that what evaluators are compared with never
// enters the product.
package main

import (
	"flag"
	"fmt"
	"io"
	"os"
)

func main() {
	if err := run(os.Args[1:], os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, "bench:", err)
		os.Exit(1)
	}
}

func run(args []string, out io.Writer) error {
	flags := flag.NewFlagSet("bench", flag.ContinueOnError)
	rounds := flags.Int("rounds", 25, "how often each trial is run; the best counts")
	write := flags.Bool("write", false, "write the ratios of this run to "+firstRunFile+" instead of comparing")
	if err := flags.Parse(args); err != nil {
		return err
	}
	figures := measure(trials(full), max(*rounds, 1))
	if *write {
		print(out, figures, nil)
		return writeRatios(firstRunFile, figures)
	}
	first, err := readRatios(firstRunFile)
	if err != nil {
		return err
	}
	print(out, figures, first)
	return compare(figures, first)
}

// print writes the table of figures.
func print(out io.Writer, figures []figure, first map[string]float64) {
	fmt.Fprintf(out, "%-38s %10s %12s %12s\n", "", "ns a hand", "x baseline", "first run")
	for _, f := range figures {
		fmt.Fprintf(out, "%-38s %10.2f %12.1f %12.1f\n", f.name, f.nanos, f.ratio, first[f.name])
	}
}
