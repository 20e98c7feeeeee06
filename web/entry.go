package web

import "strings"

// entryPages are where one comes in.
var entryPages = []page{
	{path: "/signin", name: "entry/signin", frame: "bare", title: "entry.sign in", open: true, styles: []string{"entry"}, scripts: []string{"lib/page"}, load: loadSignIn},
	{path: "/{$}", name: "entry/home", frame: "office", title: "entry.welcome", load: loadHome},
}

// signIn is what the page of that name shows.
type signIn struct{ Then string }

// loadSignIn leads back to a page of ours and nowhere else.
func loadSignIn(v *visit) (any, error) {
	then := v.r.URL.Query().Get("then")
	if !strings.HasPrefix(then, "/") || strings.HasPrefix(then, "//") || strings.ContainsAny(then, "\\{}\r\n") {
		then = "/"
	}
	return signIn{then}, nil
}

// A door leads to a part of the house.
type door struct{ Path, Title, About string }

// loadHome are the parts of the house whoever is signed in has business in.
func loadHome(v *visit) (any, error) {
	var doors []door
	for _, d := range []struct {
		door
		action string
	}{
		{door{"/station", "station.title", "station.about"}, "round.deal"},
		{door{"/pit", "pit.title", "pit.about"}, "alert.read"},
		{door{"/house", "house.title", "house.about"}, "proposal.read"},
		{door{"/house/people", "house.people", "house.people about"}, "person.read"},
		{door{"/docs", "entry.docs", "entry.docs about"}, "rules.read"},
	} {
		if v.Session.May(d.action) {
			doors = append(doors, d.door)
		}
	}
	return doors, nil
}
