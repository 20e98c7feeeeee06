package main

import (
	"crypto/ed25519"
	"fmt"
	"os"
	"path/filepath"

	"croupier/pit"
)

// verifyCase checks a case file and says what it found.
func verifyCase(env environment, file string, trusted []ed25519.PublicKey) error {
	b, err := os.ReadFile(filepath.Clean(file))
	if err != nil {
		return err
	}
	c, err := pit.CheckCase(b, trusted)
	for _, f := range c.Faults {
		fmt.Fprintln(env.stdout, f)
	}
	for _, d := range c.Differences {
		fmt.Fprintln(env.stdout, d)
	}
	if err != nil {
		return err
	}
	r := &c.Record
	fmt.Fprintf(env.stdout, "round %d-%d of %s, %s: %d events, %d entries, signed by %s\n",
		c.Table, c.Round, r.Round.GamingDay.Format("2006-01-02"), r.Round.Game, len(r.Events), len(r.Entries), c.Signer)
	for _, e := range r.Entries {
		fmt.Fprintf(env.stdout, "  %d:%d %s by %s%s, %d lines\n", e.Table, e.Seq, e.Kind, e.Actor, authorised(e.Approver), len(e.Lines))
	}
	if !c.Sound() {
		return errSaid
	}
	fmt.Fprintln(env.stdout, "every row is as it was written, and each entry is what its record comes to")
	return nil
}

func authorised(by string) string {
	if by == "" {
		return ""
	}
	return ", approved by " + by
}
