package people

import (
	"net/netip"
	"sync"
	"sync/atomic"
	"time"

	"golang.org/x/time/rate"
)

// paces hold guessing down before it costs anything: by address and by name. They
// are this process's; what holds for good is the count in the book.
type paces struct {
	addresses, names pace
	turned           atomic.Int64 // away since the last attempt that was recorded
}

func newPaces(o Options) *paces {
	return &paces{addresses: pace{of: o.ByAddress}, names: pace{of: o.ByName}}
}

// allow fails with ErrTooFast where too much was tried from the address, or under
// the name.
func (p *paces) allow(origin, name string, now time.Time) error {
	if !p.addresses.allow(network(origin), now) || !p.names.allow(name, now) {
		p.turned.Add(1)
		return ErrTooFast
	}
	return nil
}

// network is the address, or the network one customer gets of version 6.
func network(origin string) string {
	addr, err := netip.ParseAddr(origin)
	if err != nil || addr.Unmap().Is4() {
		return origin
	}
	return netip.PrefixFrom(addr, 64).Masked().String()
}

// A pace holds each of many to the same Pace.
type pace struct {
	of   Pace
	mu   sync.Mutex
	each map[string]*rate.Limiter
}

// most bounds how many are remembered at once.
const most = 10_000

func (p *pace) allow(who string, now time.Time) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	l := p.each[who]
	if l == nil {
		if len(p.each) >= most {
			p.forget(now)
		}
		if p.each == nil {
			p.each = map[string]*rate.Limiter{}
		}
		l = rate.NewLimiter(rate.Every(p.of.Every), p.of.Burst)
		p.each[who] = l
	}
	return l.AllowN(now, 1)
}

// forget drops those who have waited long enough, and all where nobody has: the
// lock of accounts is in the book.
func (p *pace) forget(now time.Time) {
	for who, l := range p.each {
		if l.TokensAt(now) >= float64(p.of.Burst) {
			delete(p.each, who)
		}
	}
	if len(p.each) >= most {
		p.each = nil
	}
}
