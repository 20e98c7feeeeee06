package api

import (
	"encoding/json"
	"net/http"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/danielgtaylor/huma/v2"

	"croupier/api/apitest"
)

// TestEveryRouteIsDescribed compares what Echo answers with what is written,
// both ways.
func TestEveryRouteIsDescribed(t *testing.T) {
	t.Parallel()
	a, err := newAPI(Config{Version: "test"})
	if err != nil {
		t.Fatal(err)
	}
	var answered, described []string
	for _, r := range a.echo().Routes() {
		answered = append(answered, r.Method+" "+r.Path)
	}
	var doc struct {
		OpenAPI string                               `json:"openapi"`
		Paths   map[string]map[string]map[string]any `json:"paths"`
	}
	if err := json.Unmarshal(a.json, &doc); err != nil {
		t.Fatal(err)
	}
	if !strings.HasPrefix(doc.OpenAPI, "3.1") {
		t.Errorf("openapi %q, want 3.1", doc.OpenAPI)
	}
	for path, methods := range doc.Paths {
		for method := range methods {
			described = append(described, strings.ToUpper(method)+" "+echoPath(path))
		}
	}
	slices.Sort(answered)
	slices.Sort(described)
	if !slices.Equal(answered, described) {
		t.Errorf("answered  %q\ndescribed %q", answered, described)
	}
}

// TestReferencesHold looks every reference of the description up.
func TestReferencesHold(t *testing.T) {
	t.Parallel()
	a, err := newAPI(Config{})
	if err != nil {
		t.Fatal(err)
	}
	refs := regexp.MustCompile(`"\$ref":"([^"]+)"`).FindAllStringSubmatch(string(a.json), -1)
	if len(refs) == 0 {
		t.Fatal("the description refers to nothing")
	}
	for _, ref := range refs {
		if a.schemas.SchemaFromRef(ref[1]) == nil {
			t.Errorf("%s leads nowhere", ref[1])
		}
	}
}

func TestDescriptionIsServed(t *testing.T) {
	t.Parallel()
	s := serve(t, Config{Version: "1.2.3"})
	_, body := fetch(t, s, "GET", "/openapi.json", nil)
	if !json.Valid([]byte(body)) || !strings.Contains(body, `"version":"1.2.3"`) {
		t.Errorf("%.200s", body)
	}
	if resp, body := fetch(t, s, "GET", "/openapi.yaml", nil); resp.StatusCode != http.StatusOK || !strings.Contains(body, "openapi: 3.1.0") {
		t.Errorf("%d %.200s", resp.StatusCode, body)
	}
}

// TestDocsPageLoadsNothingFromElsewhere follows what the page and its start
// name, and holds them to the policy that lets the browser go nowhere else.
func TestDocsPageLoadsNothingFromElsewhere(t *testing.T) {
	t.Parallel()
	s := serve(t, Config{})
	resp, page := fetch(t, s, "GET", "/docs", nil)
	policy := resp.Header.Get("Content-Security-Policy")
	if !strings.Contains(policy, "default-src 'none'") || strings.Contains(policy, "http") || strings.Contains(policy, "*") {
		t.Errorf("policy %q", policy)
	}
	_, start := fetch(t, s, "GET", "/docs/start.js", nil)
	named := regexp.MustCompile(`(?:src|href|url)[=:] ?"([^"]*)"`).FindAllStringSubmatch(page+start, -1)
	if len(named) < 4 {
		t.Fatalf("the page names %d files: %v", len(named), named)
	}
	for _, m := range named {
		if m[1] == "data:," {
			continue
		}
		if !strings.HasPrefix(m[1], "/") || strings.HasPrefix(m[1], "//") {
			t.Errorf("the page loads %s", m[1])
		}
		if resp, _ := fetch(t, s, "GET", m[1], nil); resp.StatusCode != http.StatusOK {
			t.Errorf("%s: status %d", m[1], resp.StatusCode)
		}
	}
	if resp, body := fetch(t, s, "GET", "/docs/LICENSE", nil); resp.StatusCode != http.StatusNotFound {
		t.Errorf("a file that is not of the page: %d %.80s", resp.StatusCode, body)
	}
}

// described holds an answer against the description: its status, its media and
// its JSON.
func (a *api) described(t testing.TB, got apitest.Answer) {
	t.Helper()
	op := a.operation(got.Method, got.Path)
	if op == nil {
		a.undescribed(t, got)
		return
	}
	response := op.Responses[strconv.Itoa(got.Status)]
	if response == nil {
		t.Errorf("%s %s: status %d is not described", got.Method, op.Path, got.Status)
		return
	}
	content := response.Content[got.Header.Get("Content-Type")]
	if content == nil {
		t.Errorf("%s %s %d: media %q is not described", got.Method, op.Path, got.Status, got.Header.Get("Content-Type"))
		return
	}
	if media := got.Header.Get("Content-Type"); media == "application/json" || media == problemJSON {
		a.valid(t, got, "the answer", got.Body, content.Schema, huma.ModeReadFromServer)
	}
	if got.Status < http.StatusBadRequest && len(got.Sent) > 0 {
		a.valid(t, got, "what was accepted", got.Sent, op.RequestBody.Content["application/json"].Schema, huma.ModeWriteToServer)
	}
}

func (a *api) valid(t testing.TB, got apitest.Answer, what string, text []byte, schema *huma.Schema, mode huma.ValidateMode) {
	t.Helper()
	var value any
	if err := json.Unmarshal(text, &value); err != nil {
		t.Errorf("%s %s: %v", got.Method, got.Path, err)
		return
	}
	var found huma.ValidateResult
	huma.Validate(a.schemas, schema, huma.NewPathBuffer([]byte{}, 0), mode, value, &found)
	for _, err := range found.Errors {
		t.Errorf("%s %s %d: %s is not as described: %v", got.Method, got.Path, got.Status, what, err)
	}
}

// TestPagesAreAsDescribed asks for what no script asks for.
func TestPagesAreAsDescribed(t *testing.T) {
	t.Parallel()
	s := serve(t, Config{})
	for _, path := range []string{
		"/livez", "/readyz", "/metrics", "/openapi.json", "/openapi.yaml", "/docs", "/docs/start.js", "/docs/swagger-ui.css", "/docs/none",
	} {
		resp, body := fetch(t, s, "GET", path, nil)
		s.described(t, apitest.Answer{Method: "GET", Path: path, Status: resp.StatusCode, Header: resp.Header, Body: []byte(body)})
	}
}

// undescribed holds that what no route answers is a problem.
func (a *api) undescribed(t testing.TB, got apitest.Answer) {
	t.Helper()
	if got.Status != http.StatusNotFound && got.Status != http.StatusMethodNotAllowed && got.Status != http.StatusUnauthorized {
		t.Errorf("%s %s is not described and answers %d", got.Method, got.Path, got.Status)
	}
}

// operation returns what describes a request, or nil.
func (a *api) operation(method, path string) (found *huma.Operation) {
	for template, item := range a.openapi.Paths {
		form := "^" + regexp.MustCompile(`\\\{[a-z]+\\\}`).ReplaceAllString(regexp.QuoteMeta(template), "[^/]+") + "$"
		if !regexp.MustCompile(form).MatchString(path) {
			continue
		}
		op := map[string]*huma.Operation{http.MethodGet: item.Get, http.MethodPost: item.Post}[method]
		if op != nil && (found == nil || template == path) { // the literal path before /{proposal}
			found = op
		}
	}
	return found
}
