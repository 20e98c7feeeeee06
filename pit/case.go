package pit

import (
	"context"
	"crypto/ed25519"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"

	"github.com/jackc/pgx/v5"

	"croupier/games"
	"croupier/house"
	"croupier/ledger"
	"croupier/postgres"
	"croupier/sight"
)

// CaseFormat is the form of a case file.
const CaseFormat = "croupier-case/1"

// ErrNoSigning reports a pit without a key to sign with.
var ErrNoSigning = errors.New("this server has no key to sign with")

// caseContent is what is signed.
type caseContent struct {
	Case ledger.Case `json:"case"`
}

// Case returns the case of the round as a signed file: all that the book holds of
// it, with what it takes to check that without a database. It fails with
// ledger.ErrNoRound and ErrNoSigning.
func (p *Pit) Case(ctx context.Context, id sight.RoundID) ([]byte, error) {
	if len(p.signing) != ed25519.PrivateKeySize {
		return nil, ErrNoSigning
	}
	var c caseContent
	moment := pgx.TxOptions{IsoLevel: pgx.RepeatableRead, AccessMode: pgx.ReadOnly}
	err := postgres.Transact(ctx, p.desk.Pool, moment, func(tx pgx.Tx) (err error) {
		c.Case, err = ledger.ReadCase(ctx, tx, id.Table, id.Number)
		return err
	})
	if err != nil {
		return nil, err
	}
	content, err := json.Marshal(c)
	if err != nil {
		return nil, err
	}
	return house.Sign(CaseFormat, p.signing, content)
}

// A Checked case is what a case file came to.
type Checked struct {
	Table, Round int64
	Signer       string // public key, hex
	Faults       []ledger.Fault
	Differences  []Difference // entries that, settled again, do not come to what was posted
	Record       ledger.CaseRecord
}

// Sound reports whether nothing is wrong with it.
func (c *Checked) Sound() bool { return len(c.Faults) == 0 && len(c.Differences) == 0 }

// CheckCase checks a case file without a database: first row by row and link by
// link, so that what was changed is named; then the signature, of one of the trusted
// keys or, where none are given, of the key the file names; then each entry is
// settled again. It fails with house.ErrSigned and the like, and returns what it
// found all the same.
func CheckCase(file []byte, trusted []ed25519.PublicKey) (Checked, error) {
	var claimed struct {
		Signer  string      `json:"signer"`
		Content caseContent `json:"content"`
	}
	if err := json.Unmarshal(file, &claimed); err != nil {
		return Checked{}, fmt.Errorf("%w: %w", house.ErrSigned, err)
	}
	c := Checked{Table: claimed.Content.Case.Table, Round: claimed.Content.Case.Round, Signer: claimed.Signer, Faults: claimed.Content.Case.Verify()}
	if trusted == nil {
		if key, err := hex.DecodeString(claimed.Signer); err == nil {
			trusted = []ed25519.PublicKey{key}
		}
	}
	content, _, err := house.Open(CaseFormat, trusted, file)
	if err != nil {
		return c, err
	}
	var opened caseContent
	if err := json.Unmarshal(content, &opened); err != nil {
		return c, fmt.Errorf("%w: %w", house.ErrSigned, err)
	}
	if c.Record, err = opened.Case.Record(); err != nil {
		return c, err
	}
	return c, c.resettle()
}

// resettle settles each entry again: the first from the events, each correction
// from the record it was approved with; and each reversal is what it takes back.
func (c *Checked) resettle() error {
	felt, err := house.FeltOf(c.Record.Settings, c.Record.Paytables)
	if err != nil {
		return err
	}
	records, err := c.corrections()
	if err != nil {
		return err
	}
	events := make([]games.Event, len(c.Record.Events))
	for i := range events {
		events[i] = c.Record.Events[i].Event
	}
	for i := range c.Record.Entries {
		e := &c.Record.Entries[i]
		switch e.Kind {
		case ledger.KindReversal:
			c.reversed(e, i)
			continue
		case ledger.KindCorrection:
			events = records[e.Seq]
		}
		c.settled(e, felt, events)
	}
	return nil
}

// corrections are the corrected records by the seq of the entry each led to.
func (c *Checked) corrections() (map[int64][]games.Event, error) {
	opened, records := map[any][]games.Event{}, map[int64][]games.Event{}
	for _, n := range c.Record.Notes {
		if n.Of != "corrections" {
			continue
		}
		number, seq := n.Values["number"], n.Values["seq"].(int64)
		if text, ok := n.Values["content"].(string); ok {
			var proposed Proposed
			if err := json.Unmarshal([]byte(text), &proposed); err != nil {
				return nil, fmt.Errorf("correction %v: %w", number, err)
			}
			opened[number] = proposed.Events
		}
		if n.Values["step"] == "approved" {
			records[seq] = opened[number]
		}
	}
	return records, nil
}

func (c *Checked) differ(e *ledger.Entry, reason string, columns []Column) {
	c.Differences = append(c.Differences, Difference{e.GamingDay, c.Table, c.Round, e.Seq, reason, columns})
}

func (c *Checked) settled(e *ledger.Entry, felt *house.Felt, events []games.Event) {
	if reason, columns := settledAgain(felt, events, e.Lines); reason != "" || len(columns) > 0 {
		c.differ(e, reason, columns)
	}
}

// reversed holds a reversal to the entry before it.
func (c *Checked) reversed(e *ledger.Entry, i int) {
	if i == 0 {
		c.differ(e, "takes back what is not there", nil)
	} else if n := unlike(c.Record.Entries[i-1].Reversal(), e); n > 0 {
		c.differ(e, fmt.Sprintf("line %d does not take back what it reverses", n), nil)
	}
}
