// Package openidtest signs in through a real OpenID provider, run here: the example
// provider of the library zitadel/oidc, which is certified. It is a module of its
// own so that the provider stays out of the product's go.mod.
package openidtest

import (
	"encoding/json"
	"io"
	"net/http"
	"net/http/cookiejar"
	"net/http/httptest"
	"net/url"
	"os"
	"regexp"
	"strings"
	"testing"

	"github.com/zitadel/oidc/v3/example/server/exampleop"
	"github.com/zitadel/oidc/v3/example/server/storage"

	"croupier/api"
	"croupier/desk"
	"croupier/house/people"
	"croupier/house/roles"
	"croupier/postgres/postgrestest"
)

func TestMain(m *testing.M) { os.Exit(postgrestest.Main(m)) }

// The client the provider knows, and what its user signs in there with.
const (
	clientID, clientSecret = "croupier", "a secret of the tests"
	username, password     = "test-user@localhost", "verysecure"
	userID                 = "id1"
)

// A pair is a provider and a server that trusts it.
type pair struct {
	t                *testing.T
	provider, server string // URLs
	people           *people.People
	stopProvider     func()
}

func start(t *testing.T) *pair {
	t.Helper()
	ours, theirs := httptest.NewUnstartedServer(nil), httptest.NewUnstartedServer(nil)
	p := &pair{t: t, provider: local(theirs), server: local(ours), stopProvider: theirs.Close}
	redirect := p.server + "/v1/session/openid/callback"

	users := storage.NewUserStore(p.provider)
	storage.RegisterClients(storage.WebClient(clientID, clientSecret, redirect))
	theirs.Config.Handler = exampleop.SetupServer(p.provider, storage.NewStorage(users), nil, false)
	theirs.Start()
	t.Cleanup(theirs.Close)

	p.people = people.New(desk.New(postgrestest.NewPool(t), nil), people.Options{})
	handler, err := api.New(api.Config{
		People: p.people, OpenID: &api.OpenID{Issuer: p.provider, ClientID: clientID, ClientSecret: clientSecret, Redirect: redirect},
	})
	if err != nil {
		t.Fatal(err)
	}
	ours.Config.Handler = handler
	ours.Start()
	t.Cleanup(ours.Close)
	if _, err := p.people.Add(t.Context(), desk.Server, people.Addition{Name: "ann", Roles: []roles.Role{roles.Manager}}); err != nil {
		t.Fatal(err)
	}
	return p
}

// local is the server's URL by name, as a provider's must be.
func local(s *httptest.Server) string {
	_, port, _ := strings.Cut(s.Listener.Addr().String(), ":")
	return "http://localhost:" + port
}

// knows tells the house that the provider's user is ann.
func (p *pair) knows() {
	p.t.Helper()
	if _, err := p.people.SetSubject(p.t.Context(), desk.Server, "ann", p.provider+" "+userID); err != nil {
		p.t.Fatal(err)
	}
}

// A browser follows redirects and keeps cookies, and the address it was last led
// back to.
type browser struct {
	*http.Client
	t     *testing.T
	back  string
	stops bool // it does not go back
}

func (p *pair) browser() *browser {
	jar, err := cookiejar.New(nil)
	if err != nil {
		p.t.Fatal(err)
	}
	b := &browser{t: p.t}
	b.Client = &http.Client{Jar: jar, CheckRedirect: func(r *http.Request, _ []*http.Request) error {
		if strings.HasSuffix(r.URL.Path, "/openid/callback") {
			b.back = r.URL.String()
			if b.stops {
				return http.ErrUseLastResponse
			}
		}
		return nil
	}}
	return b
}

// get returns status and body of the page the address leads to.
func (b *browser) get(address string) (int, string) {
	b.t.Helper()
	return b.read(b.Get(address))
}

func (b *browser) read(resp *http.Response, err error) (int, string) {
	b.t.Helper()
	if err != nil {
		b.t.Fatal(err)
	}
	defer resp.Body.Close()
	body, err := io.ReadAll(resp.Body)
	if err != nil {
		b.t.Fatal(err)
	}
	return resp.StatusCode, string(body)
}

var hidden = regexp.MustCompile(`name="id" value="([^"]+)"`)

// signIn goes to the provider and signs in there.
func (p *pair) signIn(b *browser, password string) (int, string) {
	p.t.Helper()
	status, page := b.get(p.server + "/v1/session/openid")
	id := hidden.FindStringSubmatch(page)
	if status != http.StatusOK || id == nil {
		p.t.Fatalf("not led to the provider: %d %s", status, page)
	}
	return b.read(b.PostForm(p.provider+"/login/username", url.Values{"id": {id[1]}, "username": {username}, "password": {password}}))
}

// who is whom the server takes the browser for.
func (p *pair) who(b *browser) (name, kind string) {
	p.t.Helper()
	status, body := b.get(p.server + "/v1/session")
	var v struct {
		Person people.Person
		Kind   string
	}
	if status == http.StatusOK {
		if err := json.Unmarshal([]byte(body), &v); err != nil {
			p.t.Fatal(err)
		}
	}
	return v.Person.Name, v.Kind
}

func codeIn(body string) string {
	var p struct{ Code string }
	_ = json.Unmarshal([]byte(body), &p)
	return p.Code
}

// Whom the provider vouches for is signed in as whom the house knows by it.
func TestSignIn(t *testing.T) {
	p := start(t)
	b := p.browser()
	if status, body := p.signIn(b, password); status != http.StatusUnauthorized || codeIn(body) != "wrong_secret" {
		t.Errorf("somebody the house does not know: %d %s", status, body)
	}
	if name, _ := p.who(b); name != "" {
		t.Errorf("%s is signed in", name)
	}
	p.knows()
	b = p.browser()
	if status, body := p.signIn(b, "not the password"); status != http.StatusOK || !strings.Contains(body, "wrong") || b.back != "" {
		t.Errorf("whom the provider does not know: %d %s", status, body)
	}
	if status, body := p.signIn(b, password); status != http.StatusOK || !strings.Contains(body, `http-equiv="refresh"`) {
		t.Errorf("%d %s", status, body)
	}
	if name, kind := p.who(b); name != "ann" || kind != "office" {
		t.Errorf("%q is signed in, %q", name, kind)
	}
	if _, err := p.people.End(t.Context(), desk.Server, "ann", "left"); err != nil {
		t.Fatal(err)
	}
	if status, body := p.signIn(p.browser(), password); codeIn(body) != "wrong_secret" {
		t.Errorf("an ended account: %d %s", status, body)
	}
}

// What comes back counts once, and in the browser it was begun in.
func TestCallback(t *testing.T) {
	p := start(t)
	p.knows()
	b := p.browser()
	p.signIn(b, password)
	if b.back == "" {
		t.Fatal("not led back")
	}
	other := p.browser()
	p.begin(other)
	for name, c := range map[string]struct {
		in *browser
		at string
	}{
		"again":                      {b, b.back},
		"in a browser without":       {p.browser(), b.back},
		"in another browser's":       {other, b.back},
		"without anything":           {p.browser(), p.server + "/v1/session/openid/callback"},
		"refused by the provider":    {p.browser(), p.server + "/v1/session/openid/callback?error=access_denied&state=x"},
		"with the state of a victim": {other, strings.Replace(b.back, "state=", "state=x", 1)},
	} {
		if status, body := c.in.get(c.at); status != http.StatusUnauthorized || codeIn(body) != "openid" {
			t.Errorf("%s: %d %s", name, status, body)
		}
	}
	if name, _ := p.who(other); name != "" {
		t.Errorf("%s is signed in", name)
	}
}

// A code that was used, or is another's, is refused by the provider even with the
// cookie of a sign-in that was begun.
func TestCodes(t *testing.T) {
	p := start(t)
	p.knows()
	code := func(b *browser) string {
		p.signIn(b, password)
		back, err := url.Parse(b.back)
		if err != nil || back.Query().Get("code") == "" {
			t.Fatalf("%q: %v", b.back, err)
		}
		return back.Query().Get("code")
	}
	victim := p.browser()
	victim.stops = true
	for name, code := range map[string]string{"used": code(p.browser()), "another browser's": code(victim), "made up": "x"} {
		thief := p.browser()
		state := p.begin(thief)
		status, body := thief.get(p.server + "/v1/session/openid/callback?" + url.Values{"code": {code}, "state": {state}}.Encode())
		if status != http.StatusUnauthorized || codeIn(body) != "openid" {
			t.Errorf("a code that is %s: %d %s", name, status, body)
		}
		if name, _ := p.who(thief); name != "" {
			t.Errorf("%s is signed in", name)
		}
	}
	if _, body := victim.get(victim.back); !strings.Contains(body, `http-equiv="refresh"`) {
		t.Errorf("the code is good where it belongs: %s", body)
	}
}

// begin begins a sign-in and returns its state.
func (p *pair) begin(b *browser) string {
	p.t.Helper()
	follow := b.CheckRedirect
	defer func() { b.CheckRedirect = follow }()
	b.CheckRedirect = func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }
	resp, err := b.Get(p.server + "/v1/session/openid")
	if err != nil {
		p.t.Fatal(err)
	}
	defer resp.Body.Close()
	to, err := resp.Location()
	if err != nil {
		p.t.Fatal(err)
	}
	q := to.Query()
	if q.Get("code_challenge_method") != "S256" || q.Get("nonce") == "" || q.Get("state") == "" {
		p.t.Errorf("%s: want a challenge, a nonce and a state", to)
	}
	return q.Get("state")
}

// A provider that is down is nobody's fault who signs in.
func TestProviderDown(t *testing.T) {
	p := start(t)
	p.stopProvider()
	if status, body := p.browser().get(p.server + "/v1/session/openid"); status != http.StatusServiceUnavailable || codeIn(body) != "openid_provider" {
		t.Errorf("%d %s", status, body)
	}
}
