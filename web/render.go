package web

import (
	"bytes"
	"cmp"
	"embed"
	"encoding/json"
	"errors"
	"fmt"
	"html/template"
	"net/http"
	"strings"
	"sync"
	"time"

	"github.com/shopspring/decimal"

	"croupier/words"
)

//go:embed templates
var templateFiles embed.FS

// templates are parsed once, for all languages: what they say, they ask the visit.
var templates *template.Template

var parsed = sync.OnceValue(func() (err error) {
	templates, err = template.New("web").Funcs(functions).ParseFS(templateFiles, "templates/*.html", "templates/*/*.html")
	return err
})

// functions are what templates may call besides the methods of a visit.
var functions = template.FuncMap{
	"asset": asset, "args": args, "list": func(of ...any) []any { return of }, "cards": strings.Fields,
	"join": strings.Join, "list2": func(of ...string) []string { return of }, "hasPrefix": strings.HasPrefix, "json": toJSON,
}

// args are the blanks of a message, as name and value in turn.
func args(pairs ...any) (words.Args, error) {
	if len(pairs)%2 != 0 {
		return nil, errors.New("args wants names and values in turn")
	}
	of := words.Args{}
	for i := 0; i < len(pairs); i += 2 {
		name, ok := pairs[i].(string)
		if !ok {
			return nil, fmt.Errorf("args wants a name, not %v", pairs[i])
		}
		of[name] = pairs[i+1]
	}
	return of, nil
}

// toJSON is data for a script, in an element that is not run.
func toJSON(of any) (template.JS, error) {
	b, err := json.Marshal(of) // escapes <, > and &
	return template.JS(b), err //nolint:gosec // escaped so that no element ends in it
}

// render writes the template in its page's frame.
func (v *visit) render(rw http.ResponseWriter, status int, name string) error {
	var b bytes.Buffer
	frame := v.Page.frame
	if frame == "" {
		frame = name
	}
	body := &shown{visit: v, name: name}
	if err := templates.ExecuteTemplate(&b, frame, body); err != nil {
		return fmt.Errorf("template %s: %w", name, err)
	}
	rw.Header().Set("Content-Type", cmp.Or(v.Page.media, "text/html; charset=utf-8"))
	rw.WriteHeader(status)
	_, err := b.WriteTo(rw)
	return err
}

// shown is what a template is given: the visit, and in Content what was loaded.
type shown struct {
	*visit
	name string
}

// Body is the page within its frame.
func (s *shown) Body() (template.HTML, error) {
	var b bytes.Buffer
	err := templates.ExecuteTemplate(&b, s.name, s)
	return template.HTML(b.String()), err //nolint:gosec // a template of ours, which has escaped what it was given
}

// With is the visit with other content, for a template within the page.
func (s *shown) With(content any) *shown {
	v := *s.visit
	v.Content = content
	return &shown{&v, s.name}
}

// Say returns the message, its blanks filled from pairs of name and value.
func (s *shown) Say(key string, pairs ...any) (string, error) {
	a, err := args(pairs...)
	return s.Words.Say(key, a), err
}

// Name returns what the thing is called.
func (s *shown) Name(group string, thing any) string { return s.Words.Name(group, fmt.Sprint(thing)) }

// Amount writes a decimal, or the text of one, in the language's form.
func (s *shown) Amount(of any) (string, error) {
	switch d := of.(type) {
	case decimal.Decimal:
		return s.Words.Amount(d), nil
	case *decimal.Decimal:
		if d == nil {
			return "", nil
		}
		return s.Words.Amount(*d), nil
	}
	text := fmt.Sprint(of)
	if text == "" {
		return "", nil
	}
	d, err := decimal.NewFromString(text)
	return s.Words.Amount(d), err
}

// Moment and Day write times in the language's form.
func (s *shown) Moment(t time.Time) string { return s.Words.Moment(t) }

// Day writes a date.
func (s *shown) Day(t time.Time) string { return s.Words.Day(t) }

// Language is the code of the language.
func (s *shown) Language() words.Language { return s.Words.Language() }

// Languages are all that may be chosen.
func (s *shown) Languages() []words.Language { return words.Languages() }

// Path is what was asked for, without a query.
func (s *shown) Path() string { return s.r.URL.Path }

// Query is a value of the query.
func (s *shown) Query(name string) string { return s.r.URL.Query().Get(name) }

// Scripted are the messages the page's scripts say.
func (s *shown) Scripted() map[string]any {
	return s.Words.Table(append([]string{"ui", "problem", "card"}, s.Page.words...)...)
}
