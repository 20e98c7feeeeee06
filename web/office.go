package web

import "net/url"

// segment is a part of the path that was asked for, as it stands in a path of the API.
func (v *visit) segment(name string) string { return url.PathEscape(v.r.PathValue(name)) }

// officePages are of tables, people and the policy.
var officePages = []page{}
