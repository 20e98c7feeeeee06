package webtest

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"strings"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/chromedp"
)

// Print prints the page on the paper its style names, leaves it beside the screenshots,
// and returns how many sides it takes.
func (s *Screen) Print(name string) int {
	s.t.Helper()
	ctx, cancel := context.WithTimeout(s.ctx, patience)
	defer cancel()
	Eval[bool](s, "document.fonts.ready.then(() => true)")
	pdf, err := chromedp.Run(ctx, func(ctx context.Context, t *chromedp.Target) ([]byte, error) {
		printed, err := cdp.Call(ctx, t, page.PrintToPDF, page.PrintToPDFParams{PreferCSSPageSize: new(true)})
		return printed.Data, err
	})
	if err != nil {
		s.t.Fatalf("printing %s: %v", name, err)
	}
	file := filepath.Join(shots(), strings.ReplaceAll(s.t.Name(), "/", "-")+"-"+name+".pdf")
	if err := os.WriteFile(file, pdf, 0o600); err != nil {
		s.t.Error(err)
	}
	return bytes.Count(pdf, []byte("/Type /Page\n")) + bytes.Count(pdf, []byte("/Type/Page/"))
}
