package api

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"mime"
	"net/http"
	"reflect"
	"strconv"
	"strings"

	"github.com/danielgtaylor/huma/v2"
	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
	"github.com/labstack/echo/v4"
)

// maxBody is the most bytes a body may have.
const maxBody = 1 << 20

// read returns the body of a request that must be JSON.
func read(c echo.Context) ([]byte, error) {
	r := c.Request()
	if err := checkMedia(r.Header.Get(echo.HeaderContentType)); err != nil {
		return nil, err
	}
	return readAll(c)
}

// readAll returns the body, whatever it is.
func readAll(c echo.Context) ([]byte, error) {
	body, err := io.ReadAll(http.MaxBytesReader(c.Response(), c.Request().Body, maxBody))
	var large *http.MaxBytesError
	switch {
	case errors.As(err, &large):
		return nil, problem("body_too_large", fmt.Sprintf("want at most %d bytes", maxBody))
	case err != nil:
		p := problem("body_unreadable", "the connection broke, or the body is not what its headers say")
		p.cause = err
		return nil, p
	}
	return body, nil
}

func checkMedia(header string) error {
	media, params, err := mime.ParseMediaType(header)
	charset := strings.ToLower(params["charset"])
	if err != nil || media != echo.MIMEApplicationJSON || charset != "" && charset != "utf-8" {
		return problem("media_type", "want Content-Type: application/json")
	}
	return nil
}

// decode reads data, one JSON value and nothing else, into v: keys are
// case-exact, unknown keys, keys given twice and bytes that are not UTF-8 are
// errors. A key given as null counts as left out.
func (a *api) decode(data []byte, v any) error {
	err := json.Unmarshal(data, v, json.RejectUnknownMembers(true))
	if err == nil {
		return nil
	}
	var syntax *jsontext.SyntacticError
	var meaning *json.SemanticError
	switch {
	case errors.As(err, &syntax):
		return malformed(data, syntax)
	case errors.As(err, &meaning) && errors.Is(err, json.ErrUnknownName):
		return unknownKey(meaning)
	case errors.As(err, &meaning):
		return a.explain(data, meaning, v)
	}
	return malformed(data, &jsontext.SyntacticError{Err: err})
}

func malformed(data []byte, e *jsontext.SyntacticError) *Problem {
	line := 1 + bytes.Count(data[:min(max(int(e.ByteOffset), 0), len(data))], []byte("\n"))
	if errors.Is(e, jsontext.ErrDuplicateName) {
		where := location(e.JSONPointer)
		return problem("duplicate_key", fmt.Sprintf("line %d: %s is given twice", line, where), Fault{where, "given twice"})
	}
	return problem("malformed_json", fmt.Sprintf("line %d: %s", line, reason(e)))
}

func reason(e *jsontext.SyntacticError) string {
	if e.Err == nil {
		return "not JSON"
	}
	return strings.TrimPrefix(e.Err.Error(), "jsontext: ")
}

func unknownKey(e *json.SemanticError) *Problem {
	where := location(e.JSONPointer)
	return problem("unknown_key", where+" is not known here; keys are case-exact", Fault{where, "not a known key"})
}

// explain makes a value that does not fit into a problem that lists, place by
// place, all that the description would not let pass.
func (a *api) explain(data []byte, e *json.SemanticError, v any) *Problem {
	where := location(e.JSONPointer)
	p := problem("invalid_body", where+" is not what is wanted there")
	if e.Err != nil && ours(e.Err) {
		p = problem(codeOf(e.Err), fmt.Sprintf("%s: %v", where, e.Err), Fault{where, e.Err.Error()})
	}
	if i, ok := eventAt(e.JSONPointer); ok {
		p.Event = &i
	}
	told := len(p.Errors) > 0 // in words better than the description's
	for _, f := range a.faults(data, v) {
		if !told || f.Location != where {
			p.Errors = append(p.Errors, f)
		}
	}
	if len(p.Errors) == 0 {
		p.Errors = []Fault{{where, "not what is wanted here"}}
	}
	return p
}

// ours reports whether the words of err are this program's.
func ours(err error) bool { return codeOf(err) != "internal" }

// maxFaults bounds how many faults of a body are listed.
const maxFaults = 20

// faults checks data against the description of what it should have been
// decoded into.
func (a *api) faults(data []byte, into any) []Fault {
	var value any
	if json.Unmarshal(data, &value) != nil {
		return nil
	}
	t := reflect.TypeOf(into).Elem()
	if either, ok := into.(*changeBody); ok {
		t = either.form(value)
	}
	var found huma.ValidateResult
	path := huma.NewPathBuffer([]byte("body"), len("body"))
	huma.Validate(a.schemas, a.schemas.Schema(t, true, ""), path, huma.ModeWriteToServer, value, &found)
	var list []Fault
	for _, err := range found.Errors {
		var d *huma.ErrorDetail
		if errors.As(err, &d) && len(list) < maxFaults {
			list = append(list, Fault{d.Location, d.Message}) // without d.Value
		}
	}
	return list
}

// location writes a JSON pointer as body.events[3].amount.
func location(p jsontext.Pointer) string {
	var b strings.Builder
	b.WriteString("body")
	for token := range p.Tokens() {
		if _, err := strconv.Atoi(token); err == nil {
			fmt.Fprintf(&b, "[%s]", token)
			continue
		}
		fmt.Fprintf(&b, ".%.60s", token)
	}
	return b.String()
}

// eventAt returns which of the events sent the pointer points into.
func eventAt(p jsontext.Pointer) (int, bool) {
	rest, ok := strings.CutPrefix(string(p), "/events/")
	if !ok {
		return 0, false
	}
	index, _, _ := strings.Cut(rest, "/")
	i, err := strconv.Atoi(index)
	return i, err == nil
}
