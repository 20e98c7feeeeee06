// Package apitest runs HTTP scripts against a server of the API: text files
// that say what is sent and what must come back. It knows the server by its
// address only, so one script serves the handler in a test and the real binary.
//
// A script is exchanges one after another:
//
//	# what this is about
//	POST /v1/tables
//	Idempotency-Key: first
//	{"game": "ultimate-texas-holdem"}
//	status == 201
//	header Content-Type == application/json
//	json settings.seats == 7
//	capture table = id
//
// After the line of method and path stand headers, then the body up to the
// line that begins with status. ${table} stands for what was captured. Where
// the script does not say, a POST carries an Idempotency-Key of its own; a header
// without a value is not sent. A table to play at is put up, in force and open, by
//
//	FURNISH /v1/tables
//	{"game": "ultimate-texas-holdem"}
//	status == 200
//
// which is answered as a GET of that table. Rounds are dealt by its dealer, and
// all else is asked by a person of all other roles, unless a header As names who
// asks: As: manager-1.
//
// Checks of the JSON answer, at a path such as next[0].options[1].do:
//
//	json PATH == VALUE        the value, as JSON
//	json PATH has TEXT        a text that contains another
//	json PATH matches REGEXP
//	json PATH count N         length of a list or number of keys
//	json PATH absent
//	body same NAME            bytes as kept by: keep NAME
//	body has TEXT, body lacks TEXT
package apitest
