//go:build !race

package shelf_test

const raced = false
