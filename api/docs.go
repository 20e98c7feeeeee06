package api

import (
	"embed"
	"io/fs"
	"net/http"
	"path"

	"github.com/danielgtaylor/huma/v2"
	"github.com/labstack/echo/v4"

	"croupier/house/roles"
)

// serverRoutes are of the server itself.
var serverRoutes = []route{
	{
		method: "GET", path: "/livez", id: "live", tag: "server", summary: "Whether the server runs", open: true,
		status: 200, media: []string{"text/plain; charset=UTF-8"}, handle: live,
	},
	{
		method: "GET", path: "/readyz", id: "ready", tag: "server", summary: "Whether requests can be answered now", open: true,
		status: 200, media: []string{"text/plain; charset=UTF-8"}, problems: []int{503}, handle: ready,
	},
	{
		method: "GET", path: "/metrics", id: "metrics", action: roles.MetricsRead, tag: "server", summary: "Figures for Prometheus",
		status: 200, media: []string{"text/plain; version=0.0.4; charset=utf-8; escaping=underscores"}, handle: scrape,
	},
	{
		method: "GET", path: "/openapi.json", id: "openapi-json", tag: "server", summary: "This description",
		open: true, status: 200, media: []string{"application/openapi+json"}, handle: openapiJSON,
	},
	{
		method: "GET", path: "/openapi.yaml", id: "openapi-yaml", tag: "server", summary: "This description as YAML",
		open: true, status: 200, media: []string{"application/openapi+yaml"}, handle: openapiYAML,
	},
	{
		method: "GET", path: "/docs", id: "docs", tag: "server", summary: "This description as a page",
		open: true, status: 200, media: []string{"text/html; charset=UTF-8"}, handle: docs,
	},
	{
		method: "GET", path: "/docs/{asset}", id: "docs-asset", tag: "server", summary: "A file of the page",
		params: []*huma.Param{pathParam("asset", "Its name", "start.js")},
		open:   true, status: 200, media: []string{"text/javascript; charset=utf-8", "text/css; charset=utf-8", "text/html; charset=UTF-8"}, problems: []int{404}, handle: docsAsset,
	},
}

// assets are the docs page: Swagger UI as it ships, and the page that starts
// it. Nothing of it is loaded from elsewhere.
//
//go:embed swaggerui/index.html swaggerui/start.js swaggerui/swagger-ui-bundle.js swaggerui/swagger-ui.css
var assets embed.FS

// docsPolicy lets the page load from here and nowhere else; Swagger UI sets
// styles on its elements and draws its icons from data.
const docsPolicy = "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; " +
	"connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

var assetTypes = map[string]string{
	".html": echo.MIMETextHTMLCharsetUTF8,
	".js":   "text/javascript; charset=utf-8",
	".css":  "text/css; charset=utf-8",
}

func docs(_ *api, c echo.Context) error { return asset(c, "index.html") }

func docsAsset(_ *api, c echo.Context) error { return asset(c, c.Param("asset")) }

func asset(c echo.Context, name string) error {
	data, err := fs.ReadFile(assets, path.Join("swaggerui", path.Base(name)))
	if err != nil {
		return problem("no_such_path", "the docs page has no such file")
	}
	c.Response().Header().Set(echo.HeaderContentSecurityPolicy, docsPolicy)
	return c.Blob(http.StatusOK, assetTypes[path.Ext(name)], data)
}

func openapiJSON(a *api, c echo.Context) error {
	return c.Blob(http.StatusOK, "application/openapi+json", a.json)
}

func openapiYAML(a *api, c echo.Context) error {
	return c.Blob(http.StatusOK, "application/openapi+yaml", a.yaml)
}
