package floor_test

import (
	"context"
	"encoding/json"
	"os"
	"sync"
	"testing"

	"croupier/desk"
	"croupier/floor"
	"croupier/house"
	"croupier/house/housetest"
	"croupier/ledger"
	"croupier/paytables"
	"croupier/shelf"
)

// A paytable comes in force at fifty tables while each has a round open and is
// played on: every round settles on what it pinned, and every round that opens
// after it pins the new settings.
func TestPublishedUnderLoad(t *testing.T) {
	t.Parallel()
	if raced {
		t.Skip("counts every deal; the race detector has package edge for that")
	}
	const tables = 50
	p := newPit(t)
	for range tables {
		p.table(bonus(t))
	}
	office := house.NewOffice(p.desk, shelf.New(os.Getenv("CROUPIER_TEST_COUNTS")))
	proposal, publish := p.submitted(office)
	var work, playing sync.WaitGroup
	published := make(chan struct{})
	playing.Add(tables)
	for table := range int64(tables) {
		work.Go(func() {
			started := sync.OnceFunc(playing.Done)
			defer started() // whatever fails
			p.playAcross(table+1, started, published)
		})
	}
	playing.Wait()
	publish()
	close(published)
	work.Wait()
	p.pinned(tables)
	again, err := office.Backtest(t.Context(), proposal, ledger.Span{})
	if err != nil || again.Compared < 2*tables || len(again.Unfit) > 0 {
		t.Errorf("settled again: %+v, %v", again, err)
	}
}

// playedAfter is how many rounds each table plays after the publication, enough for
// the bonus to be won at some.
const playedAfter = 8

// playAcross plays rounds at the table until enough were opened after the
// publication. Every other table lets its first round lie open across it.
func (p *pit) playAcross(table int64, started func(), published <-chan struct{}) {
	v := p.open(table)
	if table%2 == 0 {
		started()
		<-published
	}
	for seed, left := uint64(table), playedAfter; ; seed += 1000 {
		if v = p.play(v, seed, 2); v.Pins.Paytables["bonus"].Name == "bonus-2" {
			left--
		}
		if left == 0 {
			return
		}
		started()
		var after bool
		select {
		case <-published:
			after = true
		default:
		}
		if v = p.open(table); after && v.Pins.Paytables["bonus"].Name != "bonus-2" {
			p.t.Errorf("round %s, opened after the publication, has %s", v.ID, v.Pins.Paytables["bonus"].Name)
			return
		}
	}
}

// pinned holds every settled line to the paytable that its round pinned.
func (p *pit) pinned(tables int) {
	p.t.Helper()
	felts := map[[2]int64]*house.Felt{}
	rounds, lines := map[int]int{}, map[int]int{}
	err := ledger.Records(p.t.Context(), p.pool, ledger.Span{}, func(r ledger.Record) error {
		key := [2]int64{r.Round.Table, int64(r.Round.Settings)}
		if felts[key] == nil {
			f, err := house.LoadFelt(p.t.Context(), p.pool, r.Round.Table, r.Round.Settings)
			if err != nil {
				return err
			}
			felts[key] = f
		}
		rounds[r.Round.Settings]++
		if felts[key].Digest != r.Round.Digest {
			p.t.Errorf("round %d-%d pins %x, its version is %x", r.Round.Table, r.Round.Number, r.Round.Digest, felts[key].Digest)
		}
		for _, l := range r.Entry.Lines {
			if l.Paytable == nil {
				continue
			}
			lines[r.Round.Settings]++
			if *l.Paytable != *felts[key].Digests[l.Wager] {
				p.t.Errorf("round %d-%d, %s: paid by %x, pinned %x", r.Round.Table, r.Round.Number, l.Wager, *l.Paytable, *felts[key].Digests[l.Wager])
			}
		}
		return nil
	})
	if err != nil || rounds[1] < tables || rounds[2] < tables || lines[1] == 0 || lines[2] == 0 {
		p.t.Errorf("rounds %v and priced lines %v by version, %v", rounds, lines, err)
	}
}

// submitted is a proposal of bonus-2 for all tables, submitted, and how another
// manager puts it in force.
func (p *pit) submitted(office *house.Office) (id int64, publish func()) {
	p.t.Helper()
	table, err := paytables.Default("bonus-2")
	if err != nil {
		p.t.Fatal(err)
	}
	as := func(name string) desk.Caller { return p.by(floor.Pair{Dealer: name}) }
	must := func(a desk.Answer, err error) (made house.Proposal) {
		p.t.Helper()
		if err == nil {
			err = json.Unmarshal(a.Body, &made)
		}
		if err != nil {
			p.t.Fatal(err)
		}
		return made
	}
	made := must(office.Draft(context.Background(), as(housetest.Manager), house.Draft{
		Title: "bonus 2", All: true, Change: &house.Patch{Paytables: map[string]*paytables.Paytable{"bonus": &table}},
	}))
	must(office.Submit(context.Background(), as(housetest.Manager), made.ID, ""))
	return made.ID, func() {
		p.t.Helper()
		must(office.Approve(context.Background(), as(housetest.OtherManager), made.ID, house.Approval{Now: true}))
	}
}
