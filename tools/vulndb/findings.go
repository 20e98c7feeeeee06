package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
)

// finding is one vulnerability at the level govulncheck found it: Function is
// empty where the code only imports or requires what is vulnerable.
type finding struct {
	ID       string
	Module   string // "stdlib" for the standard library
	Version  string // as found, with a leading v
	Fixed    string // first version with a fix, "" when there is none
	Package  string
	Function string
}

// called reports whether the product's code reaches the vulnerable symbol.
func (f finding) called() bool { return f.Function != "" }

// govulncheck runs the tool over every package below root. In its JSON form it
// ends well whatever it finds, so an error means that it did not run.
func govulncheck(ctx context.Context, root, db string) ([]finding, error) {
	cmd := exec.CommandContext(ctx, "go", "tool", "-modfile="+filepath.Join("tools", "go.mod"),
		"govulncheck", "-format", "json", "-db", "file://"+filepath.ToSlash(db), "./...")
	cmd.Dir = root
	cmd.Stderr = os.Stderr
	stdout, err := cmd.StdoutPipe()
	if err != nil {
		return nil, err
	}
	if err := cmd.Start(); err != nil {
		return nil, fmt.Errorf("run govulncheck: %w", err)
	}
	found, scanned, readErr := readFindings(stdout)
	if err := errors.Join(readErr, cmd.Wait()); err != nil {
		return nil, fmt.Errorf("run govulncheck: %w", err)
	}
	if !scanned {
		return nil, errors.New("run govulncheck: it listed no module it looked at")
	}
	return found, nil
}

// readFindings decodes govulncheck's stream of messages. scanned tells whether
// it named the modules it looked at, without which an empty result means nothing.
func readFindings(r io.Reader) (found []finding, scanned bool, err error) {
	for dec := json.NewDecoder(r); ; {
		var msg struct {
			SBOM *struct {
				Modules []struct{} `json:"modules"`
			} `json:"SBOM"`
			Finding *struct {
				OSV   string `json:"osv"`
				Fixed string `json:"fixed_version"`
				Trace []struct{ Module, Version, Package, Function string }
			} `json:"finding"`
		}
		if err := dec.Decode(&msg); errors.Is(err, io.EOF) {
			return found, scanned, nil
		} else if err != nil {
			return nil, false, err
		}
		if msg.SBOM != nil && len(msg.SBOM.Modules) > 0 {
			scanned = true
		}
		if f := msg.Finding; f != nil && len(f.Trace) > 0 {
			at := f.Trace[0]
			found = append(found, finding{f.OSV, at.Module, at.Version, f.Fixed, at.Package, at.Function})
		}
	}
}
