package games

// A Refusal is why something may not happen. Its code is stable, for
// machines; errors that wrap it name the object.
type Refusal struct {
	code, text string
}

// NewRefusal returns a refusal of the code and the words. Codes are unique in
// the program and never change.
func NewRefusal(code, text string) *Refusal { return &Refusal{code, text} }

// Error returns the refusal in words.
func (e *Refusal) Error() string { return e.text }

// Code returns the stable code of the refusal.
func (e *Refusal) Code() string { return e.code }

// Why an event is refused.
var (
	ErrNotAsked = &Refusal{"not_asked", "not asked for now"}
	ErrChoice   = &Refusal{"choice", "not one of the choices"}
	ErrAmount   = &Refusal{"amount", "not an amount that may be bet"}
	ErrCards    = &Refusal{"cards", "not the cards asked for"}
	ErrSeen     = &Refusal{"card_twice", "already on the table"}
	ErrNote     = &Refusal{"note", "a reason must be given"}
	ErrOver     = &Refusal{"round_over", "the round is over"}
	ErrForm     = &Refusal{"event_form", "the event says more than its kind can"}
)

// Why a game or its paytables cannot be set up.
var (
	ErrHouse = &Refusal{"house_rule", "the house rules do not fit the game"}
	ErrRow   = &Refusal{"paytable_row", "the paytable does not price the game's rows"}
	ErrGame  = &Refusal{"unknown_game", "no such game"}
)
