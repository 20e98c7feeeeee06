package floor_test

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"regexp"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5"

	"croupier/floor"
	"croupier/games"
	"croupier/games/gamestest"
)

// card is a card as a word of its own: digests have no such word.
var card = regexp.MustCompile(`\b[2-9TJQKA][cdhs]\b`)

// While a round that a deck deals is open, nothing anybody is answered tells
// a card that is not on the table, nor does any column of the database, not
// even after it. Once the round is over the commitment is opened, and holds.
func TestTheDeckKeepsItsSecret(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	p := newPit(t)
	v := p.open(p.table(deckUTH()))
	committed := v.Deck.Commitment
	d := gamestest.NewDealer(gamestest.Rand(3), 3)
	told := []string{marshal(t, v)} // after as many events
	for v.Status != floor.Settled {
		e := d.Answer(v.Next)
		e.Cards = nil
		v = p.must(v, e)
		seen, err := p.floor.Round(ctx, id(t, v), 0)
		if err != nil {
			t.Fatal(err)
		}
		if v.Status != floor.Settled && (seen.Deck.Nonce != "" || seen.Deck.Cards != nil || seen.Deck.Commitment != committed) {
			t.Fatalf("the deck is open before the round is over: %+v", seen.Deck)
		}
		told = append(told, marshal(t, v))
	}
	a, err := p.floor.Audit(ctx, id(t, v))
	if err != nil {
		t.Fatal(err)
	}
	deck := a.Round.Deck
	sum := sha256.Sum256([]byte(deck.Nonce + " " + deck.Cards.String()))
	if hex.EncodeToString(sum[:]) != committed || len(deck.Cards) != 52 {
		t.Error("the opened deck is not what was committed to")
	}
	known := map[string]bool{}
	for n, view := range told {
		if n > 0 {
			for _, c := range a.Events[n-1].Cards {
				known[c.String()] = true
			}
		}
		for _, c := range card.FindAllString(view, -1) {
			if !known[c] {
				t.Fatalf("after event %d %s was told before it lay open: %s", n, c, view)
			}
		}
	}
	for where, text := range everyText(t, p) {
		for _, c := range card.FindAllString(text, -1) {
			if !known[c] {
				t.Errorf("%s tells %s, which nobody was shown", where, c)
			}
		}
	}
}

func marshal(t *testing.T, v any) string {
	t.Helper()
	b, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

// everyText is all text of every column of the database, the stored answers
// too, by column.
func everyText(t *testing.T, p *pit) map[string]string {
	t.Helper()
	ctx := context.Background()
	rows, err := p.pool.Query(ctx, `
		SELECT table_name, column_name, data_type
		FROM information_schema.columns
		WHERE table_schema = 'croupier' AND data_type IN ('text', 'jsonb', 'character varying') OR column_name = 'answer'`)
	if err != nil {
		t.Fatal(err)
	}
	type column struct{ Table, Column, Type string }
	columns, err := pgx.CollectRows(rows, pgx.RowToStructByPos[column])
	if err != nil || len(columns) < 10 {
		t.Fatalf("%d columns, %v", len(columns), err)
	}
	texts := map[string]string{}
	for _, c := range columns {
		value := pgx.Identifier{c.Column}.Sanitize() + "::text"
		if c.Type == "bytea" {
			value = "convert_from(" + pgx.Identifier{c.Column}.Sanitize() + ", 'UTF8')"
		}
		var text *string
		err := p.pool.QueryRow(ctx, "SELECT string_agg("+value+", ' ') FROM "+pgx.Identifier{c.Table}.Sanitize()).Scan(&text)
		if err != nil {
			if strings.Contains(err.Error(), "permission denied") {
				continue // a partition, which its table shows
			}
			t.Fatal(err)
		}
		if text != nil {
			texts[c.Table+"."+c.Column] = *text
		}
	}
	if texts["events.cards"] == "" || texts["requests.answer"] == "" {
		t.Fatal("events.cards and requests.answer were not looked at")
	}
	return texts
}

// A seat sees its own cards, and nobody else's.
func TestASeatSeesItsOwnCards(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	p := newPit(t)
	v := p.must(p.open(p.table(deckUTH())), anteOf(1, 10), anteOf(2, 10), closed,
		games.Event{Step: "hole", Kind: games.KindDeal, Place: 1}, games.Event{Step: "hole", Kind: games.KindDeal, Place: 2})
	own, err := p.floor.Round(ctx, id(t, v), 2)
	if err != nil {
		t.Fatal(err)
	}
	if got := own.Seats[1].Cards; len(got) != 2 || !got[0].Known() || !got[1].Known() {
		t.Errorf("seat 2 sees %v of its own", got)
	}
	if got := own.Seats[0].Cards.String(); got != "?? ??" {
		t.Errorf("seat 2 sees %s of seat 1", got)
	}
	mine := own.Seats[1].Cards.String()
	for len(v.Next) > 0 {
		v = p.must(v, first(v.Next[0]))
	}
	if got := v.Seats[1].Cards.String(); got != mine {
		t.Errorf("seat 2 was shown %s, then opened %s", mine, got)
	}
}

// first answers a prompt with its first option, cards left out.
func first(p games.Prompt) games.Event {
	e := games.Event{Step: p.Step, Kind: p.Kind, Place: p.Place}
	if p.Kind == games.KindAct {
		e.Do, e.Wager, e.Amount = p.Options[0].Do, p.Options[0].Wager, p.Options[0].Min
	}
	return e
}

// With another key the next card does not come, and a seat's are not shown; but
// the round can be read and voided, and the table goes on.
func TestAnotherKey(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	p := newPit(t)
	v := p.must(p.open(p.table(deckUTH())), anteOf(1, 10), closed)
	own := p.floor
	other, err := floor.New(p.desk, floor.Options{Key: [32]byte{2}})
	if err != nil {
		t.Fatal(err)
	}
	p.floor = other
	for v.Next[0].Step != "flop" {
		v = p.must(v, first(v.Next[0]))
	}
	if _, err := p.do(v, v.N, first(v.Next[0])); !errors.Is(err, floor.ErrSeal) {
		t.Errorf("the flop: %v, want ErrSeal", err)
	}
	if _, err := other.Round(ctx, id(t, v), 1); !errors.Is(err, floor.ErrSeal) {
		t.Errorf("a seat's cards: %v, want ErrSeal", err)
	}
	if seen, err := other.Round(ctx, id(t, v), 0); err != nil || seen.N != v.N {
		t.Errorf("%d events, %v", seen.N, err)
	}
	v = p.supervised(v, games.Event{Kind: games.KindVoid, Note: "the key is lost"})
	over, err := other.Round(ctx, id(t, v), 0)
	if err != nil || over.Deck.Cards != nil || over.Deck.Commitment == "" {
		t.Errorf("%+v, %v: a deck that cannot be opened stays shut", over.Deck, err)
	}
	p.open(v.Table)
	p.floor = own
	if over, err = own.Round(ctx, id(t, v), 0); err != nil || len(over.Deck.Cards) != 52 {
		t.Errorf("%+v, %v", over.Deck, err)
	}
}
