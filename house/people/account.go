package people

import (
	"context"
	"fmt"
	"net/http"

	"github.com/jackc/pgx/v5"

	"croupier/desk"
	"croupier/ledger"
)

// End ends the person's account: sessions and keys with it. The answer is a
// Person. It fails with ErrForm, ErrNoPerson, ErrUnchanged or
// ledger.ErrKeyReused.
func (p *People) End(ctx context.Context, c desk.Caller, name, reason string) (desk.Answer, error) {
	return p.setActive(ctx, c, name, reason, false)
}

// Resume takes up an account that was ended. Its sessions stay ended; its keys are
// good again unless they were revoked. It answers and fails as End does.
func (p *People) Resume(ctx context.Context, c desk.Caller, name, reason string) (desk.Answer, error) {
	return p.setActive(ctx, c, name, reason, true)
}

func (p *People) setActive(ctx context.Context, c desk.Caller, name, reason string, active bool) (desk.Answer, error) {
	if err := text("reason", reason); err != nil {
		return desk.Answer{}, err
	}
	return p.change(ctx, c, name, ledger.SignificantPerson, reason, func(tx pgx.Tx, who *Person) error {
		if who.Active == active {
			return ErrUnchanged
		}
		who.Active = active
		_, err := tx.Exec(ctx, `DELETE FROM sessions WHERE person = $1`, name)
		return err
	})
}

// Free lets a locked account sign in again; nobody frees the own. The answer is a
// Person. It fails with ErrOwn, ErrForm, ErrNoPerson, ErrUnchanged or
// ledger.ErrKeyReused.
func (p *People) Free(ctx context.Context, c desk.Caller, name, reason string) (desk.Answer, error) {
	if c.Actor == name {
		return desk.Answer{}, fmt.Errorf("freeing %s: %w", name, ErrOwn)
	}
	if err := text("reason", reason); err != nil {
		return desk.Answer{}, err
	}
	return p.desk.House(ctx, c, http.StatusOK, func(tx pgx.Tx, _ ledger.Held) (any, ledger.Page, error) {
		who, err := find(ctx, tx, name)
		if err == nil && !who.Locked {
			err = fmt.Errorf("account of %s is not locked: %w", name, ErrUnchanged)
		}
		if err != nil {
			return nil, ledger.Page{}, err
		}
		freed := ledger.Significant{Kind: ledger.SignificantAccountFreed, Subject: subject(name), Reason: reason,
			Before: locked{true}, After: locked{false}}
		who.Locked = false
		return who, page(c, freed), nil
	})
}

// locked is what becomes of an account by failures and by being freed.
type locked struct {
	Locked bool `json:"locked"`
}
