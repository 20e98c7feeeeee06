package main

import (
	"fmt"

	"github.com/spf13/cobra"

	"croupier/ledger"
	"croupier/paytables"
	"croupier/pit"
	"croupier/postgres"
)

func verifyCommand(env environment) *cobra.Command {
	var b book
	var table int64
	var file, key string
	c := &cobra.Command{
		Use:   "verify",
		Short: "Walk the chains and the trial balance of the book",
		Long: `Reads the whole book, computes every hash anew from what is stored, follows each
table's chain to its head, adds up the postings, and holds closed gaming days to what
was signed. Whatever is not as it was written is named, the first by table and seq first, and the exit status is 1.

With --case it checks the case file of one round instead, without a database: its rows
and links, its signature, and each entry settled again.`,
		Example: "  croupier verify\n  croupier verify --table 7\n  croupier verify --case case-7-712.json --key 4b1d…",
		Args:    cobra.NoArgs,
	}
	b.settings(c, env)
	c.Flags().Int64Var(&table, "table", -1, "one table's chain only; 0 is the house's")
	c.Flags().StringVar(&file, "case", "", "a case file to check in the place of the book")
	c.Flags().StringVar(&key, "key", "", "public key that must have signed the case file, in hex; none: the key it names")
	c.RunE = func(c *cobra.Command, _ []string) error {
		if file != "" {
			return verifyCase(env, file, key)
		}
		url, end, err := b.open(c.Context(), env)
		if err != nil {
			return err
		}
		defer end()
		pool, err := postgres.Open(c.Context(), url, postgres.PoolOptions{Role: postgres.WriterRole, Application: "croupier verify"})
		if err != nil {
			return err
		}
		defer pool.Close()
		opts := ledger.VerifyOptions{PaytableDigest: paytableDigest}
		if table >= 0 {
			opts.Table = &table
		}
		sum, err := ledger.Verify(c.Context(), pool, opts, func(f ledger.Fault) { fmt.Fprintln(env.stdout, f) })
		if err != nil {
			return err
		}
		wrong := 0
		if opts.Table == nil {
			_, err = pit.VerifyDays(c.Context(), pool, nil, func(what string) {
				wrong++
				fmt.Fprintln(env.stdout, what)
			})
		}
		if err != nil {
			return err
		}
		return reportSummary(env, sum, wrong)
	}
	return c
}

// paytableDigest computes the identity of a stored paytable anew.
func paytableDigest(kept ledger.Paytable) ([32]byte, error) {
	p, err := paytables.Parse(kept.Content)
	return p.Digest(), err
}

func reportSummary(env environment, s ledger.Summary, days int) error {
	fmt.Fprintf(env.stdout, "%d tables, %d links, %d rounds, %d events, %d entries, %d lines, %d postings\n",
		s.Tables, s.Links, s.Rounds, s.Events, s.Entries, s.Lines, s.Postings)
	if s.Faults > 0 {
		fmt.Fprintf(env.stdout, "%d faults; the first: %v\n", s.Faults, s.First)
		return errSaid
	}
	if days > 0 {
		fmt.Fprintf(env.stdout, "%d closed gaming days are not what was signed\n", days)
		return errSaid
	}
	fmt.Fprintln(env.stdout, "every chain is whole and the postings sum to zero")
	return nil
}
