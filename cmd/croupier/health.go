package main

import (
	"context"
	"fmt"
	"io"
	"net"
	"net/http"
	"time"

	"github.com/spf13/cobra"
)

const defaultListen = "127.0.0.1:8080"

func healthCommand(env environment) *cobra.Command {
	var listen string
	c := &cobra.Command{
		Use:     "health",
		Short:   "Ask the server whether it is ready",
		Long:    "Exits with 0 when the server that listens there answers that it is ready, else with 1.",
		Example: "  croupier health --listen 127.0.0.1:8080",
		Args:    cobra.NoArgs,
		RunE: func(c *cobra.Command, _ []string) error {
			ctx, cancel := context.WithTimeout(c.Context(), 5*time.Second)
			defer cancel()
			return ready(ctx, env.stdout, listen)
		},
	}
	env.setting(c, &listen, "listen", "CROUPIER_LISTEN", defaultListen, "address the server listens on")
	return c
}

func ready(ctx context.Context, out io.Writer, listen string) error {
	host, port, err := net.SplitHostPort(listen)
	if err != nil {
		return err
	}
	if host == "" || net.ParseIP(host).IsUnspecified() {
		host = "127.0.0.1"
	}
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, "http://"+net.JoinHostPort(host, port)+"/readyz", nil)
	if err != nil {
		return err
	}
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	if resp.StatusCode != http.StatusOK {
		body, _ := io.ReadAll(io.LimitReader(resp.Body, 1000))
		return fmt.Errorf("not ready: %s %s", resp.Status, body)
	}
	fmt.Fprintln(out, "ready")
	return nil
}
