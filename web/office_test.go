package web_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/shopspring/decimal"

	"croupier/floor"
	"croupier/floor/floortest"
	"croupier/games/all"
	"croupier/house"
	"croupier/house/people"
	"croupier/house/roles"
	"croupier/ledger"
	"croupier/paytables"
	"croupier/web/webtest"
	"croupier/words"
)

func dec(text string) decimal.Decimal { return decimal.RequireFromString(text) }

// gamePaytables are the paytables of the names that ship, by wager.
func gamePaytables(t *testing.T, names ...string) map[string]paytables.Paytable {
	t.Helper()
	by := map[string]paytables.Paytable{}
	for _, name := range names {
		p, err := paytables.Default(name)
		if err != nil {
			t.Fatal(err)
		}
		by[p.Wager] = p
	}
	return by
}

// inAllLanguages looks at the page in each language: nothing serious for axe, and a
// picture.
func inAllLanguages(s *webtest.Screen, path, name string) {
	for _, l := range []words.Language{words.Korean, words.Russian, words.English} {
		webtest.Eval[bool](s, `(document.cookie = "croupier_language=%s; Path=/; SameSite=Strict", true)`, l)
		s.Go(path)
		s.Until(`document.documentElement.lang === %q && document.querySelector("main h1")`, l)
		webtest.Eval[bool](s, `(document.querySelectorAll("details.panel").forEach((d) => d.open = true), true)`)
		s.Axe()
		s.Shot(name + "-" + string(l))
	}
}

// nothingRan holds that no text became an element.
func nothingRan(t *testing.T, s *webtest.Screen) {
	t.Helper()
	if n := s.Count("main img, main b, main script"); n != 0 {
		t.Errorf("%d elements came out of texts", n)
	}
}

// A manager sets a table up by the form: what must be chosen has no default, a refusal is
// told at the form, and it comes to a proposal.
func TestATableIsSetUp(t *testing.T) {
	t.Parallel()
	h := webtest.New(t)
	s := h.Screen(webtest.Office, "en")
	s.SignIn("manager-1")
	s.Go("/house/tables")
	s.Says("main", "There are no tables yet.")
	s.Click(`main a[href="/house/tables/new"]`)
	s.Choose("#game", "texas-holdem-bonus/1")
	s.Click("main form[method=get] button")
	s.See(`[name="house.ante_pays_from"]`)
	for name, want := range map[string]string{"house.ante_pays_from": "", "paytables.bonus": "", "house.bonus_on_fold": "settle"} {
		if got := webtest.Eval[string](s, `document.getElementsByName(%q)[0].value`, name); got != want {
			t.Errorf("%s is %q before anybody chose, want %q", name, got, want)
		}
	}
	s.Type(`[name="name"]`, "north "+script)
	s.Type(`[name="pit"]`, "<b>north</b>")
	s.Choose(`[name="language"]`, "ko")
	s.Choose(`[name="house.ante_pays_from"]`, "flush")
	s.Choose(`[name="paytables.bonus"]`, `"bonus-2"`)
	s.Type(`[name="limits.ante.min"]`, "10000")
	s.Type(`[name="limits.ante.max"]`, "5000")
	s.Type(`[name="table.chip"]`, "1000")
	s.Type(`[name="table.cap"]`, "30000000")
	s.Type(`[name="currency"]`, "KRW")
	s.Type(`[name="time_zone"]`, "Asia/Seoul")
	s.Type(`[name="approve_win"]`, "5000000")
	s.Click(".office-form [type=submit]")
	s.See(`[data-problem="terms"]`)
	s.Says("[data-problem]", "from 10000 to 5000")
	s.Shot("refused")
	s.Type(`[name="limits.ante.max"]`, "500000")
	s.Click(".office-form [type=submit]")
	s.Until("location.pathname.startsWith('/house/proposals/')")

	w := &wire{t: t, h: h}
	var p house.Proposal
	w.ask("manager-1", "GET", "/v1"+strings.TrimPrefix(webtest.Eval[string](s, "location.pathname"), "/house"), nil, &p)
	c := p.Draft.Change
	if p.State != house.Drafted || c == nil || c.House["ante_pays_from"] != "flush" || c.Paytables["bonus"].Name != "bonus-2" || c.Limits["ante"].Max.String() != "500000" ||
		c.Table.Chip.String() != "1000" || c.Table.Cap.String() != "30000000" || c.Currency != "KRW" || c.TimeZone != "Asia/Seoul" || *c.Language != "ko" || c.ApproveWin.String() != "5000000" || *c.Pit != "<b>north</b>" {
		t.Errorf("it came to %+v", p.Draft)
	}
	s.Go("/house/tables")
	s.Says("[data-table] th", "north "+script)
	s.Says("[data-table]", "Not in force")
	s.See(fmt.Sprintf(`[data-table] a[href="/house/proposals/%d"]`, p.ID))
	nothingRan(t, s)
	s.Go(fmt.Sprintf("/house/tables/%d", p.Draft.Tables[0]))
	s.Says("h1", script)
	s.Says("main", "No settings are in force yet")
	nothingRan(t, s)
	inAllLanguages(s, "/house/tables/new?game=ultimate-texas-holdem%2F1", "form")
}

// The page of a table says what is in force and what its sheet has, as the API does.
func TestTablesAreShown(t *testing.T) {
	t.Parallel()
	h := webtest.New(t)
	table := h.Open(house.Spec{
		Game: "ultimate-texas-holdem", Pit: "north", Currency: "KRW", Chip: dec("1000"), Cap: dec("30000000"), LargeWin: dec("2000000"), ApproveWin: dec("5000000"), Language: "ko",
		Limits: map[string]house.Limit{"ante": {Min: dec("10000"), Max: dec("500000")}, "trips": {Min: dec("5000"), Max: dec("100000")}},
	})
	h.Set(house.Spec{Game: "casino-holdem", Pit: "south"})
	path := fmt.Sprintf("/house/tables/%d", table)
	s := h.Screen(webtest.Office, "en")
	s.SignIn("manager-1")
	s.Go(path)
	w := &wire{t: t, h: h}
	var told house.Table
	var sheet floor.Sheet
	w.ask("manager-1", "GET", fmt.Sprintf("/v1/tables/%d", table), nil, &told)
	w.ask("manager-1", "GET", fmt.Sprintf("/v1/tables/%d/sheet", table), nil, &sheet)
	s.Says("main", told.Pins.Digest)
	s.Says("main", told.Dealer+" deals")
	s.Says(`[data-limit="ante"]`, "10,000 to 500,000")
	s.Says(`[data-limit="trips"]`, "5,000 to 100,000")
	s.Says("main", "A seat wins at most 30,000,000 a round.")
	s.Says("main", "Before the flop, Play is 3 or 4 times the Ante.")
	s.Says("main", "from 5,000,000")
	for _, p := range told.Pins.Paytables {
		s.See(fmt.Sprintf("[data-digest=%q]", p.Digest))
	}
	s.Says("[data-sheet]", words.In(words.English).Amount(sheet.Opening))
	s.See(fmt.Sprintf(`a[href="/display/%d/card"]`, table))
	inAllLanguages(s, "/house/tables", "tables")
	inAllLanguages(s, path, "table")
	s.Go("/house/tables/77")
	s.See(`[data-problem="no_table"]`)
}

// An admin adds a person and gives a PIN; the person signs in at a terminal and chooses
// another. Roles, the end of an account and its being freed each have their reason.
func TestAPersonIsAdded(t *testing.T) {
	t.Parallel()
	h := webtest.New(t)
	s := h.Screen(webtest.Office, "en")
	s.SignIn("admin-1")
	added(t, s)
	choosesAnother(t, h)
	changed(s)
	freed(t, h, s)
	p, err := h.People.Get(t.Context(), "ann")
	if err != nil || p.Locked || !p.Active || p.Subject != "https://id.example 24" || !slices.Equal(p.Roles, []roles.Role{roles.Dealer, roles.Supervisor}) {
		t.Errorf("%+v %v", p, err)
	}
	s.Go("/house/events?subject=person+ann")
	s.Says(`[data-kind="roles"]`, "promoted "+script)
	s.Says(`[data-kind="roles"] .changes`, "dealer, supervisor")
	nothingRan(t, s)
	s.Go("/house/people/admin-1")
	s.Says("main", "Another person changes your roles.")
	inAllLanguages(s, "/house/people", "people")
	inAllLanguages(s, "/house/people/ann", "person")
	inAllLanguages(s, "/house/me", "me")
}

// added adds ann, with a PIN that is not shown again.
func added(t *testing.T, s *webtest.Screen) {
	t.Helper()
	s.Go("/house/people")
	s.Click("#add summary")
	s.Type(`#add [name="name"]`, "ann")
	s.Type(`#add [name="title"]`, script)
	s.Click(`#add [value="dealer"]`)
	s.Click("#add [type=submit]")
	s.Says("[role=status]", "The person is added.")
	s.Says("h1", script)
	nothingRan(t, s)
	s.Type("#new-pin", "1234")
	s.Click("#pin [type=submit]")
	s.See(`[data-problem="secret_form"]`)
	s.Shot("refused")
	s.Type("#new-pin", "739184")
	s.Click("#pin [type=submit]")
	s.Says("[role=status]", "The new PIN or password is given.")
	if text := webtest.Eval[string](s, "document.documentElement.outerHTML"); strings.Contains(text, "739184") {
		t.Error("the PIN is shown again")
	}
}

// choosesAnother is ann at a terminal, who chooses another PIN.
func choosesAnother(t *testing.T, h *webtest.House) {
	t.Helper()
	s := h.Screen(webtest.Station, "en")
	s.Go("/signin")
	signed := webtest.Eval[struct{ Kind string }](s, `fetch("/v1/session", {method: "POST", headers: {"Content-Type": "application/json"}, body: JSON.stringify({name: "ann", pin: "739184"})}).then(r => r.json())`)
	if signed.Kind != "terminal" {
		t.Errorf("ann signed in at %+v", signed)
	}
	s.Go("/house/me")
	s.Says("main", "Change your PIN or password")
	s.Type("#old", "739184")
	s.Type("#new", "582913")
	s.Click("#own [type=submit]")
	s.Says("[role=status]", "The new one counts from now on.")
	s.Axe()
}

// changed gives ann other roles and an OpenID subject, ends the account and takes it up.
func changed(s *webtest.Screen) {
	s.Click(`#roles [value="supervisor"]`)
	s.Type("#reason-roles", "promoted "+script)
	s.Click("#roles [type=submit]")
	s.Says("[role=status]", "The roles are changed.")
	s.Says("main dl", "Dealer, Supervisor")
	s.Type("#subject-of", "https://id.example 24")
	s.Click("#subject [type=submit]")
	s.Says("main dl", "https://id.example 24")
	s.Type("#reason-end", "left")
	s.Click("#end [type=submit]")
	s.Says(".head", "ended")
	s.Type("#reason-resume", "came back")
	s.Click("#resume [type=submit]")
	s.Says(".head", "active")
}

// freed locks ann's account by wrong PINs, and frees it.
func freed(t *testing.T, h *webtest.House, s *webtest.Screen) {
	t.Helper()
	for range 3 {
		if _, _, err := h.People.SignIn(t.Context(), people.Attempt{Name: "ann", PIN: "000001", Origin: "127.0.0.1"}); err == nil {
			t.Fatal("a wrong PIN signs in")
		}
	}
	s.Go("/house/people")
	s.Says(`[data-person="ann"]`, "locked")
	s.Go("/house/people/ann")
	s.Shot("locked")
	s.Type("#reason-free", "typed another's")
	s.Click("#free [type=submit]")
	s.Says("[role=status]", "The account is freed.")
}

// Who may do what is said in words, and is the table the server goes by.
func TestRolesAreShown(t *testing.T) {
	t.Parallel()
	h := webtest.New(t)
	s := h.Screen(webtest.Office, "en")
	s.SignIn("auditor-1")
	inAllLanguages(s, "/house/roles", "roles")
	w := words.In(words.English)
	for _, line := range roles.Table {
		want := []string{line.About}
		for _, scope := range line.May {
			want = append(want, w.Name("scope", map[roles.Scope]string{roles.None: "none", roles.Own: "own", roles.Any: "any"}[scope]))
		}
		got := webtest.Eval[[]string](s, `[...document.querySelector('[data-action=%q]').children].map(e => e.firstChild.textContent.trim())`, string(line.Action))
		if !slices.Equal(got, want) {
			t.Errorf("%s shows %v, want %v", line.Action, got, want)
		}
	}
	s.Go("/house/keys")
	if s.Count("#make") != 0 {
		t.Error("an auditor is offered to make a key")
	}
}

// A key is told once, works, and no more once it is revoked.
func TestAKeyIsMade(t *testing.T) {
	t.Parallel()
	h := webtest.New(t)
	s := h.Screen(webtest.Office, "en")
	s.SignIn("admin-1")
	s.Go("/house/keys")
	s.Click("#make summary")
	s.Type("#label", "display "+script)
	s.Choose("#person", "auditor-1")
	s.Click(`#make [value="round.deal"]`)
	s.Click("#make-key [type=submit]")
	s.See(`[data-problem="key_scopes"]`)
	s.Click(`#make [value="round.deal"]`)
	s.Click(`#make [value="table.read"]`)
	webtest.Eval[bool](s, `(document.querySelector("#expires").selectedIndex = 3, true)`)
	s.Click("#make-key [type=submit]")
	s.See("#told output")
	s.Axe()
	s.Shot("told")
	token := s.Text("#told output")
	with := func() int {
		return webtest.Eval[int](s, `fetch("/v1/tables", {credentials: "omit", headers: {Authorization: "Bearer %s"}}).then(r => r.status)`, token)
	}
	if status := with(); status != 200 {
		t.Errorf("the key is answered %d", status)
	}
	s.Click("#told a")
	s.Says(`[data-key="2"]`, "display "+script)
	nothingRan(t, s)
	if text := webtest.Eval[string](s, "document.documentElement.outerHTML"); strings.Contains(text, token) {
		t.Error("the key is told again")
	}
	row := `[data-key="2"] details`
	s.Click(row + " summary")
	s.Type(row+` [name="reason"]`, "lost")
	s.Click(row + " [type=submit]")
	s.Says(`[data-key="2"]`, "revoked")
	if status := with(); status != 401 {
		t.Errorf("a revoked key is answered %d", status)
	}
	inAllLanguages(s, "/house/keys", "keys")
}

// The policy is shown as it is, and another is proposed by a form that has all of it.
func TestAPolicyIsProposed(t *testing.T) {
	t.Parallel()
	h := webtest.New(t)
	s := h.Screen(webtest.Office, "en")
	s.SignIn("manager-1")
	s.Go("/house/policy")
	s.Says(`[data-band="* *"]`, "0.5 %")
	s.Says(`[data-band="* *"]`, "25 %")
	s.Says(`[data-watch="*"]`, "1,000")
	s.Says("main", "5 minutes")
	s.Click("#change summary")
	s.Type("#title", "closer "+script)
	s.Type(`[data-rows="edge"] tr:last-child [data-field="most"]`, "12.5")
	s.Click(`[data-add="edge"]`)
	s.Type(`[data-rows="edge"] tr:last-child [data-field="least"]`, "1")
	s.Click("#policy [type=submit]")
	if stays := webtest.Eval[bool](s, `!document.querySelector("#policy").checkValidity()`); !stays {
		t.Error("two rows for the same bet are taken")
	}
	s.Choose(`[data-rows="edge"] tr:last-child [data-field="game"]`, "casino-holdem")
	s.Choose(`[data-rows="edge"] tr:last-child [data-field="wager"]`, "aa")
	s.Click(`[data-add="alerts"]`)
	s.Type(`[data-rows="alerts"] tr:last-child [data-field="pit"]`, "pit.1 <b>")
	s.Type(`[data-rows="alerts"] tr:last-child [data-field="pace_most"]`, "90")
	s.Shot("form")
	s.Click("#policy [type=submit]")
	s.Until("location.pathname.startsWith('/house/proposals/')")
	w := &wire{t: t, h: h}
	var p house.Proposal
	w.ask("manager-1", "GET", "/v1"+strings.TrimPrefix(webtest.Eval[string](s, "location.pathname"), "/house"), nil, &p)
	of := p.Draft.Policy
	if of == nil || of.Edge["*"]["*"].Most.String() != "0.125" || of.Edge["*"]["*"].Least.String() != "0.005" || of.Edge["casino-holdem"]["aa"].Least.String() != "0.01" || of.Edge["casino-holdem"]["aa"].Most != nil ||
		of.Alerts["pit.1 <b>"].PaceMost != 90 || of.Alerts["*"].PaceMost != 120 || of.Idle != 300 || of.OfficeIdle != 1800 {
		t.Errorf("it came to %+v", of)
	}
	inAllLanguages(s, "/house/policy", "policy")
}

// Each house rule of each game, and each value it may have, is said in words.
func TestEveryHouseRuleIsSaid(t *testing.T) {
	t.Parallel()
	for _, l := range words.Languages() {
		said := words.In(l).Table("rule")
		for _, e := range all.Editions {
			keys := []string{"deal_order"}
			for _, order := range e.DealOrders {
				keys = append(keys, "deal_order "+order)
			}
			for _, r := range e.House {
				keys = append(keys, r.Name)
				for _, value := range r.Values {
					keys = append(keys, r.Name+" "+value)
				}
			}
			for _, key := range keys {
				if said["rule."+key] == nil {
					t.Errorf("%s has no words for %s of %s", l, key, e.Name())
				}
			}
		}
	}
}

// Events are found by what was done, about what, by whom and when, as the API finds them.
func TestEventsAreFound(t *testing.T) {
	t.Parallel()
	h := webtest.New(t)
	h.Open(house.Spec{Game: "ultimate-texas-holdem"})
	s := h.Screen(webtest.Office, "en")
	s.SignIn("auditor-1")
	w := &wire{t: t, h: h}
	same := func(query string) {
		t.Helper()
		var found struct{ Events []struct{ ID string } }
		w.ask("auditor-1", "GET", "/v1/significant?"+query, nil, &found)
		var want []string
		for _, e := range found.Events {
			want = append(want, e.ID)
		}
		if got := webtest.Eval[[]string](s, `[...document.querySelectorAll("[data-event]")].map(e => e.dataset.event)`); len(want) == 0 || !slices.Equal(got, want) {
			t.Errorf("%s finds %v, want %v", query, got, want)
		}
	}
	s.Go("/house/events?kind=" + ledger.SignificantTableOpen)
	s.See("[data-event]")
	same("kind=" + ledger.SignificantTableOpen)
	s.Says("[data-event]", "Table opened")
	s.Says("[data-event] .changes", "17,000,000")
	for _, kind := range ledger.SignificantKinds {
		if words.In(words.English).Name("happened", kind) == kind {
			t.Errorf("there are no words for %s", kind)
		}
	}
	s.Says("[data-event]", floortest.Dealer(1))
	s.Choose("#kind", "")
	s.Type("#subject", "person auditor-1")
	s.Click(".filters [type=submit]")
	s.Until("location.search.includes('auditor-1')")
	s.See("[data-event]")
	same("subject=person+auditor-1")
	s.Go("/house/events?table=" + "x%3Cb%3E")
	s.Says("[role=alert]", "cannot be searched for")
	s.Go("/house/events?from=1999-01-01T00:00&to=1999-01-02T00:00")
	s.Says("main", "No event was found.")
	s.Go("/house/events?actor=" + "%3Cimg+src%3Dx+onerror%3Dalert(1)%3E")
	s.Says("main", "No event was found.")
	nothingRan(t, s)
	inAllLanguages(s, "/house/events", "events")
}
