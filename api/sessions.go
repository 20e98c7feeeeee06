package api

import (
	"errors"
	"net/http"
	"reflect"

	"github.com/labstack/echo/v4"

	"croupier/house/people"
	"croupier/house/roles"
)

// sessionRoutes are of who is signed in.
var sessionRoutes = []route{
	{
		method: "POST", path: "/v1/session", id: "sign-in", tag: "sessions", summary: "Sign in", open: true, keyless: true,
		about: "A name with a PIN signs in at a terminal, for the roles of terminals; with a password in an office. The answer sets the cookie `" + sessionCookie + "`. " +
			"Three failures in a row lock the account.",
		body: reflect.TypeFor[signInBody](), status: 200, answer: reflect.TypeFor[sessionView](), problems: []int{400, 401, 403, 413, 415, 422, 429, 500, 503}, handle: signIn,
	},
	{
		method: "GET", path: "/v1/session", id: "get-session", tag: "sessions", summary: "Who asks", account: true,
		status: 200, answer: reflect.TypeFor[sessionView](), problems: []int{400}, handle: showSession,
	},
	{
		method: "DELETE", path: "/v1/session", id: "sign-out", tag: "sessions", summary: "Sign out", account: true, keyless: true,
		status: 204, problems: []int{400}, handle: signOut,
	},
	{
		method: "POST", path: "/v1/session/unlock", id: "unlock", tag: "sessions", summary: "Open a terminal that was idle too long", account: true, keyless: true,
		about: "By the PIN of the person who is signed in there. Nothing of the round is lost meanwhile.",
		body:  reflect.TypeFor[unlockBody](), status: 200, answer: reflect.TypeFor[sessionView](), problems: []int{400, 413, 415, 422, 429}, handle: unlock,
	},
	{
		method: "POST", path: "/v1/session/secret", id: "change-own-secret", tag: "sessions", summary: "Choose a new PIN or password", account: true, keyless: true,
		about: "Of the kind the session was opened with, for the old one. What an administrator gave is known to two; this one is not. All sessions of the person end, and a new one is opened.",
		body:  reflect.TypeFor[ownSecretBody](), status: 200, answer: reflect.TypeFor[sessionView](), problems: []int{400, 409, 413, 415, 422, 423, 429}, handle: changeOwnSecret,
	},
	{
		method: "POST", path: "/v1/session/language", id: "choose-language", tag: "sessions", summary: "Choose the language to be spoken to in", account: true, keyless: true,
		about: "At every screen, until another is chosen. The book does not tell of it.",
		body:  reflect.TypeFor[languageBody](), status: 200, answer: reflect.TypeFor[sessionView](), problems: []int{400, 413, 415, 422, 423}, handle: chooseLanguage,
	},
}

type languageBody struct {
	Language string `json:"language" enum:"en,ko,ru," doc:"Empty takes the choice back: that of the account or the table counts"`
}

// chooseLanguage makes a language the one whoever is signed in is spoken to in.
func chooseLanguage(a *api, c echo.Context) error {
	b, err := decoded[languageBody](a, c)
	if err != nil {
		return err
	}
	who := whoOf(c)
	switch {
	case who.Kind == people.Machine:
		return problem("sign_in", "a key is spoken to in no language: sign in by POST /v1/session")
	case who.Locked:
		return problem("session_locked", "open the terminal first: POST /v1/session/unlock with the PIN")
	}
	ctx := c.Request().Context()
	if err := a.people.ChooseLanguage(ctx, who.Person.Name, b.Language); err != nil {
		return err
	}
	if who, err = a.people.BySession(ctx, a.sessionToken(c)); err != nil {
		return err
	}
	return c.JSON(http.StatusOK, viewSession(who))
}

type ownSecretBody struct {
	Old string `json:"old" doc:"As it is now"`
	New string `json:"new" doc:"4 to 12 digits at a terminal, 12 characters or more in an office"`
}

// changeOwnSecret gives whoever is signed in the secret of their own choice.
func changeOwnSecret(a *api, c echo.Context) error {
	b, err := decoded[ownSecretBody](a, c)
	if err != nil {
		return err
	}
	if whoOf(c).Locked {
		return problem("session_locked", "open the terminal first: POST /v1/session/unlock with the PIN")
	}
	token, who, err := a.people.ChangeSecret(c.Request().Context(), a.sessionToken(c), b.Old, b.New, c.RealIP())
	if err != nil {
		return err
	}
	a.setSession(c, token)
	return c.JSON(http.StatusOK, viewSession(who))
}

type signInBody struct {
	Name     string `json:"name" example:"ann"`
	PIN      string `json:"pin,omitempty" doc:"At a terminal"`
	Password string `json:"password,omitempty" doc:"In an office"`
}

type unlockBody struct {
	PIN string `json:"pin"`
}

// sessionView is who asks.
type sessionView struct {
	Person people.Person `json:"person"`
	Kind   people.Kind   `json:"kind" enum:"terminal,office,key"`
	Roles  []roles.Role  `json:"roles" doc:"Those in effect: at a terminal, what a PIN is enough for"`
	Table  int64         `json:"table,omitempty" doc:"Where the person deals now"`
	Locked bool          `json:"locked" doc:"The terminal was idle too long and wants the PIN"`
	Key    *keyUse       `json:"key,omitempty" doc:"Of a machine"`
}

type keyUse struct {
	ID     int64          `json:"id"`
	Scopes []roles.Action `json:"scopes"`
	Table  int64          `json:"table,omitempty"`
	Seat   int            `json:"seat,omitempty"`
}

func viewSession(w people.Who) sessionView {
	v := sessionView{Person: w.Person, Kind: w.Kind, Roles: append([]roles.Role{}, w.Roles...), Table: w.Table, Locked: w.Locked}
	if w.Kind == people.Machine {
		v.Key = &keyUse{ID: w.Key, Scopes: w.Scopes, Table: w.KeyTable, Seat: w.Seat}
	}
	return v
}

// signIn opens a session; the one the browser had ends.
func signIn(a *api, c echo.Context) error {
	if err := a.origins.Check(c.Request()); err != nil {
		return problem("cross_origin", "nobody signs in through another site")
	}
	body, err := decoded[signInBody](a, c)
	if err != nil {
		return err
	}
	token, who, err := a.people.SignIn(c.Request().Context(), people.Attempt{
		Name: body.Name, PIN: body.PIN, Password: body.Password, Origin: c.RealIP(),
	})
	if err != nil {
		return err
	}
	if err := a.enter(c, token); err != nil {
		return err
	}
	return c.JSON(http.StatusOK, viewSession(who))
}

// decoded reads the body of a request that has no key.
func decoded[B any](a *api, c echo.Context) (b B, err error) {
	body, err := read(c)
	if err != nil {
		return b, err
	}
	return b, a.decode(body, &b)
}

// enter gives the browser the session's token, in place of the one it had.
func (a *api) enter(c echo.Context, token string) error {
	if old := a.sessionToken(c); old != "" {
		if err := a.people.SignOut(c.Request().Context(), old, c.RealIP()); err != nil && !errors.Is(err, people.ErrNoSession) {
			return err
		}
	}
	a.setSession(c, token)
	return nil
}

// sessionToken is what the browser has; empty where it has none.
func (a *api) sessionToken(c echo.Context) string {
	cookie, err := c.Cookie(a.cookieName())
	if err != nil {
		return ""
	}
	return cookie.Value
}

// setSession sets the cookie, or takes it away where the token is empty. No
// script can read it, and no other site's page makes a browser send it.
func (a *api) setSession(c echo.Context, token string) {
	cookie := &http.Cookie{ //nolint:gosec // without TLS, Secure would only lose it
		Name: a.cookieName(), Value: token, Path: "/", HttpOnly: true, SameSite: http.SameSiteStrictMode, Secure: a.tls,
	}
	if token == "" {
		cookie.MaxAge = -1
	}
	c.SetCookie(cookie)
}

func showSession(_ *api, c echo.Context) error { return c.JSON(http.StatusOK, viewSession(whoOf(c))) }

func signOut(a *api, c echo.Context) error {
	if err := a.people.SignOut(c.Request().Context(), a.sessionToken(c), c.RealIP()); err != nil {
		return err
	}
	a.setSession(c, "")
	return c.NoContent(http.StatusNoContent)
}

func unlock(a *api, c echo.Context) error {
	body, err := decoded[unlockBody](a, c)
	if err != nil {
		return err
	}
	ctx, token := c.Request().Context(), a.sessionToken(c)
	if err := a.people.Unlock(ctx, token, body.PIN, c.RealIP()); err != nil {
		return err
	}
	who, err := a.people.BySession(ctx, token)
	if err != nil {
		return err
	}
	return c.JSON(http.StatusOK, viewSession(who))
}
