package api

import (
	"embed"
	"io/fs"
	"net/http"
	"path"

	"github.com/labstack/echo/v4"
)

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
