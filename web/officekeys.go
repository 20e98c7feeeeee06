package web

import (
	"time"

	"croupier/house/people"
	"croupier/house/roles"
)

// keyPages are of the keys of machines.
var keyPages = []page{
	{path: "/house/keys", name: "house/keys", frame: "office", title: "house.keys", styles: []string{"house", "office"}, scripts: []string{"house/keys"}, words: []string{"house"}, load: loadKeys},
}

// ofKeys is what the list of keys shows.
type ofKeys struct {
	Keys    []people.Key
	Persons []people.Person // whom a key may act as; none where nobody may make one
	now     time.Time
}

func loadKeys(v *visit) (any, error) {
	all := ofKeys{now: time.Now()}
	if err := v.ask("/v1/keys", &all); err != nil {
		return nil, err
	}
	if !v.Session.May(string(roles.KeyWrite)) {
		return &all, nil
	}
	return &all, v.ask("/v1/persons", &all)
}

// Expired reports whether the key's time is over.
func (o *ofKeys) Expired(k people.Key) bool { return k.Expires != nil && !k.Expires.After(o.now) }

// Actions are all that a key may be good for.
func (*ofKeys) Actions() []roles.Line { return roles.Table }

// An expiry is a moment at which a key may end.
type expiry struct {
	Days int
	At   string
}

// Expiries are the moments that are proposed.
func (o *ofKeys) Expiries() (list []expiry) {
	for _, days := range []int{1, 7, 30, 90, 365} {
		list = append(list, expiry{days, o.now.AddDate(0, 0, days).UTC().Format(time.RFC3339)})
	}
	return list
}
