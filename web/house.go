package web

import "slices"

var houseLinks = []link{
	{Path: "/house", also: "/house/proposals", Title: "house.proposals", action: "proposal.read"},
	{Path: "/house/tables", Title: "house.tables", action: "table.read"},
	{Path: "/house/people", Title: "house.people", action: "person.read"},
	{Path: "/house/keys", Title: "house.keys", action: "key.read"},
	{Path: "/house/policy", Title: "house.policy", action: "proposal.read"},
	{Path: "/house/events", Title: "house.events", action: "events.read"},
	{Path: "/pit", Title: "pit.title", action: "alert.read"},
}

// housePages are of management.
var housePages = slices.Concat(proposalPages, officePages)
