// Command vulndb asks govulncheck about the whole product without the internet.
// It lays out the Go vulnerability database from the module golang.org/x/vulndb,
// which any module proxy serves, and judges what is found against an allow-list
// that must give a reason for every entry and may hold none that is not needed.
// It knows nothing of the product but its root directory.
package main

import (
	"context"
	"flag"
	"fmt"
	"io"
	"os"
	"os/signal"
	"path/filepath"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	if err := run(ctx, os.Args[1:], os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, "vulndb:", err)
		stop()
		os.Exit(1)
	}
}

func run(ctx context.Context, args []string, out io.Writer) error {
	flags := flag.NewFlagSet("vulndb", flag.ContinueOnError)
	root := flags.String("root", "../..", "root directory of the product, with its Dockerfile and tools/go.mod")
	allow := flags.String("allow", "allow.txt", "list of allowed findings: an ID and a reason a line")
	if err := flags.Parse(args); err != nil {
		return err
	}
	allowed, err := readAllowed(*allow)
	if err != nil {
		return err
	}
	release, err := readRelease(filepath.Join(*root, "Dockerfile"))
	if err != nil {
		return err
	}
	found, err := scan(ctx, *root)
	if err != nil {
		return err
	}
	return judge(found, allowed, release).print(out)
}

// scan builds the database in a directory of its own and runs govulncheck on it.
func scan(ctx context.Context, root string) ([]finding, error) {
	osv, err := entriesDir(ctx)
	if err != nil {
		return nil, err
	}
	db, err := os.MkdirTemp("", "vulndb")
	if err != nil {
		return nil, err
	}
	defer func() { _ = os.RemoveAll(db) }()
	if err := layOut(db, osv); err != nil {
		return nil, err
	}
	return govulncheck(ctx, root, db)
}
