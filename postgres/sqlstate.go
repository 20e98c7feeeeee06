package postgres

import (
	"errors"
	"slices"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
)

// SQLSTATE codes this package acts upon.
const (
	serializationFailure  = "40001"
	deadlockDetected      = "40P01"
	completionUnknown     = "40003"
	resolutionUnknown     = "08007"
	insufficientPrivilege = "42501"
	undefinedObject       = "42704"
	undefinedTable        = "42P01"
	duplicateObject       = "42710"
	duplicateSchema       = "42P06"
	uniqueViolation       = "23505"
	internalError         = "XX000" // "tuple concurrently updated", among others
	invalidParameter      = "22023"
	adminShutdown         = "57P01"
	crashShutdown         = "57P02"
	cannotConnectNow      = "57P03"
	tooManyConnections    = "53300"
)

// hasCode reports whether the server refused with one of the SQLSTATE codes.
func hasCode(err error, codes ...string) bool {
	var pg *pgconn.PgError
	return errors.As(err, &pg) && slices.Contains(codes, pg.Code)
}

func quote(name string) string { return pgx.Identifier{name}.Sanitize() }
