package ledger

import "encoding/json"

// A Significant is an event a regulator asks for (GLI-13, GLI-19 2.8.8): who did
// what, where, who authorised it, why, before and after. Who and when are the
// page's. The database refuses one that lacks what its kind owes.
type Significant struct {
	Kind     string // one of the constants below
	Subject  string // "person ann", "table 8", "proposal 12", "round 8-712"
	Origin   string // address of a terminal, or "server"
	Actor    string // none: the page's
	Approver string // none: the page's
	Reason   string
	Before   any // JSON-ready; nil where there was nothing
	After    any
}

// The kinds of significant events.
const (
	SignificantStart         = "start"
	SignificantStop          = "stop"
	SignificantClockJump     = "clock-jump"
	SignificantSignIn        = "sign-in"
	SignificantSignInFailed  = "sign-in-failed"
	SignificantSignOut       = "sign-out"
	SignificantAccountLocked = "account-locked"
	SignificantAccountFreed  = "account-freed"
	SignificantPerson        = "person"
	SignificantRoles         = "roles"
	SignificantSecret        = "secret"
	SignificantKey           = "key"
	SignificantKeyEnd        = "key-end"
	SignificantTable         = "table"
	SignificantTableOpen     = "table-open"
	SignificantTableClose    = "table-close"
	SignificantDealer        = "dealer"
	SignificantFill          = "fill"
	SignificantCredit        = "credit"
	SignificantDrop          = "drop"
	SignificantVariance      = "count-variance"
	SignificantDraft         = "draft"
	SignificantPriced        = "priced"
	SignificantSubmitted     = "submitted"
	SignificantOverride      = "override"
	SignificantApproved      = "approved"
	SignificantRejected      = "rejected"
	SignificantScheduled     = "scheduled"
	SignificantWithdrawn     = "withdrawn"
	SignificantReturned      = "returned"
	SignificantPolicy        = "policy"
	SignificantImport        = "import"
	SignificantVoid          = "void"
	SignificantCorrection    = "correction"
	SignificantLargeWin      = "large-win"
	SignificantDispute       = "dispute"
	SignificantDisputeClosed = "dispute-closed"
	SignificantDayClose      = "day-close"
	SignificantApprovedWin   = "approved-win"
	SignificantIrregularity  = "irregularity"
)

// Row returns the event as a row of a page. What cannot be written as JSON is a
// fault of the program, which Append reports.
func (s Significant) Row() Row {
	values := map[string]any{"kind": s.Kind, "subject": s.Subject, "origin": s.Origin, "reason": filled(s.Reason)}
	if s.Actor != "" {
		values["actor"] = s.Actor
	}
	if s.Approver != "" {
		values["approver"] = s.Approver
	}
	for name, v := range map[string]any{"before": s.Before, "after": s.After} {
		if v == nil {
			continue
		}
		text, err := json.Marshal(v)
		if err != nil {
			text = json.RawMessage("!")
		}
		values[name] = json.RawMessage(text)
	}
	return Row{"significant_events", values}
}
