package people_test

import (
	"errors"
	"fmt"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"croupier/house/people"
	"croupier/house/roles"
)

// A PIN opens a terminal with the roles of terminals, a password an office with
// all of them.
func TestSignIn(t *testing.T) {
	t.Parallel()
	h := open(t, quick)
	h.has("ann", roles.Dealer, roles.Manager)
	token, who, err := h.SignIn(t.Context(), people.Attempt{Name: " Ann ", PIN: pin, Origin: "10.0.0.1"})
	if err != nil || who.Person.Name != "ann" || who.Kind != people.Terminal || !slices.Equal(who.Roles, []roles.Role{roles.Dealer}) {
		t.Errorf("%+v, %v", who, err)
	}
	if who.May(roles.RoundDeal) != roles.Own || who.May(roles.ProposalApprove) != roles.None {
		t.Error("a terminal may what a PIN is not enough for")
	}
	if again, err := h.BySession(t.Context(), token); err != nil || !cmp.Equal(again, who) {
		t.Errorf("%+v, %v", again, err)
	}
	_, who, err = h.SignIn(t.Context(), people.Attempt{Name: "ann", Password: password, Origin: "10.0.0.2"})
	if err != nil || who.Kind != people.Office || who.May(roles.ProposalApprove) != roles.Any || who.May(roles.SeatRead) != roles.None {
		t.Errorf("%+v, %v", who, err)
	}
	want := []string{"person by server", "secret by server", "secret by server", "sign-in pin by ann", "sign-in password by ann"}
	if diff := cmp.Diff(want, h.told("person ann")); diff != "" {
		t.Error(diff)
	}
}

// What does not let in says one thing, and the book why.
func TestRefused(t *testing.T) {
	t.Parallel()
	h := open(t, quick)
	h.has("ann", roles.Manager)
	h.has("gone", roles.Dealer)
	if _, err := h.End(t.Context(), as("bob"), "gone", "left"); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		attempt people.Attempt
		told    string
	}{
		{people.Attempt{Name: "ann", PIN: pin}, "no role of terminals"},
		{people.Attempt{Name: "gone", PIN: pin}, "the account was ended"},
		{people.Attempt{Name: "gone", PIN: "9999"}, "the account was ended"},
		{people.Attempt{Name: "ann", Password: pin}, "wrong password"},
		{people.Attempt{Name: "eve", PIN: pin}, "no such person"},
	} {
		c.attempt.Origin = "10.0.0.1"
		if _, _, err := h.SignIn(t.Context(), c.attempt); err == nil || err.Error() != people.ErrSignIn.Error() {
			t.Errorf("%s: %v", c.told, err)
		}
		events := h.told("person " + c.attempt.Name)
		via := "pin"
		if c.attempt.Password != "" {
			via = "password"
		}
		if last, want := events[len(events)-1], fmt.Sprintf("sign-in-failed: %s %s by server", c.told, via); last != want {
			t.Errorf("%q, want %q", last, want)
		}
	}
	for _, a := range []people.Attempt{{Name: "ann"}, {Name: "ann", PIN: pin, Password: password}} {
		if _, _, err := h.SignIn(t.Context(), a); !errors.Is(err, people.ErrForm) {
			t.Errorf("%+v: %v", a, err)
		}
	}
}

// Three failures in a row lock the account, wherever they come from; another
// person frees it. A name nobody has behaves alike.
func TestLock(t *testing.T) {
	t.Parallel()
	h := open(t, quick)
	h.has("ann", roles.Dealer)
	ctx := t.Context()
	wrong := func(name string) []error {
		_, _, first := h.SignIn(ctx, people.Attempt{Name: name, PIN: "9182", Origin: "10.0.0.1"})
		_, second := h.Second(ctx, name, "9182", "10.0.0.1")
		_, _, third := h.SignIn(ctx, people.Attempt{Name: name, Password: "a wrong password", Origin: "10.0.0.1"})
		_, _, fourth := h.SignIn(ctx, people.Attempt{Name: name, PIN: pin, Origin: "10.0.0.1"})
		return []error{first, second, third, fourth}
	}
	for _, name := range []string{"ann", "nobody-has-it"} {
		want := []error{people.ErrSignIn, people.ErrSignIn, people.ErrSignIn, people.ErrAccountLocked}
		for i, err := range wrong(name) {
			if !errors.Is(err, want[i]) {
				t.Errorf("%s %d: %v, want %v", name, i, err, want[i])
			}
		}
	}
	if who, err := h.Get(ctx, "ann"); err != nil || !who.Locked {
		t.Errorf("%+v, %v", who, err)
	}
	if _, err := h.Free(ctx, as("ann"), "ann", "it was me"); !errors.Is(err, people.ErrOwn) {
		t.Errorf("the own account: %v", err)
	}
	if _, err := h.Free(ctx, as("bob"), "ann", ""); !errors.Is(err, people.ErrForm) {
		t.Errorf("without a reason: %v", err)
	}
	if _, err := h.Free(ctx, as("bob"), "ann", "mistyped, seen by me"); err != nil {
		t.Error(err)
	}
	if _, err := h.Free(ctx, as("bob"), "ann", "again"); !errors.Is(err, people.ErrUnchanged) {
		t.Errorf("%v", err)
	}
	h.terminal("ann")
	want := []string{
		"sign-in-failed: wrong pin pin by server", "sign-in-failed: wrong pin second by server", "sign-in-failed: wrong password password by server",
		"account-locked: three failures in a row by server", "sign-in-failed: account locked pin by server",
		"account-freed: mistyped, seen by me by bob", "sign-in pin by ann",
	}
	if diff := cmp.Diff(want, h.told("person ann")[3:]); diff != "" {
		t.Error(diff)
	}
}

// A success begins the count anew, and a person added under a name that was
// guessed at is not locked.
func TestCountBegins(t *testing.T) {
	t.Parallel()
	h := open(t, quick)
	ctx := t.Context()
	guess := func() error {
		_, _, err := h.SignIn(ctx, people.Attempt{Name: "ann", PIN: "9182", Origin: "10.0.0.1"})
		return err
	}
	for range 4 {
		_ = guess()
	}
	h.has("ann", roles.Dealer)
	for range 3 {
		for range 2 {
			if err := guess(); !errors.Is(err, people.ErrSignIn) {
				t.Error(err)
			}
		}
		h.terminal("ann")
	}
}

// Guesses at machine speed, all at once and one of them right: three are told
// they are wrong at most, and the account is locked.
func TestGuessingAtOnce(t *testing.T) {
	t.Parallel()
	h := open(t, quick)
	h.has("ann", roles.Dealer)
	const guesses = 64
	var wg sync.WaitGroup
	said := make([]error, guesses)
	for i := range guesses {
		wg.Go(func() {
			guess := fmt.Sprintf("7%03d", i)
			if i == guesses-1 {
				guess = pin
			}
			_, _, said[i] = h.SignIn(t.Context(), people.Attempt{Name: "ann", PIN: guess, Origin: "10.0.0.66"})
		})
	}
	wg.Wait()
	wrong, in := 0, 0
	for _, err := range said {
		switch {
		case err == nil:
			in++
		case errors.Is(err, people.ErrSignIn):
			wrong++
		case !errors.Is(err, people.ErrAccountLocked):
			t.Error(err)
		}
	}
	// The right one may come before the third wrong one, and begins the count anew.
	if in > 1 || wrong > 3+2*in {
		t.Errorf("%d were told they are wrong, %d are in", wrong, in)
	}
	if who, err := h.Get(t.Context(), "ann"); err != nil || !who.Locked {
		t.Errorf("the account is not locked: %+v, %v", who, err)
	}
	if n := len(h.told("person ann")); n != 3+guesses+1 {
		t.Errorf("%d events, want one of each attempt and the lock", n)
	}
}

// Haste is turned away before it costs anything, and the next attempt tells how
// often.
func TestPace(t *testing.T) {
	t.Parallel()
	h := open(t, people.Options{ByName: people.Pace{Burst: 2, Every: time.Second}, ByAddress: people.Pace{Burst: 4, Every: time.Second}})
	h.has("ann", roles.Dealer)
	try := func(name, origin string) error {
		_, _, err := h.SignIn(t.Context(), people.Attempt{Name: name, PIN: pin, Origin: origin})
		return err
	}
	for i, c := range []struct {
		name, origin string
		want         error
	}{
		{"ann", "10.0.0.1", nil}, {"ann", "10.0.0.2", nil}, {"ann", "10.0.0.3", people.ErrTooFast},
		{"b1", "2001:db8::1", people.ErrSignIn}, {"b2", "2001:db8::2", people.ErrSignIn}, {"b3", "2001:db8::3", people.ErrSignIn},
		{"b4", "2001:db8::4", people.ErrSignIn}, {"b5", "2001:db8::5", people.ErrTooFast}, {"b5", "2001:db8:0:1::", people.ErrSignIn},
	} {
		if err := try(c.name, c.origin); !errors.Is(err, c.want) {
			t.Errorf("%d: %v, want %v", i, err, c.want)
		}
	}
	h.pass(time.Second)
	if err := try("ann", "10.0.0.3"); err != nil {
		t.Error(err)
	}
	var turned []int64
	if err := h.pool.QueryRow(t.Context(), `
SELECT array_agg((after->>'turned_away')::bigint ORDER BY seq) FROM significant_events WHERE after ? 'turned_away'`).Scan(&turned); err != nil {
		t.Fatal(err)
	}
	if !slices.Equal(turned, []int64{1, 1}) {
		t.Errorf("turned away %v", turned)
	}
}

// A change of the own secret is one attempt, however often somebody tried before: it
// is done and a session opened, or nothing is.
func TestTheOwnSecretIsOneAttempt(t *testing.T) {
	t.Parallel()
	h := open(t, people.Options{ByName: people.Pace{Burst: 2, Every: time.Hour}})
	h.has("ann", roles.Dealer)
	token := h.terminal("ann")
	next, who, err := h.ChangeSecret(t.Context(), token, pin, "7391", "10.0.0.1")
	if err != nil || who.Person.Name != "ann" || who.Kind != people.Terminal {
		t.Fatalf("%+v, %v", who, err)
	}
	if _, err := h.BySession(t.Context(), next); err != nil {
		t.Error(err)
	}
	if _, err := h.BySession(t.Context(), token); !errors.Is(err, people.ErrNoSession) {
		t.Errorf("the session before: %v", err)
	}
	if _, _, err := h.ChangeSecret(t.Context(), next, "7391", "4072", "10.0.0.1"); !errors.Is(err, people.ErrTooFast) {
		t.Errorf("a third attempt: %v", err)
	}
	if _, err := h.BySession(t.Context(), next); err != nil {
		t.Errorf("nothing was changed, and the session is over: %v", err)
	}
}

// A second person is known by name and PIN, with the roles of terminals.
func TestSecond(t *testing.T) {
	t.Parallel()
	h := open(t, quick)
	h.has("sue", roles.Supervisor, roles.Manager)
	who, err := h.Second(t.Context(), "sue", pin, "10.0.0.1")
	if err != nil || !slices.Equal(who.Roles, []roles.Role{roles.Supervisor}) {
		t.Errorf("%+v, %v", who, err)
	}
	if who, err := h.Second(t.Context(), "sue", password, "10.0.0.1"); !errors.Is(err, people.ErrSignIn) || who.Name != "" {
		t.Errorf("%+v, %v", who, err)
	}
}

// An OpenID provider vouches for whom the house has given its subject.
func TestSubject(t *testing.T) {
	t.Parallel()
	h := open(t, quick)
	ctx := t.Context()
	h.has("ann", roles.Manager)
	h.has("bob", roles.Manager)
	const sub = "https://id.example 42"
	in := func() (people.Who, error) {
		_, who, err := h.SignInSubject(ctx, sub, "10.0.0.1")
		return who, err
	}
	if _, err := in(); !errors.Is(err, people.ErrSignIn) {
		t.Errorf("nobody's subject: %v", err)
	}
	if _, err := h.SetSubject(ctx, as("root"), "ann", sub); err != nil {
		t.Fatal(err)
	}
	if who, err := in(); err != nil || who.Person.Name != "ann" || who.Kind != people.Office {
		t.Errorf("%+v, %v", who, err)
	}
	if _, err := h.SetSubject(ctx, as("root"), "bob", sub); !errors.Is(err, people.ErrTaken) {
		t.Errorf("%v", err)
	}
	if _, err := h.SetSubject(ctx, as("root"), "bob", "42"); !errors.Is(err, people.ErrForm) {
		t.Errorf("%v", err)
	}
	for range 3 {
		_, _, _ = h.SignIn(ctx, people.Attempt{Name: "ann", Password: "a wrong password", Origin: "10.0.0.1"})
	}
	if _, err := in(); !errors.Is(err, people.ErrAccountLocked) {
		t.Errorf("a locked account through OpenID: %v", err)
	}
	if _, err := h.SetSubject(ctx, as("root"), "ann", ""); err != nil {
		t.Fatal(err)
	}
	if _, err := in(); !errors.Is(err, people.ErrSignIn) {
		t.Errorf("a subject that was taken away: %v", err)
	}
}
