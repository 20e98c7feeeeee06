package webtest

import (
	"context"
	_ "embed"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"
)

// A Screen is a tab of a browser that shares nothing with other screens.
type Screen struct {
	URL string // of the house
	ctx context.Context
	t   testing.TB
}

// The sizes of screens.
var (
	Station = [2]int64{1280, 800}
	Small   = [2]int64{1024, 600}
	Wide    = [2]int64{1920, 1080}
	Office  = [2]int64{1440, 900}
)

// patience is how long a screen may take to show what is waited for. It is long: a
// busy machine is slow, and a test that waits ends as soon as it is there.
const patience = 45 * time.Second

// Screen opens a screen of the size, in the language.
func (h *House) Screen(size [2]int64, language string) *Screen {
	h.t.Helper()
	return h.Tab(nil, size, language)
}

// Tab opens another tab of the browser that has the screen, or of another browser where
// that is nil.
func (h *House) Tab(beside *Screen, size [2]int64, language string) *Screen {
	h.t.Helper()
	browser.once.Do(open)
	if browser.err != nil {
		h.t.Fatal(browser.err)
	}
	s := &Screen{URL: h.URL, t: h.t}
	parent, options := browser.ctx, []chromedp.ContextOption{chromedp.WithNewBrowserContext()}
	if beside != nil {
		parent, options = beside.ctx, nil
	}
	var cancel context.CancelFunc
	s.ctx, cancel = chromedp.NewContext(parent, options...)
	h.t.Cleanup(cancel)
	if err := chromedp.Do(s.ctx, chromedp.Navigate("about:blank")); err != nil { // under no limit, which would end the tab
		h.t.Fatal(err)
	}
	s.do(chromedp.EmulateViewport(size[0], size[1], chromedp.EmulateTouch), calling(network.SetCookie, network.SetCookieParams{
		Name: "croupier_language", Value: language, URL: h.URL,
	}), calling(emulation.SetFocusEmulationEnabled, emulation.SetFocusEmulationEnabledParams{Enabled: true})) // or keys go to another tab
	s.listen()
	return s
}

// listen fails the test where a script of the page fails, or something is not allowed
// to a page of ours.
func (s *Screen) listen() {
	thrown := chromedp.Events(s.ctx, runtime.ExceptionThrown)
	go func() {
		for e, err := range thrown {
			if err != nil {
				return
			}
			s.t.Errorf("a script failed: %s", exception(e.ExceptionDetails))
		}
	}()
}

func exception(d *runtime.ExceptionDetails) string {
	b, _ := json.Marshal(d)
	return string(b)
}

// calling is the command of the browser's protocol as a step.
func calling[P, R any](c cdp.Command[P, R], p P) chromedp.Action[chromedp.Void] {
	return func(ctx context.Context, t *chromedp.Target) (chromedp.Void, error) {
		_, err := cdp.Call(ctx, t, c, p)
		return chromedp.Void{}, err
	}
}

func (s *Screen) do(steps ...chromedp.Action[chromedp.Void]) {
	s.t.Helper()
	ctx, cancel := context.WithTimeout(s.ctx, patience)
	defer cancel()
	if err := chromedp.Do(ctx, steps...); err != nil {
		s.t.Fatal(err)
	}
}

// Go opens the path.
func (s *Screen) Go(path string) {
	s.t.Helper()
	s.do(chromedp.Navigate(s.URL + path))
}

// Eval returns what the expression comes to; a promise is waited for.
func Eval[T any](s *Screen, format string, a ...any) T {
	s.t.Helper()
	ctx, cancel := context.WithTimeout(s.ctx, patience)
	defer cancel()
	expression := format
	if len(a) > 0 {
		expression = fmt.Sprintf(format, a...)
	}
	v, err := chromedp.Run(ctx, chromedp.Evaluate[T](expression, chromedp.EvalAwaitPromise))
	if err != nil {
		s.t.Fatalf("%.500s: %v", expression, err)
	}
	return v
}

// Until waits until the expression is true.
func (s *Screen) Until(format string, a ...any) {
	s.t.Helper()
	if len(a) > 0 {
		format = fmt.Sprintf(format, a...)
	}
	expression := "Boolean(" + format + ")"
	for end := time.Now().Add(patience); time.Now().Before(end); time.Sleep(15 * time.Millisecond) {
		ctx, cancel := context.WithTimeout(s.ctx, patience)
		v, err := chromedp.Run(ctx, chromedp.Evaluate[bool](expression))
		cancel()
		if err == nil && v {
			return
		}
	}
	s.Shot("failed")
	s.t.Fatalf("it did not come true: %s; the page says: %.3000s", expression, Eval[string](s, "document.body.innerText"))
}

// See waits until something of the selector is seen.
func (s *Screen) See(css string) {
	s.t.Helper()
	s.Until("[...document.querySelectorAll(%s)].some(e => e.checkVisibility())", quote(css))
}

// Gone waits until nothing of the selector is seen.
func (s *Screen) Gone(css string) {
	s.t.Helper()
	s.Until("![...document.querySelectorAll(%s)].some(e => e.checkVisibility())", quote(css))
}

// Says waits until the element shows the text.
func (s *Screen) Says(css, text string) {
	s.t.Helper()
	s.Until("[...document.querySelectorAll(%s)].some(e => e.checkVisibility() && e.innerText.includes(%s))", quote(css), quote(text))
}

// Text is what the first of the selector shows.
func (s *Screen) Text(css string) string {
	s.t.Helper()
	s.See(css)
	return Eval[string](s, "document.querySelector(%s).innerText", quote(css))
}

// Count is how many of the selector there are.
func (s *Screen) Count(css string) int {
	s.t.Helper()
	return Eval[int](s, "document.querySelectorAll(%s).length", quote(css))
}

// scripted is true once the page's modules have run: what is tapped before that a form
// has nobody to send.
const scripted = `(performance.getEntriesByType("navigation")[0]?.domContentLoadedEventEnd > 0)`

// Tap touches the first of the selector that is seen, once it can be touched: nothing
// must lie over it.
func (s *Screen) Tap(css string) {
	s.t.Helper()
	s.Until(scripted+` && (() => { const e = [...document.querySelectorAll(%s)].find(e => e.checkVisibility()); if (!e || e.disabled) return false;
		e.scrollIntoView({block: "center", inline: "center", behavior: "instant"}); const b = e.getBoundingClientRect();
		const over = document.elementFromPoint(b.x + b.width / 2, b.y + b.height / 2);
		window.tapping = {x: b.x + b.width / 2, y: b.y + b.height / 2}; return over && (e === over || e.contains(over) || over.contains(e)); })()`, quote(css))
	at := Eval[struct{ X, Y float64 }](s, "window.tapping")
	for range 5 {
		Eval[bool](s, `(window.clicked = false, addEventListener("click", () => { window.clicked = true; }, {capture: true, once: true}), true)`)
		s.do(chromedp.TapXY(at.X, at.Y))
		if s.clicked() {
			return
		}
	}
	s.t.Fatalf("%s was touched five times, and none was a tap", css)
}

// clicked reports whether the touch became a click, as a touch does that a busy browser
// does not take for a long one. A page that was left for it has been clicked.
func (s *Screen) clicked() bool {
	s.t.Helper()
	for end := time.Now().Add(3 * time.Second); time.Now().Before(end); time.Sleep(5 * time.Millisecond) {
		ctx, cancel := context.WithTimeout(s.ctx, patience)
		v, err := chromedp.Run(ctx, chromedp.Evaluate[bool]("window.clicked !== false"))
		cancel()
		if err != nil || v {
			return true
		}
	}
	return false
}

// Click is a click of a mouse at the first of the selector that is seen.
func (s *Screen) Click(css string) {
	s.t.Helper()
	s.See(css)
	s.Until(scripted+` && (() => { const e = [...document.querySelectorAll(%s)].find(e => e.checkVisibility()); if (!e || e.disabled) return false;
		e.scrollIntoView({block: "center", behavior: "instant"}); e.click(); return true; })()`, quote(css))
}

// Key presses keys, as typed: "Ah", or chromedp's names of others.
func (s *Screen) Key(keys string) {
	s.t.Helper()
	s.Until(scripted)
	s.do(chromedp.KeyEvent(keys))
}

// Type puts the text in the place of what the control holds, as a user would.
func (s *Screen) Type(css, text string) {
	s.t.Helper()
	s.See(css)
	s.Until(`(() => { const e = document.querySelector(%s); e.focus(); e.select?.(); return document.activeElement === e; })()`, quote(css))
	if text == "" {
		text = "\b"
	}
	s.do(chromedp.KeyEvent(text))
}

// Choose chooses an option of a select by its value.
func (s *Screen) Choose(css, value string) {
	s.t.Helper()
	s.See(css)
	s.Until(scripted)
	Eval[bool](s, `(() => { const e = document.querySelector(%s); e.value = %s; e.dispatchEvent(new Event("input", {bubbles: true})); e.dispatchEvent(new Event("change", {bubbles: true})); return e.value === %s; })()`,
		quote(css), quote(value), quote(value))
}

// SignIn signs in at an office.
func (s *Screen) SignIn(name string) {
	s.t.Helper()
	s.Go("/signin")
	s.Type("#name", name)
	s.Type("#password", Password)
	s.Key("\r")
	s.Until("!location.pathname.startsWith('/signin') && document.readyState === 'complete'")
}

// conditions are those of the network. The library knows the command by another name
// than Debian's browser does.
type conditions struct {
	Offline            bool    `json:"offline"`
	Latency            float64 `json:"latency"`
	DownloadThroughput float64 `json:"downloadThroughput"`
	UploadThroughput   float64 `json:"uploadThroughput"`
}

var emulateNetwork = cdp.Command[conditions, cdp.Empty]{Method: "Network.emulateNetworkConditions"}

// Offline cuts the screen off, or brings it back.
func (s *Screen) Offline(off bool) {
	s.t.Helper()
	s.do(calling(network.Enable, network.EnableParams{}), calling(emulateNetwork, conditions{Offline: off, DownloadThroughput: -1, UploadThroughput: -1}))
}

// shots is where screenshots go; the folder is not committed.
func shots() string {
	if dir := os.Getenv("CROUPIER_TEST_SHOTS"); dir != "" {
		return dir
	}
	return filepath.Join(os.TempDir(), "croupier-shots")
}

// Shot leaves a screenshot under the name.
func (s *Screen) Shot(name string) {
	s.t.Helper()
	ctx, cancel := context.WithTimeout(s.ctx, patience)
	defer cancel()
	Eval[bool](s, "document.fonts.ready.then(() => true)")
	b, err := chromedp.Run(ctx, chromedp.CaptureScreenshot())
	if err != nil {
		s.t.Errorf("screenshot %s: %v", name, err)
		return
	}
	file := filepath.Join(shots(), strings.ReplaceAll(s.t.Name(), "/", "-")+"-"+name+".png")
	if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
		s.t.Error(err)
	}
	if err := os.WriteFile(file, b, 0o600); err != nil {
		s.t.Error(err)
	}
}

//go:embed axe/axe.min.js
var axe string

// Axe fails the test where axe-core finds something serious, or worse.
func (s *Screen) Axe() {
	s.t.Helper()
	Eval[bool](s, "%s; true", axe)
	found := Eval[[]struct {
		ID, Impact, Help string
		Nodes            []string
	}](s, `axe.run(document, {resultTypes: ["violations"]}).then(r => r.violations.filter(v => v.impact === "serious" || v.impact === "critical")
		.map(v => ({ID: v.id, Impact: v.impact, Help: v.help, Nodes: v.nodes.map(n => n.html.slice(0, 200) + " " + (n.failureSummary || "").slice(0, 200))})))`)
	for _, f := range found {
		s.t.Errorf("axe: %s %s: %s: %v", f.Impact, f.ID, f.Help, f.Nodes)
	}
}

func quote(text string) string {
	b, _ := json.Marshal(text)
	return string(b)
}
