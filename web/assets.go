package web

import (
	"crypto/sha256"
	"embed"
	"encoding/hex"
	"io/fs"
	"net/http"
	"strings"
)

//go:embed assets
var assetFiles embed.FS

const assetsPath = "/assets/"

// edition names the assets by what they are, so that a browser keeps each for as long
// as it likes and never shows one of another edition.
var edition = func() string {
	h := sha256.New()
	err := fs.WalkDir(assetFiles, ".", func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		b, err := assetFiles.ReadFile(path)
		_, _ = h.Write([]byte(path))
		_, _ = h.Write(b)
		return err
	})
	if err != nil {
		panic(err) // what is embedded can be read
	}
	return hex.EncodeToString(h.Sum(nil)[:6])
}()

// asset is the path of a file of the assets, as css/base.css.
func asset(name string) string { return assetsPath + edition + "/" + name }

func serveAsset(rw http.ResponseWriter, r *http.Request) {
	of, name, _ := strings.Cut(strings.TrimPrefix(r.URL.Path, assetsPath), "/")
	rw.Header().Set("X-Content-Type-Options", "nosniff")
	rw.Header().Set("Cross-Origin-Resource-Policy", "same-origin")
	if of == edition && !strings.HasSuffix(name, "/") && name != "" {
		rw.Header().Set("Cache-Control", "public, max-age=31536000, immutable")
		http.ServeFileFS(rw, r, assetFiles, "assets/"+name) //nolint:gosec // there is nothing but assets in what is embedded
		return
	}
	http.NotFound(rw, r)
}

// serveWorker serves the station's worker, which has to lie where the pages do that it
// serves.
func serveWorker(rw http.ResponseWriter, r *http.Request) {
	headers(rw)
	http.ServeFileFS(rw, r, assetFiles, "assets/js/worker.js")
}
