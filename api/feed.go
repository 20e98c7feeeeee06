package api

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"time"

	"github.com/danielgtaylor/huma/v2"
	"github.com/labstack/echo/v4"

	"croupier/floor"
	"croupier/house/roles"
	"croupier/pit"
	"croupier/sight"
)

// feedRoutes are of what happens while it happens.
var feedRoutes = []route{
	{
		method: "GET", path: "/v1/feed", id: "feed", action: roles.FeedRead, narrows: true, stream: true, tag: "pit", summary: "What happens, live",
		about: "Server-sent events: one for each page of a chain that has events of rounds, significant events, alerts or what was said of one. " +
			"Its id is how far the stream has come in every chain, as `0:17,1:40`: sent again as Last-Event-ID, or once as `after`, the stream goes on behind it and nothing is lost or told twice. " +
			"Without one it begins now; the first event, `position`, says where that is. Pages of a chain come in order; chains are not in step with each other. " +
			"Who deals is told of the events of the own table alone. Cards are as the record has them: ?? while they lie face down.",
		params: []*huma.Param{
			{Name: headerLast, In: "header", Description: "The id of the last event that came", Schema: anyText},
			queryParam("after", "The same, where no header can be sent; the header counts", "0:17,1:40", anyText),
		},
		status: 200, media: []string{eventStream}, problems: []int{400}, handle: showFeed,
	},
}

const (
	eventStream = "text/event-stream"
	headerLast  = "Last-Event-ID"
)

// beat is how often a stream shows that it lives, and looks whether it still may.
const beat = 15 * time.Second

// slowWrite is how long a client may take to read what is sent.
const slowWrite = 10 * time.Second

// A feedPage is the data of one event of the stream.
type feedPage struct {
	Table       int64             `json:"table"` // 0 is the house
	Seq         int64             `json:"seq"`   // page of its chain
	Events      []feedEvent       `json:"events,omitempty"`
	Significant []significantView `json:"significant,omitempty"`
	Alerts      []pit.Alert       `json:"alerts,omitempty"`
	Notes       []feedNote        `json:"notes,omitempty"`
}

type feedEvent struct {
	Round string `json:"round"`
	floor.EventView
}

type feedNote struct {
	Alert        int64 `json:"alert"`
	Acknowledged bool  `json:"acknowledged"`
	pit.AlertNote
}

func viewFeed(p *pit.FeedPage) feedPage {
	v := feedPage{Table: p.Chain, Seq: p.Seq, Alerts: p.Alerts}
	for _, e := range p.Events {
		v.Events = append(v.Events, feedEvent{sight.RoundID{Table: e.Table, Number: e.Round}.String(), sight.Event(e.Event)})
	}
	for i := range p.Significant {
		v.Significant = append(v.Significant, viewSignificant(&p.Significant[i]))
	}
	for _, n := range p.Notes {
		v.Notes = append(v.Notes, feedNote{n.Alert, n.Acknowledged, n.AlertNote})
	}
	return v
}

// showFeed sends what happens until the client goes, the session ends, or the
// server stops.
func showFeed(a *api, c echo.Context) error {
	h := pit.Hearing{}
	h.Own, h.Held = heldTo(c)
	if h.Held && h.Own == 0 {
		return problem("other_table", "who deals nowhere has no table to be told of")
	}
	var err error
	if h.After, err = askedPosition(c); err != nil {
		return err
	}
	ctx, cancel := untilStopping(c.Request().Context())
	defer cancel()
	l, err := a.pit.Listen(ctx, h)
	if err != nil {
		return err
	}
	defer l.Close()
	s := stream{c: c, control: http.NewResponseController(c.Response().Writer)}
	if err := s.begin(l.Position()); err != nil {
		return nil // the client is gone
	}
	for looked := time.Now(); ; {
		page, err := next(ctx, l, a.beat)
		switch {
		case err == nil:
			err = s.page(&page, l.Position())
		case errors.Is(err, context.DeadlineExceeded) && ctx.Err() == nil:
			err = s.write(": \n\n")
		}
		if err == nil && time.Since(looked) >= a.beat {
			looked = time.Now()
			err = a.stillMay(c, h)
		}
		if err != nil {
			return nil // what is out is out: the client comes again from where it was, and is told why it may not
		}
	}
}

// askedPosition is where the stream goes on; nil is now.
func askedPosition(c echo.Context) (pit.Position, error) {
	text := c.Request().Header.Get(headerLast)
	if text == "" {
		text = c.QueryParam("after")
	}
	if text == "" {
		return nil, nil
	}
	p, err := pit.ParsePosition(text)
	if err != nil {
		return nil, badQuery("after", "want the id of an event of the feed")
	}
	return p, nil
}

func next(ctx context.Context, l *pit.Listener, wait time.Duration) (pit.FeedPage, error) {
	ctx, cancel := context.WithTimeout(ctx, wait)
	defer cancel()
	return l.Next(ctx)
}

// errEnded reports a stream that may not go on.
var errEnded = errors.New("whoever listens may not any more, or something else")

// stillMay looks whether the stream may go on as it began. It does not count as use
// of a session: a terminal locks although its screen is fed.
func (a *api) stillMay(c echo.Context, h pit.Hearing) error {
	who, err := a.authenticate(c, true)
	if err != nil {
		return err
	}
	scope := who.May(roles.FeedRead)
	c.Set(contextWho, who)
	c.Set(contextScope, scope)
	if own, held := heldTo(c); who.Locked || scope == roles.None || own != h.Own || held != h.Held {
		return errEnded
	}
	return nil
}

// A stream is an answer that is sent bit by bit.
type stream struct {
	c       echo.Context
	control *http.ResponseController
}

// begin sends the head, and where the stream begins: a client that is cut off before
// anything happens goes on from there.
func (s *stream) begin(at pit.Position) error {
	if err := s.control.SetReadDeadline(time.Time{}); err != nil { // a deadline for reading would end it
		return err
	}
	h := s.c.Response().Header()
	h.Set(echo.HeaderContentType, eventStream)
	h.Set("X-Accel-Buffering", "no") // a proxy must not hold it back
	s.c.Response().WriteHeader(http.StatusOK)
	return s.write(fmt.Sprintf("event: position\nid: %s\ndata: {\"position\":%q}\n\n", at, at))
}

func (s *stream) page(p *pit.FeedPage, at pit.Position) error {
	data, err := json.Marshal(viewFeed(p))
	if err != nil {
		return err
	}
	return s.write(fmt.Sprintf("event: page\nid: %s\ndata: %s\n\n", at, data))
}

func (s *stream) write(text string) error {
	if err := s.control.SetWriteDeadline(time.Now().Add(slowWrite)); err != nil {
		return err
	}
	if _, err := s.c.Response().Write([]byte(text)); err != nil {
		return err
	}
	return s.control.Flush()
}

// stopping is the key of a server's channel that is closed when it begins to stop.
type stopping struct{}

// untilStopping ends the context when the server begins to stop, too: it waits for
// streams else.
func untilStopping(ctx context.Context) (context.Context, context.CancelFunc) {
	ctx, cancel := context.WithCancel(ctx)
	if stop, ok := ctx.Value(stopping{}).(context.Context); ok {
		context.AfterFunc(stop, cancel)
	}
	return ctx, cancel
}
