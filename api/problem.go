package api

import (
	"encoding/json"
	"errors"
	"net/http"

	"github.com/labstack/echo/v4"

	"croupier/games"
)

// A Problem is what goes wrong, as RFC 9457 has it.
type Problem struct {
	Type      string         `json:"type" doc:"The code as a URI" example:"urn:croupier:problem:stale"`
	Title     string         `json:"title" doc:"The code in words; the same each time"`
	Status    int            `json:"status"`
	Detail    string         `json:"detail,omitempty" doc:"What is wrong this time, and what would be accepted"`
	Code      string         `json:"code" doc:"Stable, for machines" example:"stale"`
	RequestID string         `json:"request_id,omitempty" doc:"As in X-Request-Id and the log"`
	N         *int           `json:"n,omitempty" doc:"Of a refused event: events of the round so far"`
	Event     *int           `json:"event,omitempty" doc:"Of a refused event: which of those sent, counted from 0"`
	Next      []games.Prompt `json:"next,omitempty" doc:"Of a refused event: what would have been accepted in its place"`
	Errors    []Fault        `json:"errors,omitempty" doc:"What is wrong with the request, place by place"`

	cause error // for the log only
}

// A Fault is one thing wrong with a request. It never repeats the value.
type Fault struct {
	Location string `json:"location" doc:"Where, as body.events[0].amount or query.limit"`
	Message  string `json:"message"`
}

// Error returns what is wrong in words.
func (p *Problem) Error() string { return p.Code + ": " + p.Detail }

// Unwrap returns the error the problem was made of, if any.
func (p *Problem) Unwrap() error { return p.cause }

// problem returns the problem of the code; its status and title are those of
// the table of codes.
func problem(code, detail string, faults ...Fault) *Problem {
	k := kinds[code]
	return &Problem{Type: "urn:croupier:problem:" + code, Title: k.title, Status: k.status, Code: code, Detail: detail, Errors: faults}
}

const problemJSON = "application/problem+json"

// fail writes the error as a problem. It is Echo's error handler, so its own
// refusals pass here too.
func (a *api) fail(err error, c echo.Context) {
	if c.Response().Committed {
		return // the client went away, or the answer is half out
	}
	p := problemOf(err)
	answer := *p
	answer.RequestID = requestID(c)
	body, err := json.Marshal(&answer)
	if err != nil {
		answer = *problem("internal", "")
		body, _ = json.Marshal(&answer) // strings only
	}
	h := c.Response().Header()
	if retryLater[answer.Code] {
		h.Set("Retry-After", "1")
	}
	h.Set("Cache-Control", "no-store")
	_ = c.Blob(answer.Status, problemJSON, body) // the client is gone where it fails
}

// problemOf returns err as a problem.
func problemOf(err error) *Problem {
	var p *Problem
	if errors.As(err, &p) {
		return p
	}
	var he *echo.HTTPError
	if errors.As(err, &he) {
		return echoProblem(he)
	}
	return translate(err)
}

// echoProblem is the problem of what Echo itself refuses.
func echoProblem(he *echo.HTTPError) *Problem {
	switch he.Code {
	case http.StatusNotFound:
		return problem("no_such_path", "see /docs for the paths there are")
	case http.StatusMethodNotAllowed:
		return problem("method_not_allowed", "the path answers other methods, named in Allow")
	}
	p := problem("internal", "the request could not be answered")
	p.cause = he
	return p
}
