package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"time"

	"github.com/spf13/cobra"
)

// An environment is all the program takes from its surroundings.
type environment struct {
	args   []string
	getenv func(string) string
	stdin  io.Reader
	stdout io.Writer
	stderr io.Writer
}

// errSaid ends the program with status 1 where the output already says why.
var errSaid = errors.New("said already")

// run runs the command of the arguments and returns the exit status: 0, or 1
// on an error, which is printed.
func run(ctx context.Context, env environment) int {
	root := &cobra.Command{
		Use:           "croupier",
		Short:         "A dealer system for banked Hold'em variants",
		Long:          "Croupier deals, settles and keeps the book of banked Hold'em tables.\n\nEach setting is a flag and a variable of the environment; the flag wins.",
		SilenceErrors: true,
		SilenceUsage:  true,
	}
	root.AddCommand(serveCommand(env), settleCommand(env), edgeCommand(env), migrateCommand(env), verifyCommand(env), auditCommand(env), reportCommand(env), exportCommand(env),
		userCommand(env), rolesCommand(env), healthCommand(env), demoCommand(env), versionCommand(env))
	root.CompletionOptions.HiddenDefaultCmd = true
	root.SetArgs(env.args)
	root.SetIn(env.stdin)
	root.SetOut(env.stdout)
	root.SetErr(env.stderr)
	err := root.ExecuteContext(ctx)
	switch {
	case err == nil:
		return 0
	case !errors.Is(err, errSaid):
		fmt.Fprintf(env.stderr, "croupier: %v\n", err)
	}
	return 1
}

// setting adds a text flag that falls back to a variable of the environment.
func (env environment) setting(c *cobra.Command, to *string, flag, variable, otherwise, usage string) {
	value := env.getenv(variable)
	if value == "" {
		value = otherwise
	}
	c.Flags().StringVar(to, flag, value, fmt.Sprintf("%s [$%s]", usage, variable))
	c.Flags().Lookup(flag).DefValue = otherwise // -h tells the default, not the surroundings
}

// timed adds a duration flag that falls back to a variable of the
// environment.
func (env environment) timed(c *cobra.Command, to *time.Duration, flag, variable string, otherwise time.Duration, usage string) error {
	value := otherwise
	if set := env.getenv(variable); set != "" {
		var err error
		if value, err = time.ParseDuration(set); err != nil {
			return fmt.Errorf("$%s: %w", variable, err)
		}
	}
	c.Flags().DurationVar(to, flag, value, fmt.Sprintf("%s [$%s]", usage, variable))
	c.Flags().Lookup(flag).DefValue = otherwise.String()
	return nil
}
