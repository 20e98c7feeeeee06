package main

import (
	"fmt"
	"io"
	"os"
	"runtime"

	"github.com/spf13/cobra"

	"croupier/roundfile"
)

func settleCommand(env environment) *cobra.Command {
	return &cobra.Command{
		Use:   "settle [file|-]",
		Short: "Settle rounds written down as JSON lines",
		Long: `Reads one round a line, as a person writes it down, and prints one line for each:
what each wager of each seat comes to, and why. It needs no database.

A line that cannot be a legal round prints an error in its place; the others are
settled, and the exit status is 1.`,
		Example: "  croupier settle rounds.jsonl\n  tail -n 1 rounds.jsonl | croupier settle -",
		Args:    cobra.MaximumNArgs(1),
		RunE: func(c *cobra.Command, args []string) error {
			in := env.stdin
			if len(args) == 1 && args[0] != "-" {
				f, err := os.Open(args[0])
				if err != nil {
					return err
				}
				defer f.Close()
				in = f
			}
			return settle(c, in, env.stdout)
		},
	}
}

func settle(c *cobra.Command, in io.Reader, out io.Writer) error {
	failed, err := roundfile.Settle(c.Context(), in, out, runtime.GOMAXPROCS(0))
	if err != nil {
		return fmt.Errorf("settling: %w", err)
	}
	if failed > 0 {
		return errSaid
	}
	return nil
}
