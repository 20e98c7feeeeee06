package pit

import (
	"croupier/games"
	"croupier/words"
)

// said is what happened at the table, in words.
func said(w *words.Words, e *games.Event) string {
	blanks := words.Args{
		"place": place(w, e.Place), "wager": w.Name("wager", e.Wager), "amount": e.Amount,
		"cards": e.Cards, "note": e.Note,
	}
	key := eventKey(e)
	if key == "event.down" {
		blanks["n"] = len(e.Cards)
	}
	return w.Say(key, blanks)
}

// eventKey is the message that tells of the event.
func eventKey(e *games.Event) string {
	switch e.Kind {
	case games.KindBet:
		if e.Amount.IsZero() {
			return "event.unbet"
		}
	case games.KindAct:
		return "event." + e.Do
	case games.KindDeal:
		if known(e.Cards...) {
			return "event.up"
		}
		return "event.down"
	case games.KindVoid:
		if e.Place != games.Dealer {
			return "event.seat " + e.Do
		}
		return "event." + e.Do
	}
	return "event." + string(e.Kind)
}

func place(w *words.Words, p games.Place) string {
	if p >= 1 {
		return w.Say("place.seat", words.Args{"seat": int(p)})
	}
	return w.Name("place", p.String())
}
