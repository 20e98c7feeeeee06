// Package roundfile is the round file: a round as a person writes it down, one
// JSON object a line, and what each wager of it came to, one JSON object a
// line. It deals the round by answering the game's own prompts, as a dealer by
// hand would, so it holds no rule of any game. It knows no database, no time
// and no files: it reads and writes streams.
//
// A line that cannot be a legal round becomes an object with an error in its
// place: a code for machines, a message for people, and where in the line it
// stands, as seats[0].actions[1] or, where the line is not JSON, line 3. The
// codes are
//
//	malformed_json     the line is not one JSON object
//	line_too_long      the line has more than MaxLine bytes
//	duplicate_key      a key stands twice in an object
//	unknown_key        a key the round file does not have
//	wrong_type         a value of another JSON type than asked for, such as
//	                   a number where money must be a decimal string
//	missing            something that must be given is not
//	unknown_game       no such game
//	house_rule         no such house rule, or no such value, or none chosen
//	terms              chip, rounding, cap or cap_share no table can have
//	unknown_paytable   no shipped paytable has the name
//	paytable_form      rows that cannot be read
//	paytable_row       not exactly the rows of the game
//	paytable_other     a paytable of another game or wager
//	paytable_requires  the house rules are not those the paytable needs
//	unpriced           a stake on a wager without a paytable
//	seat               no seat of the table, or one that stands twice
//	wager              no wager of the game that is bet before the cards
//	unequal            two wagers that must be equal are not
//	amount             not a positive amount
//	choice             an action that is not offered then
//	not_asked          an action when nothing is to be decided
//	card               not a card
//	card_twice         a card that stands twice in the line
//	cards              a wrong number of cards, or face-down ones where they
//	                   must be known
package roundfile
