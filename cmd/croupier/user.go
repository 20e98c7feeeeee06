package main

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"croupier/desk"
	"croupier/house/people"
	"croupier/house/roles"
	"croupier/migrations"
	"croupier/postgres"
)

func userCommand(env environment) *cobra.Command {
	c := &cobra.Command{
		Use:   "user",
		Short: "Add people, and change what they may",
		Long: `Adds people and changes what they may, in the book itself: it runs on the server, beside
it or without it. There is no default account: the first admin is made here. What is
done stands in the book as done by "server".`,
		Example: "  croupier user add root --role admin\n  croupier user list",
		Args:    cobra.NoArgs,
	}
	c.AddCommand(
		userAdd(env), userList(env), userRoles(env), userSecret(env), userSubject(env),
		userReasoned(env, "end", "End an account: its sessions and keys with it", (*people.People).End),
		userReasoned(env, "resume", "Take up an account that was ended", (*people.People).Resume),
		userReasoned(env, "free", "Free an account that three failures locked", (*people.People).Free),
		userKey(env), userKeys(env), userKeyEnd(env),
	)
	return c
}

// withPeople makes run what the command does with the people of the book.
func withPeople(c *cobra.Command, env environment, run func(context.Context, *people.People, []string) error) *cobra.Command {
	var b book
	b.settings(c, env)
	c.RunE = func(c *cobra.Command, args []string) error {
		ctx := c.Context()
		url, end, err := b.open(ctx, env)
		if err != nil {
			return err
		}
		defer end()
		pool, err := postgres.Open(ctx, url, postgres.PoolOptions{Role: postgres.WriterRole, Application: "croupier user"})
		if err != nil {
			return err
		}
		defer pool.Close()
		if err := postgres.Check(ctx, pool, migrations.FS); err != nil {
			return err
		}
		return run(ctx, people.New(desk.New(pool, nil), people.Options{}), args)
	}
	return c
}

func userRoles(env environment) *cobra.Command {
	var given []string
	var reason string
	c := &cobra.Command{
		Use:     "roles NAME --role ROLE[,ROLE…]",
		Short:   "Give a person other roles",
		Example: "  croupier user roles ann --role supervisor --reason promoted",
		Args:    cobra.ExactArgs(1),
	}
	c.Flags().StringSliceVar(&given, "role", nil, "all the roles the person is to have: "+roles.Join(roles.All))
	c.Flags().StringVar(&reason, "reason", "", "why")
	_ = c.MarkFlagRequired("reason")
	_ = c.MarkFlagRequired("role")
	return withPeople(c, env, func(ctx context.Context, p *people.People, args []string) error {
		parsed, err := roles.Parse(strings.Join(given, ","))
		if err != nil {
			return err
		}
		answer, err := p.SetRoles(ctx, desk.Server, args[0], parsed, reason)
		if err != nil {
			return err
		}
		return told(env, answer)
	})
}

func userSubject(env environment) *cobra.Command {
	c := &cobra.Command{
		Use:     "subject NAME 'ISSUER SUBJECT'",
		Short:   "Say how an OpenID provider knows a person; '' takes it away",
		Example: "  croupier user subject ann 'https://id.example 248289761001'",
		Args:    cobra.ExactArgs(2),
	}
	return withPeople(c, env, func(ctx context.Context, p *people.People, args []string) error {
		answer, err := p.SetSubject(ctx, desk.Server, args[0], args[1])
		if err != nil {
			return err
		}
		return told(env, answer)
	})
}

// userReasoned is a command that changes an account and says why.
func userReasoned(env environment, name, short string, do func(*people.People, context.Context, desk.Caller, string, string) (desk.Answer, error)) *cobra.Command {
	var reason string
	c := &cobra.Command{
		Use: name + " NAME --reason WHY", Short: short, Args: cobra.ExactArgs(1),
		Example: "  croupier user " + name + " ann --reason 'as asked on 30 November'",
	}
	c.Flags().StringVar(&reason, "reason", "", "why; it stands in the book")
	_ = c.MarkFlagRequired("reason")
	return withPeople(c, env, func(ctx context.Context, p *people.People, args []string) error {
		answer, err := do(p, ctx, desk.Server, args[0], reason)
		if err != nil {
			return err
		}
		return told(env, answer)
	})
}

func userList(env environment) *cobra.Command {
	c := &cobra.Command{Use: "list", Short: "Who there is", Args: cobra.NoArgs}
	return withPeople(c, env, func(ctx context.Context, p *people.People, _ []string) error {
		all, err := p.List(ctx)
		if err != nil {
			return err
		}
		return printPersons(env, all...)
	})
}

// told prints the person a change came to.
func told(env environment, answer desk.Answer) error {
	var p people.Person
	if err := json.Unmarshal(answer.Body, &p); err != nil {
		return err
	}
	return printPersons(env, p)
}

func printPersons(env environment, all ...people.Person) error {
	w := tabwriter.NewWriter(env.stdout, 0, 0, 2, ' ', 0)
	fmt.Fprintln(w, "name\ttitle\troles\tlanguage\taccount\topenid")
	for _, p := range all {
		fmt.Fprintf(w, "%s\t%s\t%s\t%s\t%s\t%s\n", p.Name, p.Title, orDash(roles.Join(p.Roles)), orDash(p.Language), account(p), orDash(p.Subject))
	}
	return w.Flush()
}

func account(p people.Person) string {
	switch {
	case !p.Active:
		return "ended"
	case p.Locked:
		return "locked"
	}
	return "active"
}

func orDash(s string) string {
	if s == "" {
		return "-"
	}
	return s
}
