package api

import (
	"crypto/sha256"
	"encoding/binary"
	"fmt"
	"net/http"

	"github.com/labstack/echo/v4"

	"croupier/floor"
)

const (
	headerKey      = "Idempotency-Key"
	headerReplayed = "Idempotency-Replayed"
)

// maxKey is the most bytes an Idempotency-Key may have.
const maxKey = 200

// actor is who asks, as long as one token is all there is to know anyone by.
const actor = "token"

// caller returns who asks for a change and under which key. The digest covers
// all the request says, so that a key used for anything else is noticed.
func caller(c echo.Context, body []byte) (floor.Caller, error) {
	keys := c.Request().Header.Values(headerKey)
	if len(keys) != 1 || !keyed(keys[0]) {
		return floor.Caller{}, problem("idempotency_key_missing",
			fmt.Sprintf("a changing request needs the header %s once: 1 to %d visible ASCII characters, new for each change and the same when it is sent again", headerKey, maxKey),
			Fault{"header." + headerKey, "want 1 to 200 visible ASCII characters"})
	}
	return floor.Caller{Actor: actor, Key: keys[0], Body: digest(c.Request(), body)}, nil
}

func keyed(key string) bool {
	for i := range len(key) {
		if key[i] <= ' ' || key[i] > '~' {
			return false
		}
	}
	return key != "" && len(key) <= maxKey
}

// digest is SHA-256 of method, path and body, each behind its length in eight
// bytes, so that no two requests have the same bytes.
func digest(r *http.Request, body []byte) [32]byte {
	h := sha256.New()
	for _, part := range [][]byte{[]byte(r.Method), []byte(r.URL.Path), body} {
		h.Write(binary.BigEndian.AppendUint64(nil, uint64(len(part))))
		h.Write(part)
	}
	return [32]byte(h.Sum(nil))
}

// reply writes what a changing request was answered, now or before.
func reply(c echo.Context, a floor.Answer) error {
	if a.Repeated {
		c.Response().Header().Set(headerReplayed, "true")
	}
	return c.JSONBlob(a.Status, a.Body)
}
