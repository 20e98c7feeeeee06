package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// walks are the sections of the README that are walked through, one after another.
var walks = []string{"## A round with curl", "## A paytable from draft to in force", "## What the pit asks"}

// TestTheReadmeIsTrue runs the README's commands as they stand there, at a server
// on which the demo was played, and looks for what it says of them.
func TestTheReadmeIsTrue(t *testing.T) {
	t.Parallel()
	data := dataDir(t)
	p := start(t, "DATABASE_URL=", "CROUPIER_DATA="+data)
	p.demoIn(data)
	commands := strings.ReplaceAll(walk(t), "bin/croupier", binary)
	shell := exec.Command("bash", "-u", "-c", commands)
	shell.Env = append(os.Environ(), "D="+data, "U="+p.api.url, "TMPDIR="+t.TempDir())
	out, err := shell.CombinedOutput()
	if err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	says := string(out)
	at := 0
	for _, next := range []string{
		`"kind":"open"`, `"id":"1-2"`, `"status":"settled"`, `"postings":[`, "every chain is whole",
		`"id":"1-3"`, `"state":"draft"`, `"code":"gate"`, "so the player has the advantage", `"revision":2`,
		`"state":"submitted"`, `"code":"own_proposal"`, `"state":"in-force"`, `"name":"trips-2"`, `"status":"void"`, `"name":"trips-house"`,
		"블라인드", "3 of 3 equal", "every row is as it was written", "generated at",
	} {
		i := strings.Index(says[at:], next)
		if i < 0 {
			t.Fatalf("%s does not come after:\n%s\nin:\n%s", next, says[:at], says[at:])
		}
		at += i
	}
	digests := regexp.MustCompile(`"trips":\{"name":"trips-(?:2|house)","digest":"([0-9a-f]{64})"\}\n`).FindAllStringSubmatch(says, -1)
	if len(digests) != 2 || digests[0][1] == digests[1][1] {
		t.Errorf("the old round and the new name %v", digests)
	}
	p.stop()
}

// walk returns the commands of the sections.
func walk(t *testing.T) string {
	t.Helper()
	readme, err := os.ReadFile(filepath.Join("..", "..", "README.md"))
	if err != nil {
		t.Fatal(err)
	}
	var commands strings.Builder
	for _, heading := range walks {
		_, section, found := strings.Cut(string(readme), heading+"\n")
		_, block, begun := strings.Cut(section, "```sh\n")
		block, _, ended := strings.Cut(block, "```")
		if !found || !begun || !ended {
			t.Fatalf("the README has no commands under %q", heading)
		}
		commands.WriteString(block)
	}
	return commands.String()
}
