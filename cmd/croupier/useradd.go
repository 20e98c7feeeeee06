package main

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"croupier/desk"
	"croupier/house/people"
	"croupier/house/roles"
)

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
		Example: "  croupier user add root --role admin\n  croupier user add ann --role dealer,supervisor --title 'Ann Kim' --language ko --pin-file pin",
		Args:    cobra.ExactArgs(1),
	}
	c.Flags().StringSliceVar(&a.roles, "role", nil, "roles: "+roles.Join(roles.All))
	c.Flags().StringVar(&a.person.Title, "title", "", "what the person is called on screens; none: the name")
	c.Flags().StringVar(&a.person.Locale, "language", "", "en, ko or ru, until the person chooses another; none: that of the table")
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
