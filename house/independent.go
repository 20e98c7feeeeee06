package house

import (
	"context"
	"fmt"
	"slices"

	"github.com/jackc/pgx/v5"
)

// selectMakers are who set the newest version of the person's account, and gave the
// secrets it is signed in to with.
const selectMakers = `
(SELECT actor FROM persons WHERE name = $1 ORDER BY version DESC LIMIT 1)
UNION ALL (SELECT DISTINCT ON (kind) actor FROM secrets WHERE person = $1 ORDER BY kind, version DESC)`

// independent fails with ErrOwnProposal where the account of the person who decides
// was set by whose proposal it is: that would be one person under two names.
func (p *Proposal) independent(ctx context.Context, tx pgx.Tx, person string) error {
	rows, err := tx.Query(ctx, selectMakers, person)
	if err != nil {
		return err
	}
	makers, err := pgx.CollectRows(rows, pgx.RowTo[string])
	if err != nil {
		return err
	}
	if i := slices.IndexFunc(makers, p.own); i >= 0 {
		return fmt.Errorf("proposal %d is %s's, who set the account of %s or gave its secret: let another person do so, or choose a secret of your own: %w",
			p.ID, makers[i], person, ErrOwnProposal)
	}
	return nil
}
