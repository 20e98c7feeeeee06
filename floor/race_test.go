//go:build race

package floor_test

const raced = true
