package web

var pitLinks = []link{
	{Path: "/pit", Title: "pit.floor", action: "alert.read"},
	{Path: "/pit/alerts", Title: "pit.alerts", action: "alert.read"},
	{Path: "/pit/rounds", Title: "pit.rounds", action: "round.audit"},
	{Path: "/pit/corrections", Title: "pit.corrections", action: "round.audit"},
	{Path: "/pit/disputes", Title: "pit.disputes", action: "round.audit"},
	{Path: "/pit/reports", Title: "pit.reports", action: "report.read"},
	{Path: "/pit/chain", Title: "pit.chain", action: "book.read"},
	{Path: "/house", Title: "house.title", action: "proposal.read"},
}

// pitPages are of the pit boss.
var pitPages = []page{}
