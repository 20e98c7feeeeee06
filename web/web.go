package web

import (
	"log/slog"
	"net/http"
	"slices"

	"github.com/klauspost/compress/gzhttp"
)

// Config is what the screens are made with.
type Config struct {
	API http.Handler // answers what the screens ask, as whoever is signed in
	Log *slog.Logger // nil logs nothing
}

// web is the screens in service.
type web struct {
	api http.Handler
	log *slog.Logger
}

// pages are all the screens.
var pages = slices.Concat(entryPages, stationPages, displayPages, pitPages, housePages)

// New returns the handler of the screens, which hands all other paths to the API. It
// fails only on a fault of the program: a template that cannot be read.
func New(c Config) (http.Handler, error) {
	w := &web{api: c.API, log: c.Log}
	if w.log == nil {
		w.log = slog.New(slog.DiscardHandler)
	}
	if err := parsed(); err != nil {
		return nil, err
	}
	all := http.NewServeMux()
	all.Handle("/", c.API)
	for i := range pages {
		all.Handle("GET "+pages[i].path, gzhttp.GzipHandler(w.serve(&pages[i])))
	}
	all.Handle("GET /worker.js", gzhttp.GzipHandler(http.HandlerFunc(serveWorker)))
	all.Handle("GET "+assetsPath, gzhttp.GzipHandler(http.HandlerFunc(serveAsset)))
	return all, nil
}
