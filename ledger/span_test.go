package ledger_test

import (
	"testing"
	"time"

	"croupier/ledger"
	"croupier/ledger/booktest"
)

// spanned is a book of a table with rounds on five gaming days, some of them on an
// earlier day than the one before; the first round of the book is of day 0.
func spanned(t *testing.T) book {
	t.Helper()
	b := newBook(t, 1, 1)
	for _, days := range []int{1, 3, -1, 2, 2, 4} {
		open := func(h ledger.Head) ledger.Page {
			p := booktest.Opening(h)
			p.GamingDay = p.GamingDay.AddDate(0, 0, days)
			return p
		}
		_, err := b.write(t.Context(), 1, open, booktest.Ending)
		must(t, err)
	}
	return b
}

func onDay(n int) time.Time { return booktest.Day.AddDate(0, 0, n) }

// verified is what a verification of the span finds, and how many rounds it read.
func (b book) verified(t *testing.T, from, to time.Time) (found []string, rounds int64) {
	t.Helper()
	table := int64(1)
	opts := ledger.VerifyOptions{Table: &table, From: from, To: to}
	sum, err := ledger.Verify(t.Context(), b.Pool, opts, func(f ledger.Fault) { found = append(found, f.String()) })
	must(t, err)
	return found, sum.Rounds
}

// TestVerifyASpan reads some gaming days of a sound book: nothing is wrong, whichever
// they are, and no other day's rounds are read.
func TestVerifyASpan(t *testing.T) {
	t.Parallel()
	b := spanned(t)
	on := map[int]int64{-1: 1, 0: 1, 1: 1, 2: 2, 3: 1, 4: 1}
	for from := -2; from <= 5; from++ {
		for to := from; to <= 5; to++ {
			want := int64(0)
			for day, n := range on {
				if from <= day && day <= to {
					want += n
				}
			}
			if found, rounds := b.verified(t, onDay(from), onDay(to)); len(found) > 0 || rounds != want {
				t.Errorf("days %d to %d: %d rounds, want %d: %q", from, to, rounds, want, found)
			}
		}
		if found, _ := b.verified(t, onDay(from), time.Time{}); len(found) > 0 {
			t.Errorf("from day %d: %q", from, found)
		}
		if found, _ := b.verified(t, time.Time{}, onDay(from)); len(found) > 0 {
			t.Errorf("to day %d: %q", from, found)
		}
	}
}

// TestVerifyASpanFinds what is wrong in it, and nothing of other days.
func TestVerifyASpanFinds(t *testing.T) {
	t.Parallel()
	const altered = `UPDATE postings SET amount = amount + 0.0001 WHERE table_id = 1 AND seq = 4 AND posting = 3`
	const forged = `UPDATE heads SET hash = decode(repeat('11', 32), 'hex') WHERE table_id = 1`
	for name, c := range map[string]struct {
		tamper   string
		from, to time.Time
		last     string // of what is found
	}{
		"an altered row":              {altered, onDay(1), onDay(1), "table 1 seq 4: lines, line 3: is not what its postings moved"},
		"that of another day":         {altered, onDay(2), onDay(4), ""},
		"a missing page":              {`DELETE FROM links WHERE table_id = 1 AND seq = 10`, onDay(2), onDay(2), "table 1 seq 10: links: missing"},
		"a link that does not follow": {`UPDATE links SET prev = leaf WHERE table_id = 1 AND seq = 13`, onDay(2), onDay(4), "table 1 seq 13: links: does not follow seq 12: one of the two was altered"},
		"a forged head":               {forged, onDay(4), time.Time{}, "table 1 seq 14: heads: altered: its hash is not that of the last link"},
		"and not up to it":            {forged, onDay(4), onDay(4), ""},
		"a head that goes further":    {`UPDATE heads SET seq = seq + 3 WHERE table_id = 1`, onDay(4), time.Time{}, "table 1 seq 15: links: missing, up to seq 17"},
		"a round that is not open":    {`UPDATE rounds SET round = 99 WHERE table_id = 1 AND round = 7`, onDay(4), onDay(4), "table 1 seq 13: rounds, round 99: has no entry and is not open"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			b := spanned(t)
			conn := b.superuser(t)
			for _, relation := range []string{"heads", "links", "postings", "rounds"} {
				_, err := conn.Exec(t.Context(), `ALTER TABLE `+relation+` DISABLE TRIGGER ALL`)
				must(t, err)
			}
			_, err := conn.Exec(t.Context(), c.tamper)
			must(t, err)
			found, _ := b.verified(t, c.from, c.to)
			last := ""
			if len(found) > 0 {
				last = found[len(found)-1]
			}
			if last != c.last {
				t.Errorf("%q, want %q the last", found, c.last)
			}
		})
	}
}
