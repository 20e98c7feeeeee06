package people

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/jackc/pgx/v5"

	"croupier/desk"
	"croupier/house/roles"
	"croupier/ledger"
)

// An Addition is a person to be added, without a secret to sign in with.
type Addition struct {
	Name   string
	Title  string // none: the name
	Roles  []roles.Role
	Locale string // language: en, ko or ru; none is said where it is empty
}

var (
	form = regexp.MustCompile(`^[a-z0-9][a-z0-9._-]{1,39}$`)
	not  = []string{desk.Server.Actor, "token"} // actors of the book who are nobody
)

const longestText = 200 // characters of a title, a reason, a label, a subject

func (a *Addition) check() error {
	if a.Title == "" {
		a.Title = a.Name
	}
	var err error
	a.Roles, err = sorted(a.Roles)
	switch {
	case err != nil:
		return err
	case !form.MatchString(a.Name) || slices.Contains(not, a.Name):
		return fmt.Errorf("name %.50q, want 2 to 40 of a-z, 0-9, '.', '_' and '-', the first a letter or a digit, and not %s: %w",
			a.Name, strings.Join(not, " or "), ErrForm)
	}
	if err := spoken(a.Locale); err != nil {
		return err
	}
	return text("title", a.Title)
}

// text refuses what is empty, too long, would not stand on one line, or would show
// otherwise than it is written.
func text(what, s string) error {
	hidden := strings.ContainsFunc(s, func(r rune) bool { return !unicode.IsPrint(r) })
	if strings.TrimSpace(s) == "" || utf8.RuneCountInString(s) > longestText || !utf8.ValidString(s) || hidden {
		return fmt.Errorf("%s %.50q, want 1 to %d characters on one line, all of which can be seen: %w", what, s, longestText, ErrForm)
	}
	return nil
}

// sorted returns the roles in the order of the table. It fails with roles.ErrRole.
func sorted(given []roles.Role) ([]roles.Role, error) {
	for _, r := range given {
		if !slices.Contains(roles.All, r) {
			return nil, fmt.Errorf("%.40q, want %s: %w", r, roles.Join(roles.All), roles.ErrRole)
		}
	}
	return roles.Sorted(given), nil
}

// Add adds a person. The answer is a Person. It fails with ErrForm, roles.ErrRole,
// ErrTaken or ledger.ErrKeyReused.
func (p *People) Add(ctx context.Context, c desk.Caller, a Addition) (desk.Answer, error) {
	if err := a.check(); err != nil {
		return desk.Answer{}, err
	}
	return p.desk.House(ctx, c, http.StatusCreated, func(tx pgx.Tx, _ ledger.Held) (any, ledger.Page, error) {
		_, err := find(ctx, tx, a.Name)
		if err == nil {
			return nil, ledger.Page{}, fmt.Errorf("name %s: %w", a.Name, ErrTaken)
		}
		if !errors.Is(err, ErrNoPerson) {
			return nil, ledger.Page{}, err
		}
		made := Person{Name: a.Name, Title: a.Title, Roles: a.Roles, Active: true, Language: a.Locale, Locale: a.Locale, Version: 1, Actor: c.Actor, At: p.desk.Now()}
		return made, page(c, ledger.Significant{Kind: ledger.SignificantPerson, Subject: subject(a.Name), After: made}, made.row()), nil
	})
}

// SetRoles makes the person's roles the ones given, for a reason; nobody changes the own. The
// answer is a Person. It fails with ErrOwn, ErrNoPerson, roles.ErrRole, ErrForm,
// ErrUnchanged or ledger.ErrKeyReused.
func (p *People) SetRoles(ctx context.Context, c desk.Caller, name string, given []roles.Role, reason string) (desk.Answer, error) {
	given, err := sorted(given)
	if err == nil && c.Actor == name {
		err = fmt.Errorf("roles of %s: %w", name, ErrOwn)
	}
	if err == nil {
		err = text("reason", reason)
	}
	if err != nil {
		return desk.Answer{}, err
	}
	return p.change(ctx, c, name, ledger.SignificantRoles, reason, func(_ pgx.Tx, who *Person) error {
		if slices.Equal(who.Roles, given) {
			return ErrUnchanged
		}
		who.Roles = given
		return nil
	})
}

// SetSubject says under which issuer and subject, a blank between, an OpenID
// provider knows the person; empty is under none. The answer is a Person. It fails
// with ErrForm, ErrNoPerson, ErrTaken, ErrUnchanged or ledger.ErrKeyReused.
func (p *People) SetSubject(ctx context.Context, c desk.Caller, name, sub string) (desk.Answer, error) {
	if issuer, id, ok := strings.Cut(sub, " "); sub != "" && (!ok || issuer == "" || id == "" || text("", sub) != nil) {
		return desk.Answer{}, fmt.Errorf("subject %.80q, want the provider's issuer, a blank, and its subject: %w", sub, ErrForm)
	}
	return p.change(ctx, c, name, ledger.SignificantPerson, "", func(tx pgx.Tx, who *Person) error {
		if who.Subject == sub {
			return ErrUnchanged
		}
		if other, err := findSubject(ctx, tx, sub); sub != "" && err == nil {
			return fmt.Errorf("subject of %s: %w", other.Name, ErrTaken)
		} else if err != nil && !errors.Is(err, ErrNoPerson) {
			return err
		}
		who.Subject = sub
		return nil
	})
}

// change makes the next version of the person.
func (p *People) change(ctx context.Context, c desk.Caller, name, kind, reason string, do func(pgx.Tx, *Person) error) (desk.Answer, error) {
	if reason != "" {
		if err := text("reason", reason); err != nil {
			return desk.Answer{}, err
		}
	}
	return p.desk.House(ctx, c, http.StatusOK, func(tx pgx.Tx, _ ledger.Held) (any, ledger.Page, error) {
		before, err := find(ctx, tx, name)
		if err != nil {
			return nil, ledger.Page{}, err
		}
		after := before
		if err := do(tx, &after); err != nil {
			return nil, ledger.Page{}, fmt.Errorf("person %s: %w", name, err)
		}
		after.Version, after.Actor, after.At = before.Version+1, c.Actor, p.desk.Now()
		changed := ledger.Significant{Kind: kind, Subject: subject(name), Reason: reason, Before: before, After: after}
		return after, page(c, changed, after.row()), nil
	})
}

func (p Person) row() ledger.Row {
	values := map[string]any{"name": p.Name, "version": p.Version, "title": p.Title, "roles": roles.Join(p.Roles), "active": p.Active}
	if p.Locale != "" {
		values["locale"] = p.Locale
	}
	if p.Subject != "" {
		values["subject"] = p.Subject
	}
	return ledger.Row{Of: "persons", Values: values}
}

// subject names a person in the book.
func subject(name string) string { return "person " + name }

// page is a page with the rows and the event that tells of them.
func page(c desk.Caller, event ledger.Significant, rows ...ledger.Row) ledger.Page {
	event.Origin = c.Origin
	return ledger.Page{Rows: append(rows, event.Row())}
}
