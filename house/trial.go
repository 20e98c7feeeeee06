package house

import "context"

// A Trial is what a draft would come to, were it written down and priced now.
type Trial struct {
	Pricing
	Tables []TableDiff `json:"tables" doc:"What it changes at each table; a diff without anything in it changes nothing there"`
}

// Try finds out what the draft would cost the players, what the gate would have
// against it and what it would change, and keeps nothing of it. A draft that changes
// nothing is priced too: it is what stands. It fails as Draft does. Deals that were
// not counted yet are.
func (o *Office) Try(ctx context.Context, d Draft) (t Trial, err error) {
	if err := d.Check(); err != nil {
		return t, err
	}
	bases, err := d.bases(ctx, o.desk.Pool)
	if err != nil {
		return t, err
	}
	results, _, err := d.layAll(ctx, o.desk.Pool, bases)
	if err != nil {
		return t, err
	}
	policy, err := PolicyInForce(ctx, o.desk.Pool)
	if err != nil {
		return t, err
	}
	p, err := o.appraise(ctx, results, &policy)
	if err != nil {
		return t, err
	}
	t.Pricing = *p
	t.Tables, err = o.diffs(ctx, results)
	return t, err
}
