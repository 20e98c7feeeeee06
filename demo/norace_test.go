//go:build !race

package demo_test

const raced = false
