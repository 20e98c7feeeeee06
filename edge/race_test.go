//go:build race

package edge

const raced = true
