package postgres_test

import (
	"bytes"
	"io"
	"net"
	"net/url"
	"path/filepath"
	"sync"
	"testing"

	"croupier/postgres/postgrestest"
)

// relay is one client's connection through the proxy.
type relay struct {
	client, server net.Conn
	held           bytes.Buffer // COMMIT, as the client sent it
}

// fault is called when a client sends COMMIT; false cuts the connection.
type fault func(*relay) bool

// dropCommit cuts the connection before COMMIT reaches the server.
func dropCommit(*relay) bool { return false }

// dropAnswer hands COMMIT on, waits for the answer, and keeps it.
func dropAnswer(r *relay) bool {
	if _, err := r.server.Write(r.held.Bytes()); err != nil {
		return false
	}
	_, _ = r.server.Read(make([]byte, 1024))
	return false
}

// proxied is a URL that leads to the same database by way of a proxy with a fault.
func proxied(t *testing.T, to string, f fault) string {
	t.Helper()
	u, err := url.Parse(to)
	if err != nil {
		t.Fatal(err)
	}
	q := u.Query()
	dir := postgrestest.Dir(t)
	ln, err := net.Listen("unix", filepath.Join(dir, ".s.PGSQL.5432"))
	if err != nil {
		t.Fatal(err)
	}
	var wait sync.WaitGroup
	upstream := filepath.Join(q.Get("host"), ".s.PGSQL.5432")
	wait.Go(func() { accept(ln, upstream, f, &wait) })
	t.Cleanup(func() { ln.Close(); wait.Wait() })
	q.Set("host", dir)
	u.RawQuery = q.Encode()
	return u.String()
}

func accept(ln net.Listener, upstream string, f fault, wait *sync.WaitGroup) {
	for {
		client, err := ln.Accept()
		if err != nil {
			return
		}
		server, err := net.Dial("unix", upstream)
		if err != nil {
			client.Close()
			return
		}
		wait.Go(func() { (&relay{client: client, server: server}).run(f) })
	}
}

// run relays until either side ends or the fault cuts it. Answers are relayed
// one request at a time, so that a fault can keep one back.
func (r *relay) run(f fault) {
	defer r.client.Close()
	defer r.server.Close()
	request := make([]byte, 64<<10)
	for {
		n, err := r.client.Read(request)
		if err != nil {
			return
		}
		if bytes.Contains(request[:n], []byte("commit")) {
			r.held.Reset()
			r.held.Write(request[:n])
			if !f(r) {
				return
			}
		}
		if _, err := r.server.Write(request[:n]); err != nil {
			return
		}
		if err := r.answer(); err != nil {
			return
		}
	}
}

// answer relays until the server is ready for the next request, or asks for one.
func (r *relay) answer() error {
	for {
		var head [5]byte
		if _, err := io.ReadFull(r.server, head[:]); err != nil {
			return err
		}
		size := int64(head[1])<<24 | int64(head[2])<<16 | int64(head[3])<<8 | int64(head[4])
		if _, err := r.client.Write(head[:]); err != nil {
			return err
		}
		if _, err := io.CopyN(r.client, r.server, size-4); err != nil {
			return err
		}
		if head[0] == 'Z' { // ready for query
			return nil
		}
	}
}
