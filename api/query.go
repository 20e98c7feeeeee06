package api

import (
	"fmt"
	"net/url"
	"slices"
	"strings"

	"github.com/labstack/echo/v4"
)

// badQuery returns the problem of a query parameter.
func badQuery(name, message string) *Problem {
	return problem("query", name+": "+message, Fault{"query." + name, message})
}

// checkQuery refuses parameters the route does not know and such as are given
// twice: a filter with a slip of the pen must not answer everything.
func (r *route) checkQuery(c echo.Context) error {
	if c.Request().URL.RawQuery == "" {
		return nil
	}
	values, err := url.ParseQuery(c.Request().URL.RawQuery)
	if err != nil {
		return problem("query", "not a query of a URL")
	}
	var known []string
	for _, p := range r.params {
		if p.In == "query" {
			known = append(known, p.Name)
		}
	}
	for name, given := range values {
		if !slices.Contains(known, name) {
			return badQuery(fmt.Sprintf("%.60s", name), "not known here, want "+orNone(known))
		}
		if len(given) > 1 {
			return badQuery(name, "given twice")
		}
	}
	return nil
}

func orNone(names []string) string {
	if len(names) == 0 {
		return "none"
	}
	return strings.Join(names, ", ")
}
