package people

import "time"

// Options are how People are kept. What is left out takes its default.
type Options struct {
	Idle        func() time.Duration // after which a terminal locks; 5 minutes
	OfficeIdle  func() time.Duration // after which an office is signed out; 30 minutes
	SessionLife func() time.Duration // of any session, fixed when it begins; 12 hours
	// ByName and ByAddress are how often somebody may try to sign in: 5 times at
	// once and one more in 2 seconds under a name, 20 and 2 a second from an
	// address.
	ByName, ByAddress Pace
}

// A Pace is how often something may be tried.
type Pace struct {
	Burst int
	Every time.Duration // one more each
}

func (o Options) filled() Options {
	for _, d := range []struct {
		of        *func() time.Duration
		otherwise time.Duration
	}{{&o.Idle, 5 * time.Minute}, {&o.OfficeIdle, 30 * time.Minute}, {&o.SessionLife, 12 * time.Hour}} {
		if *d.of == nil {
			*d.of = func() time.Duration { return d.otherwise }
		}
	}
	if o.ByName == (Pace{}) {
		o.ByName = Pace{5, 2 * time.Second}
	}
	if o.ByAddress == (Pace{}) {
		o.ByAddress = Pace{20, time.Second / 2}
	}
	return o
}
