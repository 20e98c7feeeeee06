package pit_test

import (
	"bytes"
	"crypto/ed25519"
	"encoding/base64"
	"encoding/json"
	"errors"
	"math/rand/v2"
	"strings"
	"testing"

	"croupier/house"
	"croupier/ledger"
	"croupier/pit"
	"croupier/sight"
	"croupier/words"
)

// disputed is the case of a round with other rounds before and after it, which was
// contested, corrected, and settled with the guest.
func (s *scene) disputed(spec house.Spec) (sight.RoundID, []byte) {
	s.t.Helper()
	table, felt := s.open(spec)
	s.played(table, paired.record(s.t, felt))
	id := s.played(table, paired.record(s.t, felt))
	a, err := s.pit.Dispute(s.t.Context(), s.by(otherSupervisor), id, "the guest says it was a flush")
	d := told[pit.Dispute](s, a, err)
	number, err := sight.ParseRoundID(d.ID)
	s.must(err)
	correction, _ := s.opened(id, pit.Request{Code: pit.CardMiskeyed, Reason: "the card was a spade", Dispute: number.Number, Events: flushed.record(s.t, felt)})
	s.approved(correction)
	s.played(table, flushed.record(s.t, felt))
	_, err = s.pit.CloseDispute(s.t.Context(), s.by("supervisor-1"), number, pit.Corrected, "the camera shows a spade")
	s.must(err)
	file, err := s.pit.Case(s.t.Context(), id)
	s.must(err)
	return id, file
}

// The case of a corrected round of each game verifies without a database, settles
// again to what was posted, and carries no other round.
func TestCase(t *testing.T) {
	t.Parallel()
	public := signing.Public().(ed25519.PublicKey)
	for name, spec := range everyGame(t) {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := newScene(t)
			id, file := s.disputed(spec)
			for _, trusted := range [][]ed25519.PublicKey{nil, {public}} {
				c, err := pit.CheckCase(file, trusted)
				if err != nil || !c.Sound() || c.Table != id.Table || c.Round != id.Number {
					t.Fatalf("%+v, %v", c, err)
				}
				r := c.Record
				if len(r.Entries) != 3 || r.Entries[1].Kind != ledger.KindReversal || r.Entries[2].Approver == "" || len(r.Events) == 0 || r.Round.Number != id.Number {
					t.Errorf("%d entries, %d events of round %d", len(r.Entries), len(r.Events), r.Round.Number)
				}
			}
			if _, err := pit.CheckCase(file, []ed25519.PublicKey{make([]byte, 32)}); !errors.Is(err, house.ErrSigner) {
				t.Errorf("a key that is not trusted: %v", err)
			}
			told, err := s.pit.Why(t.Context(), id, words.English)
			if err != nil || told.Correction == "" || told.Entry.Seq != s.entries(id)[2].Seq || told.Seats[0].HandName != "flush" {
				t.Errorf("why: %+v, %v", told, err)
			}
			sum, err := pit.Audit(t.Context(), s.pool, ledger.Span{}, pit.AuditOptions{Report: func(d pit.Difference) { t.Error(d) }})
			if err != nil || sum.Corrections != 1 || sum.Different != 0 || sum.Rounds != 3 {
				t.Errorf("audit: %+v, %v", sum, err)
			}
			if strings.Contains(string(file), base64.StdEncoding.EncodeToString([]byte("answer"))) {
				t.Error("the answers of requests are in the case")
			}
		})
	}
	if _, err := newScene(t).pit.Case(t.Context(), sight.RoundID{Table: 1, Number: 1}); !errors.Is(err, ledger.ErrNoRound) {
		t.Errorf("a round there is not: %v", err)
	}
}

// A corrected entry that was changed behind the triggers is found by the audit.
func TestAuditOfACorrection(t *testing.T) {
	t.Parallel()
	s := newScene(t)
	id, _ := s.disputed(everyGame(t)["ultimate-texas-holdem/1"])
	stands := s.entries(id)[2]
	for _, c := range []struct {
		seq  int64
		what string
	}{{stands.Seq, "amount"}, {stands.Seq - 1, "of the reversal"}} {
		k := kept{Pool: s.pool, url: s.pool.Config().ConnString()}
		k.tamper(t, `UPDATE lines SET amount = amount + 1 WHERE table_id = $1 AND seq = $2 AND line = 1`, id.Table, c.seq)
		var found []string
		sum, err := pit.Audit(t.Context(), s.pool, ledger.Span{}, pit.AuditOptions{Report: func(d pit.Difference) { found = append(found, d.String()) }})
		if err != nil || sum.Different != 1 || len(found) != 1 || !strings.Contains(found[0], c.what) {
			t.Errorf("%s: %+v, %q, %v", c.what, sum, found, err)
		}
	}
}

// One bit of a case file changed, wherever it is: it is refused.
func TestCaseRefusesEveryChange(t *testing.T) {
	t.Parallel()
	s := newScene(t)
	_, file := s.disputed(everyGame(t)["ultimate-texas-holdem/1"])
	rng := rand.New(rand.NewPCG(7, 712))
	trusted := []ed25519.PublicKey{signing.Public().(ed25519.PublicKey)}
	const flips = 600
	for range flips {
		at, bit := rng.IntN(len(file)), byte(1)<<rng.IntN(8)
		changed := bytes.Clone(file)
		changed[at] ^= bit
		if c, err := pit.CheckCase(changed, trusted); err == nil && c.Sound() {
			t.Fatalf("byte %d, %q to %q, and nothing is wrong", at, file[at-20:at+20], changed[at])
		}
	}
}

// A byte of any row of the round changed: the entry it belongs to is named, whether
// or not somebody signed the file anew.
func TestCaseNamesWhatWasChanged(t *testing.T) {
	t.Parallel()
	s := newScene(t)
	_, file := s.disputed(everyGame(t)["ultimate-texas-holdem/1"])
	var signed struct {
		Content struct {
			Case ledger.Case `json:"case"`
		} `json:"content"`
	}
	s.must(json.Unmarshal(file, &signed))
	relations := map[string]int{}
	for i := range signed.Content.Case.Rows {
		row := &signed.Content.Case.Rows[i]
		if row.Bytes == nil {
			continue
		}
		relations[row.Relation]++
		row.Bytes[len(row.Bytes)-1] ^= 1
		content, err := json.Marshal(signed.Content)
		s.must(err)
		row.Bytes[len(row.Bytes)-1] ^= 1
		again, err := house.Sign(pit.CaseFormat, signing, content)
		s.must(err)
		c, _ := pit.CheckCase(again, nil)
		if len(c.Faults) == 0 || c.Faults[0].Seq != row.Seq || c.Faults[0].Relation != row.Relation {
			t.Errorf("%s of seq %d: %v", row.Relation, row.Seq, c.Faults)
		}
	}
	for _, of := range []string{"rounds", "events", "entries", "lines", "postings", "corrections", "reversals", "disputes", "settings", "paytables", "significant_events"} {
		if relations[of] == 0 {
			t.Errorf("no row of %s in the case: %v", of, relations)
		}
	}
}
