package ledger_test

import (
	"bytes"
	"crypto/ed25519"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"croupier/ledger"
	"croupier/ledger/booktest"
	"croupier/postgres"
	"croupier/postgres/postgrestest"
)

var notary = ed25519.NewKeyFromSeed(bytes.Repeat([]byte{7}, ed25519.SeedSize))

// minute is a moment at which a checkpoint may be taken.
func minute(n int) time.Time { return booktest.At.Add(time.Duration(n) * time.Minute) }

// next is the checkpoint that is due, signed; nil where none is.
func (b book) next(t *testing.T, last *ledger.Checkpoint, at time.Time) (*ledger.Checkpoint, []byte) {
	t.Helper()
	c, err := ledger.NextCheckpoint(t.Context(), b.Pool, last, at)
	must(t, err)
	if c == nil {
		return nil, nil
	}
	signed, err := c.Sign(notary)
	must(t, err)
	return c, signed
}

// held holds the book to a file of checkpoints, of which so many must count.
func held(t *testing.T, q ledger.Querier, count int, file ...[]byte) (faults []string) {
	t.Helper()
	k := ledger.CheckpointCheck{
		Trusted: []ed25519.PublicKey{notary.Public().(ed25519.PublicKey)}, Report: func(what string) { faults = append(faults, what) },
	}
	must(t, k.File(t.Context(), q, "file", bytes.Join(file, nil)))
	if k.Notes != count {
		t.Errorf("%d notes count, want %d", k.Notes, count)
	}
	return faults
}

func wantFaults(t *testing.T, got []string, want ...string) {
	t.Helper()
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("faults (-want +got):\n%s", diff)
	}
}

// TestACheckpointIsANote reads what is signed as docs/book.md describes it.
func TestACheckpointIsANote(t *testing.T) {
	t.Parallel()
	b := newBook(t, 2, 0)
	must(t, booktest.Play(t.Context(), b.Pool, 2, 1)) // table 1 has no page
	c, signed := b.next(t, nil, minute(0))
	var house, table string
	must(t, b.QueryRow(t.Context(), `SELECT (SELECT encode(hash, 'hex') FROM heads WHERE table_id = 0), (SELECT encode(hash, 'hex') FROM heads WHERE table_id = 2)`).Scan(&house, &table))
	want := fmt.Sprintf("croupier-checkpoint/1\nsigner %x\nat 2026-11-30T19:30:00Z\n0 3 2026-11-30 %s\n2 2 2026-11-30 %s\n\n— croupier ", []byte(c.Signer), house, table)
	if !strings.HasPrefix(string(signed), want) {
		t.Errorf("signed\n%s\nwant\n%s", signed, want)
	}
	opened, err := ledger.OpenCheckpoint(signed)
	must(t, err)
	if diff := cmp.Diff(c, opened); diff != "" {
		t.Errorf("(-signed +opened):\n%s", diff)
	}
}

// TestWhenACheckpointIsDue: when a chain has moved, a minute after the last, or when a day
// was closed; also where the clock was set back, and of a page on a day far off.
func TestWhenACheckpointIsDue(t *testing.T) {
	t.Parallel()
	b := newBook(t, 2, 1)
	first, one := b.next(t, nil, minute(0))
	if c, _ := b.next(t, first, minute(60)); c != nil {
		t.Errorf("nothing moved: %v", c)
	}
	must(t, booktest.Play(t.Context(), b.Pool, 1, 2))
	if c, _ := b.next(t, first, minute(1).Add(-time.Second)); c != nil {
		t.Errorf("too soon: %v", c)
	}
	second, two := b.next(t, first, minute(1))
	if second == nil || second.Ends[1].Seq != 4 || second.Ends[2] != first.Ends[2] {
		t.Fatalf("after a minute: %v", second)
	}
	must(t, booktest.Household(t.Context(), b.Pool)) // closes days
	third, three := b.next(t, second, minute(1))
	if third == nil {
		t.Fatal("a day was closed, and no checkpoint is due")
	}
	days := []int{-2000, 1500}
	for i, far := range days {
		day := booktest.Day.AddDate(0, 0, far)
		must(t, ledger.EnsureMonth(t.Context(), b.Pool, day))
		_, err := b.write(t.Context(), 2, func(h ledger.Head) ledger.Page {
			p := booktest.Opening(h)
			p.GamingDay = day
			return p
		}, booktest.Ending)
		must(t, err)
		c, _ := b.next(t, third, minute(-10*i-10))
		if c == nil || !c.Ends[2].GamingDay.Equal(day) {
			t.Errorf("a clock set back, a page on %v: %v", day, c)
		}
	}
	b.sound(t)
	wantFaults(t, held(t, b, 3, one, two, three))
}

// cutAfter takes the pages of a chain after keep away, with all that is on them, and
// moves the head back, as if they had never been.
func (c attempt) cutAfter(table, keep int64, relations ...string) {
	c.Helper()
	for _, r := range relations {
		of := ` WHERE seq > $1 AND table_id = $2`
		if table == ledger.House && !strings.Contains("links requests significant_events", r) {
			of = ` WHERE seq > $1 AND $2 = 0`
		}
		_, err := c.tx.Exec(c.Context(), `DELETE FROM `+r+of, keep, table)
		must(c.T, err)
	}
	c.do(`UPDATE heads h SET seq = $1, hash = coalesce((SELECT hash FROM links WHERE table_id = $2 AND seq = $1), decode(repeat('00', 32), 'hex')),
		rounds = n, open_round = NULL, gaming_day = d, settings = CASE n WHEN 0 THEN 0 ELSE settings END
		FROM (SELECT count(*) AS n, max(gaming_day) AS d FROM rounds WHERE table_id = $2) r WHERE table_id = $2`, keep, table)
}

var played = []string{"requests", "days", "rounds", "events", "entries", "lines", "postings", "links"}

// unseen fails where verify, without a checkpoint, finds something.
func (c attempt) unseen() {
	c.Helper()
	faults, err := ledger.VerifyIn(c.Context(), c.tx)
	must(c.T, err)
	if len(faults) > 0 {
		c.Fatalf("found without a checkpoint: %v", faults)
	}
}

// TestATailCutOffWithItsHead is found by a checkpoint and by nothing else.
func TestATailCutOffWithItsHead(t *testing.T) {
	t.Parallel()
	c := newCrime(t)
	point, signed := c.next(t, nil, minute(0))
	wantFaults(t, held(t, c.Pool, 1, signed))
	tried := func(name, want string, cut func(attempt)) {
		c.Run(name, func(t *testing.T) {
			tx, err := c.conn.Begin(t.Context())
			must(t, err)
			defer func() { must(t, tx.Rollback(t.Context())) }()
			a := attempt{t, tx, c.cols}
			cut(a)
			a.unseen()
			wantFaults(t, held(t, tx, 1, signed), want)
		})
	}
	for _, keep := range []int64{0, 2, 6} {
		want := fmt.Sprintf("table 2: cut off after seq %d; the checkpoint of 2026-11-30T19:30:00Z notes seq 8", keep)
		tried(want, want, func(a attempt) { a.cutAfter(2, keep, played...) })
	}
	c.trying("head only", func(a attempt) ledger.Fault {
		a.do(`UPDATE heads SET seq = 6, hash = (SELECT hash FROM links WHERE table_id = 2 AND seq = 6) WHERE table_id = 2`)
		wantFaults(t, held(t, a.tx, 1, signed), "table 2: cut off after seq 6; the checkpoint of 2026-11-30T19:30:00Z notes seq 8")
		return ledger.Fault{Table: 2, Relation: "heads"}
	})
	last := point.Ends[0].Seq
	want := fmt.Sprintf("house: cut off after seq %d; the checkpoint of 2026-11-30T19:30:00Z notes seq %d", last-1, last)
	tried("house", want, func(a attempt) { a.cutAfter(ledger.House, last-1, "proposal_steps", "significant_events", "links") })
}

// TestAChainWrittenAnew has every hash right, and is found by a checkpoint only.
func TestAChainWrittenAnew(t *testing.T) {
	t.Parallel()
	c := newCrime(t)
	_, signed := c.next(t, nil, minute(0))
	tx, err := c.conn.Begin(t.Context())
	must(t, err)
	defer func() { must(t, tx.Rollback(t.Context())) }()
	a := attempt{t, tx, c.cols}
	a.cutAfter(2, 0, played...)
	for range 5 { // and one hand more
		for _, page := range []func(ledger.Head) ledger.Page{booktest.Opening, booktest.Ending} {
			held, err := ledger.Lock(t.Context(), tx, 2, 0, ledger.Key{})
			must(t, err)
			p := page(held.Head)
			p.Actor = "eve"
			_, err = ledger.Append(t.Context(), tx, held.Head, p)
			must(t, err)
		}
	}
	a.unseen()
	wantFaults(t, held(t, tx, 1, signed), "table 2 seq 8: written anew; the checkpoint of 2026-11-30T19:30:00Z has another hash")
}

// TestAnOlderBackup is a sound book, and not the one that was noted; its signer refuses to go on.
func TestAnOlderBackup(t *testing.T) {
	t.Parallel()
	b := newBook(t, 2, 2)
	b.Close()
	backup := book{url: postgrestest.Copy(t, b.url)}
	for _, to := range []*book{&b, &backup} {
		to.Pool = postgrestest.Pool(t, to.url, postgres.PoolOptions{Role: postgres.WriterRole})
	}
	early, one := b.next(t, nil, minute(0))
	for table := range int64(2) {
		must(t, booktest.Play(t.Context(), b.Pool, table+1, 3))
	}
	last, two := b.next(t, early, minute(1))
	b.sound(t)
	wantFaults(t, held(t, b, 2, one, two))
	backup.sound(t)
	wantFaults(t, held(t, backup, 2, one, two),
		"table 1: cut off after seq 4; the checkpoint of 2026-11-30T19:31:00Z notes seq 6",
		"table 2: cut off after seq 4; the checkpoint of 2026-11-30T19:31:00Z notes seq 6")
	refused := func(want string) {
		t.Helper()
		if c, err := ledger.NextCheckpoint(t.Context(), backup.Pool, last, minute(9)); c != nil || !errors.Is(err, ledger.ErrWentBack) || !strings.Contains(err.Error(), want) {
			t.Errorf("%v, %v, want %s", c, err, want)
		}
	}
	refused("table 1: cut off after seq 4")
	for table := range int64(2) { // it is played on
		_, err := backup.write(t.Context(), table+1, booktest.Opening, func(h ledger.Head) ledger.Page {
			p := booktest.Ending(h)
			p.Actor = "another"
			return p
		}, booktest.Opening)
		must(t, err)
	}
	backup.sound(t)
	refused("table 1 seq 6: written anew")
	wantFaults(t, held(t, backup, 2, one, two),
		"table 1 seq 6: written anew; the checkpoint of 2026-11-30T19:31:00Z has another hash",
		"table 2 seq 6: written anew; the checkpoint of 2026-11-30T19:31:00Z has another hash")
}

// TestAHeadWithoutItsLink is not signed.
func TestAHeadWithoutItsLink(t *testing.T) {
	t.Parallel()
	c := newCrime(t)
	_, err := c.conn.Exec(t.Context(), `UPDATE heads SET hash = sha256(hash) WHERE table_id = 2`)
	must(t, err)
	if p, err := ledger.NextCheckpoint(t.Context(), c.Pool, nil, minute(0)); p != nil || !errors.Is(err, ledger.ErrWentBack) || !strings.Contains(err.Error(), "table 2") {
		t.Errorf("%v, %v", p, err)
	}
}

// TestEveryBitOfACheckpointCounts turns each bit of a file of two, drops each line, and tells
// notes in another order and by another key.
func TestEveryBitOfACheckpointCounts(t *testing.T) {
	t.Parallel()
	b := newBook(t, 2, 1)
	first, one := b.next(t, nil, minute(0))
	must(t, booktest.Play(t.Context(), b.Pool, 2, 2))
	second, two := b.next(t, first, minute(1))
	file := append(bytes.Clone(one), two...)
	wantFaults(t, held(t, b, 2, file))
	found := func(what string, file []byte) {
		t.Helper()
		faults := 0
		k := ledger.CheckpointCheck{Trusted: []ed25519.PublicKey{first.Signer}, Report: func(string) { faults++ }}
		must(t, k.File(t.Context(), b, "file", file))
		if faults == 0 {
			t.Errorf("%s: not found", what)
		}
	}
	for i := range file {
		if i > len(one) && i < len(file)-1 {
			continue // as in the first
		}
		for bit := range 8 {
			file[i] ^= 1 << bit
			found(fmt.Sprintf("byte %d, bit %d: %q", i, bit, file[max(0, i-5):min(len(file), i+5)]), file)
			file[i] ^= 1 << bit
		}
	}
	lines := strings.SplitAfter(string(one), "\n")
	for i := range len(lines) - 2 { // without its last, the signature, it is one cut off
		found("dropped: "+lines[i], []byte(strings.Join(lines[:i], "")+strings.Join(lines[i+1:], "")))
	}
	const digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"
	unused := bytes.Clone(one) // the same signature by another text
	unused[len(unused)-3] = digits[strings.IndexByte(digits, unused[len(unused)-3])+1]
	found("unused bits", unused)
	found("another signature too", append(bytes.Clone(one), "— eve BAbCAAAA\n"...))
	wantFaults(t, held(t, b, 2, two, one), "table 2: goes back from seq 4 to 2 between the checkpoints of 2026-11-30T19:31:00Z and 2026-11-30T19:30:00Z")
	forged, err := second.Sign(ed25519.NewKeyFromSeed(make([]byte, ed25519.SeedSize)))
	must(t, err)
	if _, err := ledger.OpenCheckpoint(forged); err != nil {
		t.Errorf("by its own word: %v", err)
	}
	wantFaults(t, held(t, b, 1, one, forged), fmt.Sprintf("file line 9: %v: signed by %x, which is not trusted", ledger.ErrCheckpoint, []byte(second.Signer)))
}

// TestACheckpointCutOff ends a note after each of its bytes, as a crash would: what is before
// counts, and what comes after on a line of its own.
func TestACheckpointCutOff(t *testing.T) {
	t.Parallel()
	note := func(at int) []byte {
		c := ledger.Checkpoint{At: minute(at).Truncate(time.Second), Ends: []ledger.ChainEnd{{Seq: 1, GamingDay: booktest.Day}, {Table: 7, Seq: int64(at), GamingDay: booktest.Day}}}
		signed, err := c.Sign(notary)
		must(t, err)
		return signed
	}
	one, two, three := note(1), note(2), note(3)
	for n := 1; n < len(two); n++ {
		file := append(bytes.Clone(one), two[:n]...)
		whole := func(want ...bool) {
			t.Helper()
			var got []bool
			for _, k := range ledger.KeptNotes(file) {
				_, err := ledger.OpenCheckpoint(k.Signed)
				if k.Cut == (err == nil) {
					t.Errorf("after %d bytes: cut %v, %v", n, k.Cut, err)
				}
				got = append(got, !k.Cut)
			}
			if diff := cmp.Diff(want, got); diff != "" {
				t.Errorf("after %d bytes, whole notes (-want +got):\n%s", n, diff)
			}
		}
		whole(true, false)
		if !bytes.HasSuffix(file, []byte("\n")) {
			file = append(file, '\n')
		}
		file = append(file, three...)
		whole(true, n == len(two)-1, true) // but for the end of its last line it was written
	}
}
