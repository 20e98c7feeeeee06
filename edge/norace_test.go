//go:build !race

package edge

const raced = false
