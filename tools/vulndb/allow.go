package main

import (
	"bufio"
	"fmt"
	"io"
	"os"
	"regexp"
	"strings"
)

// readAllowed reads the allow-list: "GO-2026-1234 the reason" a line, # for
// remarks. An entry without a reason, or given twice, is an error.
func readAllowed(path string) (map[string]string, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer func() { _ = f.Close() }()
	allowed, err := parseAllowed(f)
	if err != nil {
		return nil, fmt.Errorf("allow-list %s: %w", path, err)
	}
	return allowed, nil
}

func parseAllowed(r io.Reader) (map[string]string, error) {
	allowed := map[string]string{}
	lines := bufio.NewScanner(r)
	for n := 1; lines.Scan(); n++ {
		line := strings.TrimSpace(lines.Text())
		if line == "" || strings.HasPrefix(line, "#") {
			continue
		}
		id, reason, _ := strings.Cut(line, " ")
		reason = strings.TrimSpace(reason)
		switch _, twice := allowed[id]; {
		case !strings.HasPrefix(id, "GO-"):
			return nil, fmt.Errorf("line %d: %q is no ID of the database", n, id)
		case reason == "":
			return nil, fmt.Errorf("line %d: %s has no reason", n, id)
		case twice:
			return nil, fmt.Errorf("line %d: %s is listed twice", n, id)
		}
		allowed[id] = reason
	}
	return allowed, lines.Err()
}

var releaseArg = regexp.MustCompile(`(?m)^ARG GO_VERSION=(\d+\.\d+(?:\.\d+)?)$`)

// readRelease returns the Go release the image is built with, like "1.26.11".
func readRelease(dockerfile string) (string, error) {
	text, err := os.ReadFile(dockerfile)
	if err != nil {
		return "", err
	}
	m := releaseArg.FindSubmatch(text)
	if m == nil {
		return "", fmt.Errorf("%s: no line ARG GO_VERSION=…", dockerfile)
	}
	return string(m[1]), nil
}
