package main

import (
	"fmt"

	"github.com/spf13/cobra"

	"croupier/migrations"
	"croupier/postgres"
)

func migrateCommand(env environment) *cobra.Command {
	var b book
	c := &cobra.Command{
		Use:   "migrate",
		Short: "Bring the database up to this program",
		Long: `Makes the roles of the book where they are missing and applies the migrations that
are still to come. serve does the same when it starts; any number may at once.`,
		Example: "  DATABASE_URL=postgres://admin@db/croupier croupier migrate",
		Args:    cobra.NoArgs,
	}
	b.settings(c, env)
	c.RunE = func(c *cobra.Command, _ []string) error {
		url, end, err := b.open(c.Context(), env)
		if err != nil {
			return err
		}
		defer end()
		applied, err := postgres.Migrate(c.Context(), url, migrations.FS)
		for _, a := range applied {
			fmt.Fprintf(env.stdout, "applied %s\n", a.Name)
		}
		if err == nil && len(applied) == 0 {
			fmt.Fprintln(env.stdout, "nothing to apply")
		}
		return err
	}
	return c
}
