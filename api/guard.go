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
		route := routeOf(c)
		page := route != nil && route.page
		switch {
		case route != nil && route.open:
		case a.token == nil && !loopback(c.Request().Host):
			return problem("host", "without a token only localhost is answered")
		case a.token != nil && !a.shown(c.Request(), page):
			c.Response().Header().Add(echo.HeaderWWWAuthenticate, `Bearer realm="croupier"`)
			if page {
				c.Response().Header().Add(echo.HeaderWWWAuthenticate, `Basic realm="croupier", charset="UTF-8"`)
			}
			return problem("unauthorized", "want Authorization: Bearer and the token")
		}
		return next(c)
	}
}

// shown reports whether the request shows the token.
func (a *api) shown(r *http.Request, page bool) bool {
	header := r.Header.Values(echo.HeaderAuthorization)
	if len(header) != 1 {
		return false
	}
	scheme, token, _ := strings.Cut(header[0], " ")
	if strings.EqualFold(scheme, "Bearer") {
		return a.matches(token)
	}
	// A browser adds Basic to requests of other sites too, so it opens nothing
	// but pages.
	_, password, ok := r.BasicAuth()
	return ok && page && a.matches(password)
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
