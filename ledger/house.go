package ledger

import "time"

// A Table is a table of the house. Its Number and Name never change.
type Table struct {
	Number int64
	Name   string
	Seq    int64 // of the house's page
	Actor  string
	At     time.Time
}

// Settings are one version of a table's settings. Content is JSON; Digest is
// what ContentDigest says of it.
type Settings struct {
	Table    int64
	Version  int // from 1, by table
	Digest   [32]byte
	Content  []byte
	Seq      int64
	Actor    string
	Approver string
	At       time.Time
}

// A Paytable is a published paytable. Digest is its identity, as package
// paytables computes it; Content is JSON.
type Paytable struct {
	Digest            [32]byte
	Game, Wager, Name string
	Content           []byte
	Seq               int64
	Actor             string
	At                time.Time
}
