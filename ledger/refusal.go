package ledger

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/jackc/pgx/v5/pgconn"
)

// refusal names the guard of the database that an error comes from, keeping the
// server's words behind it. Other errors stay as they are.
func refusal(err error) error {
	var pg *pgconn.PgError
	if !errors.As(err, &pg) {
		return err
	}
	if guard := guardOf(pg); guard != nil {
		return fmt.Errorf("%w: %w", guard, err)
	}
	return err
}

const (
	uniqueViolation = "23505"
	checkViolation  = "23514"
	invalidText     = "22021"
	divisionByZero  = "22012"
)

// ofCorrections are the guards of corrections and disputes.
var ofCorrections = []string{
	"reversals_once", "correction_order", "correction_two_persons", "dispute_order",
	"corrections_opened", "corrections_decided", "disputes_opened", "disputes_closed",
}

func guardOf(pg *pgconn.PgError) error {
	switch {
	case pg.ConstraintName == "append_only":
		return ErrAppendOnly
	case pg.ConstraintName == "postings_balanced":
		return ErrUnbalanced
	case slices.Contains(ofCorrections, pg.ConstraintName):
		return ErrCorrection
	case pg.ConstraintName == "day_closed", pg.ConstraintName == "day_closes_once":
		return ErrDayClosed
	case pg.ConstraintName == "day_open":
		return ErrDayOpen
	case pg.Code == uniqueViolation:
		return twice(pg)
	case pg.Code == checkViolation && pg.ConstraintName == "":
		return ErrNoMonth // no partition takes the row
	case pg.Code == divisionByZero:
		return ErrStale // no head was moved
	case pg.Code == checkViolation, pg.Code == invalidText:
		return ErrPage
	}
	return nil
}

// twice tells what is in the book already. A partition's indexes are named after
// it and the columns.
func twice(pg *pgconn.PgError) error {
	switch {
	case pg.ConstraintName == "requests_pkey":
		return ErrKeyReused
	case pg.ConstraintName == "tables_name_key", pg.ConstraintName == "tables_pkey",
		pg.ConstraintName == "settings_pkey", pg.ConstraintName == "paytables_pkey":
		return ErrTaken
	case pg.ConstraintName == "heads_dealer":
		return ErrDealing
	case pg.ConstraintName == "slips_slip_key":
		return ErrSlip
	case strings.HasPrefix(pg.TableName, "entries_") && strings.HasSuffix(pg.ConstraintName, "_round_idx"):
		return ErrPosted
	}
	return ErrStale
}
