package api

import (
	"crypto/sha256"
	"crypto/subtle"
	"net"
	"net/http"
	"net/netip"
	"strings"

	"github.com/labstack/echo/v4"
)

// guard lets through who shows the token, and anybody to what is open. Without
// a token it answers only what is addressed to this machine by a loopback name:
// a page in a browser that has its own name point here gets nothing.
func (a *api) guard(next echo.HandlerFunc) echo.HandlerFunc {
	return func(c echo.Context) error {
		r := c.Request()
		switch {
		case isHealth(r.URL.Path):
		case a.token == nil && !loopback(r.Host):
			return problem("host", "without a token only localhost is answered")
		case a.token != nil && !a.shown(r):
			c.Response().Header().Add(echo.HeaderWWWAuthenticate, `Bearer realm="croupier"`)
			if isDocs(r.URL.Path) {
				c.Response().Header().Add(echo.HeaderWWWAuthenticate, `Basic realm="croupier", charset="UTF-8"`)
			}
			return problem("unauthorized", "want Authorization: Bearer and the token")
		}
		return next(c)
	}
}

// isHealth reports whether the path is open to everybody.
func isHealth(path string) bool { return path == "/livez" || path == "/readyz" }

// isDocs reports whether the path is a page a browser opens by itself, which
// can send a token only as the password of Basic.
func isDocs(path string) bool {
	return path == "/docs" || strings.HasPrefix(path, "/docs/") || path == "/openapi.json" || path == "/openapi.yaml"
}

// shown reports whether the request shows the token.
func (a *api) shown(r *http.Request) bool {
	header := r.Header.Values(echo.HeaderAuthorization)
	if len(header) != 1 {
		return false
	}
	scheme, token, _ := strings.Cut(header[0], " ")
	if strings.EqualFold(scheme, "Bearer") {
		return a.matches(token)
	}
	// A browser adds Basic to requests of other sites too, so it opens nothing
	// but pages that hold no data of the house.
	_, password, ok := r.BasicAuth()
	return ok && isDocs(r.URL.Path) && r.Method == http.MethodGet && a.matches(password)
}

// matches compares digests, so that neither content nor length of the token
// shows in the time it takes.
func (a *api) matches(token string) bool {
	digest := sha256.Sum256([]byte(token))
	return subtle.ConstantTimeCompare(digest[:], a.token[:]) == 1
}

// loopback reports whether the host of a request names this machine only.
func loopback(host string) bool {
	if name, _, err := net.SplitHostPort(host); err == nil {
		host = name
	}
	host = strings.Trim(host, "[]")
	if strings.EqualFold(host, "localhost") {
		return true
	}
	addr, err := netip.ParseAddr(host)
	return err == nil && addr.IsLoopback()
}
