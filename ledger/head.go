package ledger

import (
	"time"
)

// A Head is the end of a table's chain, and where the table stands.
type Head struct {
	Table     int64
	Seq       int64     // of the last page; 0 before the first
	Hash      [32]byte  // of the last link; zero before the first
	Rounds    int64     // number of the last round opened
	OpenRound int64     // the round not settled yet; 0 is none
	OpenDay   time.Time // gaming day of the last round opened; zero before the first
	Settings  int       // version of the settings the last round was opened under; 0 before the first
	Dealer    string    // who deals; empty where the table is closed
}
