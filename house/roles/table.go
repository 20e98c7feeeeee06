package roles

// An Action is something a person or a machine may or may not do.
type Action string

// The actions.
const (
	RulesRead Action = "rules.read"

	TableRead   Action = "table.read"
	TableCreate Action = "table.create"
	TableOpen   Action = "table.open"
	TableChips  Action = "table.chips"
	TableDealer Action = "table.dealer"

	RoundDeal    Action = "round.deal"
	RoundRead    Action = "round.read"
	RoundAudit   Action = "round.audit"
	RoundCorrect Action = "round.correct"
	RoundApprove Action = "round.approve"
	RoundDispute Action = "round.dispute"
	SeatRead     Action = "seat.read"
	BookRead     Action = "book.read"

	EdgeRead Action = "edge.read"

	ProposalRead    Action = "proposal.read"
	ProposalWrite   Action = "proposal.write"
	ProposalSubmit  Action = "proposal.submit"
	ProposalApprove Action = "proposal.approve"
	ProposalReturn  Action = "proposal.return"
	Backtest        Action = "proposal.backtest"

	PersonRead  Action = "person.read"
	PersonWrite Action = "person.write"
	PersonFree  Action = "person.free"
	KeyRead     Action = "key.read"
	KeyWrite    Action = "key.write"

	ReportRead Action = "report.read"
	DayClose   Action = "day.close"

	EventsRead  Action = "events.read"
	MetricsRead Action = "metrics.read"

	AlertRead Action = "alert.read"
	AlertAck  Action = "alert.ack"
	FeedRead  Action = "feed.read"
)

// Deciding are the actions by which a second person decides on what another did.
var Deciding = []Action{ProposalApprove, RoundApprove, RoundDispute}

// A Line says of one action what it is and how far each role may do it, in the
// order of All.
type Line struct {
	Action Action
	May    [5]Scope
	About  string
}

// Table is who may do what. What is not here is allowed to nobody.
var Table = []Line{
	//                   dealer supervisor manager auditor admin
	{RulesRead, [5]Scope{Any, Any, Any, Any, Any}, "read games, paytables and this API's description"},

	{TableRead, [5]Scope{Own, Any, Any, Any, None}, "read tables and the versions of their settings"},
	{TableCreate, [5]Scope{None, None, Any, None, None}, "set a table up, as a proposal that another manager approves"},
	{TableOpen, [5]Scope{Any, Any, None, None, None}, "open a table with its float: a dealer and a supervisor, one asking, the other authorising"},
	{TableChips, [5]Scope{Own, Any, None, None, None}, "close a table, fill, credit and drop: a dealer and a supervisor, one asking, the other authorising"},
	{TableDealer, [5]Scope{None, Any, None, None, None}, "put another dealer on a table"},

	{RoundDeal, [5]Scope{Own, None, None, None, None}, "open a round, answer what it asks, strike, and void; a late void while a supervisor stands by"},
	{RoundRead, [5]Scope{Own, Any, Any, Any, None}, "read a round as everybody may see it"},
	{RoundAudit, [5]Scope{None, Any, Any, Any, None}, "read all that was recorded of a round, settled again"},
	{RoundCorrect, [5]Scope{Own, Any, None, None, None}, "open a correction of a settled round, which books nothing"},
	{RoundApprove, [5]Scope{None, Any, None, None, None}, "approve a correction another person opened, or reject one"},
	{RoundDispute, [5]Scope{None, Any, None, None, None}, "open a dispute of a round, note what is found, close one another person opened"},
	{SeatRead, [5]Scope{None, None, None, None, None}, "see the hole cards of one seat: only a key made for that seat"},
	{BookRead, [5]Scope{None, Any, Any, Any, None}, "read the entries of the book"},

	{EdgeRead, [5]Scope{None, Any, Any, Any, None}, "have a paytable's exact edge worked out"},

	{ProposalRead, [5]Scope{None, Any, Any, Any, None}, "read proposals, compare versions, export"},
	{ProposalWrite, [5]Scope{None, None, Any, None, None}, "draft, import and price a proposal"},
	{ProposalSubmit, [5]Scope{None, None, Any, None, None}, "submit a proposal, override the gate by name, withdraw, schedule what was approved"},
	{ProposalApprove, [5]Scope{None, None, Any, None, None}, "approve or reject what another person drafted and submitted"},
	{ProposalReturn, [5]Scope{None, None, Any, None, None}, "return a table to settings that were in force before"},
	{Backtest, [5]Scope{None, None, Any, Any, None}, "settle recorded rounds again under a draft"},

	{PersonRead, [5]Scope{None, Any, Any, Any, Any}, "read who there is and what they may do"},
	{PersonWrite, [5]Scope{None, None, None, None, Any}, "add a person, change roles, give a new PIN or password, end an account"},
	{PersonFree, [5]Scope{None, Any, None, None, Any}, "free a locked account of another person"},
	{KeyRead, [5]Scope{None, None, None, Any, Any}, "read which keys there are, never the keys"},
	{KeyWrite, [5]Scope{None, None, None, None, Any}, "make and revoke the keys of machines"},

	{ReportRead, [5]Scope{None, Any, Any, Any, None}, "read reports, and the closes of gaming days"},
	{DayClose, [5]Scope{None, Any, Any, None, None}, "close a gaming day, while another supervisor or manager stands by"},

	{EventsRead, [5]Scope{None, Any, Any, Any, Any}, "read the significant events"},
	{MetricsRead, [5]Scope{None, None, None, Any, Any}, "read the server's figures"},

	{AlertRead, [5]Scope{None, Any, Any, Any, None}, "read alerts"},
	{AlertAck, [5]Scope{None, Any, Any, None, None}, "acknowledge alerts and add notes"},
	{FeedRead, [5]Scope{Own, Any, Any, Any, None}, "read the live feed: a dealer the events of the own table's rounds"},
}
