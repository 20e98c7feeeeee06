package house

import (
	"context"
	"crypto/ed25519"

	"croupier/desk"
	"croupier/paytables"
	"croupier/shelf"
)

// An Office takes what management asks of the house. Its methods may be called at
// once; what changes something waits for the house's chain.
type Office struct {
	desk  *desk.Desk
	shelf *shelf.Shelf // where the counts of games are kept
	keys  Keys
	known *known
}

// Keys are what proposals are exported and imported with.
type Keys struct {
	Own     ed25519.PrivateKey  // signs; none: nothing is exported
	Trusted []ed25519.PublicKey // whose files are imported besides the own
}

// NewOffice returns the office whose requests pass the desk. It exports and imports
// nothing before it has keys.
func NewOffice(d *desk.Desk, s *shelf.Shelf) *Office {
	return &Office{desk: d, shelf: s, known: newKnown()}
}

// WithKeys returns the office with keys to export and import proposals with.
func (o *Office) WithKeys(keys Keys) *Office {
	if keys.Own != nil {
		own := ed25519.PublicKey(keys.Own[ed25519.PrivateKeySize-ed25519.PublicKeySize:])
		keys.Trusted = append([]ed25519.PublicKey{own}, keys.Trusted...)
	}
	return &Office{o.desk, o.shelf, keys, o.known}
}

// Tables returns the tables of the house in the order of their numbers.
func (o *Office) Tables(ctx context.Context) ([]Table, error) {
	return List(ctx, o.desk.Pool, o.desk.Now())
}

// Table returns the table, or ErrNoTable.
func (o *Office) Table(ctx context.Context, id int64) (Table, error) {
	return Get(ctx, o.desk.Pool, id, o.desk.Now())
}

// Policy returns what the house holds itself to.
func (o *Office) Policy(ctx context.Context) (Policy, error) { return PolicyInForce(ctx, o.desk.Pool) }

// Paytables returns the paytables that ship and those a table was ever set up
// with besides.
func (o *Office) Paytables(ctx context.Context) ([]paytables.Paytable, error) {
	used, err := Paytables(ctx, o.desk.Pool)
	if err != nil {
		return nil, err
	}
	list := paytables.All()
	known := map[paytables.Digest]bool{}
	for i := range list {
		known[list[i].Digest()] = true
	}
	for i := range used {
		if d := used[i].Digest(); !known[d] {
			known[d] = true
			list = append(list, used[i])
		}
	}
	return list, nil
}
