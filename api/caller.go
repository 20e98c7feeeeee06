package api

import (
	"crypto/sha256"
	"encoding/binary"
	"fmt"
	"net/http"

	"github.com/labstack/echo/v4"

	"croupier/desk"
	"croupier/house/roles"
)

const (
	headerKey      = "Idempotency-Key"
	headerReplayed = "Idempotency-Replayed"
)

// maxKey is the most bytes an Idempotency-Key may have.
const maxKey = 200

// caller returns who asks for a change and under which key. The digest covers
// all the request says, so that a key used for anything else is noticed.
func (a *api) caller(c echo.Context, body []byte) (desk.Caller, error) {
	keys := c.Request().Header.Values(headerKey)
	if len(keys) != 1 || !keyed(keys[0]) {
		return desk.Caller{}, problem("idempotency_key_missing",
			fmt.Sprintf("a changing request needs the header %s once: 1 to %d visible ASCII characters, new for each change and the same when it is sent again", headerKey, maxKey),
			Fault{"header." + headerKey, "want 1 to 200 visible ASCII characters"})
	}
	who := asking(c)
	who.Key, who.Body = keys[0], digest(c.Request(), body)
	return who, nil
}

// asking returns who asks for a change that has no key.
func asking(c echo.Context) desk.Caller {
	second, _ := secondOf(c)
	return desk.Caller{
		Actor: whoOf(c).Person.Name, Approver: second.Name, Origin: c.RealIP(), Own: c.Get(contextScope) == roles.Own,
	}
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
func reply(c echo.Context, a desk.Answer) error {
	if a.Repeated {
		c.Response().Header().Set(headerReplayed, "true")
	}
	return c.JSONBlob(a.Status, a.Body)
}
