package people

import (
	"context"
	"errors"

	"croupier/desk"
	"croupier/house/roles"
)

var errSoon = errors.New("being written")

type Attempt struct{ Name, PIN, Password, Origin string }

type hashing struct{}
type paces struct{}

func newHashing() *hashing      { return nil }
func newPaces(o Options) *paces { return nil }

func (p *People) BySession(ctx context.Context, token string) (Who, error) { return Who{}, errSoon }
func (p *People) ByKey(ctx context.Context, key string) (Who, error)       { return Who{}, errSoon }
func (p *People) SignIn(ctx context.Context, a Attempt) (token string, who Who, err error) {
	return "", Who{}, errSoon
}
func (p *People) SignInSubject(ctx context.Context, subject, origin string) (token string, who Who, err error) {
	return "", Who{}, errSoon
}
func (p *People) SignOut(ctx context.Context, token, origin string) error     { return errSoon }
func (p *People) Unlock(ctx context.Context, token, pin, origin string) error { return errSoon }
func (p *People) Second(ctx context.Context, name, pin, origin string) (Person, error) {
	return Person{}, errSoon
}

type Addition struct {
	Name, Title string
	Roles       []roles.Role
	Locale      string // "ko", "en" or "ru"; none is "en"
}

func (p *People) Add(ctx context.Context, c desk.Caller, a Addition) (desk.Answer, error) {
	return desk.Answer{}, errSoon
}
