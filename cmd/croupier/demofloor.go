package main

import (
	"context"
	"fmt"
	"io"
	"net"
	"path/filepath"
	"text/tabwriter"

	"github.com/jackc/pgx/v5/pgxpool"

	"croupier/demo"
	"croupier/desk"
	"croupier/house"
	"croupier/shelf"
)

// A demoFloor is what is told of the demo: who signs in with what, and the tables.
type demoFloor struct {
	cast   demo.Cast
	tables []house.Table
}

// openDemo puts the demo up in the empty book, or finds the one that is there.
func (s *server) openDemo(ctx context.Context, pool *pgxpool.Pool) error {
	key, err := s.key()
	if err != nil {
		return err
	}
	d := desk.New(pool, nil)
	s.up.cast, err = demo.Open(ctx, demo.Site{
		Desk: d, Key: key, Shelf: shelf.New(filepath.Join(s.book.data, "edge")), File: filepath.Join(s.book.data, "demo.json"),
		Say: s.doing,
		Count: func(doing string) (func(float64), func()) {
			s.doing(doing)
			bar := s.env.progress(doing)
			return bar.show, bar.end
		},
	})
	if err != nil {
		return err
	}
	s.up.tables, err = house.List(ctx, pool, d.Now())
	return err
}

func (s *server) doing(what string) { fmt.Fprintln(s.env.stdout, "demo:", what) }

// root is where browsers reach the server that listens there.
func (s *server) root(at net.Addr) string {
	if s.public != "" {
		return s.public
	}
	tcp, ok := at.(*net.TCPAddr)
	if ok && tcp.IP.IsUnspecified() {
		return fmt.Sprintf("http://127.0.0.1:%d", tcp.Port)
	}
	return "http://" + at.String()
}

// print tells which addresses to open, and with what people sign in there.
func (f demoFloor) print(out io.Writer, root string) {
	w := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
	fmt.Fprintf(w, "\ndealers\t%s/station\n", root)
	for i := range f.tables {
		t := &f.tables[i]
		fmt.Fprintf(w, "table %d\t%s/display/%d\t%s\t%s\n", t.ID, root, t.ID, t.Name, dealtBy(t))
	}
	fmt.Fprintf(w, "the pit\t%s/pit\nmanagement\t%s/house\nAPI\t%s/docs\n\n", root, root, root)
	for _, p := range demo.People {
		with := f.cast[p.Name]
		for _, s := range []struct{ kind, text string }{{"PIN", with.PIN}, {"password", with.Password}} {
			if s.text != "" {
				fmt.Fprintf(w, "%s\t%s %s\t%s\n", p.Name, s.kind, s.text, p.Title)
			}
		}
	}
	fmt.Fprintln(w)
	_ = w.Flush() // a terminal that is gone is no reason not to serve
}

func dealtBy(t *house.Table) string {
	if t.Dealer == "" {
		return "closed"
	}
	return t.Dealer + " deals"
}
