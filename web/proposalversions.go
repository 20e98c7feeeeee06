package web

import (
	"net/url"
	"slices"
	"time"

	"croupier/house"
)

// versions is the history of a table's settings.
type versions struct {
	Table    house.Table
	Versions []tableVersion
	Zone     *time.Location
}

// tableVersion is a version with what may be done with it.
type tableVersion struct {
	house.Version
	Before   int  // the version it can be compared with; none: it is the first
	Returns  bool // the table may return to it
	Proposal int64
}

func loadVersions(v *visit) (any, error) {
	path := "/v1/tables/" + url.PathEscape(v.r.PathValue("table"))
	var c versions
	if err := v.ask(path, &c.Table); err != nil {
		return nil, err
	}
	var found struct{ Versions []house.Version }
	if err := v.ask(path+"/versions", &found); err != nil {
		return nil, err
	}
	c.Zone = zoneOf([]house.Table{c.Table}, nil)
	for i, version := range found.Versions {
		t := tableVersion{Version: version, Returns: v.Session.May("proposal.return") && version.Version != c.Table.Version && begun(version)}
		if i+1 < len(found.Versions) {
			t.Before = found.Versions[i+1].Version
		}
		for _, term := range version.Terms {
			t.Proposal = max(t.Proposal, term.Proposal)
		}
		c.Versions = append(c.Versions, t)
	}
	return c, nil
}

// begun reports whether the version was in force at some time, as far as it shows.
func begun(v house.Version) bool {
	return slices.ContainsFunc(v.Terms, func(t house.Term) bool { return t.State != house.Scheduled })
}
