// Package api is the HTTP API: it decodes what is asked, asks floor or house,
// and encodes what they answer. It decides nothing of a round, and it knows no
// SQL.
//
// Echo answers; huma describes. One table of routes says both, so that no
// route can be without its description (docs/decisions/008).
package api
