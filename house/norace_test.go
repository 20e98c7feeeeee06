//go:build !race

package house_test

const raced = false
