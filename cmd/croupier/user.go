package main

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
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

// addition is a person to be added, and where the secrets are.
type addition struct {
	person  people.Addition
	roles   []string
	pinFile string
	pwFile  string
}

func userAdd(env environment) *cobra.Command {
	var a addition
	c := &cobra.Command{
		Use:   "add NAME --role ROLE[,ROLE…]",
		Short: "Add a person",
		Long: `Adds a person with what the roles sign in with: a PIN for dealers and supervisors, a
password for the others. Without a file a random one is made and printed, once.`,
		Example: "  croupier user add root --role admin\n  croupier user add ann --role dealer,supervisor --title 'Ann Kim' --locale ko --pin-file pin",
		Args:    cobra.ExactArgs(1),
	}
	c.Flags().StringSliceVar(&a.roles, "role", nil, "roles: "+roles.Join(roles.All))
	c.Flags().StringVar(&a.person.Title, "title", "", "what the person is called on screens; none: the name")
	c.Flags().StringVar(&a.person.Locale, "locale", "en", "language: ko, en or ru")
	c.Flags().StringVar(&a.pinFile, "pin-file", "", "file with the PIN, 4 to 12 digits")
	c.Flags().StringVar(&a.pwFile, "password-file", "", "file with the password, 12 characters or more")
	_ = c.MarkFlagRequired("role")
	return withPeople(c, env, func(ctx context.Context, p *people.People, args []string) error {
		a.person.Name = args[0]
		return a.run(ctx, env, p)
	})
}

func (a *addition) run(ctx context.Context, env environment, p *people.People) (err error) {
	if a.person.Roles, err = roles.Parse(strings.Join(a.roles, ",")); err != nil {
		return err
	}
	given, err := a.secrets()
	if err != nil {
		return err
	}
	answer, err := p.Add(ctx, desk.Server, a.person)
	if err != nil {
		return err
	}
	if err := told(env, answer); err != nil {
		return err
	}
	for _, s := range given {
		if err := s.give(ctx, env, p, a.person.Name); err != nil {
			return fmt.Errorf("%s was added, but for a %s: give it by croupier user secret: %w", a.person.Name, s.kind, err)
		}
	}
	return nil
}

// secrets are those the roles need, and those there is a file of.
func (a *addition) secrets() ([]secretText, error) {
	pin, password := a.pinFile != "", a.pwFile != ""
	for _, r := range a.person.Roles {
		if slices.Contains(roles.OfTerminals, r) {
			pin = true
		} else {
			password = true
		}
	}
	var given []secretText
	for _, s := range []struct {
		needed bool
		kind   people.Secret
		file   string
	}{{pin, people.PIN, a.pinFile}, {password, people.Password, a.pwFile}} {
		if !s.needed {
			continue
		}
		text, err := newSecretText(a.person.Name, s.kind, s.file)
		if err != nil {
			return nil, err
		}
		given = append(given, text)
	}
	return given, nil
}

// secretText is a secret to be given, made here where no file has it.
type secretText struct {
	kind people.Secret
	text string
	made bool
}

func newSecretText(name string, kind people.Secret, file string) (secretText, error) {
	if file == "" {
		return secretText{kind, kind.Random(name), true}, nil
	}
	b, err := os.ReadFile(filepath.Clean(file))
	if err != nil {
		return secretText{}, err
	}
	text := strings.TrimRight(string(b), "\r\n")
	return secretText{kind, text, false}, kind.Check(name, text)
}

func (s secretText) give(ctx context.Context, env environment, p *people.People, name string) error {
	if err := p.SetSecret(ctx, desk.Server, name, s.kind, s.text); err != nil {
		return err
	}
	if s.made {
		fmt.Fprintf(env.stdout, "%s of %s, shown this once: %s\n", s.kind, name, s.text)
		return nil
	}
	fmt.Fprintf(env.stdout, "%s of %s is given\n", s.kind, name)
	return nil
}

func userSecret(env environment) *cobra.Command {
	var file string
	c := &cobra.Command{
		Use:     "secret NAME pin|password",
		Short:   "Give a person a new PIN or password",
		Long:    "Gives a person a new PIN or password, of the file or a random one that is printed once.\nThe person's sessions end.",
		Example: "  croupier user secret ann pin",
		Args:    cobra.ExactArgs(2),
	}
	c.Flags().StringVar(&file, "file", "", "file with it")
	return withPeople(c, env, func(ctx context.Context, p *people.People, args []string) error {
		kind := people.Secret(args[1])
		if kind != people.PIN && kind != people.Password {
			return fmt.Errorf("%q, want %s or %s", args[1], people.PIN, people.Password)
		}
		text, err := newSecretText(args[0], kind, file)
		if err != nil {
			return err
		}
		return text.give(ctx, env, p, args[0])
	})
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
	fmt.Fprintln(w, "name\ttitle\troles\tlocale\taccount\topenid")
	for _, p := range all {
		fmt.Fprintf(w, "%s\t%s\t%s\t%s\t%s\t%s\n", p.Name, p.Title, orDash(roles.Join(p.Roles)), p.Locale, account(p), orDash(p.Subject))
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
