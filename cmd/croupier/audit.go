package main

import (
	"fmt"
	"time"

	"github.com/spf13/cobra"

	"croupier/ledger"
	"croupier/pit"
	"croupier/postgres"
)

func auditCommand(env environment) *cobra.Command {
	var b book
	var span ledger.Span
	var from, to string
	opts := pit.AuditOptions{Report: func(d pit.Difference) { fmt.Fprintln(env.stdout, d) }}
	c := &cobra.Command{
		Use:   "audit",
		Short: "Settle the rounds of the book again and compare",
		Long: `Settles every round that has ended again, from its recorded events on the rules and
paytables it was played under, and compares line by line with what was posted. Each
difference is named as soon as it is found, by gaming day, table and round, and the
exit status is 1 where there is one. It may run beside a server.`,
		Example: "  croupier audit\n  croupier audit --table 7 --from 2026-11-01 --to 2026-11-30",
		Args:    cobra.NoArgs,
	}
	b.settings(c, env)
	c.Flags().StringVar(&from, "from", "", "first gaming day, as 2026-11-30")
	c.Flags().StringVar(&to, "to", "", "last gaming day")
	c.Flags().Int64Var(&span.Table, "table", 0, "one table only")
	c.Flags().IntVar(&opts.Workers, "workers", 0, "connections at once; 0: two a processor")
	c.RunE = func(c *cobra.Command, _ []string) (err error) {
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
		pool, err := postgres.Open(c.Context(), url, postgres.PoolOptions{
			Role: postgres.WriterRole, Application: "croupier audit", MaxConns: int32(min(max(opts.Workers, 0), 1<<10)),
		})
		if err != nil {
			return err
		}
		defer pool.Close()
		bar := env.progress("settling again")
		opts.Progress = func(done, of int64) { bar.show(float64(done) / float64(max(of, 1))) }
		sum, err := pit.Audit(c.Context(), pool, span, opts)
		bar.end()
		if err != nil {
			return err
		}
		return reportAudited(env, sum)
	}
	return c
}

// gamingDay reads the day a flag names; none is zero.
func gamingDay(flag, day string) (time.Time, error) {
	if day == "" {
		return time.Time{}, nil
	}
	at, err := time.Parse(time.DateOnly, day)
	if err != nil {
		return at, fmt.Errorf("--%s %.40q: want a day such as 2026-11-30", flag, day)
	}
	return at, nil
}

func reportAudited(env environment, a pit.Audited) error {
	fmt.Fprintf(env.stdout, "%d of %d equal, %d different; %d are void\n", a.Equal, a.Rounds, a.Different, a.Voided)
	if a.Corrections > 0 {
		fmt.Fprintf(env.stdout, "%d corrections were settled again besides\n", a.Corrections)
	}
	if a.Different > 0 {
		return errSaid
	}
	return nil
}
