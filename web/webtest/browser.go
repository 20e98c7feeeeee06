// Package webtest drives the screens in a real browser, on a house of its own.
//
// It proves nothing itself: the tests of web do.
package webtest

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"sync"
	"testing"

	"github.com/chromedp/chromedp"
)

// browser is the one all tests of a run share; each screen is a profile of its own.
var browser struct {
	once  sync.Once
	ctx   context.Context
	close func()
	err   error
}

// Main runs the tests and ends the browser after them.
func Main(m *testing.M) int {
	defer func() {
		if browser.close != nil {
			browser.close()
		}
	}()
	return m.Run()
}

// chromium is the browser's program: Debian's, or another of that family.
func chromium() (string, error) {
	for _, name := range []string{os.Getenv("CROUPIER_TEST_BROWSER"), "chromium", "chromium-browser", "google-chrome"} {
		if name == "" {
			continue
		}
		if path, err := exec.LookPath(name); err == nil {
			return path, nil
		}
	}
	return "", fmt.Errorf("no Chromium found: ./setup chromium installs it, or name another in CROUPIER_TEST_BROWSER")
}

func open() {
	path, err := chromium()
	if err != nil {
		browser.err = err
		return
	}
	options := append(chromedp.DefaultExecAllocatorOptions[:], chromedp.ExecPath(path),
		chromedp.NoSandbox, chromedp.DisableGPU, // root and no screen, as in CI
		chromedp.Flag("disable-quic", true), chromedp.Flag("disable-component-update", true),
		chromedp.Flag("disable-lcd-text", true), chromedp.Flag("hide-scrollbars", true),
	)
	allocated, end := chromedp.NewExecAllocator(context.Background(), options...)
	ctx, cancel := chromedp.NewContext(allocated)
	browser.ctx, browser.close = ctx, func() { cancel(); end() }
	browser.err = chromedp.Do(ctx, chromedp.Navigate("about:blank"))
}
