package api

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"strings"
	"testing"

	"croupier/cards"
	"croupier/floor"
	"croupier/games"
	"croupier/house"
	"croupier/ledger"
	"croupier/postgres"
)

func TestEveryErrorHasAKnownCode(t *testing.T) {
	t.Parallel()
	for _, c := range codes {
		k, ok := kinds[c.code]
		if !ok {
			t.Errorf("%v has the code %q, which is not in the table", c.err, c.code)
			continue
		}
		if k.status < 400 || k.title == "" {
			t.Errorf("code %q: status %d, title %q", c.code, k.status, k.title)
		}
		var r *games.Refusal
		if errors.As(c.err, &r) && r.Code() != c.code {
			t.Errorf("%v calls itself %q and is answered as %q", c.err, r.Code(), c.code)
		}
		p := translate(fmt.Errorf("round 7-712: %w", c.err))
		if p.Code != c.code || p.Status != k.status {
			t.Errorf("%v wrapped is %s, %d; want %s, %d", c.err, p.Code, p.Status, c.code, k.status)
		}
	}
}

func TestCodesAreDocumented(t *testing.T) {
	t.Parallel()
	page, err := os.ReadFile("../docs/api.md")
	if err != nil {
		t.Fatal(err)
	}
	for code, k := range kinds {
		row := fmt.Sprintf("| `%s` | %d |", code, k.status)
		if !strings.Contains(string(page), row) {
			t.Errorf("docs/api.md has no row %s", row)
		}
	}
}

type sqlError string

func (e sqlError) Error() string    { return "a server's words" }
func (e sqlError) SQLState() string { return string(e) }

func TestTranslate(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name string
		err  error
		code string
	}{
		{"unknown outcome of a broken connection", fmt.Errorf("%w: %w", postgres.ErrUnknown, io.EOF), "outcome_unknown"},
		{"no server", &net.OpError{Op: "dial", Err: errors.New("refused")}, "unavailable"},
		{"connection lost", fmt.Errorf("lock: %w", io.ErrUnexpectedEOF), "unavailable"},
		{"server shutting down", sqlError("57P01"), "unavailable"},
		{"standby", sqlError("25006"), "unavailable"},
		{"a statement that is wrong", sqlError("42601"), "internal"},
		{"too long", fmt.Errorf("lock: %w", context.DeadlineExceeded), "timeout"},
		{"anything else", errors.New("secret of ours"), "internal"},
		{"rule of a setting", &house.SpecError{Field: "house", Err: games.ErrHouse}, "house_rule"},
		{"setting", &house.SpecError{Field: "seats", Err: errors.New("30, want 1 to 21")}, "table_settings"},
		{"card twice in a text", cards.ErrTwice, "card_twice"},
		{"a posted round is a fault of ours", ledger.ErrPosted, "internal"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			p := translate(tt.err)
			if p.Code != tt.code || p.Status != kinds[tt.code].status {
				t.Errorf("code %s, status %d; want %s", p.Code, p.Status, tt.code)
			}
			if p.Status >= http.StatusInternalServerError && strings.Contains(p.Detail, tt.err.Error()) {
				t.Errorf("detail %q tells our own words", p.Detail)
			}
			if !errors.Is(p, tt.err) {
				t.Error("the cause is lost, so it cannot be logged")
			}
		})
	}
}

func TestRefusalSaysWhatWouldBeAccepted(t *testing.T) {
	t.Parallel()
	next := []games.Prompt{{Step: "bets", Kind: games.KindBet, Place: 1, By: games.ByDealer}}
	p := translate(&floor.Refused{Err: games.ErrNotAsked, Index: 2, N: 14, Next: next})
	if p.Code != "not_asked" || p.N == nil || *p.N != 14 || p.Event == nil || *p.Event != 2 || len(p.Next) != 1 {
		t.Errorf("%+v", p)
	}
}
