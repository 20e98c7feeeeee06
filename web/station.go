package web

// stationPages are of the dealer's terminal, which asks the API itself.
var stationPages = []page{
	{path: "/station", name: "station/station", frame: "bare", title: "station.title", open: true, styles: []string{"station", "desk"}, scripts: []string{"station/main"},
		words: []string{"station", "table", "step", "do", "place", "game", "wager", "hand", "outcome", "status", "ruling", "event", "reason", "irregular", "say", "language", "entry"}},
}
