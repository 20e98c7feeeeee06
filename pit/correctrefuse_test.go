package pit_test

import (
	"errors"
	"slices"
	"testing"

	"github.com/shopspring/decimal"

	"croupier/desk"
	"croupier/floor"
	"croupier/floor/floortest"
	"croupier/games"
	"croupier/house"
	"croupier/ledger"
	"croupier/pit"
	"croupier/sight"
)

// plain is a table of the first game.
func plain() house.Spec {
	return house.Spec{Game: "ultimate-texas-holdem", Chip: decimal.NewFromInt(1)}
}

// What is no correction is refused, and nothing of it is written.
func TestCorrectionsThatAreNone(t *testing.T) {
	t.Parallel()
	s := newScene(t)
	table, felt := s.open(plain())
	record, other := flushed.record(t, felt), paired.record(t, felt)
	id := s.played(table, record)
	twice := slices.Clone(other)
	twice[len(twice)-2].Cards = lie(t, "As 3d")
	open := s.dealt(table, record[:4])
	for name, test := range map[string]struct {
		round   sight.RoundID
		request pit.Request
		want    error
	}{
		"no code":           {id, pit.Request{Code: "typo", Reason: "x", Events: other}, pit.ErrCode},
		"no reason":         {id, pit.Request{Code: pit.CardMiskeyed, Reason: " ", Events: other}, pit.ErrReason},
		"two lines":         {id, pit.Request{Code: pit.CardMiskeyed, Reason: "a\nb", Events: other}, pit.ErrReason},
		"no record":         {id, pit.Request{Code: pit.CardMiskeyed, Reason: "x"}, pit.ErrRecord},
		"half a record":     {id, pit.Request{Code: pit.CardMiskeyed, Reason: "x", Events: other[:len(other)-1]}, pit.ErrRecord},
		"more than one":     {id, pit.Request{Code: pit.CardMiskeyed, Reason: "x", Events: append(slices.Clone(other), other[0])}, games.ErrOver},
		"a card twice":      {id, pit.Request{Code: pit.CardMiskeyed, Reason: "x", Events: twice}, games.ErrSeen},
		"the same":          {id, pit.Request{Code: pit.CardMiskeyed, Reason: "x", Events: record}, pit.ErrUnchanged},
		"events of a void":  {id, pit.Request{Code: pit.VoidRound, Reason: "x", Events: other}, pit.ErrRecord},
		"not settled":       {open, pit.Request{Code: pit.CardMiskeyed, Reason: "x", Events: other}, pit.ErrNotSettled},
		"no round":          {sight.RoundID{Table: table, Number: 99}, pit.Request{Code: pit.VoidRound, Reason: "x"}, ledger.ErrNoRound},
		"no table":          {sight.RoundID{Table: 99, Number: 1}, pit.Request{Code: pit.VoidRound, Reason: "x"}, ledger.ErrNoTable},
		"a dispute of none": {id, pit.Request{Code: pit.VoidRound, Reason: "x", Dispute: 4}, pit.ErrNoDispute},
	} {
		if _, err := s.pit.Correct(t.Context(), s.by(floortest.Supervisor), test.round, test.request); !errors.Is(err, test.want) {
			t.Errorf("%s: %v, want %v", name, err, test.want)
		}
	}
	stranger := s.by("dealer-0")
	stranger.Own = true
	if _, err := s.pit.Correct(t.Context(), stranger, id, pit.Request{Code: pit.VoidRound, Reason: "x"}); !errors.Is(err, desk.ErrNotOwn) {
		t.Errorf("a dealer of no table: %v", err)
	}
	if list, err := s.pit.Corrections(t.Context(), pit.CorrectionFilter{}); err != nil || len(list) != 0 {
		t.Errorf("%d corrections, %v", len(list), err)
	}
	s.sound()
}

// A refused event says what the record asks in its place.
func TestARefusedRecordSaysWhatIsAsked(t *testing.T) {
	t.Parallel()
	s := newScene(t)
	table, felt := s.open(plain())
	id := s.played(table, flushed.record(t, felt))
	other := paired.record(t, felt)
	_, err := s.pit.Correct(t.Context(), s.by(floortest.Supervisor), id, pit.Request{Code: pit.CardMiskeyed, Reason: "x", Events: other[:3]})
	var refused *sight.Refused
	if !errors.As(err, &refused) || refused.Index != 3 || refused.N != 3 || refused.Next[0].Step != other[3].Step {
		t.Errorf("%+v, %v", refused, err)
	}
}

// Cards a deck dealt are nobody's mistake.
func TestADeckIsNeverKeyedWrongly(t *testing.T) {
	t.Parallel()
	s := newScene(t)
	spec := plain()
	spec.Dealing = house.ByDeck
	table, _ := s.open(spec)
	id := s.byDeck(table)
	h, err := s.floor.Audit(t.Context(), id)
	s.must(err)
	var events []games.Event
	for _, e := range h.Events {
		events = append(events, e.Event)
	}
	last := slices.IndexFunc(events, func(e games.Event) bool { return e.Kind == games.KindShow && e.Place == games.Dealer })
	dealt := events[last].Cards
	for _, free := range []string{"2c 2d", "2h 2s", "3c 3d", "3h 3s", "4c 4d", "4h 4s"} {
		events[last].Cards = lie(t, free)
		_, err = s.pit.Correct(t.Context(), s.by(floortest.Supervisor), id, pit.Request{Code: pit.CardMiskeyed, Reason: "x", Events: events})
		if slices.Equal(events[last].Cards, dealt) {
			err = pit.ErrDeckDealt
		}
		if !errors.Is(err, pit.ErrDeckDealt) && !errors.Is(err, games.ErrSeen) {
			t.Errorf("%s: %v", free, err)
		}
	}
	number, _ := s.opened(id, pit.Request{Code: pit.VoidRound, Reason: "the shuffler was open"})
	s.approved(number)
	s.sound()
}

// byDeck plays a round of one seat at a table whose deck deals.
func (s *scene) byDeck(table int64) sight.RoundID {
	s.t.Helper()
	dealer := floortest.Dealer(table)
	a, err := s.floor.OpenRound(s.t.Context(), s.by(dealer), table)
	v := told[sight.View](s, a, err)
	id, err := sight.ParseRoundID(v.ID)
	s.must(err)
	events := []games.Event{
		{Step: v.Next[0].Step, Kind: games.KindBet, Place: 1, Do: games.DoBet, Wager: "ante", Amount: decimal.NewFromInt(10)},
		{Step: v.Next[0].Step, Kind: games.KindClose},
	}
	for len(events) > 0 {
		a, err := s.floor.Do(s.t.Context(), s.by(dealer), id, floor.Change{N: floor.AnyN, Events: events})
		v = told[sight.View](s, a, err)
		events = nil
		if len(v.Next) > 0 {
			p := v.Next[0]
			e := games.Event{Step: p.Step, Kind: p.Kind, Place: p.Place}
			if p.Kind == games.KindAct {
				e.Do, e.Wager, e.Amount = p.Options[0].Do, p.Options[0].Wager, p.Options[0].Min
			}
			events = append(events, e)
		}
	}
	return id
}

// Two persons stand behind a correction, of whatever roles they are; it is decided
// once, of what stands, and at a table where chips can move.
func TestTwoPersonsCorrect(t *testing.T) {
	t.Parallel()
	s := newScene(t)
	table, felt := s.open(plain())
	ctx, id := t.Context(), s.played(table, flushed.record(t, felt))
	ask := pit.Request{Code: pit.CardMiskeyed, Reason: "it was a diamond", Events: paired.record(t, felt)}
	a, err := s.pit.Correct(ctx, s.by(floortest.Supervisor), id, ask)
	first := told[pit.Correction](s, a, err)
	number, err := sight.ParseRoundID(first.ID)
	s.must(err)
	other, _ := s.opened(id, pit.Request{Code: pit.VoidRound, Reason: "better void it"})
	refuses := func(what string, err, want error) {
		t.Helper()
		if !errors.Is(err, want) {
			t.Errorf("%s: %v, want %v", what, err, want)
		}
	}
	_, err = s.pit.Approve(ctx, s.by(floortest.Supervisor), number)
	refuses("the own", err, pit.ErrOwnCorrection)
	_, err = s.pit.Approve(ctx, s.by(otherSupervisor), sight.RoundID{Table: table, Number: 9})
	refuses("none", err, pit.ErrNoCorrection)
	_, err = s.pit.Reject(ctx, s.by(otherSupervisor), number, "")
	refuses("a rejection without a reason", err, pit.ErrReason)

	c := s.by(otherSupervisor)
	a, err = s.pit.Approve(ctx, c, number)
	done := told[pit.Correction](s, a, err)
	again, err := s.pit.Approve(ctx, c, number)
	if err != nil || !again.Repeated || string(again.Body) != string(a.Body) {
		t.Errorf("the same key: %s, %v", again.Body, err)
	}
	if kept, err := s.pit.Correction(ctx, number); err != nil || kept.State != pit.Approved || kept.Correction != done.Correction || kept.Decided.Actor != otherSupervisor {
		t.Errorf("kept %+v, %v", kept, err)
	}
	_, err = s.pit.Approve(ctx, s.by(otherSupervisor), number)
	refuses("decided", err, pit.ErrDecided)
	_, err = s.pit.Approve(ctx, s.by(otherSupervisor), other)
	refuses("of what does not stand", err, pit.ErrOvertaken)
	a, err = s.pit.Reject(ctx, s.by(otherSupervisor), other, "corrected already")
	if c := told[pit.Correction](s, a, err); c.State != pit.Rejected || c.Decided.Reason != "corrected already" {
		t.Errorf("%+v", c)
	}
	_, err = s.pit.Reject(ctx, s.by(otherSupervisor), other, "again")
	refuses("rejected twice", err, pit.ErrDecided)

	late, _ := s.opened(id, pit.Request{Code: pit.VoidRound, Reason: "void it after all"})
	won := total(s.entries(id)[2].Lines).Neg()
	s.ties(table, won, 1)
	_, err = s.pit.Approve(ctx, s.by(floortest.Supervisor), late)
	refuses("a closed table", err, pit.ErrTableClosed)
	s.openAgain(table)
	s.approved(late)
	if sheet, err := s.floor.Result(ctx, table, 0); err != nil || !sheet.WinInBook.Equal(won.Neg()) || sheet.Rounds != 0 {
		t.Errorf("the session that handed the chips out: %+v, %v", sheet, err)
	}
	s.lists(table, map[pit.State]int{"": 3, pit.Opened: 0, pit.Approved: 2, pit.Rejected: 1})
	s.sound()
}

// openAgain opens the table for another session.
func (s *scene) openAgain(table int64) {
	s.t.Helper()
	s.keys++
	pair := floor.Pair{Dealer: floortest.Dealer(table), Supervisor: floortest.Supervisor}
	_, err := s.floor.OpenTable(s.t.Context(), floortest.Caller(pair, "open again", s.keys), table, pair, floor.Counts{"100": 1000})
	s.must(err)
}

// lists holds how many corrections of each state the table has.
func (s *scene) lists(table int64, want map[pit.State]int) {
	s.t.Helper()
	for state, n := range want {
		list, err := s.pit.Corrections(s.t.Context(), pit.CorrectionFilter{Table: table, State: state})
		if err != nil || len(list) != n {
			s.t.Errorf("%d corrections %q, want %d: %v", len(list), state, n, err)
		}
	}
}

// A correction is booked beside a round that is played meanwhile, which goes on.
func TestACorrectionBesideARound(t *testing.T) {
	t.Parallel()
	s := newScene(t)
	table, felt := s.open(plain())
	record := flushed.record(t, felt)
	id := s.played(table, record)
	open := s.dealt(table, record[:5])
	number, _ := s.opened(id, pit.Request{Code: pit.VoidRound, Reason: "misdealt"})
	s.approved(number)
	_, err := s.floor.Do(t.Context(), s.by(floortest.Dealer(table)), open, floor.Change{N: 5, Events: record[5:]})
	s.must(err)
	s.ties(table, total(s.entries(open)[0].Lines).Neg(), 2)
	s.sound()
}
