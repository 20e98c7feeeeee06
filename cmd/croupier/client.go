package main

import (
	"bytes"
	"context"
	"crypto/rand"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/cookiejar"
	"strings"
)

// A client asks the API of a running server, as whoever signed in, or with a key.
type client struct {
	url    string
	key    string
	second string // name:PIN of a second person who stands by
	jar    http.CookieJar
}

// signedIn returns the client of the person, by password or by PIN.
func signedIn(ctx context.Context, url, name string, s secrets) (client, error) {
	jar, err := cookiejar.New(nil)
	if err != nil {
		return client{}, err
	}
	c := client{url: url, jar: jar}
	body := map[string]string{"name": name, "password": s.Password}
	if s.Password == "" {
		body = map[string]string{"name": name, "pin": s.PIN}
	}
	return c, c.post(ctx, "/v1/session", body, nil)
}

// get decodes the answer to a question into to.
func (c client) get(ctx context.Context, path string, to any) error {
	return c.do(ctx, http.MethodGet, path, nil, to)
}

// post sends body under a key of its own and decodes the answer into to, unless
// that is nil.
func (c client) post(ctx context.Context, path string, body, to any) error {
	b, err := json.Marshal(body)
	if err != nil {
		return err
	}
	return c.do(ctx, http.MethodPost, path, b, to)
}

func (c client) do(ctx context.Context, method, path string, body []byte, to any) error {
	req, err := http.NewRequestWithContext(ctx, method, strings.TrimSuffix(c.url, "/")+path, bytes.NewReader(body))
	if err != nil {
		return err
	}
	if body != nil {
		req.Header.Set("Content-Type", "application/json")
		req.Header.Set("Idempotency-Key", rand.Text())
	}
	if c.key != "" {
		req.Header.Set("Authorization", "Bearer "+c.key)
	}
	if c.second != "" {
		req.Header.Set("Croupier-Approver", c.second)
	}
	resp, err := (&http.Client{Jar: c.jar}).Do(req)
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	answer, err := io.ReadAll(resp.Body)
	if err != nil {
		return err
	}
	if resp.StatusCode >= 300 {
		return fmt.Errorf("%s %s: %s: %s", method, path, resp.Status, bytes.TrimSpace(answer))
	}
	if to == nil {
		return nil
	}
	return json.Unmarshal(answer, to)
}
