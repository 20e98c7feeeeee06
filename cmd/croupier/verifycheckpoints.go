package main

import (
	"context"
	"crypto/ed25519"
	"fmt"
	"os"
	"path/filepath"
	"time"

	"croupier/ledger"
)

// verifyCheckpoints holds the book to the checkpoints at the paths, each a file or the
// directory of one server, and returns how many faults it named.
func verifyCheckpoints(ctx context.Context, env environment, q ledger.Querier, table *int64, trusted []ed25519.PublicKey, paths []string) (faults int, err error) {
	for _, path := range paths {
		files, err := checkpointFiles(path)
		if err != nil {
			return faults, err
		}
		check := ledger.CheckpointCheck{Trusted: trusted, Table: table, Report: func(what string) {
			faults++
			fmt.Fprintln(env.stdout, what)
		}}
		for _, file := range files {
			b, err := os.ReadFile(filepath.Clean(file))
			if err != nil {
				return faults, err
			}
			if err := check.File(ctx, q, file, b); err != nil {
				return faults, err
			}
		}
		if check.Cut > 0 {
			fmt.Fprintf(env.stdout, "%s: %d cut off in writing, not counted\n", path, check.Cut)
		}
		if check.Last == nil {
			return faults, fmt.Errorf("%s: no checkpoint that could be held to the book", path)
		}
		fmt.Fprintf(env.stdout, "%s: %d checkpoints up to %s, signed by %x\n", path, check.Notes, check.Last.At.Format(time.RFC3339), []byte(check.Last.Signer))
	}
	return faults, nil
}
