package api

import (
	"context"
	"crypto/rand"
	"crypto/subtle"
	"errors"
	"fmt"
	"net/http"
	"strings"
	"sync"
	"time"

	"github.com/coreos/go-oidc/v3/oidc"
	"github.com/danielgtaylor/huma/v2"
	"github.com/labstack/echo/v4"
	"golang.org/x/oauth2"
)

// openidRoutes are the way into an office through an OpenID provider.
var openidRoutes = []route{
	{
		method: "GET", path: openidPath, id: "openid-sign-in", tag: "sessions", summary: "Sign in through the OpenID provider", open: true,
		about:  "For a browser: leads to the provider, which leads back. There where the house has named a provider.",
		status: http.StatusSeeOther, problems: []int{400, 404, 500, 503}, handle: toProvider,
	},
	{
		method: "GET", path: openidPath + "/callback", id: "openid-callback", tag: "sessions", summary: "Where the OpenID provider leads back to", open: true,
		params: []*huma.Param{
			queryParam("code", "The provider's", "", anyText), queryParam("state", "The browser's own", "", anyText),
			queryParam("iss", "The provider's issuer", "", anyText), queryParam("session_state", "The provider's own", "", anyText), queryParam("scope", "What the provider granted", "", anyText),
			queryParam("error", "Why the provider did not vouch", "", anyText), queryParam("error_description", "In words", "", anyText), queryParam("error_uri", "In more words", "", anyText),
		},
		status: 200, media: []string{"text/html; charset=UTF-8"}, problems: []int{400, 401, 403, 404, 429, 500, 503}, handle: fromProvider,
	},
}

const (
	openidPath   = "/v1/session/openid"
	openidCookie = "croupier_openid"
	openidTime   = 600 // seconds that signing in there may take
	// openidPatience is how long the provider may take to answer this server.
	openidPatience = 5 * time.Second
)

// landing leads on by a page of ours: to a redirect out of the provider's site
// browsers would not show the cookie.
const landing = `<!DOCTYPE html><meta http-equiv="refresh" content="0; url=/docs"><title>Signed in</title>`

// An OpenID is the provider that vouches for people in offices, and how it knows
// this server.
type OpenID struct {
	Issuer                 string // URL
	ClientID, ClientSecret string
	Redirect               string // URL of this server's /v1/session/openid/callback, as browsers reach it
}

var (
	errProvider = errors.New("the OpenID provider does not answer as it should")
	errVouch    = errors.New("the OpenID provider does not vouch for this sign-in")
)

// provider is the OpenID provider, found when it is first asked for: it may
// start after this server.
type provider struct {
	OpenID
	mu    sync.Mutex
	found *oidc.Provider
}

func newProvider(o *OpenID) *provider {
	if o == nil {
		return nil
	}
	return &provider{OpenID: *o}
}

// discover returns what the provider says of itself.
func (p *provider) discover(ctx context.Context) (*oidc.Provider, error) {
	if p == nil {
		return nil, problem("no_openid", "the house has named no OpenID provider: sign in by POST /v1/session")
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.found != nil {
		return p.found, nil
	}
	// The provider keeps its context for keys it fetches later, so a time limit
	// must be the client's.
	ctx = oidc.ClientContext(context.WithoutCancel(ctx), &http.Client{Timeout: openidPatience})
	found, err := oidc.NewProvider(ctx, p.Issuer)
	if err != nil {
		return nil, fmt.Errorf("%w: %w", errProvider, err)
	}
	p.found = found
	return found, nil
}

func (p *provider) config(found *oidc.Provider) *oauth2.Config {
	return &oauth2.Config{
		ClientID: p.ClientID, ClientSecret: p.ClientSecret, Endpoint: found.Endpoint(), RedirectURL: p.Redirect, Scopes: []string{oidc.ScopeOpenID},
	}
}

// toProvider leads the browser to the provider. State ties the answer to this
// browser, the nonce the token to this sign-in, the verifier the code to this
// server.
func toProvider(a *api, c echo.Context) error {
	found, err := a.openid.discover(c.Request().Context())
	if err != nil {
		return err
	}
	state, nonce, verifier := rand.Text(), rand.Text(), oauth2.GenerateVerifier()
	a.setOpenID(c, strings.Join([]string{state, nonce, verifier}, "."), openidTime)
	return c.Redirect(http.StatusSeeOther, a.openid.config(found).AuthCodeURL(state, oidc.Nonce(nonce), oauth2.S256ChallengeOption(verifier)))
}

// setOpenID keeps what the sign-in began with. The browser comes back from another
// site, so the cookie is sent then too; it is of no use but once, and there.
func (a *api) setOpenID(c echo.Context, value string, seconds int) {
	c.SetCookie(&http.Cookie{ //nolint:gosec // without TLS, Secure would only lose it
		Name: openidCookie, Value: value, Path: openidPath, MaxAge: seconds, HttpOnly: true, SameSite: http.SameSiteLaxMode, Secure: a.tls,
	})
}

// fromProvider signs in whom the provider vouches for.
func fromProvider(a *api, c echo.Context) error {
	subject, err := a.vouched(c)
	a.setOpenID(c, "", -1)
	if err != nil {
		return err
	}
	token, _, err := a.people.SignInSubject(c.Request().Context(), subject, c.RealIP())
	if err != nil {
		return err
	}
	if err := a.enter(c, token); err != nil {
		return err
	}
	return c.HTML(http.StatusOK, landing)
}

// vouched returns issuer and subject of the person, a blank between.
func (a *api) vouched(c echo.Context) (string, error) {
	ctx := c.Request().Context()
	found, err := a.openid.discover(ctx)
	if err != nil {
		return "", err
	}
	var kept []string
	if cookie, err := c.Cookie(openidCookie); err == nil {
		kept = strings.Split(cookie.Value, ".")
	}
	if len(kept) != 3 || subtle.ConstantTimeCompare([]byte(kept[0]), []byte(c.QueryParam("state"))) != 1 {
		return "", fmt.Errorf("not begun in this browser, or too long ago: %w", errVouch)
	}
	if reason := c.QueryParam("error"); reason != "" {
		return "", fmt.Errorf("it says %.60q: %w", reason, errVouch)
	}
	tokens, err := a.openid.config(found).Exchange(ctx, c.QueryParam("code"), oauth2.VerifierOption(kept[2]))
	if err != nil {
		return "", refusedBy(err)
	}
	raw, _ := tokens.Extra("id_token").(string)
	id, err := found.Verifier(&oidc.Config{ClientID: a.openid.ClientID}).Verify(ctx, raw)
	if err != nil {
		return "", fmt.Errorf("%w: %w", errVouch, err)
	}
	if subtle.ConstantTimeCompare([]byte(id.Nonce), []byte(kept[1])) != 1 {
		return "", fmt.Errorf("the token is of another sign-in: %w", errVouch)
	}
	return id.Issuer + " " + id.Subject, nil
}

// refusedBy tells a code the provider does not take from a provider that fails.
func refusedBy(err error) error {
	var said *oauth2.RetrieveError
	if errors.As(err, &said) && said.Response.StatusCode < http.StatusInternalServerError {
		return fmt.Errorf("it says %.60q: %w", said.ErrorCode, errVouch)
	}
	return fmt.Errorf("%w: %w", errProvider, err)
}
