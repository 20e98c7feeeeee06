package api

import (
	"context"
	"errors"
	"io"
	"net"
	"net/http"
	"strings"

	"croupier/cards"
	"croupier/desk"
	"croupier/floor"
	"croupier/games"
	"croupier/house"
	"croupier/house/people"
	"croupier/house/roles"
	"croupier/ledger"
	"croupier/paytables"
	"croupier/pit"
	"croupier/postgres"
)

// kind is the status and the words of a code.
type kind struct {
	status int
	title  string
}

// kinds are the codes a problem may have. A code never changes its meaning.
var kinds = map[string]kind{
	// The request itself.
	"malformed_json":          {http.StatusBadRequest, "The body is not one JSON value"},
	"duplicate_key":           {http.StatusBadRequest, "A key is given twice"},
	"unknown_key":             {http.StatusBadRequest, "A key that is not known"},
	"body_unreadable":         {http.StatusBadRequest, "The body could not be read"},
	"query":                   {http.StatusBadRequest, "The query cannot be answered"},
	"bad_id":                  {http.StatusBadRequest, "Not an id"},
	"idempotency_key_missing": {http.StatusBadRequest, "An Idempotency-Key is needed"},
	"unauthorized":            {http.StatusUnauthorized, "Nobody is known to ask"},
	"sign_in":                 {http.StatusUnauthorized, "Not signed in"},
	"wrong_secret":            {http.StatusUnauthorized, "The name or the secret is wrong"},
	"openid":                  {http.StatusUnauthorized, "The OpenID provider does not vouch for it"},
	"account_locked":          {http.StatusForbidden, "The account is locked"},
	"too_fast":                {http.StatusTooManyRequests, "Too many attempts to sign in"},
	"cross_origin":            {http.StatusForbidden, "Asked on behalf of another site"},
	"forbidden":               {http.StatusForbidden, "Not allowed to this person"},
	"other_table":             {http.StatusForbidden, "Another table than the own"},
	"two_persons":             {http.StatusForbidden, "Two persons are needed"},
	"no_second":               {http.StatusBadRequest, "No second person is asked for"},
	"session_locked":          {http.StatusLocked, "The terminal is locked"},
	"no_such_path":            {http.StatusNotFound, "No such path"},
	"method_not_allowed":      {http.StatusMethodNotAllowed, "Not a method of this path"},
	"body_too_large":          {http.StatusRequestEntityTooLarge, "The body is too large"},
	"media_type":              {http.StatusUnsupportedMediaType, "The body must be JSON"},
	"invalid_body":            {http.StatusUnprocessableEntity, "The body does not say what it must"},

	// What is asked for.
	"no_table":               {http.StatusNotFound, "No such table"},
	"no_round":               {http.StatusNotFound, "No such round"},
	"no_step":                {http.StatusNotFound, "No such step of the round"},
	"idempotency_key_reused": {http.StatusConflict, "The Idempotency-Key was used for another request"},
	"report":                 {http.StatusBadRequest, "Not a report that can be made"},
	"day_closed":             {http.StatusConflict, "The gaming day is closed"},
	"day_open":               {http.StatusConflict, "A round of the gaming day is not settled"},
	"day_not_over":           {http.StatusConflict, "The gaming day is not over"},
	"no_person":              {http.StatusNotFound, "No such person"},
	"no_key":                 {http.StatusNotFound, "No such key"},
	"no_openid":              {http.StatusNotFound, "No OpenID provider"},
	"own_account":            {http.StatusForbidden, "Only another person may do that"},
	"person_taken":           {http.StatusConflict, "Another person has it"},
	"unchanged":              {http.StatusConflict, "It is so already"},
	"person_form":            {http.StatusUnprocessableEntity, "Not what a person, a key or a reason is written as"},
	"secret_form":            {http.StatusUnprocessableEntity, "Not a PIN or a password"},
	"unknown_role":           {http.StatusUnprocessableEntity, "No such role"},
	"unknown_action":         {http.StatusUnprocessableEntity, "No such action"},
	"key_scopes":             {http.StatusUnprocessableEntity, "Not what a key of the person may be good for"},
	"no_proposal":            {http.StatusNotFound, "No such proposal"},
	"no_version":             {http.StatusNotFound, "No such version of the table's settings"},
	"no_signing_key":         {http.StatusNotFound, "This server has no key to sign with"},
	"own_proposal":           {http.StatusForbidden, "Another person decides on a proposal"},
	"proposal_step":          {http.StatusConflict, "Not the next step of the proposal"},
	"proposal_moved":         {http.StatusConflict, "The tables have been set otherwise since"},
	"gate":                   {http.StatusConflict, "The gate refuses the proposal"},
	"never_in_force":         {http.StatusConflict, "The version was never in force"},
	"signed_file":            {http.StatusUnprocessableEntity, "Not a signed file of this form"},
	"signer":                 {http.StatusUnprocessableEntity, "Signed by a key that is not trusted"},
	"signature":              {http.StatusUnprocessableEntity, "Not what was signed"},
	"table_name":             {http.StatusConflict, "Another table has the name"},
	"table_open":             {http.StatusConflict, "The table is open"},
	"no_sheet":               {http.StatusNotFound, "The table had no such session"},
	"dealing":                {http.StatusConflict, "The person deals at a table already"},
	"slip_used":              {http.StatusConflict, "The number of the slip was used before"},
	"slip_form":              {http.StatusUnprocessableEntity, "Not the number of a slip"},
	"count":                  {http.StatusUnprocessableEntity, "Not a count of chips"},
	"variance_reason":        {http.StatusUnprocessableEntity, "The count is not what the book holds, and no reason is given"},
	"no_dealer":              {http.StatusUnprocessableEntity, "Nobody who may deal"},
	"table_closed":           {http.StatusConflict, "The table is closed"},
	"not_in_force":           {http.StatusConflict, "No settings of the table are in force"},
	"needs_supervisor":       {http.StatusConflict, "A supervisor must stand by"},
	"no_alert":               {http.StatusNotFound, "No such alert"},
	"acknowledged":           {http.StatusConflict, "Somebody has acknowledged the alert"},
	"alert_note":             {http.StatusUnprocessableEntity, "Not a note"},
	"round_open":             {http.StatusConflict, "A round of the table is not settled"},
	"stale":                  {http.StatusConflict, "Another number of events has happened"},
	"round_over":             {http.StatusConflict, "The round is over"},
	"not_settled":            {http.StatusConflict, "The round is not settled"},
	"disputed":               {http.StatusConflict, "A dispute of the round is open"},
	"no_correction":          {http.StatusNotFound, "No such correction"},
	"no_dispute":             {http.StatusNotFound, "No such open dispute of the round"},
	"own_correction":         {http.StatusForbidden, "Another person approves a correction"},
	"own_dispute":            {http.StatusForbidden, "Another person closes a dispute"},
	"decided":                {http.StatusConflict, "The correction was decided already"},
	"overtaken":              {http.StatusConflict, "Another correction of the round was approved since"},
	"outcome":                {http.StatusConflict, "Not what the dispute came to by the book"},
	"correction_step":        {http.StatusConflict, "Not the next step of a correction or a dispute"},
	"correction_code":        {http.StatusUnprocessableEntity, "Not a code of corrections"},
	"record":                 {http.StatusUnprocessableEntity, "Not the whole record of a round"},
	"deck_dealt":             {http.StatusUnprocessableEntity, "The deck dealt other cards"},
	"not_asked":              {http.StatusConflict, "Not asked for now"},
	"deck_deals":             {http.StatusUnprocessableEntity, "A deck deals at this table"},
	"choice":                 {http.StatusUnprocessableEntity, "Not one of the choices"},
	"amount":                 {http.StatusUnprocessableEntity, "Not an amount that may be bet"},
	"cards":                  {http.StatusUnprocessableEntity, "Not the cards asked for"},
	"card_twice":             {http.StatusUnprocessableEntity, "A card is there twice"},
	"note":                   {http.StatusUnprocessableEntity, "A reason must be given"},
	"event_form":             {http.StatusUnprocessableEntity, "The event says more than its kind can"},
	"unknown_game":           {http.StatusUnprocessableEntity, "No such game"},
	"house_rule":             {http.StatusUnprocessableEntity, "Not a house rule of the game"},
	"unknown_paytable":       {http.StatusUnprocessableEntity, "No such paytable"},
	"paytable_form":          {http.StatusUnprocessableEntity, "Not a paytable"},
	"paytable_other":         {http.StatusUnprocessableEntity, "A paytable of another game or wager"},
	"paytable_row":           {http.StatusUnprocessableEntity, "The paytable does not price the game's rows"},
	"terms":                  {http.StatusUnprocessableEntity, "Not terms of a table"},
	"table_settings":         {http.StatusUnprocessableEntity, "Not settings of a table"},

	// Ourselves.
	"internal":        {http.StatusInternalServerError, "Something went wrong here"},
	"seal":            {http.StatusInternalServerError, "The sealed deck does not open with this server's key"},
	"unavailable":     {http.StatusServiceUnavailable, "The book cannot be reached"},
	"openid_provider": {http.StatusServiceUnavailable, "The OpenID provider does not answer as it should"},
	"outcome_unknown": {http.StatusServiceUnavailable, "Whether it happened is not known"},
	"timeout":         {http.StatusServiceUnavailable, "It took too long"},
}

// retryLater are the codes of which the same request may be sent again.
var retryLater = map[string]bool{"unavailable": true, "outcome_unknown": true, "timeout": true}

// codes are the errors of the packages below and their codes. The first that
// applies counts: an unknown outcome before the lost connection it wraps, the
// reason of a SpecError before ErrSpec.
var codes = []struct {
	err  error
	code string
}{
	{postgres.ErrUnknown, "outcome_unknown"},
	{ledger.ErrKeyReused, "idempotency_key_reused"},
	{errVouch, "openid"},
	{errProvider, "openid_provider"},
	{people.ErrNoSession, "sign_in"},
	{people.ErrNoKey, "unauthorized"},
	{people.ErrSignIn, "wrong_secret"},
	{people.ErrAccountLocked, "account_locked"},
	{people.ErrTooFast, "too_fast"},
	{people.ErrNoPerson, "no_person"},
	{people.ErrUnknownKey, "no_key"},
	{people.ErrOwn, "own_account"},
	{people.ErrTaken, "person_taken"},
	{people.ErrUnchanged, "unchanged"},
	{people.ErrForm, "person_form"},
	{people.ErrSecret, "secret_form"},
	{people.ErrScopes, "key_scopes"},
	{roles.ErrRole, "unknown_role"},
	{roles.ErrAction, "unknown_action"},
	{ledger.ErrNoTable, "no_table"},
	{house.ErrNoTable, "no_table"},
	{ledger.ErrNoRound, "no_round"},
	{ledger.ErrDayClosed, "day_closed"},
	{ledger.ErrDayOpen, "day_open"},
	{ledger.ErrCursor, "query"},
	{floor.ErrBadID, "bad_id"},
	{floor.ErrStale, "stale"},
	{ledger.ErrStale, "stale"},
	{desk.ErrNotOwn, "other_table"},
	{ledger.ErrDisputed, "disputed"},
	{ledger.ErrCorrection, "correction_step"},
	{pit.ErrNotSettled, "not_settled"},
	{pit.ErrCode, "correction_code"},
	{pit.ErrReason, "note"},
	{pit.ErrRecord, "record"},
	{pit.ErrUnchanged, "unchanged"},
	{pit.ErrDeckDealt, "deck_dealt"},
	{pit.ErrNoCorrection, "no_correction"},
	{pit.ErrDecided, "decided"},
	{pit.ErrOvertaken, "overtaken"},
	{pit.ErrOwnCorrection, "own_correction"},
	{pit.ErrTableClosed, "table_closed"},
	{pit.ErrNoDispute, "no_dispute"},
	{pit.ErrOwnDispute, "own_dispute"},
	{pit.ErrOutcome, "outcome"},
	{floor.ErrRoundOpen, "round_open"},
	{floor.ErrTableClosed, "table_closed"},
	{floor.ErrTableOpen, "table_open"},
	{floor.ErrTwoPersons, "two_persons"},
	{floor.ErrNoSession, "no_sheet"},
	{floor.ErrNeedsSupervisor, "needs_supervisor"},
	{pit.ErrNoAlert, "no_alert"},
	{pit.ErrAcknowledged, "acknowledged"},
	{pit.ErrNote, "alert_note"},
	{floor.ErrCount, "count"},
	{floor.ErrSlipForm, "slip_form"},
	{floor.ErrReason, "variance_reason"},
	{floor.ErrRuling, "invalid_body"},
	{ledger.ErrSlip, "slip_used"},
	{ledger.ErrDealing, "dealing"},
	{house.ErrNotInForce, "not_in_force"},
	{floor.ErrDeckDeals, "deck_deals"},
	{floor.ErrSeal, "seal"},
	{games.ErrOver, "round_over"},
	{games.ErrNotAsked, "not_asked"},
	{games.ErrChoice, "choice"},
	{games.ErrAmount, "amount"},
	{games.ErrSeen, "card_twice"},
	{cards.ErrTwice, "card_twice"},
	{games.ErrCards, "cards"},
	{cards.ErrCard, "cards"},
	{games.ErrNote, "note"},
	{games.ErrForm, "event_form"},
	{pit.ErrNoStep, "no_step"},
	{pit.ErrAsk, "report"},
	{pit.ErrDayNotOver, "day_not_over"},
	{pit.ErrTwoPersons, "two_persons"},
	{house.ErrName, "table_name"},
	{house.ErrNoProposal, "no_proposal"},
	{house.ErrNoVersion, "no_version"},
	{pit.ErrNoSigning, "no_signing_key"},
	{house.ErrNoSigningKey, "no_signing_key"},
	{house.ErrOwnProposal, "own_proposal"},
	{house.ErrStep, "proposal_step"},
	{house.ErrMoved, "proposal_moved"},
	{house.ErrGate, "gate"},
	{house.ErrNeverInForce, "never_in_force"},
	{house.ErrSigner, "signer"},
	{house.ErrSignature, "signature"},
	{house.ErrFormat, "signed_file"},
	{house.ErrSigned, "signed_file"},
	{games.ErrGame, "unknown_game"},
	{games.ErrHouse, "house_rule"},
	{games.ErrRow, "paytable_row"},
	{games.ErrTerms, "terms"},
	{paytables.ErrUnknown, "unknown_paytable"},
	{paytables.ErrForm, "paytable_form"},
	{paytables.ErrOther, "paytable_other"},
	{house.ErrSpec, "table_settings"},
	{context.DeadlineExceeded, "timeout"},
	{context.Canceled, "timeout"},
}

// codeOf returns the code of err, or "internal".
func codeOf(err error) string {
	for _, c := range codes {
		if errors.Is(err, c.err) {
			return c.code
		}
	}
	if unavailable(err) {
		return "unavailable"
	}
	return "internal"
}

// translate returns err of a package below as a problem. Words of our own
// faults stay in the log.
func translate(err error) *Problem {
	code := codeOf(err)
	p := problem(code, err.Error())
	switch code {
	case "internal":
		p.Detail = "the log says what, under the request id"
	case "unavailable", "timeout":
		p.Detail = "nothing is known to have changed; send the request again with the same Idempotency-Key"
	case "outcome_unknown":
		p.Detail = "send the request again with the same Idempotency-Key: it is answered with what happened"
	}
	p.cause = err
	p.refused(err)
	return p
}

// refused adds what a refused event or setting says of itself.
func (p *Problem) refused(err error) {
	var r *floor.Refused
	if errors.As(err, &r) {
		p.N, p.Event, p.Next = &r.N, &r.Index, r.Next
	}
	var g *house.GateError
	if errors.As(err, &g) {
		for _, f := range g.Findings {
			p.Errors = append(p.Errors, Fault{Location: "paytables." + f.Wager, Message: f.Reason})
		}
	}
	var s *house.SpecError
	if errors.As(err, &s) {
		p.Errors = append(p.Errors, Fault{Location: "body." + s.Field, Message: s.Err.Error()})
	}
}

// passing are the classes of SQLSTATE that say the server cannot now: lost
// connections, rolled back transactions, no room, a lock not got, operators at
// work, a standby.
var passing = []string{"08", "40", "53", "55P03", "57", "25006"}

// unavailable reports whether err tells of a book that cannot be reached.
func unavailable(err error) bool {
	var sql interface{ SQLState() string }
	if errors.As(err, &sql) {
		for _, class := range passing {
			if strings.HasPrefix(sql.SQLState(), class) {
				return true
			}
		}
		return false
	}
	var broken net.Error
	return errors.As(err, &broken) || errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) || errors.Is(err, net.ErrClosed)
}
