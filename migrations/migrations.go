// Package migrations carries the numbered SQL that makes the database of the
// book. It knows no connection; package postgres applies it.
package migrations

import "embed"

// FS holds the migrations at its root: NNNNN_what.sql, applied in order of
// number, each once and never changed after its release.
//
//go:embed *.sql
var FS embed.FS
