package roundfile

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"sync"
)

// A batch is some lines that one worker settles.
type batch struct {
	lines  []byte
	ends   []int // where each line ends in lines
	first  int   // the number of the first line
	out    []byte
	failed int
	done   chan struct{} // gets a value when out is whole
}

// How much a batch holds at most, beside one line of any length.
const (
	batchLines = 256
	batchBytes = 1 << 17
)

// Settle reads rounds from in, a line each, and writes to out what each comes
// to, a line each in the same order, with that many workers at once. Blank
// lines are skipped; a line that is no legal round is answered in its place
// and counted. The error is one of reading or writing, or that of ctx; a Read
// that blocks when ctx ends is left behind. Memory does not grow with the
// stream.
func Settle(ctx context.Context, in io.Reader, out io.Writer, workers int) (failed int, err error) {
	ctx, cancel := context.WithCancel(ctx)
	var settling sync.WaitGroup
	defer settling.Wait()
	defer cancel()

	workers = max(workers, 1)
	s := newStream(workers)
	go s.read(ctx, in)
	for range workers {
		settling.Go(func() { s.settle(ctx) })
	}
	return s.write(ctx, out)
}

// A stream is the batches under way: each goes to the workers and, in order,
// to the writer, and then serves again.
type stream struct {
	free    chan *batch
	work    chan *batch
	ordered chan *batch
	readErr error // set before ordered is closed
}

func newStream(workers int) *stream {
	n := 2*workers + 2
	s := &stream{make(chan *batch, n), make(chan *batch, n), make(chan *batch, n), nil}
	for range n {
		s.free <- &batch{done: make(chan struct{}, 1)}
	}
	return s
}

// read cuts the input in batches. It hands over what it has whenever the input
// has nothing more ready, so that a person who types is answered at once.
func (s *stream) read(ctx context.Context, in io.Reader) {
	defer close(s.work)
	defer close(s.ordered)
	from := bufio.NewReaderSize(in, 1<<16)
	if mark, _ := from.Peek(len(byteOrderMark)); string(mark) == byteOrderMark {
		_, _ = from.Discard(len(byteOrderMark)) // cannot fail: they were read
	}
	number := 1
	for {
		var b *batch
		select {
		case b = <-s.free:
		case <-ctx.Done():
			return
		}
		b.lines, b.ends, b.out, b.first, b.failed = b.lines[:0], b.ends[:0], b.out[:0], number, 0
		err := b.fill(from)
		number += len(b.ends)
		s.ordered <- b // neither blocks: there are no more batches than room
		s.work <- b
		if err != nil {
			if !errors.Is(err, io.EOF) {
				s.readErr = fmt.Errorf("read rounds: %w", err)
			}
			return
		}
	}
}

const byteOrderMark = "\ufeff"

func (b *batch) fill(from *bufio.Reader) error {
	for len(b.ends) < batchLines && len(b.lines) < batchBytes {
		if err := b.line(from); err != nil {
			return err
		}
		if from.Buffered() == 0 {
			break
		}
	}
	return nil
}

// cutLine is how much is kept of a line that is too long, its end included: so
// much that MaxLine bytes and their end are less.
const cutLine = MaxLine + 3

// line appends the next line, of one that is too long no more than cutLine.
func (b *batch) line(from *bufio.Reader) error {
	start := len(b.lines)
	for {
		part, err := from.ReadSlice('\n')
		room := cutLine - (len(b.lines) - start)
		b.lines = append(b.lines, part[:min(len(part), room)]...)
		if errors.Is(err, bufio.ErrBufferFull) {
			continue
		}
		if err == nil || len(b.lines) > start {
			b.ends = append(b.ends, len(b.lines))
		}
		return err
	}
}

// settle settles batches until there are no more.
func (s *stream) settle(ctx context.Context) {
	var settler Settler
	for {
		select {
		case b, more := <-s.work:
			if !more {
				return
			}
			b.settle(&settler)
			b.done <- struct{}{}
		case <-ctx.Done():
			return
		}
	}
}

func (b *batch) settle(s *Settler) {
	start := 0
	for i, end := range b.ends {
		line := b.lines[start:end]
		start = end
		if len(line) < cutLine {
			line = bytes.Trim(line, " \t\r\n")
		}
		if len(line) == 0 {
			continue
		}
		var ok bool
		if b.out, ok = s.Settle(b.out, line, b.first+i); !ok {
			b.failed++
		}
	}
}

// write writes the batches in order.
func (s *stream) write(ctx context.Context, out io.Writer) (failed int, err error) {
	for {
		b, err := s.next(ctx)
		if b == nil {
			return failed, err
		}
		failed += b.failed
		if len(b.out) > 0 {
			if _, err := out.Write(b.out); err != nil {
				return failed, fmt.Errorf("write results: %w", err)
			}
		}
		s.free <- b
	}
}

// next waits for the next batch to be settled; there is none at the end of the
// input or of ctx.
func (s *stream) next(ctx context.Context) (*batch, error) {
	select {
	case b, more := <-s.ordered:
		if !more {
			return nil, errors.Join(ctx.Err(), s.readErr)
		}
		select {
		case <-b.done:
			return b, nil
		case <-ctx.Done():
		}
	case <-ctx.Done():
	}
	return nil, ctx.Err()
}
