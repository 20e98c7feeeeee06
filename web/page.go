package web

import (
	"errors"
	"net/http"
	"net/url"
	"strings"

	"croupier/words"
)

// A page is a screen, or a part of one that is brought up to date by itself.
type page struct {
	path    string                      // pattern of ServeMux
	name    string                      // of the template
	frame   string                      // template around it; empty: a part, which has none
	title   string                      // key of the words
	open    bool                        // shown to anybody
	styles  []string                    // files in assets/css
	scripts []string                    // modules in assets/js
	words   []string                    // groups of messages its scripts say
	load    func(*visit) (any, error)   // what it shows; nil: nothing of the book
	as      func(*visit) words.Language // the language, where it is not the visitor's; nil is
	media   string                      // content type where it is not HTML
}

// Title, Styles and Scripts are for the frame.
func (p *page) Title() string     { return p.title }
func (p *page) Styles() []string  { return p.styles }
func (p *page) Scripts() []string { return p.scripts }

// A visit is a request for a page.
type visit struct {
	*web
	r       *http.Request
	Words   *words.Words
	Session *session // nil where nobody is signed in
	Page    *page
	Content any // what load returned
}

func (w *web) serve(p *page) http.HandlerFunc {
	return func(rw http.ResponseWriter, r *http.Request) {
		v := &visit{web: w, r: r, Page: p}
		if err := v.show(rw); err != nil {
			v.fail(rw, err)
		}
	}
}

// show writes the page, or nothing where it fails.
func (v *visit) show(rw http.ResponseWriter) (err error) {
	headers(rw)
	v.Words = words.In(v.language(nil))
	if v.Session, err = v.whoAsks(); err != nil && !v.Page.open {
		return err
	}
	v.Words = words.In(v.language(v.Session))
	if v.Page.load != nil {
		if v.Content, err = v.Page.load(v); err != nil {
			return err
		}
	}
	if v.Page.as != nil {
		v.Words = words.In(v.Page.as(v))
	}
	return v.render(rw, http.StatusOK, v.Page.name)
}

// fail leads whoever is not signed in to where one signs in, and says to all others
// what is wrong.
func (v *visit) fail(rw http.ResponseWriter, err error) {
	var p *Problem
	if !errors.As(err, &p) {
		v.log.ErrorContext(v.r.Context(), "a page could not be shown", "path", v.r.URL.Path, "error", err)
		p = &Problem{Status: http.StatusInternalServerError, Code: "internal", Title: "A fault of the server"}
	}
	if p.signedOut() && v.Page.frame != "" {
		http.Redirect(rw, v.r, "/signin?then="+url.QueryEscape(v.r.URL.RequestURI()), http.StatusSeeOther)
		return
	}
	if p.Status == http.StatusForbidden && (v.Page.path == "/pit" || v.Page.path == "/house") {
		http.Redirect(rw, v.r, "/", http.StatusSeeOther) // which shows the parts that are open to this person
		return
	}
	v.Content = p
	if err := v.render(rw, p.Status, "problem"); err != nil {
		v.log.ErrorContext(v.r.Context(), "a problem could not be shown", "path", v.r.URL.Path, "error", err)
	}
}

// headers let a page run our own scripts and styles, and nothing else.
func headers(rw http.ResponseWriter) {
	h := rw.Header()
	h.Set("Content-Security-Policy", strings.Join([]string{
		"default-src 'none'", "script-src 'self'", "style-src 'self'", "img-src 'self' data:", "font-src 'self'", "connect-src 'self'",
		"manifest-src 'self'", "worker-src 'self'", "form-action 'self'", "base-uri 'none'", "frame-ancestors 'none'",
	}, "; "))
	h.Set("X-Content-Type-Options", "nosniff")
	h.Set("Referrer-Policy", "no-referrer")
	h.Set("X-Frame-Options", "DENY")
	h.Set("Cross-Origin-Opener-Policy", "same-origin")
	h.Set("Cross-Origin-Resource-Policy", "same-origin")
	h.Set("Cache-Control", "no-store")
}
