package api

import (
	"bytes"
	"net/http"
	"reflect"
	"slices"
	"time"

	"github.com/danielgtaylor/huma/v2"
	"github.com/labstack/echo/v4"

	"croupier/house/roles"
	"croupier/ledger"
	"croupier/pit"
)

// chainRoutes are of the chains of the book.
var chainRoutes = []route{
	{
		method: "GET", path: "/v1/chains", id: "list-chains", action: roles.BookRead, narrows: true, tag: "book", summary: "Where the chains of the house and of the tables end",
		about:  "And how far rounds were settled again and reports derived.",
		status: 200, answer: reflect.TypeFor[chainList](), problems: []int{400}, handle: listChains,
	},
	{
		method: "POST", path: "/v1/chains/{table}/verify", id: "verify-chain", action: roles.BookRead, tag: "book", summary: "Walk the chain of a table", asks: true, slow: true,
		about: "Works every hash of the chain out again from what is stored, and the sums, numbers and persons that must hold, as `croupier verify --table` does; of some gaming days alone " +
			"where they are named. A finding is an answer and no problem. A long chain takes minutes, and is walked in spans then.",
		params: []*huma.Param{pathParam("table", "The table's number; 0 is the house", "7")}, body: reflect.TypeFor[verifyBody](), mayOmit: true,
		status: 200, answer: reflect.TypeFor[pit.Verified](), problems: []int{400, 404, 413, 422}, handle: verifyChain,
	},
}

type chainList struct {
	Chains []pit.Chain `json:"chains" doc:"The house's first"`
}

type verifyBody struct {
	From string `json:"from,omitzero" format:"date" doc:"First gaming day; from the beginning where left out"`
	To   string `json:"to,omitzero" format:"date" doc:"Last gaming day; to the end where left out"`
}

// listChains answers where the chains end: that of the own table to whoever is held
// to one.
func listChains(a *api, c echo.Context) error {
	list, err := a.pit.Chains(c.Request().Context())
	if err != nil {
		return err
	}
	if own, held := heldTo(c); held {
		list = slices.DeleteFunc(list, func(chain pit.Chain) bool { return own == 0 || chain.Table != own })
	}
	return c.JSON(http.StatusOK, chainList{list})
}

// verifyChain answers what a walk along a chain finds.
func verifyChain(a *api, c echo.Context) error {
	table := int64(ledger.House)
	if text := c.Param("table"); text != "0" {
		var err error
		if table, err = tableID(text); err != nil {
			return err
		}
	}
	from, to, err := verifySpan(a, c)
	if err != nil {
		return err
	}
	found, err := a.pit.VerifyChain(c.Request().Context(), table, from, to)
	if err != nil {
		return err
	}
	return c.JSON(http.StatusOK, found)
}

// verifySpan reads which gaming days are asked for.
func verifySpan(a *api, c echo.Context) (from, to time.Time, err error) {
	body, err := readAll(c)
	if err != nil {
		return from, to, err
	}
	var b verifyBody
	if len(bytes.TrimSpace(body)) > 0 {
		if err := a.decode(body, &b); err != nil {
			return from, to, err
		}
	}
	if from, err = sentDay(b.From, "body.from"); err != nil {
		return from, to, err
	}
	if to, err = sentDay(b.To, "body.to"); err == nil && !to.IsZero() && to.Before(from) {
		err = invalid("body.to", "want a day not before from")
	}
	return from, to, err
}

// sentDay reads a gaming day of a body; zero where it is left out.
func sentDay(text, where string) (day time.Time, err error) {
	if text == "" {
		return day, nil
	}
	if day, err = time.Parse(time.DateOnly, text); err != nil || day.Year() < 2000 {
		return day, invalid(where, "want a day such as 2026-11-30")
	}
	return day, nil
}
