package web

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"net/http"
	"net/url"
	"reflect"
	"slices"
	"strings"
	"time"

	"croupier/ledger"
)

// eventPages are of what a regulator asks for.
var eventPages = []page{
	{path: "/house/events", name: "house/events", frame: "office", title: "house.events", styles: []string{"house", "office"}, load: loadEvents},
}

// ofEvents is a page of significant events, as the filters have it.
type ofEvents struct {
	Events  []happening
	Cursor  string
	Kinds   []string   `json:"-"`
	Refused *Problem   `json:"-"` // why the filters find nothing
	query   url.Values // what was asked of the API
}

// A happening is a significant event.
type happening struct {
	ID, Kind, Subject, Origin, Actor, Approver, Reason string
	Before, After                                      json.RawMessage
	At                                                 time.Time
}

// filters are what a page of events may be asked for.
var filters = []string{"kind", "subject", "actor", "table", "from", "to", "cursor"}

func loadEvents(v *visit) (any, error) {
	o := &ofEvents{Kinds: ledger.SignificantKinds, query: url.Values{}}
	for _, name := range filters {
		if value := strings.TrimSpace(v.r.URL.Query().Get(name)); value != "" {
			o.query.Set(name, asTime(name, value))
		}
	}
	err := v.ask("/v1/significant?"+o.query.Encode(), o)
	if errors.As(err, &o.Refused) && o.Refused.Status == http.StatusBadRequest {
		return o, nil
	}
	return o, err
}

// asTime is the time of a day as a browser's control has it, which means UTC here, as
// the API reads it; any other filter is as it is.
func asTime(name, value string) string {
	if name != "from" && name != "to" {
		return value
	}
	at, err := time.Parse("2006-01-02T15:04", value)
	if err != nil {
		return value
	}
	return at.Format(time.RFC3339)
}

// Older is the path of the page before, or empty where this is the last.
func (o *ofEvents) Older() string {
	if o.Cursor == "" {
		return ""
	}
	q := maps.Clone(o.query)
	q.Set("cursor", o.Cursor)
	return "/house/events?" + q.Encode()
}

// A change is what became of one thing an event tells of.
type change struct {
	What          string // its names from the outermost, a point between
	Before, After any
	Money         bool
}

// money are the names of amounts.
var money = []string{"amount", "opening", "fills", "credits", "drop", "closing", "win", "win_in_book", "variance", "bank", "net"}

// Changes are what differs between before and after, in the order of their names.
func (h happening) Changes() (list []change) {
	before, after := sides(h.Before), sides(h.After)
	all := maps.Clone(before)
	maps.Copy(all, after)
	for _, name := range slices.Sorted(maps.Keys(all)) {
		if reflect.DeepEqual(before[name], after[name]) || slices.Contains(already, name) {
			continue
		}
		list = append(list, change{name, before[name], after[name], slices.Contains(money, name[strings.LastIndexByte(name, '.')+1:])})
	}
	return list
}

// already are what the event itself tells already.
var already = []string{"version", "at", "actor"}

// sides are the things one side of an event tells of, by name.
func sides(side json.RawMessage) map[string]any {
	d := json.NewDecoder(bytes.NewReader(side))
	d.UseNumber()
	var of any
	if err := d.Decode(&of); err != nil {
		return map[string]any{} // there is no such side
	}
	all := map[string]any{}
	flatten(all, "", of)
	return all
}

// flatten puts what a value holds into all, by its names.
func flatten(all map[string]any, name string, of any) {
	by, ok := of.(map[string]any)
	if !ok {
		all[name] = of
		return
	}
	for key, v := range by {
		flatten(all, strings.TrimPrefix(name+"."+key, "."), v)
	}
}

// Plainly writes a value of an event, which may be an amount of money.
func (s *shown) Plainly(of any, money bool) string {
	if text, ok := of.(string); ok && money {
		if amount, err := s.Amount(text); err == nil {
			return amount
		}
	}
	switch v := of.(type) {
	case nil:
		return ""
	case bool:
		return s.Words.Say(map[bool]string{true: "ui.yes", false: "ui.no"}[v], nil)
	case []any:
		texts := make([]string, len(v))
		for i := range v {
			texts[i] = s.Plainly(v[i], money)
		}
		return strings.Join(texts, ", ")
	case map[string]any: // within a list
		text, err := json.Marshal(v)
		if err == nil {
			return string(text)
		}
	}
	return fmt.Sprint(of)
}

// FieldName is what a thing an event tells of is called.
func (s *shown) FieldName(what string) string {
	names := strings.Split(what, ".")
	for i := range names {
		names[i] = s.Name("field", names[i])
	}
	return strings.Join(names, " › ")
}

// Where is the page of what an event is about, or empty.
func (h happening) Where() string {
	kind, name, ok := strings.Cut(h.Subject, " ")
	pages := map[string]string{"person": "/house/people/", "table": "/house/tables/", "proposal": "/house/proposals/", "round": "/pit/rounds/"}
	if at := pages[kind]; ok && at != "" {
		return at + url.PathEscape(name)
	}
	return ""
}
