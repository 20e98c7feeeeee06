package house

import (
	"sync"

	"croupier/edge"
)

// known are reports by what they were priced of, so that what stands is not priced anew
// with each draft that is measured against it. It may be used by many at once.
type known struct {
	lock sync.Mutex
	by   map[string]*edge.Report
}

// mostKnown is how many reports are kept; when there are more, it begins anew.
const mostKnown = 64

func newKnown() *known { return &known{by: map[string]*edge.Report{}} }

// of is the report of the key, or nil. It is not to be changed.
func (k *known) of(key string) *edge.Report {
	k.lock.Lock()
	defer k.lock.Unlock()
	return k.by[key]
}

func (k *known) keep(key string, r *edge.Report) {
	k.lock.Lock()
	defer k.lock.Unlock()
	if len(k.by) >= mostKnown {
		clear(k.by)
	}
	k.by[key] = r
}
