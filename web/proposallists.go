package web

import (
	"croupier/house"
	"croupier/paytables"
)

// lists are the paytables of the game's wagers.
func (e *editor) lists(base *house.Settings, known []priceList) {
	for _, w := range e.Game.Wagers {
		if len(w.Rows) == 0 {
			continue
		}
		l := listField{Wager: w.Name, Optional: w.Optional(), Known: []priceList{}, Requires: map[string]string{}}
		for _, p := range known {
			if p.Wager == w.Name && p.Game == familyOf(e.Game.Name) {
				l.Known = append(l.Known, p)
			}
		}
		was := l.was(w, base)
		now := was
		if t, changed := e.Draft.Change.Paytables[w.Name]; changed {
			now = listOf(t)
		}
		l.fill(w.Rows, was, now)
		e.Lists = append(e.Lists, l)
	}
}

// was is the paytable of the base; of a table without settings, or another game, the
// one that is used where none is named; nil is not offered.
func (l *listField) was(w gameWager, base *house.Settings) *priceList {
	name, digest := base.Paytables[w.Name].Name, base.Paytables[w.Name].Digest
	if base.Paytables == nil {
		name = w.Paytable
	}
	for i := range l.Known {
		if p := l.Known[i]; p.Digest == digest || digest == "" && p.Name == name {
			p.Name = name
			return &p
		}
	}
	return nil
}

func listOf(t *paytables.Paytable) *priceList {
	if t == nil {
		return nil
	}
	p := &priceList{Name: t.Name, Digest: t.Digest().String(), Requires: t.Requires}
	for _, r := range t.Rows {
		p.Rows = append(p.Rows, priceRow{r.Name, t.Net(r).String()})
	}
	return p
}

func (l *listField) fill(rows []string, was, now *priceList) {
	old, odds := wagerRows{}, wagerRows{}
	if l.BaseOffered = was != nil; l.BaseOffered {
		old, l.Base = was.net(), was.Name
		odds, l.Name = old, was.Name
	}
	if l.Offered = now != nil; l.Offered {
		odds, l.Name = now.net(), now.Name
		if now.Requires != nil {
			l.Requires = now.Requires
		}
	}
	for _, row := range rows {
		l.Rows = append(l.Rows, rowField{row, odds[row], old[row]})
	}
}

func (e *editor) rules(base *house.Settings) {
	for _, r := range e.Game.House {
		f := ruleField{setField{At: "house." + r.Name, Name: r.Name, Base: base.House[r.Name], Choices: r.Values}, r.About}
		if f.Base == "" {
			f.Base = r.Default
		}
		f.Value = f.Base
		if value, changed := e.Draft.Change.House[r.Name]; changed {
			f.Value = value
		}
		e.Rules = append(e.Rules, f)
	}
}
