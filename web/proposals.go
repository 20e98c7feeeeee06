package web

// proposalPages are of what changes what lies on the felt.
var proposalPages = []page{}
