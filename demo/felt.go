package demo

import (
	"github.com/shopspring/decimal"

	"croupier/floor"
	"croupier/games"
	"croupier/house"
	"croupier/paytables"
)

// A stand is a table as it is set up, and who works there.
type stand struct {
	name       string
	pit        string
	game       string
	rules      games.House
	paytables  []string // those that ship
	limits     map[string][2]int64
	deals      house.Dealing
	language   string
	dealer     string
	supervisor string
	misdealt   int              // the round that is voided
	happens    map[int]incident // after the round of the number
}

// stands are the tables in the order of their numbers. Amounts are won.
var stands = []stand{
	{
		name: "Ultimate 1", pit: "Main", game: "ultimate-texas-holdem", paytables: []string{"blind-a", "trips-2"},
		limits: map[string][2]int64{"ante": {10_000, 500_000}, "trips": {5_000, 200_000}}, deals: house.ByHand, language: "ko",
		dealer: "dealer-1", supervisor: "supervisor-1", happens: map[int]incident{12: fill, 18: correct},
	},
	{
		name: "Ultimate 2", pit: "Main", game: "ultimate-texas-holdem", paytables: []string{"blind-a", "trips-3"},
		limits: map[string][2]int64{"ante": {20_000, 1_000_000}, "trips": {5_000, 300_000}}, deals: house.ByDeck, language: "en",
		dealer: "dealer-2", supervisor: "supervisor-1",
	},
	{
		name: "Bonus 1", pit: "Garden", game: "texas-holdem-bonus", rules: games.House{"ante_pays_from": "straight"}, paytables: []string{"bonus-1"},
		limits: map[string][2]int64{"ante": {10_000, 300_000}, "bonus": {5_000, 100_000}}, deals: house.ByHand, language: "ru",
		dealer: "dealer-3", supervisor: "supervisor-2", misdealt: 9,
	},
	{
		name: "Casino 1", pit: "Garden", game: "casino-holdem", paytables: []string{"casino-ante-1", "casino-aa-1"},
		limits: map[string][2]int64{"ante": {10_000, 500_000}, "aa": {5_000, 100_000}}, deals: house.ByHand, language: "en",
		dealer: "dealer-4", supervisor: "supervisor-2", happens: map[int]incident{22: dispute},
	},
}

// Of all tables.
const (
	chip       = 1_000
	anteStep   = 5_000
	largeWin   = 500_000
	approveWin = 700_000
)

// float is what a table opens with: fifty million.
var float = floor.Counts{"1000": 500, "5000": 500, "10000": 700, "50000": 400, "100000": 200}

// filled is what a fill brings: ten million.
var filled = floor.Counts{"10000": 500, "50000": 100}

// settings are all that is proposed for the table.
func (s *stand) settings() (house.Patch, error) {
	priced := map[string]*paytables.Paytable{}
	for _, name := range s.paytables {
		p, err := paytables.Default(name)
		if err != nil {
			return house.Patch{}, err
		}
		priced[p.Wager] = &p
	}
	limits := map[string]house.LimitPatch{}
	for wager, of := range s.limits {
		limits[wager] = house.LimitPatch{Min: won(of[0]), Max: won(of[1])}
	}
	return house.Patch{
		Pit: &s.pit, Game: s.game, House: s.rules, Paytables: priced, Limits: limits, Dealing: s.deals,
		Table: house.TermsPatch{Chip: won(chip), Rounding: games.Down}, AnteStep: won(anteStep),
		LargeWin: won(largeWin), ApproveWin: won(approveWin), Seats: 7, Currency: "KRW", TimeZone: "Asia/Seoul", Language: &s.language,
	}, nil
}

func won(amount int64) *decimal.Decimal {
	d := decimal.NewFromInt(amount)
	return &d
}
