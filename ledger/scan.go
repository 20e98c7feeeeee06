package ledger

import (
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/shopspring/decimal"

	"croupier/cards"
	"croupier/games"
)

func scanHead(row pgx.CollectableRow, table int64) (Head, error) {
	h := Head{Table: table}
	var hash []byte
	var day *time.Time
	if err := row.Scan(&h.Seq, &hash, &h.Rounds, &h.OpenRound, &day, &h.Settings, &h.Dealer); err != nil {
		return h, err
	}
	h.Hash = asDigest(hash) // the column's check holds it to 32 bytes
	if day != nil {
		h.OpenDay = *day
	}
	return h, nil
}

const roundColumns = `gaming_day, seq, game, settings, settings_digest, currency, dealing, sealed, commitment, actor, at`

func scanRound(row pgx.CollectableRow, table, number int64) (*Round, error) {
	r := Round{Table: table, Number: number}
	var pinned []byte
	err := row.Scan(&r.GamingDay, &r.Seq, &r.Game, &r.Settings, &pinned, &r.Currency, &r.Dealing,
		&r.Sealed, &r.Commitment, &r.Actor, &r.At)
	if err != nil {
		return nil, err
	}
	r.Digest, r.At = asDigest(pinned), r.At.UTC()
	return &r, nil
}

const eventColumnsRead = `n, seq, step, kind, place, coalesce("do", ''), coalesce(wager, ''), amount::text,
	coalesce(cards, ''), coalesce(note, ''), late, actor, coalesce(approver, ''), at`

func scanEvent(row pgx.CollectableRow) (Event, error) {
	var e Event
	var kind, dealt string
	var amount *string
	err := row.Scan(&e.N, &e.Seq, &e.Step, &kind, &e.Place, &e.Do, &e.Wager, &amount,
		&dealt, &e.Note, &e.Late, &e.Actor, &e.Approver, &e.At)
	if err != nil {
		return e, err
	}
	e.Kind, e.At = games.Kind(kind), e.At.UTC()
	if e.Cards, err = cards.ParseAll(dealt); err != nil {
		return e, fmt.Errorf("event %d: %w", e.N, err)
	}
	if amount != nil {
		e.Amount, err = decimal.NewFromString(*amount)
	}
	return e, err
}

// entryColumns are of entries under the name e, with the settings its round was
// opened under.
//
// What corrects a round is of a day of its own; the reversal knows the round's.
const entryColumns = `e.gaming_day, e.table_id, e.seq, coalesce(e.round, 0), e.kind, e.currency, e.actor,
	coalesce(e.approver, ''), coalesce(e.reason, ''), e.at, coalesce((SELECT r.settings FROM rounds r
		WHERE r.gaming_day = CASE WHEN e.kind IN ('reversal', 'correction') THEN (SELECT v.round_day FROM reversals v
				WHERE v.table_id = e.table_id AND v.seq = CASE e.kind WHEN 'reversal' THEN e.seq ELSE e.seq - 1 END LIMIT 1)
			ELSE e.gaming_day END
		AND r.table_id = e.table_id AND r.round = e.round), 0),
	CASE e.kind WHEN 'reversal' THEN coalesce((SELECT v.reverses FROM reversals v
		WHERE v.table_id = e.table_id AND v.seq = e.seq LIMIT 1), 0) ELSE 0 END`

func scanEntry(row pgx.CollectableRow) (Entry, error) {
	var e Entry
	err := row.Scan(&e.GamingDay, &e.Table, &e.Seq, &e.Round, &e.Kind, &e.Currency, &e.Actor, &e.Approver, &e.Reason, &e.At, &e.Settings, &e.Reverses)
	e.At = e.At.UTC()
	return e, err
}

// A lineOf is a line with the page it stands on.
type lineOf struct {
	page
	Line
}

const lineColumnsRead = `gaming_day, table_id, seq, seat, wager, stake::text, outcome, odds::text, exact::text, rounded::text,
	amount::text, coalesce(clause, ''), coalesce(reason, ''), coalesce(row, ''), paytable`

func scanLine(row pgx.CollectableRow) (lineOf, error) {
	var l lineOf
	var won, stake, odds, exact, rounded, amount string
	var paytable []byte
	err := row.Scan(&l.day, &l.table, &l.seq, &l.Seat, &l.Wager, &stake, &won, &odds, &exact, &rounded,
		&amount, &l.Clause, &l.Reason, &l.Row, &paytable)
	if err != nil {
		return l, err
	}
	l.Won, l.Paytable = games.WinLose(won), someDigest(paytable)
	return l, parse(
		number{&l.Stake, stake}, number{&l.Odds, odds}, number{&l.Exact, exact},
		number{&l.Rounded, rounded}, number{&l.Amount, amount})
}

// A postingOf is a posting with the page it stands on.
type postingOf struct {
	page
	Posting
}

const postingColumnsRead = `gaming_day, table_id, seq, coalesce(line, 0), account, amount::text, coalesce(wager, ''), coalesce(row, ''), paytable`

func scanPosting(row pgx.CollectableRow) (postingOf, error) {
	var p postingOf
	var amount string
	var paytable []byte
	if err := row.Scan(&p.day, &p.table, &p.seq, &p.Line, &p.Account, &amount, &p.Wager, &p.Row, &paytable); err != nil {
		return p, err
	}
	p.Paytable = someDigest(paytable)
	return p, parse(number{&p.Amount, amount})
}

func someDigest(b []byte) *digest {
	if b == nil {
		return nil
	}
	d := asDigest(b)
	return &d
}

// number is a text of the server and where its value goes.
type number struct {
	to   *decimal.Decimal
	text string
}

func parse(numbers ...number) (err error) {
	for _, n := range numbers {
		if *n.to, err = decimal.NewFromString(n.text); err != nil {
			return err
		}
	}
	return nil
}
