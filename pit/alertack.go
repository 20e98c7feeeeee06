package pit

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"strings"
	"unicode/utf8"

	"github.com/jackc/pgx/v5"

	"croupier/desk"
	"croupier/ledger"
)

// Why nothing more is said of an alert.
var (
	// ErrAcknowledged reports an alert somebody has acknowledged before.
	ErrAcknowledged = errors.New("the alert is acknowledged already")
	// ErrNote reports a text that is no note.
	ErrNote = errors.New("want a note of 1 to 1000 bytes of text")
)

const maxNote = 1000

// Acknowledge says that the caller has looked at the alert, and what came of it. It
// answers the Alert. It fails with ErrNoAlert, ErrAcknowledged, ErrNote or
// ledger.ErrKeyReused.
func (p *Pit) Acknowledge(ctx context.Context, c desk.Caller, id int64, note string) (desk.Answer, error) {
	return p.sayOf(ctx, c, id, stepAcknowledged, note)
}

// NoteAlert adds a note to the alert, acknowledged or not. It answers the Alert. It
// fails with ErrNoAlert, ErrNote or ledger.ErrKeyReused.
func (p *Pit) NoteAlert(ctx context.Context, c desk.Caller, id int64, note string) (desk.Answer, error) {
	return p.sayOf(ctx, c, id, stepNote, note)
}

func (p *Pit) sayOf(ctx context.Context, c desk.Caller, id int64, step, note string) (desk.Answer, error) {
	if note == "" || len(note) > maxNote || !utf8.ValidString(note) || strings.TrimSpace(note) != note || strings.ContainsRune(note, 0) {
		return desk.Answer{}, ErrNote
	}
	return p.desk.House(ctx, c, http.StatusCreated, func(tx pgx.Tx, _ ledger.Held) (any, ledger.Page, error) {
		a, err := alert(ctx, tx, id)
		if err != nil {
			return nil, ledger.Page{}, err
		}
		if step == stepAcknowledged && a.Acknowledged != nil {
			return nil, ledger.Page{}, fmt.Errorf("alert %d, by %s: %w", id, a.Acknowledged.Actor, ErrAcknowledged)
		}
		a.say(step, AlertNote{note, c.Actor, p.desk.Now()})
		return a, ledger.Page{Rows: []ledger.Row{{Of: "alert_notes", Values: map[string]any{"alert": id, "step": step, "note": note}}}}, nil
	})
}
