package main

import (
	"cmp"
	"fmt"
	"path/filepath"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"croupier/desk"
	"croupier/pit"
	"croupier/postgres"
	"croupier/shelf"
)

// reporting is what report is told.
type reporting struct {
	book
	date, from, to, by, per, format, sheet, operator string
	table                                            int64
	shift                                            int
}

func reportCommand(env environment) *cobra.Command {
	var r reporting
	c := &cobra.Command{
		Use:   "report [day|month|year|life]",
		Short: "Report what was played, and what it should have come to",
		Long: `Reports rounds, handle, win and hold, the theoretical win from the exact edge, the
tables' result sheets, the largest payouts and the corrections of a gaming day, the
month or the year it is in, or the life of the book. It brings the roll-ups up to
date first, and may run beside a server.`,
		Example:   "  croupier report day\n  croupier report month --date 2026-11-30 --by table,wager --per day\n  croupier report year --by dealer --format xlsx >year.xlsx",
		Args:      cobra.MatchAll(cobra.MaximumNArgs(1), cobra.OnlyValidArgs),
		ValidArgs: []string{"day", "month", "year", "life"},
	}
	r.settings(c, env)
	f := c.Flags()
	f.StringVar(&r.date, "date", "", "a gaming day of the interval; today in UTC where left out")
	f.StringVar(&r.from, "from", "", "first gaming day, in the place of an interval's")
	f.StringVar(&r.to, "to", "", "last gaming day")
	f.StringVar(&r.by, "by", "table,bet", "what figures are told apart by: "+strings.Join(pit.Dimensions(), ", "))
	f.StringVar(&r.per, "per", pit.PerLife, "the time they are summed by: "+strings.Join(pit.Periods(), ", "))
	f.StringVar(&r.format, "format", "text", "text, csv or xlsx")
	f.StringVar(&r.sheet, "sheet", pit.SheetFigures, "what a CSV has: "+strings.Join(pit.SheetNames, ", "))
	f.StringVar(&r.operator, "operator", cmp.Or(env.getenv("USER"), desk.Server.Actor), "who asks, as the report names it [$USER]")
	f.Lookup("operator").DefValue = ""
	f.Int64Var(&r.table, "table", 0, "one table only")
	f.IntVar(&r.shift, "shift", 0, "hours of a shift; 0: 8")
	c.RunE = func(c *cobra.Command, args []string) error {
		what := "day"
		if len(args) > 0 {
			what = args[0]
		}
		return r.run(c, env, what)
	}
	return c
}

func (r *reporting) run(c *cobra.Command, env environment, what string) error {
	ask, err := r.ask(what, time.Now().UTC())
	if err != nil {
		return err
	}
	write, err := r.writer(env)
	if err != nil {
		return err
	}
	url, end, err := r.open(c.Context(), env)
	if err != nil {
		return err
	}
	defer end()
	pool, err := postgres.Open(c.Context(), url, postgres.PoolOptions{Role: postgres.WriterRole, Application: "croupier report"})
	if err != nil {
		return err
	}
	defer pool.Close()
	p := pit.New(desk.New(pool, nil), pit.Options{Shelf: shelf.New(filepath.Join(r.data, "edge")), Shift: r.shift})
	report, err := p.Report(c.Context(), ask)
	if err != nil {
		return err
	}
	return write(report)
}

// ask is the report that is asked for.
func (r *reporting) ask(what string, now time.Time) (pit.Ask, error) {
	a := pit.Ask{Per: r.per, Table: r.table, Operator: r.operator}
	if r.by != "" {
		a.By = strings.Split(r.by, ",")
	}
	at, err := gamingDay("date", r.date)
	if err != nil {
		return a, err
	}
	if at.IsZero() {
		at = now
	}
	switch year, month, _ := at.Date(); what {
	case "day":
		a.From, a.To = at, at
	case "month":
		a.From = time.Date(year, month, 1, 0, 0, 0, 0, time.UTC)
		a.To = a.From.AddDate(0, 1, -1)
	case "year":
		a.From = time.Date(year, 1, 1, 0, 0, 0, 0, time.UTC)
		a.To = a.From.AddDate(1, 0, -1)
	default:
		a.To = at
	}
	for flag, to := range map[string]struct {
		text string
		day  *time.Time
	}{"from": {r.from, &a.From}, "to": {r.to, &a.To}} {
		if to.text == "" {
			continue
		}
		if *to.day, err = gamingDay(flag, to.text); err != nil {
			return a, err
		}
	}
	return a, nil
}

// writer is how the report is printed.
func (r *reporting) writer(env environment) (func(*pit.Report) error, error) {
	switch r.format {
	case "text":
		return func(p *pit.Report) error { return p.Text(env.stdout) }, nil
	case "csv":
		return func(p *pit.Report) error { return p.CSV(env.stdout, r.sheet) }, nil
	case "xlsx":
		return func(p *pit.Report) error { return p.XLSX(env.stdout) }, nil
	}
	return nil, fmt.Errorf("--format %.40q: want text, csv or xlsx", r.format)
}
