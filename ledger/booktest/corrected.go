package booktest

import (
	"context"
	"encoding/json"

	"github.com/jackc/pgx/v5/pgxpool"

	"croupier/games"
	"croupier/ledger"
)

// corrected disputes round 1 of table 1 and corrects it twice, by dan and cho, and
// rejects a third correction.
func corrected(ctx context.Context, pool *pgxpool.Pool) error {
	for _, page := range []func(ledger.Round, ledger.Entry) ledger.Page{
		disputed("opened", "cho", nil), disputed("note", "dan", nil),
		opened(1), approvedAs(1, Corrected), opened(2), approvedAs(2, lines), opened(3), rejected(3),
		disputed("closed", "bob", "corrected"),
	} {
		round, _, _, err := ledger.ReadRound(ctx, pool, 1, 1)
		if err != nil {
			return err
		}
		entries, err := ledger.ReadEntries(ctx, pool, 1, 1)
		if err == nil {
			err = at(ctx, pool, 1, page(round, entries[len(entries)-1]))
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// Corrected are the lines of the first correction: seat 1 had a pair, no flush.
var Corrected = []ledger.Line{
	lines[0], lines[1], lines[2],
	line(1, "play", "40", games.Lost, "-1", ""), line(1, "blind", "10", games.Lost, "-1", ""), line(1, "trips", "5", games.Lost, "-1", ""),
}

func correction(step string, number int64, r ledger.Round, standing ledger.Entry) ledger.Row {
	row := ledger.Row{Of: "corrections", Values: values{
		"number": number, "step": step, "round": r.Number, "round_day": ledger.Date(r.GamingDay),
		"standing": standing.Seq, "code": "card-miskeyed", "dispute": int64(1),
	}}
	if step != "approved" {
		row.Values["reason"] = "the nine was a ten"
	}
	return row
}

func opened(number int64) func(ledger.Round, ledger.Entry) ledger.Page {
	return func(r ledger.Round, standing ledger.Entry) ledger.Page {
		row := correction("opened", number, r, standing)
		row.Values["content"] = json.RawMessage(`{"events":[],"lines":[]}`)
		return ledger.Page{Actor: "dan", Rows: []ledger.Row{row}}
	}
}

func approvedAs(number int64, lines []ledger.Line) func(ledger.Round, ledger.Entry) ledger.Page {
	return func(r ledger.Round, standing ledger.Entry) ledger.Page {
		back := standing.Reversal()
		instead := &ledger.Entry{Kind: ledger.KindCorrection, Currency: standing.Currency, Lines: lines}
		for _, e := range []*ledger.Entry{back, instead} {
			e.Actor, e.Approver, e.Reason = "dan", "cho", "the nine was a ten"
		}
		return ledger.Page{
			Actor: "cho", Round: r.Number, Entry: back, Rows: []ledger.Row{standing.ReversalRow(r, number)},
			Then: &ledger.Page{Round: r.Number, Entry: instead, Rows: []ledger.Row{
				correction("approved", number, r, standing),
				ledger.Significant{
					Kind: ledger.SignificantCorrection, Subject: "round 1-1", Origin: "server", Actor: "dan", Approver: "cho",
					Reason: "the nine was a ten", Before: values{"seq": standing.Seq}, After: values{"lines": len(lines)},
				}.Row(),
			}},
		}
	}
}

func rejected(number int64) func(ledger.Round, ledger.Entry) ledger.Page {
	return func(r ledger.Round, standing ledger.Entry) ledger.Page {
		return ledger.Page{Actor: "dan", Rows: []ledger.Row{correction("rejected", number, r, standing)}}
	}
}

func disputed(step, by string, outcome any) func(ledger.Round, ledger.Entry) ledger.Page {
	return func(r ledger.Round, _ ledger.Entry) ledger.Page {
		return ledger.Page{Actor: by, Rows: []ledger.Row{{Of: "disputes", Values: values{
			"number": int64(1), "step": step, "round": r.Number, "reason": "seat 1 says it was a flush", "outcome": outcome,
		}}}}
	}
}
