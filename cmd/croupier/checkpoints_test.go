package main

import (
	"bytes"
	"crypto/ed25519"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"croupier/desk"
	"croupier/floor"
	"croupier/floor/floortest"
	"croupier/house"
	"croupier/ledger"
	"croupier/pit"
	"croupier/postgres"
	"croupier/postgres/postgrestest"
)

// signer is a signer of checkpoints of the book in the directory, as a start of the server makes it.
func signer(pool *pgxpool.Pool, dir string) *checkpoints {
	key := ed25519.NewKeyFromSeed(bytes.Repeat([]byte{7}, ed25519.SeedSize))
	return &checkpoints{dir: dir, key: key, pool: pool, log: slog.New(slog.DiscardHandler)}
}

// pages is a book of two open tables, and what fills each of them once more.
func pages(t *testing.T) (url string, pool *pgxpool.Pool, fill func()) {
	t.Helper()
	url = postgrestest.New(t)
	pool = postgrestest.Pool(t, url, postgres.PoolOptions{Role: postgres.WriterRole})
	h := floortest.New(t, pool)
	for range 2 {
		h.Open(house.Spec{Game: "ultimate-texas-holdem"})
	}
	n := int64(0)
	return url, pool, func() {
		t.Helper()
		for table := int64(1); table <= 2; table++ {
			n++
			pair := floor.Pair{Dealer: floortest.Dealer(table), Supervisor: floortest.Supervisor}
			if _, err := h.Floor.FillTable(t.Context(), floortest.Caller(pair, "fill", n), table, pair, fmt.Sprint("F-", n), floor.Counts{"100": 1}); err != nil {
				t.Fatal(err)
			}
		}
	}
}

func wrote(t *testing.T, file string) string {
	t.Helper()
	b, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

// The book is held to the checkpoints of a directory, and of files; what was cut off, written anew
// or signed by somebody else is named, and the status is 1.
func TestVerifyCheckpoints(t *testing.T) {
	t.Parallel()
	url, pool, fill := pages(t)
	dir := t.TempDir()
	c, now := signer(pool, dir), time.Date(2026, 11, 30, 23, 59, 30, 0, time.UTC)
	for range 2 {
		fill()
		if err := c.turn(t.Context(), now); err != nil {
			t.Fatal(err)
		}
		now = now.Add(time.Minute)
	}
	closing := desk.Caller{Actor: "ann", Approver: "bob", Origin: "server"} // no names of the house's are asked for here
	if _, err := pit.New(desk.New(pool, nil), pit.Options{Signing: c.key}).CloseDay(t.Context(), closing, time.Now().AddDate(0, 0, -3), 0); err != nil {
		t.Fatal(err)
	}
	first, second := filepath.Join(dir, "2026-11-30.checkpoints"), filepath.Join(dir, "2026-12-01.checkpoints")
	key := hex.EncodeToString(c.last.Signer)
	verify := func(status int, args []string, wants ...string) {
		t.Helper()
		got, says, errs := inProcess("", map[string]string{"DATABASE_URL": url}, append([]string{"verify"}, args...)...)
		if got != status {
			t.Errorf("%v: status %d, want %d\n%s%s", args, got, status, says, errs)
		}
		for _, want := range wants {
			if !strings.Contains(says+errs, want) {
				t.Errorf("%v: want %q\n%s%s", args, want, says, errs)
			}
		}
	}
	const sound = "every chain is whole"
	verify(0, []string{"--checkpoints", dir}, dir+": 2 checkpoints up to 2026-12-01T00:00:30Z, signed by "+key, sound)
	verify(0, []string{"--checkpoints", first, "--checkpoints", second, "--key", strings.Repeat("00", 32), "--key", key}, first+": 1 checkpoints", sound)
	verify(1, []string{"--checkpoints", dir, "--key", strings.Repeat("00", 32)}, first+" line 1: ", "which is not trusted", "no checkpoint that could be held")
	verify(1, []string{"--key", strings.Repeat("00", 32)}, "2 closed gaming days are not what was signed")
	verify(1, []string{"--checkpoints", dir, "--key", "00"}, "--key ", "64 hex digits")
	verify(1, []string{"--checkpoints", t.TempDir()}, "no checkpoint")
	verify(1, []string{"--checkpoints", filepath.Join(dir, "none")}, "no such file")

	altered := filepath.Join(t.TempDir(), "altered")
	if err := os.WriteFile(altered, []byte(strings.Replace(wrote(t, first)+wrote(t, second), "\n1 2 ", "\n1 1 ", 1)), 0o600); err != nil {
		t.Fatal(err)
	}
	verify(1, []string{"--checkpoints", altered}, altered+" line 1: not a checkpoint as it was signed", "1 checkpoints up to", "1 faults by the checkpoints")
	cutTail(t, url)
	verify(0, nil, sound)
	verify(1, []string{"--checkpoints", dir, "--key", key}, "table 2: cut off after seq 2; the checkpoint of 2026-12-01T00:00:30Z notes seq 3\n", "1 faults by the checkpoints")
	verify(1, []string{"--checkpoints", dir, "--table", "2"}, "table 2: cut off after seq 2")
	verify(0, []string{"--checkpoints", dir, "--table", "1"}, sound)
}

// cutTail is what a superuser can do who takes the guards away: the last page of table 2 has never been.
func cutTail(t *testing.T, url string) {
	t.Helper()
	conn, err := pgx.Connect(t.Context(), url)
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close(t.Context())
	sql := `DROP FUNCTION refuse_change CASCADE; ALTER TABLE heads DISABLE TRIGGER ALL;`
	for _, relation := range []string{"links", "requests", "entries", "postings", "slips", "counts", "significant_events"} {
		sql += `DELETE FROM ` + relation + ` WHERE table_id = 2 AND seq > 2;`
	}
	sql += `UPDATE heads SET seq = 2, hash = (SELECT hash FROM links WHERE table_id = 2 AND seq = 2) WHERE table_id = 2`
	if _, err := conn.Exec(t.Context(), sql); err != nil {
		t.Fatal(err)
	}
}

// What a crash left of a note stays, the next begins on a line of its own, and a signer that
// starts goes on behind the last whole one, in the newest file, though the clock was set back.
func TestTheSignerGoesOn(t *testing.T) {
	t.Parallel()
	_, pool, fill := pages(t)
	dir, now := t.TempDir(), time.Date(2026, 11, 30, 12, 0, 0, 0, time.UTC)
	file := filepath.Join(dir, "2026-11-30.checkpoints")
	turn := func(at time.Time) {
		t.Helper()
		if err := signer(pool, dir).turn(t.Context(), at); err != nil {
			t.Fatal(err)
		}
	}
	turn(now)
	whole := wrote(t, file)
	if err := os.WriteFile(file, []byte(whole+whole[:300]), 0o600); err != nil {
		t.Fatal(err)
	}
	turn(now.Add(time.Hour)) // nothing moved
	if got := wrote(t, file); got != whole+whole[:300] {
		t.Errorf("nothing moved, and this was written:\n%s", got)
	}
	fill()
	turn(now.AddDate(0, 0, -1))
	notes := ledger.KeptNotes([]byte(wrote(t, file)))
	if len(notes) != 3 || notes[0].Cut || !notes[1].Cut || notes[2].Cut || !strings.Contains(string(notes[2].Signed), "\n1 2 ") {
		t.Errorf("%d notes:\n%s", len(notes), wrote(t, file))
	}
	if files, err := checkpointFiles(dir); err != nil || len(files) != 1 {
		t.Errorf("%v, %v", files, err)
	}
}

// A signer that finds another book than its last checkpoint notes, or one that is not its own, signs nothing.
func TestTheSignerRefuses(t *testing.T) {
	t.Parallel()
	_, pool, fill := pages(t)
	fill()
	dir, now := t.TempDir(), time.Date(2026, 11, 30, 12, 0, 0, 0, time.UTC)
	if err := signer(pool, dir).turn(t.Context(), now); err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(dir, "2026-11-30.checkpoints")
	before := wrote(t, file)
	_, older, _ := pages(t)
	c := signer(older, dir)
	if err := c.turn(t.Context(), now.Add(time.Hour)); !errors.Is(err, ledger.ErrWentBack) || !strings.Contains(err.Error(), "table 1: cut off after seq 1; ") {
		t.Errorf("an older book: %v", err)
	}
	fill()
	other := signer(pool, dir)
	other.key = ed25519.NewKeyFromSeed(make([]byte, ed25519.SeedSize))
	if err := other.turn(t.Context(), now.Add(time.Hour)); !errors.Is(err, ledger.ErrCheckpoint) {
		t.Errorf("of another key: %v", err)
	}
	if got := wrote(t, file); got != before {
		t.Errorf("a refused checkpoint was written:\n%s", got)
	}
}

// The program writes checkpoints that verify; started on another book with the same directory it
// signs none, says so, and serves.
func TestServeCheckpoints(t *testing.T) {
	t.Parallel()
	url, data, dir := postgrestest.New(t), t.TempDir(), filepath.Join(t.TempDir(), "made", "by it")
	settings := []string{"CROUPIER_DATA=" + data, "CROUPIER_CHECKPOINTS=" + dir}
	p := start(t, append(settings, "DATABASE_URL="+url)...)
	var files []string
	for range 3000 {
		if files, _ = filepath.Glob(filepath.Join(dir, "*.checkpoints")); len(files) > 0 {
			break
		}
		time.Sleep(10 * time.Millisecond)
	}
	p.stop()
	seed, err := keptKey(filepath.Join(data, "signing.key"))
	if err != nil {
		t.Fatal(err)
	}
	key := hex.EncodeToString(ed25519.NewKeyFromSeed(seed[:]).Public().(ed25519.PublicKey))
	status, says, errs := inProcess("", map[string]string{"DATABASE_URL": url}, "verify", "--checkpoints", dir, "--key", key)
	if status != 0 || !strings.Contains(says, dir+": 1 checkpoints up to ") {
		t.Fatalf("%v: status %d\n%s%s", files, status, says, errs)
	}
	before := wrote(t, files[0])
	p = start(t, append(settings, "DATABASE_URL="+postgrestest.New(t))...)
	if said := fmt.Sprint(p.said("no checkpoint was signed")["error"]); !strings.Contains(said, "house seq 1: written anew") {
		t.Error(said)
	}
	if figures := p.figures(); !strings.Contains(figures, "\ncroupier_checkpoints_failing 1\n") {
		t.Error(figures)
	}
	p.stop()
	if got := wrote(t, files[0]); got != before {
		t.Errorf("a refused checkpoint was written:\n%s", got)
	}
}

// figures are those for Prometheus.
func (p *process) figures() string {
	p.t.Helper()
	req, err := http.NewRequest(http.MethodGet, p.api.url+"/metrics", nil)
	if err != nil {
		p.t.Fatal(err)
	}
	req.Header.Set("Authorization", "Bearer "+p.furnish().Key(floortest.Everyone))
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		p.t.Fatal(err)
	}
	defer resp.Body.Close()
	b, err := io.ReadAll(resp.Body)
	if err != nil {
		p.t.Fatal(err)
	}
	return string(b)
}
