package roundfile

import (
	"bytes"
	"fmt"

	"github.com/go-json-experiment/json/jsontext"
)

// MaxLine is the most bytes of a line that are read.
const MaxLine = 1 << 20

// A Settler settles round files line by line, keeping its memory and the games
// it has built. The zero Settler is ready. It belongs to one goroutine.
type Settler struct {
	reader reader
	setups setups
	player player
}

// Settle appends to dst what the round in the line comes to, or why the line
// is no legal round, as one line of JSON, and reports which. The number of the
// line in its stream, from 1, is what errors of the JSON name.
func (s *Settler) Settle(dst, line []byte, number int) (out []byte, ok bool) {
	err := s.settle(line)
	if err != nil {
		if s.player.file.id == nil {
			s.player.file.id = findID(line)
		}
		return appendError(dst, s.id(), located(err, number)), false
	}
	s.player.file.id = s.id()
	return s.player.appendResult(dst), true
}

func (s *Settler) settle(line []byte) (err error) {
	p := &s.player
	p.file.id = nil
	if len(line) > MaxLine {
		return fmt.Errorf("more than %d bytes: %w", MaxLine, ErrLong)
	}
	s.reader.reset(line)
	if err = p.file.decode(&s.reader); err != nil {
		return err
	}
	if p.setup, err = s.setups.find(&p.file); err != nil {
		return err
	}
	return p.play()
}

// findID looks for the id of a line that was not read so far as to know it.
func findID(line []byte) []byte {
	if len(line) > MaxLine {
		return nil
	}
	d := jsontext.NewDecoder(bytes.NewReader(line), jsontext.AllowDuplicateNames(true))
	if d.PeekKind() != jsontext.KindBeginObject {
		return nil
	}
	_, err := d.ReadToken()
	for err == nil && d.PeekKind() == jsontext.KindString {
		var name jsontext.Token
		if name, err = d.ReadToken(); err != nil {
			return nil
		}
		if name.String() != "id" {
			err = d.SkipValue()
			continue
		}
		id, err := d.ReadValue()
		if err != nil {
			return nil
		}
		return id.Clone()
	}
	return nil
}

// id returns the id as it was given, on one line.
func (s *Settler) id() []byte {
	id := jsontext.Value(s.player.file.id)
	if len(id) > 0 && (id[0] == '{' || id[0] == '[') {
		id = jsontext.Value(bytes.Clone(id))
		if id.Compact() != nil {
			return nil
		}
	}
	return id
}
