package main

import (
	"context"
	"fmt"
	"strconv"
	"text/tabwriter"
	"time"

	"github.com/spf13/cobra"

	"croupier/desk"
	"croupier/house/people"
	"croupier/house/roles"
)

func userKey(env environment) *cobra.Command {
	var k people.Key
	var scopes []string
	var lasts time.Duration
	c := &cobra.Command{
		Use:   "key NAME --label WHICH --scope ACTION[,ACTION…]",
		Short: "Make a key for a machine that acts as a person",
		Long: `Makes a key for a machine and prints it, once. The key may what its scopes and the
person's roles allow; croupier roles lists the actions. The key of a seat has the scope
seat.read alone, with --table and --seat.`,
		Example: "  croupier user key ann --label 'display of pit 2' --scope table.read,round.read\n" +
			"  croupier user key ann --label 'screen of seat 3' --scope seat.read --table 7 --seat 3",
		Args: cobra.ExactArgs(1),
	}
	c.Flags().StringVar(&k.Label, "label", "", "which machine has it")
	c.Flags().StringSliceVar(&scopes, "scope", nil, "actions it is good for")
	c.Flags().Int64Var(&k.Table, "table", 0, "the one table it is good for; 0 is any")
	c.Flags().IntVar(&k.Seat, "seat", 0, "the seat whose hole cards it shows")
	c.Flags().DurationVar(&lasts, "lasts", 0, "how long it is good for; 0 is until it is revoked")
	_, _ = c.MarkFlagRequired("label"), c.MarkFlagRequired("scope")
	return withPeople(c, env, func(ctx context.Context, p *people.People, args []string) error {
		k.Person = args[0]
		for _, s := range scopes {
			k.Scopes = append(k.Scopes, roles.Action(s))
		}
		if lasts != 0 {
			end := time.Now().Add(lasts)
			k.Expires = &end
		}
		made, token, err := p.NewKey(ctx, desk.Server, k)
		if err != nil {
			return err
		}
		fmt.Fprintf(env.stdout, "key %d of %s, shown this once: %s\n", made.ID, made.Person, token)
		return nil
	})
}

func userKeys(env environment) *cobra.Command {
	c := &cobra.Command{Use: "keys", Short: "Which keys of machines there are", Args: cobra.NoArgs}
	return withPeople(c, env, func(ctx context.Context, p *people.People, _ []string) error {
		all, err := p.Keys(ctx)
		if err != nil {
			return err
		}
		w := tabwriter.NewWriter(env.stdout, 0, 0, 2, ' ', 0)
		fmt.Fprintln(w, "key\tperson\tlabel\tscopes\ttable\tseat\texpires\trevoked")
		for _, k := range all {
			fmt.Fprintf(w, "%d\t%s\t%s\t%s\t%s\t%s\t%s\t%s\n", k.ID, k.Person, k.Label, roles.Join(k.Scopes),
				number(k.Table), number(int64(k.Seat)), moment(k.Expires), moment(k.Ended))
		}
		return w.Flush()
	})
}

func number(n int64) string {
	if n == 0 {
		return "-"
	}
	return strconv.FormatInt(n, 10)
}

func moment(t *time.Time) string {
	if t == nil {
		return "-"
	}
	return t.UTC().Format(time.RFC3339)
}

func userKeyEnd(env environment) *cobra.Command {
	var reason string
	c := &cobra.Command{
		Use: "key-end NUMBER --reason WHY", Short: "Revoke a key", Args: cobra.ExactArgs(1),
		Example: "  croupier user key-end 3 --reason 'the display was sold'",
	}
	c.Flags().StringVar(&reason, "reason", "", "why; it stands in the book")
	_ = c.MarkFlagRequired("reason")
	return withPeople(c, env, func(ctx context.Context, p *people.People, args []string) error {
		id, err := strconv.ParseInt(args[0], 10, 64)
		if err != nil {
			return fmt.Errorf("%q, want the number of a key, as croupier user keys has it", args[0])
		}
		if _, err := p.EndKey(ctx, desk.Server, id, reason); err != nil {
			return err
		}
		fmt.Fprintf(env.stdout, "key %d is revoked\n", id)
		return nil
	})
}
