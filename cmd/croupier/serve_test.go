package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"croupier/api"
	"croupier/api/apitest"
	"croupier/floor"
	"croupier/postgres/postgrestest"
)

// The scripts of the API, against the program a user runs.
func TestScripts(t *testing.T) {
	t.Parallel()
	files, err := filepath.Glob("../../api/testdata/*.txt")
	if err != nil || len(files) == 0 {
		t.Fatalf("%d scripts: %v", len(files), err)
	}
	p := start(t, "DATABASE_URL="+postgrestest.New(t), "CROUPIER_DATA="+t.TempDir())
	h := p.furnish()
	cast := apitest.Cast{Key: h.Key, Furnish: func(body []byte) int64 {
		spec, err := api.ParseTable(body)
		if err != nil {
			t.Fatal(err)
		}
		return h.Open(spec)
	}}
	for _, file := range files {
		if raced && slices.Contains(apitest.CountDeals, filepath.Base(file)) {
			continue // counts every deal, which takes the race detector minutes
		}
		apitest.Run(t, p.api.url, cast, file)
	}
	p.stop()
}

// inProcess runs the program's own run with the arguments and variables.
func inProcess(stdin string, variables map[string]string, args ...string) (status int, stdout, stderr string) {
	var out, errs bytes.Buffer
	status = run(context.Background(), environment{
		args: args, getenv: func(v string) string { return variables[v] },
		stdin: strings.NewReader(stdin), stdout: &out, stderr: &errs,
	})
	return status, out.String(), errs.String()
}

func TestEveryCommandShowsAnExample(t *testing.T) {
	t.Parallel()
	for _, command := range []string{"serve", "settle", "migrate", "verify", "audit", "report", "export", "health", "demo", "version"} {
		status, says, _ := inProcess("", nil, command, "-h")
		if status != 0 || !strings.Contains(says, "Examples:\n  ") || !strings.Contains(says, "croupier "+command) {
			t.Errorf("%s -h: status %d\n%s", command, status, says)
		}
	}
}

// Secrets of the surroundings are not printed as defaults.
func TestHelpTellsNoSecrets(t *testing.T) {
	t.Parallel()
	_, says, _ := inProcess("", map[string]string{"DATABASE_URL": "postgres://u:hidden@db/x", "CROUPIER_SEAL_KEY": "hidden"}, "serve", "-h")
	if strings.Contains(says, "hidden") {
		t.Error(says)
	}
}

// A first round is played by demo; it is there after a restart, and verifies.
func TestARestartKeepsTheBook(t *testing.T) {
	t.Parallel()
	data := dataDir(t)
	settings := []string{"DATABASE_URL=", "CROUPIER_DATA=" + data}
	p := start(t, settings...)
	people := p.demo()
	checkData(t, data) // beside the running server
	p.stop()
	p = start(t, settings...)
	var v floor.View
	boss, err := people.signIn(context.Background(), p.api.url, "supervisor-1")
	if err != nil {
		t.Fatal(err)
	}
	if err := boss.get(context.Background(), "/v1/rounds/1-1", &v); err != nil || v.Status != floor.Settled {
		t.Errorf("round 1-1: %s, %v", v.Status, err)
	}
	p.stop()
	checkData(t, data) // and without it
}

// demo adds an admin on the server and plays the demo, and returns its people.
func (p *process) demo() cast {
	p.t.Helper()
	return p.demoIn(p.t.TempDir())
}

// demoIn is the demo whose people are kept in the directory.
func (p *process) demoIn(dir string) cast {
	p.t.Helper()
	if raced {
		p.stop()
		p.t.Skip("the demo prices a game over every deal, which takes the race detector minutes")
	}
	password, people := filepath.Join(dir, "root.password"), filepath.Join(dir, "people.json")
	if err := os.WriteFile(password, []byte("a longer secret of the tests\n"), 0o600); err != nil {
		p.t.Fatal(err)
	}
	for _, args := range [][]string{
		{"user", "add", "root", "--role", "admin", "--password-file", password, "--database-url", p.book},
		{"demo", "--url", p.api.url, "--password-file", password, "--people", people},
	} {
		out, err := exec.Command(binary, args...).CombinedOutput()
		if err != nil || args[0] == "demo" && (!strings.Contains(string(out), "sum to 0") || !strings.Contains(string(out), "the table closes")) {
			p.t.Fatalf("%s: %v\n%s", args[0], err, out)
		}
	}
	made, err := keptCast(context.Background(), nil, people)
	if err != nil {
		p.t.Fatal(err)
	}
	return made
}

// A request that was accepted before the stop is answered.
func TestAStopFinishesWhatWasAccepted(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	url := postgrestest.New(t)
	p := start(t, "DATABASE_URL="+url, "CROUPIER_DATA="+t.TempDir())
	v := openRound(t, p, p.furnish())
	conn, err := pgx.Connect(ctx, url)
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close(ctx)
	tx, err := conn.Begin(ctx)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := tx.Exec(ctx, `SELECT FROM croupier.heads WHERE table_id = $1 FOR UPDATE`, v.Table); err != nil {
		t.Fatal(err)
	}
	answered := make(chan error, 1)
	go func() {
		status, answer, err := p.api.send("/v1/rounds/"+v.ID+"/events", "slow-1", bet(1, "ante", "10"))
		if err == nil && status != 200 {
			err = fmt.Errorf("status %d: %s", status, answer)
		}
		answered <- err
	}()
	waitUntil(t, conn, `SELECT count(*) > 0 FROM pg_locks WHERE NOT granted`)
	done := make(chan struct{})
	go func() { defer close(done); p.stop() }()
	p.said("stopping")
	if err := tx.Commit(ctx); err != nil {
		t.Fatal(err)
	}
	if err := <-answered; err != nil {
		t.Error(err)
	}
	<-done
}

// waitUntil polls another connection's view of the server.
func waitUntil(t *testing.T, conn *pgx.Conn, question string) {
	t.Helper()
	other, err := pgx.ConnectConfig(context.Background(), conn.Config())
	if err != nil {
		t.Fatal(err)
	}
	defer other.Close(context.Background())
	for range 3000 {
		var yes bool
		if err := other.QueryRow(context.Background(), question).Scan(&yes); err != nil {
			t.Fatal(err)
		}
		if yes {
			return
		}
		time.Sleep(10 * time.Millisecond)
	}
	t.Fatalf("never: %s", question)
}

// A superuser changes one byte of a settled round behind the triggers; verify
// names the row.
func TestVerifyNamesAChangedByte(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	url := postgrestest.New(t)
	p := start(t, "DATABASE_URL="+url, "CROUPIER_DATA="+t.TempDir())
	p.demo()
	p.stop()
	checkBook(t, url)
	conn, err := pgx.Connect(ctx, url)
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close(ctx)
	for _, sql := range []string{
		`ALTER TABLE croupier.lines DISABLE TRIGGER ALL`,
		`DO $$ DECLARE part regclass; BEGIN
			FOR part IN SELECT inhrelid FROM pg_inherits WHERE inhparent = 'croupier.lines'::regclass LOOP
				EXECUTE format('ALTER TABLE %s DISABLE TRIGGER ALL', part);
			END LOOP; END $$`,
		`UPDATE croupier.lines SET reason = 'fond' WHERE reason = 'fold' AND wager = 'blind'`,
	} {
		if _, err := conn.Exec(ctx, sql); err != nil {
			t.Fatal(err)
		}
	}
	out, err := exec.Command(binary, "verify", "--database-url", url).CombinedOutput()
	if err == nil || !strings.Contains(string(out), "table 1 seq 12: lines, line 2") {
		t.Errorf("verify: %v\n%s", err, out)
	}
}

func TestSettle(t *testing.T) {
	t.Parallel()
	const round = `{"id":1,"game":"ultimate-texas-holdem","dealer":"Ks Kd","board":"2h 9h Kh 4c 7d","seats":[{"seat":1,"cards":"Ah 3h","bets":{"ante":"10","blind":"10"},"actions":["4x"]}]}`
	status, says, _ := inProcess(round+"\n", nil, "settle")
	if status != 0 || !strings.Contains(says, `"net":"65"`) {
		t.Errorf("status %d: %s", status, says)
	}
	status, says, complains := inProcess(round+"\n{}\n"+round, nil, "settle", "-")
	lines := strings.Split(strings.TrimSpace(says), "\n")
	if status != 1 || len(lines) != 3 || !strings.Contains(lines[1], `"error"`) || complains != "" {
		t.Errorf("status %d, %q, %q", status, lines, complains)
	}
	if status, _, complains := inProcess("", nil, "settle", "/no/such/file"); status != 1 || !strings.Contains(complains, "/no/such/file") {
		t.Errorf("status %d: %s", status, complains)
	}
}

func TestVersion(t *testing.T) {
	t.Parallel()
	status, says, _ := inProcess("", nil, "version")
	if status != 0 || !strings.Contains(says, "ultimate-texas-holdem/1\n") || !strings.Contains(says, "texas-holdem-bonus/1\n") {
		t.Errorf("status %d: %s", status, says)
	}
}

// The key that seals decks is made once, whoever is first, and read ever after.
func TestTheSealKeyIsKept(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "data", "seal.key")
	keys := make(chan [32]byte, 8)
	for range cap(keys) {
		go func() {
			key, err := keptKey(path)
			if err != nil {
				t.Error(err)
			}
			keys <- key
		}()
	}
	first := <-keys
	for range cap(keys) - 1 {
		if key := <-keys; key != first || key == [32]byte{} {
			t.Fatal("two keys were made")
		}
	}
	if info, err := os.Stat(path); err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("%v, %v, want mode 0600", info.Mode(), err)
	}
	if err := os.WriteFile(path, []byte("short"), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := keptKey(path); err == nil || strings.Contains(err.Error(), "short") {
		t.Errorf("a broken key: %v", err)
	}
}

func TestDemoNeedsAServer(t *testing.T) {
	t.Parallel()
	status, _, says := inProcess("", nil, "demo", "--url", "http://127.0.0.1:1", "--people", filepath.Join(t.TempDir(), "people"))
	if status != 1 || !strings.Contains(says, "127.0.0.1:1") {
		t.Errorf("status %d: %s", status, says)
	}
}

func TestAnswersAreJSON(t *testing.T) {
	t.Parallel()
	p := start(t, "DATABASE_URL="+postgrestest.New(t), "CROUPIER_DATA="+t.TempDir())
	var problem struct{ Code string }
	status, answer, err := p.api.send("/v1/tables", "once", "no table")
	if err != nil || status/100 != 4 || json.Unmarshal(answer, &problem) != nil || problem.Code == "" {
		t.Errorf("status %d, %v: %s", status, err, answer)
	}
	p.stop()
}
