package pit

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"sync"
	"time"

	"croupier/ledger"
)

// A feed tells listeners of pages soon after they were committed. It reads each page
// once for all of them, by asking where the chains end: five times a second, and
// when this process has written. It runs while somebody listens.
type feed struct {
	mu        sync.Mutex
	at        Position // what was handed out, up to there; nil while nobody listens
	listeners map[*Listener]struct{}
}

const (
	feedEvery = 200 * time.Millisecond
	feedGap   = 20 * time.Millisecond // at least, however much is written
	feedAhead = 256                   // pages that may wait for a listener
	feedMost  = 200                   // pages of a chain that are read at once
)

// ErrSlow reports a listener who does not keep up. What it missed is still there:
// it may listen again from where it was.
var ErrSlow = errors.New("the listener does not keep up")

// A Hearing is what a listener is to be told.
type Hearing struct {
	After Position // what it was told up to; nil begins now
	// Own is the one table whose rounds it is told of, where it is Held to one.
	Own  int64
	Held bool
}

// A Listener is told of pages, each once and those of a chain in order. It belongs
// to one goroutine, and must be closed.
type Listener struct {
	pit *Pit
	Hearing
	at     Position // told up to here
	behind Position // what is read from the book up to here, the rest comes from the feed
	reach  []ledger.Reach
	pages  []FeedPage // of the reach, or of the feed, not told yet
	more   chan FeedPage
}

// Listen begins to listen. A chain the position does not name begins with its first
// page, since it had none; but where the position does not name the house, it was
// that of somebody held to a table, and the others begin now.
func (p *Pit) Listen(ctx context.Context, h Hearing) (*Listener, error) {
	l := &Listener{pit: p, Hearing: h, more: make(chan FeedPage, feedAhead)}
	ends, err := ledger.Ends(ctx, p.desk.Pool)
	if err != nil {
		return nil, err
	}
	f := &p.feed
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.at == nil {
		f.at, f.listeners = ends, map[*Listener]struct{}{}
		go p.tell(context.WithoutCancel(ctx))
	}
	f.listeners[l] = struct{}{}
	l.behind = l.mine(f.at)
	l.at = l.begin(maps.Clone(l.behind))
	return l, nil
}

// mine is what of the position the listener hears of.
func (l *Listener) mine(p Position) Position {
	if !l.Held {
		return maps.Clone(p)
	}
	return Position{l.Own: p[l.Own]}
}

// begin is where the listener begins, given where the feed is.
func (l *Listener) begin(now Position) Position {
	_, whole := l.After[ledger.House]
	for chain := range now {
		seq, named := l.After[chain]
		if named || whole && !l.Held {
			now[chain] = seq
		}
	}
	for chain, seq := range l.After { // what another process has told already
		if _, ok := now[chain]; !ok && !l.Held {
			now[chain] = seq
		}
	}
	return now
}

// Position is how far the listener was told.
func (l *Listener) Position() Position { return l.at }

// Next returns the next page, when there is one. It fails with ErrSlow, and when ctx
// ends; after that it may be asked again.
func (l *Listener) Next(ctx context.Context) (FeedPage, error) {
	for {
		if err := l.catchUp(ctx); err != nil {
			return FeedPage{}, err
		}
		for len(l.pages) > 0 {
			page := l.pages[0]
			l.pages = l.pages[1:]
			if told, ok := l.hear(page); ok {
				return told, nil
			}
		}
		if len(l.behind) > 0 {
			continue
		}
		select {
		case page, open := <-l.more:
			if !open {
				return FeedPage{}, ErrSlow
			}
			l.pages = append(l.pages, page)
		case <-ctx.Done():
			return FeedPage{}, ctx.Err()
		}
	}
}

// hear returns what of the page is the listener's, unless it was told before.
func (l *Listener) hear(page FeedPage) (FeedPage, bool) {
	told, ok := page.to(l.Own, l.Held)
	if !ok || page.Seq <= l.at[page.Chain] {
		return told, false
	}
	l.at[page.Chain] = page.Seq
	return told, true
}

// catchUp reads the next pages from the book, up to where the feed was when the
// listener came.
func (l *Listener) catchUp(ctx context.Context) error {
	if len(l.pages) > 0 || len(l.behind) == 0 {
		return nil
	}
	for _, r := range l.reach { // all of it was told, to its last page, which may have had nothing to tell
		l.at[r.Chain] = max(l.at[r.Chain], r.Upto)
	}
	l.reach = nil
	var pages []ledger.Reach
	for chain, end := range l.behind {
		after := l.at[chain]
		if after >= end {
			delete(l.behind, chain)
			continue
		}
		pages = append(pages, ledger.Reach{Chain: chain, After: after, Upto: min(end, after+feedMost)})
	}
	if len(pages) == 0 {
		return nil
	}
	read, err := feedPages(ctx, l.pit.desk.Pool, pages)
	if err != nil {
		return err
	}
	l.pages, l.reach = read, pages
	return nil
}

// Close ends the listening.
func (l *Listener) Close() {
	f := &l.pit.feed
	f.mu.Lock()
	defer f.mu.Unlock()
	delete(f.listeners, l)
}

// tell hands out what is written, until nobody listens.
func (p *Pit) tell(ctx context.Context) {
	failing := false
	for {
		written := p.desk.Written()
		heard, err := p.tellOnce(ctx)
		if !heard {
			return
		}
		if err != nil && !failing {
			p.log.Error("the feed cannot be read", "error", err)
		}
		failing = err != nil
		time.Sleep(feedGap)
		select {
		case <-written:
		case <-time.After(feedEvery):
		}
	}
}

// tellOnce hands out what was written since the last time, and reports whether
// anybody listens.
func (p *Pit) tellOnce(ctx context.Context) (heard bool, err error) {
	const patience = 5 * time.Second
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	f := &p.feed
	f.mu.Lock()
	if len(f.listeners) == 0 {
		f.at = nil
		f.mu.Unlock()
		return false, nil
	}
	f.mu.Unlock() // only this goroutine moves it on
	ends, err := ledger.Ends(ctx, p.desk.Pool)
	if err != nil {
		return true, err
	}
	var pages []ledger.Reach
	for chain, end := range ends {
		if after := f.at[chain]; end > after {
			pages = append(pages, ledger.Reach{Chain: chain, After: after, Upto: min(end, after+feedMost)})
		}
	}
	if len(pages) == 0 {
		return true, nil
	}
	read, err := feedPages(ctx, p.desk.Pool, pages)
	if err != nil {
		return true, fmt.Errorf("pages to tell of: %w", err)
	}
	f.handOut(read, pages)
	return true, nil
}

// handOut gives the pages to all who listen. Whoever has too many waiting is
// dropped.
func (f *feed) handOut(pages []FeedPage, reached []ledger.Reach) {
	f.mu.Lock()
	defer f.mu.Unlock()
	for _, r := range reached {
		f.at[r.Chain] = r.Upto
	}
	for l := range f.listeners {
		for i := range pages {
			if _, ok := pages[i].to(l.Own, l.Held); !ok {
				continue
			}
			select {
			case l.more <- pages[i]:
				continue
			default:
			}
			delete(f.listeners, l)
			close(l.more)
			break
		}
	}
}
