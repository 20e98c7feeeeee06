package web

import (
	"bytes"
	"encoding/json"
	"fmt"
	"net/http"

	"croupier/house/people"
	"croupier/house/roles"
)

// A Problem is what the API answers where it does not do what it is asked.
type Problem struct {
	Status int    `json:"status"`
	Code   string `json:"code"`
	Title  string `json:"title"`
	Detail string `json:"detail"`
}

func (p *Problem) Error() string {
	return fmt.Sprintf("%d %s: %s: %s", p.Status, p.Code, p.Title, p.Detail)
}

// signedOut reports whether one must sign in, or open the terminal, first.
func (p *Problem) signedOut() bool {
	return p.Status == http.StatusUnauthorized || p.Status == http.StatusLocked
}

// session is who is signed in.
type session struct {
	Person people.Person `json:"person"`
	Kind   people.Kind   `json:"kind"`
	Roles  []roles.Role  `json:"roles"`
	Table  int64         `json:"table"`
	Locked bool          `json:"locked"`
}

// May reports whether whoever is signed in may do so, at some table at least.
func (s *session) May(action string) bool {
	return s != nil && roles.ScopeOf(s.Roles, roles.Action(action)) != roles.None
}

// whoAsks is who is signed in, and a Problem where nobody is.
func (v *visit) whoAsks() (*session, error) {
	var s session
	if err := v.ask("/v1/session", &s); err != nil {
		return nil, err
	}
	return &s, nil
}

// ask decodes what the API answers to GET path, asked as whoever asks for the page. It
// fails with a Problem where the API answers with one.
func (v *visit) ask(path string, to any) error { return v.send(http.MethodGet, path, nil, to) }

// pose asks a question that has a body.
func (v *visit) pose(path string, question, to any) error {
	body, err := json.Marshal(question)
	if err != nil {
		return err
	}
	return v.send(http.MethodPost, path, body, to)
}

// told are the headers of a visit that the API must know of.
var told = []string{"Cookie", "Croupier-Watching", "Sec-Fetch-Site", "Origin", "If-None-Match"}

func (v *visit) send(method, path string, body []byte, to any) error {
	req, err := http.NewRequestWithContext(v.r.Context(), method, path, bytes.NewReader(body))
	if err != nil {
		return err
	}
	req.RemoteAddr, req.Host = v.r.RemoteAddr, v.r.Host
	for _, name := range told {
		if value := v.r.Header.Values(name); len(value) > 0 {
			req.Header[name] = value
		}
	}
	if body != nil {
		req.Header.Set("Content-Type", "application/json")
	}
	a := &answer{header: http.Header{}, status: http.StatusOK}
	v.api.ServeHTTP(a, req)
	return a.decode(to)
}

// answer is what the API writes.
type answer struct {
	header http.Header
	status int
	body   bytes.Buffer
}

func (a *answer) Header() http.Header         { return a.header }
func (a *answer) WriteHeader(status int)      { a.status = status }
func (a *answer) Write(p []byte) (int, error) { return a.body.Write(p) }

// decode decodes the answer into to, unless that is nil.
func (a *answer) decode(to any) error {
	if a.status >= http.StatusBadRequest {
		p := &Problem{}
		if err := json.Unmarshal(a.body.Bytes(), p); err != nil {
			return fmt.Errorf("the API answered %d: %w", a.status, err)
		}
		return p
	}
	if to == nil || a.status == http.StatusNotModified {
		return nil
	}
	return json.Unmarshal(a.body.Bytes(), to)
}
