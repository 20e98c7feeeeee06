package api

import (
	"net/http"
	"reflect"
	"strconv"

	"github.com/danielgtaylor/huma/v2"
	"github.com/labstack/echo/v4"

	"croupier/floor"
	"croupier/house/roles"
	"croupier/pit"
	"croupier/words"
)

// whyRoutes are of rounds as the pit tells of them.
var whyRoutes = []route{
	{
		method: "GET", path: "/v1/rounds/{id}/why", id: "why-round", action: roles.RoundRead, tag: "rounds", summary: "Why each payout of a round is what it is",
		about: "Of each line the clause, both hands, the row and the paytable, and the exact, rounded and capped amounts with what made them, as data and in words. " +
			"Of a settled round as it was posted; of an open one as it stands for the seats that are due, and no card that was not turned.",
		params: []*huma.Param{roundParam, langParam},
		status: 200, answer: reflect.TypeFor[pit.Explanation](), problems: []int{400, 404}, handle: why,
	},
	{
		method: "GET", path: "/v1/rounds/{id}/replay", id: "replay-round", action: roles.RoundAudit, tag: "rounds", summary: "A round step by step",
		about: "Every event, struck ones too, with who did it and when, what it answered, and the view of the table as it was after it: a card that was not turned yet is ??. " +
			"Step 0 is the round as it was opened.",
		params: []*huma.Param{roundParam, langParam, queryParam("step", "This step alone; all where left out", "12", stepNumber)},
		status: 200, answer: reflect.TypeFor[pit.Replay](), problems: []int{400, 404}, handle: replay,
	},
	{
		method: "GET", path: "/v1/rounds/{id}/record", id: "round-record", action: roles.RoundRead, tag: "rounds", summary: "The record of a round that stands",
		about: "The events in the form in which a round takes them, without what was struck, each with what it answered; of a corrected round as it was corrected last. " +
			"It is what a correction begins with.",
		params: []*huma.Param{roundParam}, status: 200, answer: reflect.TypeFor[pit.Record](), problems: []int{400, 404}, handle: showRecord,
	},
}

var (
	langParam  = queryParam("lang", "The language of what is said; English where left out", "ko", &huma.Schema{Type: huma.TypeString, Enum: []any{"en", "ko", "ru"}})
	stepNumber = &huma.Schema{Type: huma.TypeString, Pattern: `^(0|[1-9][0-9]*)$`}
)

// showRecord answers the record of a round that stands.
func showRecord(a *api, c echo.Context) error {
	id, err := floor.ParseRoundID(c.Param("id"))
	if err != nil {
		return err
	}
	record, err := a.pit.Record(c.Request().Context(), id)
	if err != nil {
		return err
	}
	return c.JSON(http.StatusOK, record)
}

// why answers why the lines of a round came to what they did.
func why(a *api, c echo.Context) error {
	id, l, err := toldRound(c)
	if err != nil {
		return err
	}
	told, err := a.pit.Why(c.Request().Context(), id, l)
	if err != nil {
		return err
	}
	return c.JSON(http.StatusOK, told)
}

// replay answers a round step by step.
func replay(a *api, c echo.Context) error {
	id, l, err := toldRound(c)
	if err != nil {
		return err
	}
	step := pit.AllSteps
	if text := c.QueryParam("step"); text != "" {
		if step, err = strconv.Atoi(text); err != nil || step < 0 || strconv.Itoa(step) != text {
			return badQuery("step", "want the number of a step, from 0")
		}
	}
	told, err := a.pit.Replay(c.Request().Context(), id, step, l)
	if err != nil {
		return err
	}
	return c.JSON(http.StatusOK, told)
}

// toldRound reads which round is told of, and in which language.
func toldRound(c echo.Context) (floor.RoundID, words.Language, error) {
	id, err := floor.ParseRoundID(c.Param("id"))
	if err != nil {
		return id, "", err
	}
	l, err := words.Parse(c.QueryParam("lang"))
	if err != nil {
		return id, "", badQuery("lang", "want en, ko or ru")
	}
	return id, l, nil
}
