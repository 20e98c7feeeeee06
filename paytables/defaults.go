package paytables

import (
	"embed"
	"fmt"
	"path"
	"slices"
	"strings"
)

//go:embed defaults/*.json
var files embed.FS

// shipped are the tables of the files, by name. The files are part of the
// program, so one that cannot be read is a fault of the program.
var shipped = must(readShipped())

// Default returns the shipped table of the name. It fails with ErrUnknown,
// naming the tables there are.
func Default(name string) (Paytable, error) {
	for _, t := range shipped {
		if t.Name == name {
			return t, nil
		}
	}
	var ns []string
	for _, t := range shipped {
		ns = append(ns, t.Name)
	}
	return Paytable{}, fmt.Errorf("paytable %.60q, want %s: %w", name, strings.Join(ns, ", "), ErrUnknown)
}

// All returns the shipped tables in the order of their names.
func All() []Paytable { return slices.Clone(shipped) }

func readShipped() ([]Paytable, error) {
	var tables []Paytable
	entries, err := files.ReadDir("defaults")
	if err != nil {
		return nil, err
	}
	for _, e := range entries {
		data, err := files.ReadFile(path.Join("defaults", e.Name()))
		if err != nil {
			return nil, err
		}
		t, err := Parse(data)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", e.Name(), err)
		}
		tables = append(tables, t)
	}
	return tables, nil
}

func must(tables []Paytable, err error) []Paytable {
	if err != nil {
		panic(err)
	}
	return tables
}
