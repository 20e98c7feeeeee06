package main

import (
	"fmt"
	"io"
	"strings"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"croupier/house/roles"
)

func rolesCommand(env environment) *cobra.Command {
	var markdown bool
	c := &cobra.Command{
		Use:     "roles",
		Short:   "Print who may do what",
		Long:    "Prints the one table of roles and actions, which the server holds every request to. What\nis not in it is allowed to nobody.",
		Example: "  croupier roles\n  croupier roles --markdown >docs/roles.md",
		Args:    cobra.NoArgs,
		RunE: func(*cobra.Command, []string) error {
			if markdown {
				return writeRoles(env.stdout)
			}
			return printRoles(env.stdout)
		},
	}
	c.Flags().BoolVar(&markdown, "markdown", false, "as the page docs/roles.md")
	return c
}

func printRoles(out io.Writer) error {
	w := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
	fmt.Fprintln(w, strings.Join(append([]string{"action"}, columns()...), "\t"))
	for _, l := range roles.Table {
		fmt.Fprintln(w, strings.Join(cells(l), "\t"))
	}
	return w.Flush()
}

// rolesPage is what stands above the table of docs/roles.md.
const rolesPage = "# Who may do what\n\n" +
	"Made by `croupier roles --markdown` from the table the server holds every request to; what is not in it is allowed to nobody.\n" +
	"A person may have several roles and may what any of them may. At a terminal, by PIN, only the roles %s count. Where two persons are\n" +
	"needed they are two persons, whatever roles each has. A machine's key may what its scopes and its person's roles both allow.\n\n"

func writeRoles(out io.Writer) error {
	var b strings.Builder
	fmt.Fprintf(&b, rolesPage, strings.ReplaceAll(roles.Join(roles.OfTerminals), ",", " and "))
	row := func(cells []string) { fmt.Fprintf(&b, "| %s |\n", strings.Join(cells, " | ")) }
	row(append([]string{"action"}, columns()...))
	b.WriteString(strings.Repeat("|---", len(columns())+1) + "|\n")
	for _, l := range roles.Table {
		row(cells(l))
	}
	_, err := io.WriteString(out, b.String())
	return err
}

func columns() []string {
	return append(strings.Split(roles.Join(roles.All), ","), "what it is")
}

func cells(l roles.Line) []string {
	cells := []string{string(l.Action)}
	for _, may := range l.May {
		cells = append(cells, may.String())
	}
	return append(cells, l.About)
}
