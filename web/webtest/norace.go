//go:build !race

package webtest

const raced = false
