package apitest

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"reflect"
	"regexp"
	"strconv"
	"strings"
)

// check holds one line of the script against the answer.
func (r *run) check(a Answer, line string) error {
	line, err := r.fill(line)
	if err != nil {
		return err
	}
	verb, rest, _ := strings.Cut(line, " ")
	switch verb {
	case "status":
		return status(a, rest)
	case "header":
		return header(a, rest)
	case "json":
		return jsonCheck(a, rest)
	case "body":
		return r.body(a, rest)
	case "capture":
		return r.capture(a, rest)
	}
	r.kept[rest] = a.Body
	return nil
}

func status(a Answer, rest string) error {
	if want := strings.TrimPrefix(rest, "== "); strconv.Itoa(a.Status) != want {
		return fmt.Errorf("status %d, want %s", a.Status, want)
	}
	return nil
}

func header(a Answer, rest string) error {
	name, want, ok := strings.Cut(rest, " == ")
	switch got := a.Header.Get(name); {
	case !ok && strings.HasSuffix(rest, " absent"):
		if name = strings.TrimSuffix(rest, " absent"); a.Header.Get(name) != "" {
			return fmt.Errorf("header %s is %q, want none", name, a.Header.Get(name))
		}
	case !ok:
		return fmt.Errorf("header %q: want NAME == VALUE or NAME absent", rest)
	case got != want:
		return fmt.Errorf("header %s is %q, want %q", name, got, want)
	}
	return nil
}

func (r *run) body(a Answer, rest string) error {
	verb, text, _ := strings.Cut(rest, " ")
	switch verb {
	case "same":
		if kept, ok := r.kept[text]; !ok || !bytes.Equal(a.Body, kept) {
			return fmt.Errorf("body is not the one kept as %s:\n%s", text, kept)
		}
		return nil
	case "has", "lacks":
		if bytes.Contains(a.Body, []byte(text)) != (verb == "has") {
			return fmt.Errorf("body %s %q: it does not hold", verb, text)
		}
		return nil
	}
	return fmt.Errorf("body %s is no check", verb)
}

func (r *run) capture(a Answer, rest string) error {
	name, path, ok := strings.Cut(rest, " = ")
	if !ok {
		return fmt.Errorf("capture %q: want NAME = PATH", rest)
	}
	value, err := at(a, path)
	if err != nil {
		return err
	}
	r.vars[name] = fmt.Sprint(value)
	return nil
}

// jsonCheck holds PATH, VERB and the rest against the JSON of the answer.
func jsonCheck(a Answer, rest string) error {
	path, rest, _ := strings.Cut(rest, " ")
	verb, want, _ := strings.Cut(rest, " ")
	value, err := at(a, path)
	if verb == "absent" {
		if !errors.Is(err, errAbsent) {
			return fmt.Errorf("%s is %v (%w), want it absent", path, value, err)
		}
		return nil
	}
	if err != nil {
		return err
	}
	ok, err := holds(value, verb, want)
	if err == nil && !ok {
		err = fmt.Errorf("%s is %v, want: %s %s", path, value, verb, want)
	}
	return err
}

func holds(value any, verb, want string) (bool, error) {
	switch verb {
	case "==":
		wanted, err := decode([]byte(want))
		return reflect.DeepEqual(value, wanted), err
	case "has":
		return strings.Contains(fmt.Sprint(value), want), nil
	case "matches":
		return regexp.MatchString(want, fmt.Sprint(value))
	case "count":
		n, err := strconv.Atoi(want)
		return count(value) == n, err
	}
	return false, fmt.Errorf("json %s is no check", verb)
}

func count(value any) int {
	switch v := value.(type) {
	case []any:
		return len(v)
	case map[string]any:
		return len(v)
	}
	return -1
}

var errAbsent = errors.New("not in the answer")

var part = regexp.MustCompile(`^\.?([A-Za-z0-9_-]+)|^\[([0-9]+)\]`)

// at returns the value at the path: names with points, places in brackets.
func at(a Answer, path string) (any, error) {
	value, err := decode(a.Body)
	if err != nil {
		return nil, fmt.Errorf("the answer is not JSON: %w", err)
	}
	for rest := path; rest != ""; {
		found := part.FindStringSubmatch(rest)
		if found == nil {
			return nil, fmt.Errorf("path %q cannot be read at %q", path, rest)
		}
		rest = rest[len(found[0]):]
		var ok bool
		if value, ok = step(value, found[1], found[2]); !ok {
			return nil, fmt.Errorf("%s: %w", path, errAbsent)
		}
	}
	return value, nil
}

func step(value any, name, place string) (any, bool) {
	if place == "" {
		object, _ := value.(map[string]any)
		member, ok := object[name]
		return member, ok
	}
	list, _ := value.([]any)
	i, err := strconv.Atoi(place)
	if err != nil || i >= len(list) {
		return nil, false
	}
	return list[i], true
}

// decode keeps numbers as they are written.
func decode(data []byte) (any, error) {
	d := json.NewDecoder(bytes.NewReader(data))
	d.UseNumber()
	var v any
	return v, d.Decode(&v)
}
