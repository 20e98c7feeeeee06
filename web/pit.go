package web

import "slices"

var pitLinks = []link{
	{Path: "/pit", Title: "pit.floor", action: "report.read"},
	{Path: "/pit/alerts", Title: "pit.alerts", action: "alert.read"},
	{Path: "/pit/rounds", Title: "pit.rounds", action: "round.audit"},
	{Path: "/pit/corrections", Title: "pit.corrections", action: "round.audit"},
	{Path: "/pit/disputes", Title: "pit.disputes", action: "round.audit"},
	{Path: "/pit/reports", Title: "pit.reports", action: "report.read"},
	{Path: "/pit/days", Title: "pit.days", action: "report.read"},
	{Path: "/pit/chain", Title: "pit.chain", action: "book.read"},
	{Path: "/house", Title: "house.title", action: "proposal.read"},
}

// pitPages are of the pit boss.
var pitPages = slices.Concat(floorPages, roundPages, caseworkPages, reportPages, chainPages)

// inPit is a page of the pit in its frame.
func inPit(path, name, title string, load func(*visit) (any, error), scripts ...string) page {
	return page{path: path, name: "pit/" + name, frame: "office", title: title, styles: []string{"pit"}, scripts: scripts, load: load}
}
