// Package postgres opens the database: a pool of connections, transactions
// that retry where that is safe, the migrations, and a private PostgreSQL
// server for a machine that has none running.
//
// It holds no table and no query of the book. It knows neither games nor money.
package postgres

import "errors"

// Roles and the schema of the book. No role may log in: whoever connects takes
// one on with SET ROLE.
const (
	// OwnerRole owns the schema and all in it; only migrations take it on.
	OwnerRole = "croupier_owner"
	// WriterRole is what serving connections take on. It has what migrations
	// grant it and owns nothing, so it cannot grant itself more.
	WriterRole = "croupier_writer"
	// Schema holds every table of the book, and nothing else.
	Schema = "croupier"
)

// Refusals, to be compared with errors.Is. The text around them says what to do.
var (
	// ErrNotInstalled: no usable PostgreSQL programs on this machine.
	ErrNotInstalled = errors.New("PostgreSQL is not installed")
	// ErrInUse: another launcher, or a server started by hand, holds the directory.
	ErrInUse = errors.New("data directory is in use")
	// ErrOtherVersion: the data were written by another major version, whose
	// programs are not on this machine. Nothing was changed.
	ErrOtherVersion = errors.New("data directory is of another PostgreSQL version")
	// ErrNotOurs: the directory holds something other than a private cluster.
	ErrNotOurs = errors.New("directory is not a private cluster")
	// ErrUnreachable: the server's user may not enter the data directory.
	ErrUnreachable = errors.New("data directory cannot be entered")
	// ErrNoUser: started as root, and there is no user to drop to.
	ErrNoUser = errors.New("no user to run PostgreSQL as")
	// ErrUnsupported: private clusters need Linux.
	ErrUnsupported = errors.New("a private cluster needs Linux")
	// ErrDied: the private server ended without being asked to.
	ErrDied = errors.New("PostgreSQL ended unexpectedly")
	// ErrNoRole: the role a pool must take on does not exist or may not be taken.
	ErrNoRole = errors.New("role cannot be taken on")
	// ErrUnknown: COMMIT was sent and its answer did not arrive, so the
	// transaction may or may not have happened. It is never run again here; the
	// caller's idempotency key tells which of the two it was.
	ErrUnknown = errors.New("outcome of the commit is unknown")
	// ErrNewer: the database was migrated by a newer program than this one.
	ErrNewer = errors.New("database schema is newer than this program")
	// ErrBehind: migrations of this program are still to be applied.
	ErrBehind = errors.New("database schema is behind this program")
	// ErrReadOnly: the server takes no writes, as a standby does.
	ErrReadOnly = errors.New("database is read-only")
)
