package api

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"runtime/debug"
	"time"

	"github.com/labstack/echo/v4"
)

const contextID = "request id"

// identify gives the request an id, the one it brings where that is sane, and
// returns it.
func (a *api) identify(next echo.HandlerFunc) echo.HandlerFunc {
	return func(c echo.Context) error {
		id := c.Request().Header.Get(echo.HeaderXRequestID)
		if !sane(id) {
			id = rand.Text()
		}
		c.Set(contextID, id)
		c.Response().Header().Set(echo.HeaderXRequestID, id)
		return next(c)
	}
}

// sane reports whether an id may stand in a log and a header.
func sane(id string) bool {
	for i := range len(id) {
		c := id[i]
		if !('a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || '0' <= c && c <= '9' || c == '-' || c == '_' || c == '.') {
			return false
		}
	}
	return len(id) >= 8 && len(id) <= 64
}

func requestID(c echo.Context) string {
	id, _ := c.Get(contextID).(string)
	return id
}

// record writes the answer to an error and one line in the log: no body, no
// header, no query, so neither a token nor a card can stand in it.
func (a *api) record(next echo.HandlerFunc) echo.HandlerFunc {
	return func(c echo.Context) error {
		start := time.Now()
		err := next(c)
		if err != nil {
			c.Error(err)
		}
		level, attrs := slog.LevelInfo, []slog.Attr{
			slog.String("request_id", requestID(c)),
			slog.String("method", c.Request().Method),
			slog.String("path", c.Request().URL.Path),
			slog.Int("status", c.Response().Status),
			slog.Int64("bytes", c.Response().Size),
			slog.Duration("took", time.Since(start)),
			slog.String("remote", c.RealIP()),
		}
		if err != nil {
			p := problemOf(err)
			attrs = append(attrs, slog.String("code", p.Code))
			if p.Status >= http.StatusInternalServerError {
				attrs = append(attrs, slog.Any("cause", p.cause))
				level = levelOf(p)
			}
		}
		a.log.LogAttrs(c.Request().Context(), level, "request", attrs...)
		return nil
	}
}

// levelOf is how loud a failure of ours is logged: a client that went away is
// none.
func levelOf(p *Problem) slog.Level {
	if errors.Is(p.cause, context.Canceled) {
		return slog.LevelInfo
	}
	return slog.LevelError
}

// recoverPanic turns a panic into an error; where it happened goes to the log
// only.
func (a *api) recoverPanic(next echo.HandlerFunc) echo.HandlerFunc {
	return func(c echo.Context) (err error) {
		defer func() {
			switch v := recover(); v {
			case nil:
			case http.ErrAbortHandler:
				panic(v)
			default:
				a.log.LogAttrs(c.Request().Context(), slog.LevelError, "panic",
					slog.String("request_id", requestID(c)), slog.Any("panic", v), slog.String("stack", string(debug.Stack())))
				err = fmt.Errorf("panic: %v", v)
			}
		}()
		return next(c)
	}
}

// headers keeps answers out of caches and frames, and from being taken for
// anything but what they say they are.
func (a *api) headers(next echo.HandlerFunc) echo.HandlerFunc {
	return func(c echo.Context) error {
		h := c.Response().Header()
		h.Set(echo.HeaderXContentTypeOptions, "nosniff")
		h.Set(echo.HeaderReferrerPolicy, "no-referrer")
		h.Set(echo.HeaderXFrameOptions, "DENY")
		h.Set(echo.HeaderContentSecurityPolicy, "default-src 'none'; frame-ancestors 'none'")
		h.Set("Cross-Origin-Resource-Policy", "same-origin")
		h.Set(echo.HeaderCacheControl, "no-store")
		return next(c)
	}
}

// hurry ends a request that takes longer than the API's patience, unless it is a
// stream.
func (a *api) hurry(next echo.HandlerFunc) echo.HandlerFunc {
	return func(c echo.Context) error {
		patience, r := a.patience, routeOf(c)
		switch {
		case r != nil && r.stream:
			return next(c)
		case r != nil && r.slow:
			patience *= slowness
		}
		ctx, cancel := context.WithTimeout(c.Request().Context(), patience)
		defer cancel()
		c.SetRequest(c.Request().WithContext(ctx))
		return next(c)
	}
}
