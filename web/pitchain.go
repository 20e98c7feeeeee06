package web

import (
	"fmt"
	"strings"

	"croupier/pit"
)

// chainPages are of the chains the book is held together by.
var chainPages = []page{
	{
		path: "/pit/chain", name: "pit/chain", frame: "office", title: "pit.chain", styles: []string{"pit"}, scripts: []string{"pit/chain"},
		words: []string{"pit"}, load: loadChains,
	},
}

// A chainList is where the chains end.
type chainList struct {
	Chains []pit.Chain `json:"chains"`
}

func (v *visit) chains() (*chainList, error) {
	l := &chainList{}
	return l, v.ask("/v1/chains", l)
}

func loadChains(v *visit) (any, error) {
	h, err := v.hall()
	if err != nil {
		return nil, err
	}
	l, err := v.chains()
	if err != nil {
		return nil, err
	}
	for i := range l.Chains {
		if c := &l.Chains[i]; c.Written != nil {
			*c.Written = h.At(c.Table, *c.Written)
		}
	}
	return l, nil
}

// back is a position of the feed so many pages before the end of each chain.
func (l *chainList) back(pages int64) string {
	at := make([]string, len(l.Chains))
	for i, c := range l.Chains {
		at[i] = fmt.Sprintf("%d:%d", c.Table, max(c.Seq-pages, 0))
	}
	return strings.Join(at, ",")
}
