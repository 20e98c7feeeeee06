package api

import (
	"encoding/json"
	"fmt"
	"maps"
	"net/http"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"github.com/danielgtaylor/huma/v2"
)

// describe writes the description of all routes.
func (a *api) describe(version string) error {
	a.schemas = huma.NewMapRegistry("#/components/schemas/", schemaName)
	for t, as := range aliases {
		a.schemas.RegisterTypeAlias(t, as)
	}
	a.openapi = &huma.OpenAPI{
		OpenAPI: "3.1.0",
		Info: &huma.Info{
			Title: "Croupier", Version: version,
			Description: "Deals and settles banked Hold'em variants. A round asks, someone answers, and the answers are the round. Money is decimal strings.",
		},
		Components: &huma.Components{
			Schemas:         a.schemas,
			SecuritySchemes: map[string]*huma.SecurityScheme{"token": {Type: "http", Scheme: "bearer"}},
		},
		Security: []map[string][]string{{"token": {}}},
		Paths:    map[string]*huma.PathItem{},
	}
	for i := range routes {
		a.openapi.AddOperation(routes[i].operation(a.schemas))
	}
	for _, s := range a.schemas.Map() {
		walk(s, neverNull)
	}
	return a.write()
}

func (a *api) write() (err error) {
	if a.json, err = json.Marshal(a.openapi); err != nil {
		return fmt.Errorf("description of the API: %w", err)
	}
	if a.yaml, err = a.openapi.YAML(); err != nil {
		return fmt.Errorf("description of the API as YAML: %w", err)
	}
	return nil
}

// walk calls do with s and every schema within it.
func walk(s *huma.Schema, do func(*huma.Schema)) {
	if s == nil {
		return
	}
	do(s)
	walk(s.Items, do)
	for _, p := range s.Properties {
		walk(p, do)
	}
	if more, ok := s.AdditionalProperties.(*huma.Schema); ok {
		walk(more, do)
	}
}

// neverNull takes back that a list may be null: empty lists are written [].
func neverNull(s *huma.Schema) {
	if s.Type == huma.TypeArray {
		s.Nullable = false
	}
}

// operation describes the route.
func (r *route) operation(schemas huma.Registry) *huma.Operation {
	op := &huma.Operation{
		OperationID: r.id, Method: r.method, Path: r.path, Summary: r.summary, Description: r.about, Tags: []string{r.tag},
		Parameters: slices.Clone(r.params), Responses: map[string]*huma.Response{strconv.Itoa(r.status): r.answered(schemas)},
	}
	if r.changes() {
		op.Parameters = append(op.Parameters, keyParam)
	}
	if r.body != nil {
		op.RequestBody = &huma.RequestBody{
			Required: !r.mayOmit,
			Content:  map[string]*huma.MediaType{"application/json": {Schema: schemas.Schema(r.body, true, "")}},
		}
	}
	if r.tagged {
		op.Parameters = append(op.Parameters, &huma.Param{Name: "If-None-Match", In: "header", Description: "The ETag of the answer that is there already", Schema: anyText})
		op.Responses["304"] = &huma.Response{Description: http.StatusText(http.StatusNotModified)}
	}
	if r.open {
		op.Security = []map[string][]string{{}}
	}
	for _, status := range r.refuses() {
		op.Responses[strconv.Itoa(status)] = refusal(status, schemas)
	}
	return op
}

func (r *route) answered(schemas huma.Registry) *huma.Response {
	answer := &huma.Response{Description: http.StatusText(r.status), Headers: map[string]*huma.Param{"X-Request-Id": header("As in the log")}}
	if r.changes() {
		answer.Headers[headerReplayed] = header("true where the request was answered before, under the same key")
	}
	if r.tagged {
		answer.Headers["ETag"] = header("Changes whenever the answer does")
	}
	answer.Content = map[string]*huma.MediaType{}
	if r.answer != nil {
		answer.Content["application/json"] = &huma.MediaType{Schema: schemas.Schema(r.answer, true, "")}
	}
	for _, media := range r.media {
		answer.Content[media] = &huma.MediaType{Schema: &huma.Schema{Type: huma.TypeString}}
	}
	return answer
}

// refuses returns the statuses of the problems the route answers.
func (r *route) refuses() []int {
	switch {
	case r.open:
		return r.problems
	case r.account:
		return append([]int{401, 403, 500, 503}, r.problems...)
	}
	return append([]int{401, 403, 423, 500, 503}, r.problems...)
}

func refusal(status int, schemas huma.Registry) *huma.Response {
	var names []string
	for _, code := range slices.Sorted(maps.Keys(kinds)) {
		if kinds[code].status == status {
			names = append(names, code)
		}
	}
	return &huma.Response{
		Description: http.StatusText(status) + ": " + strings.Join(names, ", "),
		Content:     map[string]*huma.MediaType{problemJSON: {Schema: schemas.Schema(reflect.TypeFor[Problem](), true, "")}},
	}
}

func header(about string) *huma.Param {
	return &huma.Param{Description: about, Schema: &huma.Schema{Type: huma.TypeString}}
}

var keyParam = &huma.Param{
	Name: headerKey, In: "header", Required: true,
	Description: "New for each change, the same when a request is sent again: it is then answered as the first time, and nothing happens twice. Keys are kept for ever.",
	Schema:      &huma.Schema{Type: huma.TypeString, Pattern: `^[!-~]{1,200}$`, Examples: []any{"7-712-close"}},
}

// The forms of parameters.
var (
	anyText     = &huma.Schema{Type: huma.TypeString}
	tableText   = &huma.Schema{Type: huma.TypeString, Pattern: `^[1-9][0-9]*$`}
	roundText   = &huma.Schema{Type: huma.TypeString, Pattern: `^[1-9][0-9]*-[1-9][0-9]*$`}
	dayText     = &huma.Schema{Type: huma.TypeString, Format: "date"}
	limitNumber = &huma.Schema{Type: huma.TypeInteger, Minimum: float(1), Maximum: float(maxLimit)}
)

func float(f float64) *float64 { return &f }

func pathParam(name, about, example string) *huma.Param {
	return &huma.Param{Name: name, In: "path", Required: true, Description: about, Example: example, Schema: anyText}
}

func queryParam(name, about, example string, form *huma.Schema) *huma.Param {
	p := &huma.Param{Name: name, In: "query", Description: about, Schema: form}
	if example != "" {
		p.Example = example
	}
	return p
}
