package booktest

import (
	"fmt"
	"time"

	"github.com/shopspring/decimal"

	"croupier/cards"
	"croupier/games"
	"croupier/ledger"
)

// Opening is the page that opens the next round after the head.
func Opening(h ledger.Head) ledger.Page {
	p := after(h, "open", h.Rounds+1)
	p.Opening = &ledger.Round{
		Number: h.Rounds + 1, Game: "ultimate-texas-holdem/1", Settings: 1, Digest: Digest,
		Currency: "KRW", Dealing: "hand",
	}
	return p
}

// Ending is the page with the events of the open round, two seats with three
// wagers each, and its entry of six lines and eight postings.
func Ending(h ledger.Head) ledger.Page {
	p := after(h, "settle", h.OpenRound)
	p.Round, p.GamingDay = h.OpenRound, h.OpenDay
	p.Events = events
	p.Entry = &ledger.Entry{Kind: ledger.KindSettle, Currency: "KRW", Lines: lines}
	return p
}

// after is a page without rows. A second passes between two pages.
func after(h ledger.Head, what string, number int64) ledger.Page {
	return ledger.Page{
		Key:    key(what, h.Table, number),
		Answer: ledger.Answer{Status: 200, Body: fmt.Appendf(nil, `{"id":"%d-%d","status":"%s"}`, h.Table, number, what)},
		Actor:  "token", At: At.Add(time.Duration(h.Seq) * time.Second), GamingDay: Day,
	}
}

func key(what string, table, number int64) ledger.Key {
	return ledger.Key{Actor: "token", Key: fmt.Sprintf("%s-%d-%d", what, table, number), Body: [32]byte{byte(number)}}
}

var events = number(
	games.Event{Step: "bets", Kind: games.KindBet, Place: 1, Do: games.DoBet, Wager: "ante", Amount: chips("10")},
	games.Event{Step: "bets", Kind: games.KindBet, Place: 1, Do: games.DoBet, Wager: "trips", Amount: chips("5")},
	games.Event{Step: "bets", Kind: games.KindBet, Place: 3, Do: games.DoBet, Wager: "ante", Amount: chips("20")},
	games.Event{Step: "bets", Kind: games.KindClose},
	games.Event{Step: "hole cards", Kind: games.KindDeal, Place: 1, Cards: lie("?? ??")},
	games.Event{Step: "hole cards", Kind: games.KindDeal, Place: 3, Cards: lie("?? ??")},
	games.Event{Step: "hole cards", Kind: games.KindDeal, Cards: lie("?? ??")},
	games.Event{Step: "pre-flop", Kind: games.KindAct, Place: 1, Do: games.DoBet, Wager: "play", Amount: chips("40")},
	games.Event{Step: "pre-flop", Kind: games.KindAct, Place: 3, Do: games.DoCheck},
	games.Event{Step: "flop", Kind: games.KindDeal, Place: games.Burn, Cards: lie("??")},
	games.Event{Step: "flop", Kind: games.KindDeal, Place: games.Board, Cards: lie("As Ks 7s")},
	games.Event{Step: "flop bets", Kind: games.KindAct, Place: 3, Do: games.DoCheck},
	games.Event{Step: "turn and river", Kind: games.KindDeal, Place: games.Board, Cards: lie("2s 9d")},
	games.Event{Step: "river bets", Kind: games.KindAct, Place: 3, Do: games.DoFold},
	games.Event{Step: "showdown", Kind: games.KindShow, Place: 1, Cards: lie("Qs 3d")},
	games.Event{Step: "showdown", Kind: games.KindShow, Cards: lie("9h 9c")},
	games.Event{Step: "pay", Kind: games.KindPay, Place: 3},
	games.Event{Step: "pay", Kind: games.KindPay, Place: 1},
)

func number(es ...games.Event) []ledger.Event {
	numbered := make([]ledger.Event, len(es))
	for i := range es {
		numbered[i] = ledger.Event{N: i + 1, Event: es[i]}
	}
	return numbered
}

var lines = []ledger.Line{
	line(3, "play", "0", games.Pushed, "0", ""),
	line(3, "ante", "20", games.Lost, "-1", ""),
	line(3, "blind", "20", games.Lost, "-1", ""),
	line(1, "play", "40", games.Pushed, "0", ""),
	line(1, "blind", "10", games.Win, "1.5", "flush"),
	line(1, "trips", "5", games.Win, "6", "flush"),
}

// line is a line whose payout needs no rounding.
func line(seat games.Place, wager, stake string, won games.WinLose, odds, row string) ledger.Line {
	l := ledger.Line{Line: games.Line{Seat: seat, Wager: wager, Stake: chips(stake), Won: won}}
	l.Odds, l.Row, l.Clause = chips(odds), row, "uth 12"
	if row == "" {
		l.Reason = "as the hands compare"
	}
	l.Exact = l.Stake.Mul(l.Odds)
	l.Rounded, l.Amount = l.Exact, l.Exact
	for i := range Paytables {
		if row != "" && Paytables[i].Wager == wager {
			l.Paytable = &Paytables[i].Digest
		}
	}
	return l
}

func chips(s string) decimal.Decimal { return decimal.RequireFromString(s) }

func lie(s string) cards.Cards {
	cs, err := cards.ParseAll(s)
	if err != nil {
		panic(err) // our own text
	}
	return cs
}
