//go:build race

package main

// raced has the program under test built with the race detector, and struck at
// some events only, since each start takes longer.
const raced = true
