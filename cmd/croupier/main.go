// Command croupier deals, settles and keeps the book of banked Hold'em tables.
// It holds no rule of a game: it wires the packages that do.
package main

import (
	"context"
	"os"
	"os/signal"
	"syscall"
	_ "time/tzdata" // tables name time zones, and a machine may have none
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	os.Exit(run(ctx, environment{os.Args[1:], os.Getenv, os.Stdin, os.Stdout, os.Stderr}))
}
