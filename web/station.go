package web

import (
	"io/fs"
	"strings"
)

// stationPages are of the dealer's terminal, which asks the API itself.
var stationPages = []page{
	{path: "/station", name: "station/station", frame: "bare", title: "station.title", open: true, styles: []string{"station", "desk"}, scripts: []string{"station/main"}, load: loadStation,
		words: []string{"station", "table", "step", "do", "place", "game", "wager", "hand", "outcome", "status", "ruling", "event", "reason", "irregular", "say", "language", "entry"}},
}

// loadStation is the modules of the station, so that a browser asks for them all at
// once instead of one after the other as each names the next.
func loadStation(*visit) (any, error) {
	var modules []string
	for _, pattern := range []string{"assets/js/lib/*.js", "assets/js/station/*.js"} {
		names, err := fs.Glob(assetFiles, pattern)
		if err != nil {
			return nil, err
		}
		for _, name := range names {
			if !strings.HasSuffix(name, "/form.js") && !strings.HasSuffix(name, "/page.js") { // of pages with forms
				modules = append(modules, asset(strings.TrimPrefix(name, "assets/")))
			}
		}
	}
	return modules, nil
}
