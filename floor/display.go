package floor

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"slices"
	"time"

	"croupier/cards"
	"croupier/games"
	"croupier/house"
)

// A Display is what a table shows to anybody: no name of a person, no figure of the
// book, and no card that is not turned. It is kept and must not be changed.
type Display struct {
	Tag     string // changes whenever the rest does
	Name    string
	Open    bool        // somebody deals
	Felt    *house.Felt // of the round that is open, or else in force; nil where none is
	Pins    *house.Pins // its settings, as the public sees them
	Version int         // of the settings; 0 where there are none
	Round   *View       // the round that has not ended
	Done    *View       // where none is open: the last that ended, as it lay then
	Latest  []Ended     // the last rounds that ended, the newest first
}

// An Ended is a round that ended, as it lay on the felt then. What a correction made
// of it since is not told.
type Ended struct {
	ID     string      `json:"id" example:"7-712"`
	Status Status      `json:"status" enum:"settled,void"`
	Board  cards.Cards `json:"board" doc:"Cards as text" example:"As Kd 7c 2h 2d"`
	Dealer cards.Cards `json:"dealer" doc:"Cards as text, ?? where they were never turned" example:"Qs Qh"`
	Hand   string      `json:"hand,omitempty" doc:"Category of the dealer's best five, where it was shown" example:"two pair"`
	At     time.Time   `json:"at"`
}

// latest is how many rounds that ended a display tells of.
const latest = 8

// Display returns what the table shows. As long as nothing happens at the table it
// takes two small queries, however many ask. It fails with house.ErrNoTable.
func (f *Floor) Display(ctx context.Context, table int64) (*Display, error) {
	s, err := house.StandingOf(ctx, f.pool, table, f.desk.Now())
	if err != nil {
		return nil, err
	}
	before := &Display{}
	if kept, ok := f.displays.Load(table); ok {
		before = kept.(*Display)
	}
	if before.Tag == tag(&s) {
		return before, nil
	}
	d := &Display{Tag: tag(&s), Name: s.Name, Open: s.Dealt}
	if err := f.layOut(ctx, d, table, &s); err != nil {
		return nil, err
	}
	if s.Open == 0 && s.Rounds > 0 {
		if _, d.Done, err = f.look(ctx, RoundID{Table: table, Number: s.Rounds}); err != nil {
			return nil, err
		}
	}
	if d.Latest, err = f.ended(ctx, table, &s, before.Latest); err != nil {
		return nil, err
	}
	f.displays.Store(table, d)
	return d, nil
}

// tag is of the table's chain and the version in force: nothing of a display changes
// without one of them.
func tag(s *house.Standing) string {
	sum := sha256.Sum256(fmt.Appendf(nil, "%x %d", s.Head, s.Version))
	return hex.EncodeToString(sum[:16])
}

// layOut puts on the display what lies on the felt.
func (f *Floor) layOut(ctx context.Context, d *Display, table int64, s *house.Standing) error {
	var err error
	switch {
	case s.Open != 0:
		var h *hand
		if h, d.Round, err = f.look(ctx, RoundID{Table: table, Number: s.Open}); err != nil {
			return err
		}
		d.Felt, d.Version = h.felt, h.opened.Settings
	case s.Version != 0:
		if d.Felt, err = f.lay(ctx, table, s.Version); err != nil {
			return err
		}
		d.Version = s.Version
	default:
		return nil
	}
	pins := public(d.Felt.Pins)
	d.Pins = &pins
	return nil
}

// look is the round as anybody may see it.
func (f *Floor) look(ctx context.Context, id RoundID) (*hand, *View, error) {
	h, _, _, err := f.read(ctx, id)
	if err != nil {
		return nil, nil, err
	}
	v := h.view()
	v.Pins = public(v.Pins)
	return h, &v, nil
}

// public are the settings without the amounts from which on the pit looks closer.
func public(p house.Pins) house.Pins {
	p.LargeWin, p.ApproveWin = "", ""
	return p
}

// ended are the last rounds that ended, of which some are known: none changes.
func (f *Floor) ended(ctx context.Context, table int64, s *house.Standing, known []Ended) ([]Ended, error) {
	list := []Ended{}
	for n := s.Rounds; n > 0 && len(list) < latest; n-- {
		id := RoundID{Table: table, Number: n}
		if n == s.Open {
			continue
		}
		if i := slices.IndexFunc(known, func(e Ended) bool { return e.ID == id.String() }); i >= 0 {
			list = append(list, known[i])
			continue
		}
		h, _, entries, err := f.read(ctx, id)
		if err != nil {
			return nil, err
		}
		v := h.view()
		e := Ended{ID: v.ID, Status: v.Status, Board: v.Board, Dealer: v.Dealer, At: entries[0].At}
		if hand := h.round.Showdown(games.Dealer).Dealer; hand != 0 {
			e.Hand = hand.Category().String()
		}
		list = append(list, e)
	}
	return list, nil
}
