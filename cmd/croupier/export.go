package main

import (
	"bufio"
	"errors"
	"fmt"

	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/spf13/cobra"

	"croupier/ledger"
	"croupier/pit"
	"croupier/postgres"
)

func exportCommand(env environment) *cobra.Command {
	var b book
	var from, to string
	var span ledger.Span
	c := &cobra.Command{
		Use:   "export rounds|entries",
		Short: "Write rounds as a round file, or entries as CSV",
		Long: `Writes the settled rounds of a span as JSON lines that "croupier settle" reads, each
as it was played, or the entries of the span with their postings as CSV. How many
were written is said on the other output.`,
		Example:   "  croupier export rounds --table 7 | croupier settle -\n  croupier export entries --from 2026-11-01 --to 2026-11-30 >november.csv",
		Args:      cobra.MatchAll(cobra.ExactArgs(1), cobra.OnlyValidArgs),
		ValidArgs: []string{"rounds", "entries"},
	}
	b.settings(c, env)
	c.Flags().StringVar(&from, "from", "", "first gaming day, as 2026-11-30")
	c.Flags().StringVar(&to, "to", "", "last gaming day")
	c.Flags().Int64Var(&span.Table, "table", 0, "one table only")
	c.RunE = func(c *cobra.Command, args []string) (err error) {
		if span.From, err = gamingDay("from", from); err != nil {
			return err
		}
		if span.To, err = gamingDay("to", to); err != nil {
			return err
		}
		url, end, err := b.open(c.Context(), env)
		if err != nil {
			return err
		}
		defer end()
		pool, err := postgres.Open(c.Context(), url, postgres.PoolOptions{Role: postgres.WriterRole, Application: "croupier export"})
		if err != nil {
			return err
		}
		defer pool.Close()
		return export(c, env, pool, args[0], span)
	}
	return c
}

func export(c *cobra.Command, env environment, pool *pgxpool.Pool, what string, span ledger.Span) error {
	out := bufio.NewWriter(env.stdout)
	var said string
	if what == "rounds" {
		e, err := pit.ExportRounds(c.Context(), pool, span, out)
		if err != nil {
			return errors.Join(err, out.Flush())
		}
		said = fmt.Sprintf("%d rounds; %d more a round file has no words for: voided, or with a seat that was voided or ruled dead", e.Rounds, e.Left)
	} else {
		n, err := pit.ExportEntries(c.Context(), pool, span, out)
		if err != nil {
			return errors.Join(err, out.Flush())
		}
		said = fmt.Sprintf("%d records", n)
	}
	fmt.Fprintln(env.stderr, said)
	return out.Flush()
}
