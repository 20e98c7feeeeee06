package main

import (
	"fmt"
	"runtime/debug"

	"github.com/spf13/cobra"

	"croupier/games/all"
)

func versionCommand(env environment) *cobra.Command {
	return &cobra.Command{
		Use:     "version",
		Short:   "Print the version and the games it deals",
		Example: "  croupier version",
		Args:    cobra.NoArgs,
		RunE: func(*cobra.Command, []string) error {
			fmt.Fprintln(env.stdout, "croupier", version())
			for _, e := range editions() {
				fmt.Fprintln(env.stdout, e)
			}
			return nil
		},
	}
}

// version is the module's version, or the commit it was built from.
func version() string {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return "unknown"
	}
	revision, dirty := "", ""
	for _, s := range info.Settings {
		switch {
		case s.Key == "vcs.revision":
			revision = s.Value
		case s.Key == "vcs.modified" && s.Value == "true":
			dirty = "+changes"
		}
	}
	if revision == "" {
		return info.Main.Version
	}
	return revision[:min(12, len(revision))] + dirty
}

// editions names the games, with the version of their rules.
func editions() []string {
	var names []string
	for _, e := range all.Editions {
		names = append(names, e.Name())
	}
	return names
}
