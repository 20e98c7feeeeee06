package pit

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	"github.com/jackc/pgx/v5"

	"croupier/house"
	"croupier/ledger"
)

// A FeedPage is what a page of a chain has to tell: at least one of its lists has
// something.
type FeedPage struct {
	Chain, Seq  int64
	Events      []ledger.RoundEvent
	Significant []ledger.SignificantEvent
	Alerts      []Alert
	Notes       []FeedNote
}

// A FeedNote is what was said of an alert.
type FeedNote struct {
	Alert        int64
	Acknowledged bool // it was acknowledged with the note
	AlertNote
}

// feedPages returns the pages reached that have something to tell, by chain and
// page.
func feedPages(ctx context.Context, q interface {
	ledger.Querier
	house.Querier
}, pages []ledger.Reach) ([]FeedPage, error) {
	events, err := ledger.EventsWithin(ctx, q, pages)
	if err != nil {
		return nil, err
	}
	significant, err := ledger.SignificantsWithin(ctx, q, pages)
	if err != nil {
		return nil, err
	}
	told := telling{}
	for i := range events {
		p := told.page(events[i].Table, events[i].Seq)
		p.Events = append(p.Events, events[i])
	}
	for i := range significant {
		p := told.page(significant[i].Table, significant[i].Seq)
		p.Significant = append(p.Significant, significant[i])
	}
	for _, r := range pages {
		if r.Chain == ledger.House {
			if err := told.alerts(ctx, q, r); err != nil {
				return nil, err
			}
		}
	}
	return told.inOrder(), nil
}

// telling are pages by where they stand.
type telling map[[2]int64]*FeedPage

func (t telling) page(chain, seq int64) *FeedPage {
	p := t[[2]int64{chain, seq}]
	if p == nil {
		p = &FeedPage{Chain: chain, Seq: seq}
		t[[2]int64{chain, seq}] = p
	}
	return p
}

func (t telling) inOrder() []FeedPage {
	list := make([]FeedPage, 0, len(t))
	for _, p := range t {
		list = append(list, *p)
	}
	slices.SortFunc(list, func(a, b FeedPage) int { return cmp.Or(cmp.Compare(a.Chain, b.Chain), cmp.Compare(a.Seq, b.Seq)) })
	return list
}

// alerts adds the alerts that were raised on the pages of the house, and what was
// said there of any.
func (t telling) alerts(ctx context.Context, q house.Querier, r ledger.Reach) error {
	raised, err := alerts(ctx, q, alertColumns+`WHERE a.seq > $1 AND a.seq <= $2 ORDER BY a.id`, r.After, r.Upto)
	if err != nil {
		return err
	}
	for _, a := range raised {
		p := t.page(ledger.House, a.seq)
		p.Alerts = append(p.Alerts, a)
	}
	rows, err := q.Query(ctx, `SELECT seq, alert, step = 'acknowledged', note, actor, at FROM alert_notes WHERE seq > $1 AND seq <= $2 ORDER BY seq, n`, r.After, r.Upto)
	if err != nil {
		return fmt.Errorf("notes of alerts: %w", err)
	}
	var seq int64
	var n FeedNote
	_, err = pgx.ForEachRow(rows, []any{&seq, &n.Alert, &n.Acknowledged, &n.Note, &n.Actor, &n.At}, func() error {
		n.At = n.At.UTC()
		p := t.page(ledger.House, seq)
		p.Notes = append(p.Notes, n)
		return nil
	})
	return err
}

// to is what of the page whoever is held to a table is told: the events of its
// rounds.
func (p FeedPage) to(own int64, held bool) (FeedPage, bool) {
	if !held {
		return p, true
	}
	return FeedPage{Chain: p.Chain, Seq: p.Seq, Events: p.Events}, p.Chain == own && len(p.Events) > 0
}
