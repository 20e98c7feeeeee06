package main

import (
	"context"
	"crypto/ed25519"
	"fmt"

	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/spf13/cobra"

	"croupier/ledger"
	"croupier/paytables"
	"croupier/pit"
	"croupier/postgres"
)

func verifyCommand(env environment) *cobra.Command {
	var b book
	var table int64
	var file string
	var keys, points []string
	c := &cobra.Command{
		Use:   "verify",
		Short: "Walk the chains and the trial balance of the book",
		Long: `Reads the whole book, computes every hash anew from what is stored, follows each
table's chain to its head, adds up the postings, and holds closed gaming days to what
was signed. Whatever is not as it was written is named, the first by table and seq first, and the exit status is 1.

With --checkpoints it also holds the book to what "croupier serve --checkpoints" noted of
it: the directory of a server or a copy of it, or single files. Pages that were cut off
together with the head, and a chain that was written anew, are found by nothing else.

With --case it checks the case file of one round instead, without a database: its rows
and links, its signature, and each entry settled again.`,
		Example: "  croupier verify\n  croupier verify --table 7\n  croupier verify --checkpoints /mnt/worm/croupier --key 4b1d…\n  croupier verify --case case-7-712.json --key 4b1d…",
		Args:    cobra.NoArgs,
	}
	b.settings(c, env)
	c.Flags().Int64Var(&table, "table", -1, "one table's chain only; 0 is the house's")
	c.Flags().StringVar(&file, "case", "", "a case file to check in the place of the book")
	c.Flags().StringArrayVar(&points, "checkpoints", nil, "directory or file of checkpoints to hold the book to; may be repeated")
	c.Flags().StringArrayVar(&keys, "key", nil, "public key that must have signed the case file, or the checkpoints and the closed days, in hex; may be repeated; none: the key they name")
	c.RunE = func(c *cobra.Command, _ []string) error {
		trusted, err := trustedKeys(keys)
		if err != nil {
			return err
		}
		if file != "" {
			return verifyCase(env, file, trusted)
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
		var one *int64
		if table >= 0 {
			one = &table
		}
		return verifyBook(c.Context(), env, pool, one, trusted, points)
	}
	return c
}

// verifyBook reads the book, or one table of it, and says what it found.
func verifyBook(ctx context.Context, env environment, pool *pgxpool.Pool, table *int64, trusted []ed25519.PublicKey, points []string) error {
	opts := ledger.VerifyOptions{Table: table, PaytableDigest: paytableDigest}
	sum, err := ledger.Verify(ctx, pool, opts, func(f ledger.Fault) { fmt.Fprintln(env.stdout, f) })
	if err != nil {
		return err
	}
	wrong := 0
	if table == nil {
		_, err = pit.VerifyDays(ctx, pool, trusted, func(what string) {
			wrong++
			fmt.Fprintln(env.stdout, what)
		})
	}
	if err != nil {
		return err
	}
	lost, err := verifyCheckpoints(ctx, env, pool, table, trusted, points)
	if err != nil {
		return err
	}
	return reportSummary(env, sum, wrong, lost)
}

func trustedKeys(texts []string) (keys []ed25519.PublicKey, err error) {
	for _, text := range texts {
		key, err := publicKey(text)
		if err != nil {
			return nil, fmt.Errorf("--key %w", err)
		}
		keys = append(keys, key)
	}
	return keys, nil
}

// paytableDigest computes the identity of a stored paytable anew.
func paytableDigest(kept ledger.Paytable) ([32]byte, error) {
	p, err := paytables.Parse(kept.Content)
	return p.Digest(), err
}

func reportSummary(env environment, s ledger.Summary, days, lost int) error {
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
	if lost > 0 {
		fmt.Fprintf(env.stdout, "%d faults by the checkpoints\n", lost)
		return errSaid
	}
	fmt.Fprintln(env.stdout, "every chain is whole and the postings sum to zero")
	return nil
}
