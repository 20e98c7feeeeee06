package roundfile

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/go-json-experiment/json/jsontext"
)

// A reader reads the JSON of one line strictly: every key once, its case
// exact, every value of the type asked for. What it returns points into the
// line. It belongs to one goroutine and is used again for every line.
type reader struct {
	line []byte
	buf  bytes.Buffer
	d    *jsontext.Decoder
}

func (r *reader) reset(line []byte) {
	r.line = line
	r.buf = *bytes.NewBuffer(line)
	if r.d == nil {
		r.d = jsontext.NewDecoder(&r.buf)
		return
	}
	r.d.Reset(&r.buf)
}

// raw reads any value.
func (r *reader) raw() ([]byte, error) {
	v, err := r.d.ReadValue()
	if err != nil {
		return nil, broken(err)
	}
	end := r.d.InputOffset()
	return r.line[end-int64(len(v)) : end], nil
}

// text reads a string; what says what it should hold.
func (r *reader) text(what string) ([]byte, error) {
	v, err := r.typed(jsontext.KindString, what)
	if err != nil {
		return nil, err
	}
	return unquote(v)
}

// typed reads a value of a kind.
func (r *reader) typed(k jsontext.Kind, what string) ([]byte, error) {
	if got := r.d.PeekKind(); got != k {
		return nil, r.mistyped(got, what)
	}
	return r.raw()
}

// mistyped refuses the value that comes next: as one of another type if it is
// a value at all.
func (r *reader) mistyped(got jsontext.Kind, what string) error {
	if _, err := r.raw(); err != nil {
		return err
	}
	return fmt.Errorf("%s, want %s: %w", noun(got), what, ErrType)
}

// object calls each with every key that is no remark; each reads the value.
func (r *reader) object(each func(key []byte) error) error {
	if err := r.open(jsontext.KindBeginObject, "an object"); err != nil {
		return err
	}
	for r.d.PeekKind() != jsontext.KindEndObject {
		v, err := r.raw()
		if err != nil {
			return err
		}
		key, err := unquote(v)
		if err != nil {
			return err
		}
		if bytes.HasPrefix(key, []byte("_")) {
			_, err = r.raw()
		} else {
			err = each(key)
		}
		if err != nil {
			return within(short(key), err)
		}
	}
	_, err := r.d.ReadToken()
	return broken(err)
}

// list calls each for every element; each reads it.
func (r *reader) list(each func(i int) error) error {
	if err := r.open(jsontext.KindBeginArray, "an array"); err != nil {
		return err
	}
	for i := 0; r.d.PeekKind() != jsontext.KindEndArray; i++ {
		if err := each(i); err != nil {
			return within(element("", i), err)
		}
	}
	_, err := r.d.ReadToken()
	return broken(err)
}

func (r *reader) open(k jsontext.Kind, what string) error {
	if got := r.d.PeekKind(); got != k {
		return r.mistyped(got, what)
	}
	_, err := r.d.ReadToken()
	return broken(err)
}

// end reads to the end of the line.
func (r *reader) end() error {
	_, err := r.d.ReadToken()
	if errors.Is(err, io.EOF) {
		return nil
	}
	if err == nil {
		err = fmt.Errorf("more than one value on the line: %w", ErrJSON)
	}
	return err
}

// broken makes the end of the line an error like every other of the JSON.
func broken(err error) error {
	var placed *jsontext.SyntacticError // which says where the line ends
	if !errors.As(err, &placed) && (errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF)) {
		return fmt.Errorf("the line ends in the middle: %w", ErrJSON)
	}
	return err
}

// unquote returns what a JSON string says: a part of the line where nothing in
// it is escaped.
func unquote(v []byte) ([]byte, error) {
	if bytes.IndexByte(v, '\\') < 0 {
		return v[1 : len(v)-1], nil
	}
	return jsontext.AppendUnquote(nil, v)
}

// short is a key as the place of an error names it.
func short(key []byte) string {
	return strings.ToValidUTF8(string(key[:min(len(key), 60)]), "")
}

func noun(k jsontext.Kind) string {
	switch k {
	case jsontext.KindString:
		return "a string"
	case jsontext.KindNumber:
		return "a number"
	case jsontext.KindBeginArray:
		return "an array"
	case jsontext.KindBeginObject:
		return "an object"
	}
	return k.String()
}
