package web

// displayPages are what hangs over a table for everybody to see.
var displayPages = []page{}
