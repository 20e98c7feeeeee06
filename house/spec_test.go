package house_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/shopspring/decimal"

	"croupier/games"
	"croupier/house"
	"croupier/paytables"
	"croupier/words"
)

func uth() house.Spec { return house.Spec{Game: "ultimate-texas-holdem"} }

func shipped(t *testing.T, name string) paytables.Paytable {
	t.Helper()
	p, err := paytables.Default(name)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func TestFeltHasEveryDefault(t *testing.T) {
	t.Parallel()
	f, err := uth().Felt()
	if err != nil {
		t.Fatal(err)
	}
	s := f.Settings
	if s.Game != "ultimate-texas-holdem/1" || s.House["trips_on_fold"] != "settle" || s.Chip != "0.01" ||
		s.Seats != 7 || s.SettleFrom != games.Last || s.Dealing != house.ByHand || s.DayStart != "06:00" ||
		s.Paytables["blind"].Name != "blind-a" || s.Paytables["trips"].Name != "trips-2" {
		t.Errorf("settings %+v", s)
	}
	if min := f.Terms.Limits["trips"].Min; !min.Equal(decimal.RequireFromString("0.01")) {
		t.Errorf("least trips %s, want the chip", min)
	}
}

func TestSpecsThatCannotBe(t *testing.T) {
	t.Parallel()
	florida := shipped(t, "trips-florida")
	broken := shipped(t, "trips-2")
	broken.Rows = broken.Rows[1:]
	for _, c := range []struct {
		name  string
		of    func(*house.Spec)
		field string
		says  string
		is    error
	}{
		{"unknown game", func(s *house.Spec) { s.Game = "baccarat" }, "game", "want ultimate-texas-holdem", games.ErrGame},
		{"unknown rule", func(s *house.Spec) { s.House = games.House{"trips_on_fodl": "settle"} }, "house", "trips_on_fodl", games.ErrHouse},
		{"unknown value", func(s *house.Spec) { s.House = games.House{"trips_on_fold": "maybe"} }, "house", "settle or forfeit", games.ErrHouse},
		{"required rule", func(s *house.Spec) { s.Game = "texas-holdem-bonus" }, "house", "ante_pays_from must be chosen", games.ErrHouse},
		{"deal order", func(s *house.Spec) { s.DealOrder = "community-first" }, "deal_order", "players-first", nil},
		{"deal from", func(s *house.Spec) { s.DealFrom = "middle" }, "deal_from", "first or last", nil},
		{"blank name", func(s *house.Spec) { s.Name = "  " }, "name", "seen", nil},
		{"turned name", func(s *house.Spec) { s.Name = "a\u202eb" }, "name", "seen", nil},
		{"least off the step", func(s *house.Spec) {
			s.AnteStep, s.Limits = decimal.NewFromInt(5), map[string]house.Limit{"ante": {Min: decimal.NewFromInt(7)}}
		}, "limits.ante", "multiple of the step 5", nil},
		{"seats", func(s *house.Spec) { s.Seats = 22 }, "seats", "1 to 21", nil},
		{"no seats", func(s *house.Spec) { s.Seats = -1 }, "seats", "1 to 21", nil},
		{"currency", func(s *house.Spec) { s.Currency = "won" }, "currency", "KRW", nil},
		{"dealing", func(s *house.Spec) { s.Dealing = "robot" }, "dealing", "hand or deck", nil},
		{"time zone", func(s *house.Spec) { s.TimeZone = "Seoul" }, "time_zone", "Asia/Seoul", nil},
		{"server's zone", func(s *house.Spec) { s.TimeZone = "Local" }, "time_zone", "IANA", nil},
		{"day start", func(s *house.Spec) { s.DayStart = "6 am" }, "day_start", "06:00", nil},
		{"language", func(s *house.Spec) { s.Language = "fr" }, "language", "want en, ko or ru", words.ErrLanguage},
		{"language of a country", func(s *house.Spec) { s.Language = "ko-KR" }, "language", "want en, ko or ru", nil},
		{"name", func(s *house.Spec) { s.Name = "a\nb" }, "name", "text", nil},
		{"limit of a later wager", func(s *house.Spec) { s.Limits = map[string]house.Limit{"play": {}} }, "limits.play", "before the cards", nil},
		{"limit of the blind", func(s *house.Spec) { s.Limits = map[string]house.Limit{"blind": {}} }, "limits.blind", "by itself", nil},
		{"limits crossed", func(s *house.Spec) {
			s.Limits = map[string]house.Limit{"ante": {Min: decimal.NewFromInt(10), Max: decimal.NewFromInt(5)}}
		}, "limits.ante", "from 10 to 5", nil},
		{"rounding", func(s *house.Spec) { s.Rounding = "bankers" }, "table", "down, nearest or up", games.ErrTerms},
		{"cap", func(s *house.Spec) { s.Cap = decimal.NewFromInt(-1) }, "table", "cap", games.ErrTerms},
		{"paytable of no wager", func(s *house.Spec) { s.Paytables = map[string]paytables.Paytable{"play": florida} }, "paytables.play", "no such wager", nil},
		{"paytable of another wager", func(s *house.Spec) { s.Paytables = map[string]paytables.Paytable{"blind": florida} }, "paytables.blind", "trips", paytables.ErrOther},
		{"paytable without a row", func(s *house.Spec) { s.Paytables = map[string]paytables.Paytable{"trips": broken} }, "paytables.trips", "royal flush", games.ErrRow},
		{"required wager not offered", func(s *house.Spec) { s.Paytables = map[string]paytables.Paytable{"blind": {}} }, "paytables", "blind", games.ErrRow},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			s := uth()
			c.of(&s)
			_, err := s.Felt()
			var spec *house.SpecError
			if !errors.As(err, &spec) || !errors.Is(err, house.ErrSpec) {
				t.Fatalf("%v, want a SpecError", err)
			}
			if spec.Field != c.field || !strings.Contains(err.Error(), c.says) {
				t.Errorf("%q: %v, want %q saying %q", spec.Field, err, c.field, c.says)
			}
			if c.is != nil && !errors.Is(err, c.is) {
				t.Errorf("%v, want it to be %v", err, c.is)
			}
		})
	}
}

func TestDigestIsOfTheContent(t *testing.T) {
	t.Parallel()
	plain, err := uth().Felt()
	if err != nil {
		t.Fatal(err)
	}
	s := uth()
	s.House = games.House{"preflop_multiples": "[4, 3]"}
	s.Chip = decimal.RequireFromString("0.010")
	same, err := s.Felt()
	if err != nil {
		t.Fatal(err)
	}
	if plain.Settings.Digest() != same.Settings.Digest() {
		t.Error("the same settings said otherwise have another digest")
	}
	s.Seats = 6
	other, err := s.Felt()
	if err != nil {
		t.Fatal(err)
	}
	if plain.Settings.Digest() == other.Settings.Digest() {
		t.Error("other settings have the same digest")
	}
}

// Settings that name no language have the digest they had before tables could have
// one, which rounds of then are pinned by.
func TestALanguageIsAnotherVersion(t *testing.T) {
	t.Parallel()
	const before = "c721a7b3cb75a9570b4cc386add9c91a91b15b3cd9ea4d60745c9c0dfdd776da"
	digests := map[string]bool{}
	for _, language := range []string{"", "en", "ko", "ru"} {
		s := uth()
		s.Language = language
		f := felt(t, s)
		digests[f.Pins.Digest] = true
		if f.Settings.Language != language || (f.Pins.Digest == before) != (language == "") {
			t.Errorf("%q: %+v", language, f.Pins)
		}
	}
	if len(digests) != 4 {
		t.Errorf("four languages, %d digests", len(digests))
	}
}

// Under independent settling this table would give the player 13.96 %: it is told,
// and the gate refuses it.
func TestAPaytableWithoutItsHouseRuleIsTold(t *testing.T) {
	t.Parallel()
	s := uth()
	s.Paytables = map[string]paytables.Paytable{"trips": shipped(t, "trips-florida")}
	f, err := s.Felt()
	if err != nil || len(f.Unmet) != 1 || !errors.Is(f.Unmet[0], paytables.ErrRequires) || !strings.Contains(f.Unmet[0].Error(), "must-win") {
		t.Fatalf("%v, %v", f.Unmet, err)
	}
	s.House = games.House{"trips_versus_dealer": "must-win"}
	if f, err := s.Felt(); err != nil || len(f.Unmet) != 0 {
		t.Errorf("with its house rule: %v, %v", f.Unmet, err)
	}
}

// A table may do without an optional wager: without a paytable it is not
// offered, and no stake lies on it.
func TestAWagerWithoutPaytableIsNotOffered(t *testing.T) {
	t.Parallel()
	f, err := house.Spec{Game: "texas-holdem-bonus", House: games.House{"ante_pays_from": "flush"}}.Felt()
	if err != nil {
		t.Fatal(err)
	}
	r := f.Round()
	bet := games.Event{Step: "bets", Kind: games.KindBet, Place: 1, Do: games.DoBet, Wager: "ante", Amount: decimal.NewFromInt(10)}
	if err := r.Apply(bet); err != nil {
		t.Fatal(err)
	}
	bet.Wager = "bonus"
	if err := r.Apply(bet); !errors.Is(err, games.ErrChoice) {
		t.Errorf("a stake on the bonus: %v, want ErrChoice", err)
	}
}
