package main

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"croupier/demo"
	"croupier/floor"
)

// The demo floor is put up in a private book before it is served, everybody signs in
// there and a dealer deals; the next start finds it, and a book that lost its file is
// refused.
func TestServeDemo(t *testing.T) {
	t.Parallel()
	if raced {
		t.Skip("the demo prices its games over every deal, which takes the race detector minutes")
	}
	data := dataDir(t)
	if kept := os.Getenv("CROUPIER_TEST_COUNTS"); kept != "" {
		if err := os.Symlink(kept, filepath.Join(data, "edge")); err != nil {
			t.Fatal(err)
		}
	}
	said := served(t, data, func(root string, cast map[string]secrets) {
		for _, p := range demo.People {
			if _, err := signedIn(t.Context(), root, p.Name, cast[p.Name]); err != nil {
				t.Error(err)
			}
		}
		dealer, err := signedIn(t.Context(), root, "dealer-1", cast["dealer-1"])
		var v floor.View
		if err == nil {
			err = dealer.post(t.Context(), "/v1/tables/1/rounds", map[string]any{}, &v)
		}
		if err != nil || v.Status != floor.Betting {
			t.Errorf("a round of the dealer: %s, %v", v.Status, err)
		}
	})
	checkData(t, data)
	again := served(t, data, func(string, map[string]secrets) {})
	if strings.Contains(again, "an hour of play") || signIns(again) != signIns(said) || signIns(said) == "" {
		t.Errorf("first:\n%s\nthen:\n%s", said, again)
	}
	if err := os.Remove(filepath.Join(data, "demo.json")); err != nil {
		t.Fatal(err)
	}
	out, err := exec.Command(binary, "serve", "--demo", "--listen", "127.0.0.1:0", "--data", data, "--database-url", "").CombinedOutput()
	if err == nil || !strings.Contains(string(out), "croupier: the book is not empty and was not made by the demo") {
		t.Errorf("a book without its file: %v\n%s", err, out)
	}
	checkData(t, data)
}

// signIns are the lines that tell who signs in with what.
func signIns(said string) string {
	return strings.Join(regexp.MustCompile(`(?m)^\S+ +(PIN|password) .*$`).FindAllString(said, -1), "\n")
}

// served serves the demo in the directory until do has done with the server, and
// returns what it printed.
func served(t *testing.T, data string, do func(root string, cast map[string]secrets)) string {
	t.Helper()
	said, err := os.Create(filepath.Join(t.TempDir(), "said"))
	if err != nil {
		t.Fatal(err)
	}
	defer said.Close()
	var log bytes.Buffer
	cmd := exec.Command(binary, "serve", "--demo", "--listen", "127.0.0.1:0", "--data", data, "--database-url", "")
	cmd.Stdout, cmd.Stderr = said, &log
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	ended := make(chan error, 1)
	go func() { ended <- cmd.Wait() }()
	root := ""
	for limit := time.Now().Add(5 * time.Minute); root == "" && time.Now().Before(limit); time.Sleep(20 * time.Millisecond) {
		select {
		case err := <-ended:
			t.Fatalf("the server ended: %v\n%s", err, log.String())
		default:
		}
		text, _ := os.ReadFile(said.Name())
		if at := regexp.MustCompile(`(?m)^API +(http://\S+)/docs\n(?s:.*\n)\n`).FindSubmatch(text); at != nil {
			root = string(at[1])
		}
	}
	cast := map[string]secrets{}
	text, _ := os.ReadFile(said.Name())
	for _, l := range regexp.MustCompile(`(?m)^(\S+) +(PIN|password) (\S+) `).FindAllSubmatch(text, -1) {
		s := secrets{PIN: string(l[3])}
		if string(l[2]) == "password" {
			s = secrets{Password: string(l[3])}
		}
		cast[string(l[1])] = s
	}
	do(root, cast)
	_ = cmd.Process.Signal(os.Interrupt)
	if err := <-ended; err != nil {
		t.Errorf("the server did not stop cleanly: %v\n%s", err, log.String())
	}
	return string(text)
}
