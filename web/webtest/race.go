//go:build race

package webtest

// raced says that the race detector watches: a browser has no patience with it, and
// what the screens call is raced by the tests of the API.
const raced = true
