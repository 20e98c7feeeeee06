package api

import (
	"net/http"
	"strings"

	"github.com/labstack/echo/v4"

	"croupier/floor"
	"croupier/house/people"
	"croupier/house/roles"
)

// headerApprover names a second person who stands by, as name:PIN.
const headerApprover = "Croupier-Approver"

// headerWatching says that a request looks by itself, without anybody at the screen.
const headerWatching = "Croupier-Watching"

// sessionCookie holds the token of a browser's session.
const sessionCookie = "croupier_session"

// cookieName is the cookie's name. Where browsers come by TLS it binds the cookie to
// this host and to TLS (RFC 6265bis, __Host-).
func (a *api) cookieName() string {
	if a.tls {
		return "__Host-" + sessionCookie
	}
	return sessionCookie
}

const (
	contextWho    = "who"
	contextSecond = "second"
	contextScope  = "scope"
)

// guard answers only who may be answered: the route's action must stand in the
// table of roles for the person who asks, and reach as far as the table asked
// for. What is open is answered to anybody; a path there is not, to nobody unknown.
func (a *api) guard(next echo.HandlerFunc) echo.HandlerFunc {
	return func(c echo.Context) error {
		route := routeOf(c)
		if route != nil && route.open {
			return next(c)
		}
		who, err := a.authenticate(c, watches(c.Request(), route))
		if err != nil {
			c.Response().Header().Set(echo.HeaderWWWAuthenticate, `Bearer realm="croupier"`)
			return err
		}
		c.Set(contextWho, who)
		switch {
		case route == nil || route.account:
			return next(c)
		case who.Locked:
			return problem("session_locked", "the terminal was idle too long: POST /v1/session/unlock with the PIN")
		}
		if err := a.authorise(c, route, who); err != nil {
			return err
		}
		return next(c)
	}
}

// authenticate returns who asks: by a session's cookie or a machine's key, not
// both. A browser adds cookies to requests of other sites too, so what changes
// something must come from a page of ours. A session that only watches is not used
// by that: it goes idle all the same.
func (a *api) authenticate(c echo.Context, watching bool) (people.Who, error) {
	r := c.Request()
	cookie, err := r.Cookie(a.cookieName())
	bearer := r.Header.Values(echo.HeaderAuthorization)
	switch {
	case len(bearer) > 1 || len(bearer) == 1 && err == nil:
		return people.Who{}, problem("unauthorized", "a key and a session, or several keys, want one")
	case len(bearer) == 1:
		scheme, key, _ := strings.Cut(bearer[0], " ")
		if !strings.EqualFold(scheme, "Bearer") {
			return people.Who{}, problem("unauthorized", "want Authorization: Bearer and a key")
		}
		return a.people.ByKey(r.Context(), key)
	case err != nil:
		return people.Who{}, problem("unauthorized", "sign in by POST /v1/session, or send Authorization: Bearer and a key")
	}
	if err := a.origins.Check(r); err != nil {
		return people.Who{}, problem("cross_origin", "a session changes nothing on behalf of another site")
	}
	if watching {
		who, _, err := a.people.Look(r.Context(), cookie.Value)
		return who, err
	}
	return a.people.BySession(r.Context(), cookie.Value)
}

// watches reports whether the request looks by itself: it says so, or reads a
// stream, which browsers open again by themselves. Whoever changes something is there.
func watches(r *http.Request, route *route) bool {
	if r.Method != http.MethodGet {
		return false
	}
	return r.Header.Get(headerWatching) == "true" || route != nil && route.stream
}

// authorise holds who asks to the table of roles, and takes the second person in.
func (a *api) authorise(c echo.Context, route *route, who people.Who) error {
	given := c.Request().Header.Get(headerApprover)
	if given != "" && route.lent && who.Kind != people.Machine {
		return a.lend(c, route, given)
	}
	scope := who.May(route.action)
	if scope == roles.None {
		return problem("forbidden", "needs "+string(route.action)+": see croupier roles")
	}
	c.Set(contextScope, scope)
	if own, held := heldTo(c); held && !route.narrows {
		table, err := tableIn(c)
		if err != nil {
			return err
		}
		if table != own {
			return problem("other_table", "another table than the own")
		}
	}
	if given == "" {
		return nil
	}
	if !route.second {
		return problem("no_second", "no second person is asked for here: leave "+headerApprover+" out")
	}
	second, err := a.standBy(c, given)
	if err == nil {
		c.Set(contextSecond, second)
	}
	return err
}

// lend makes the second person the one who asks, at the terminal at which another is
// signed in: for all that follows it is as if that person had signed in alone.
func (a *api) lend(c echo.Context, route *route, given string) error {
	second, err := a.standBy(c, given)
	if err != nil {
		return err
	}
	who := people.Who{Person: second, Kind: people.Terminal, Roles: second.Roles}
	if who.May(route.action) != roles.Any {
		return problem("forbidden", second.Name+" needs "+string(route.action)+": see croupier roles")
	}
	c.Set(contextWho, who)
	c.Set(contextScope, roles.Any)
	return nil
}

// standBy authenticates the second person.
func (a *api) standBy(c echo.Context, given string) (people.Person, error) {
	name, pin, ok := strings.Cut(given, ":")
	if !ok {
		return people.Person{}, problem("no_second", "want "+headerApprover+": name:PIN")
	}
	second, err := a.people.Second(c.Request().Context(), name, pin, c.RealIP())
	if err == nil && second.Name == whoOf(c).Person.Name {
		err = problem("two_persons", "a second person is another person")
	}
	return second, err
}

// whoOf returns who asks; nobody where the route is open.
func whoOf(c echo.Context) people.Who {
	who, _ := c.Get(contextWho).(people.Who)
	return who
}

// secondOf returns the second person, if one stands by.
func secondOf(c echo.Context) (people.Person, bool) {
	p, ok := c.Get(contextSecond).(people.Person)
	return p, ok
}

// heldTo returns the one table whoever asks is held to, if any; 0 is none at all: a
// key of one table whose person deals at another.
func heldTo(c echo.Context) (table int64, held bool) {
	who, own := whoOf(c), c.Get(contextScope) == roles.Own
	switch {
	case own && who.KeyTable != 0 && who.KeyTable != who.Table:
		return 0, true
	case own:
		return who.Table, true
	}
	return who.KeyTable, who.KeyTable != 0
}

// tableIn returns the table the path is about, itself or by a round.
func tableIn(c echo.Context) (int64, error) {
	if table := c.Param("table"); table != "" {
		return tableID(table)
	}
	id, err := floor.ParseRoundID(c.Param("id"))
	return id.Table, err
}
