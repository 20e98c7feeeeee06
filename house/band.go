package house

import (
	"encoding/json"
	"fmt"
	"slices"
	"time"
)

// A Band is when, in the week, a version of a table's settings is in force: on
// its days, from one time of the day up to another. Where To is not after From it
// runs past midnight and belongs to the day it began on.
type Band struct {
	Days []string `json:"days,omitempty" doc:"Of the week: mon, tue, wed, thu, fri, sat, sun; all where left out"`
	From string   `json:"from" example:"18:00"`
	To   string   `json:"to" example:"06:00"`
	Zone string   `json:"zone" doc:"IANA name" example:"Asia/Seoul"`
}

// week are the names of the days as time.Weekday counts them.
var week = []string{"sun", "mon", "tue", "wed", "thu", "fri", "sat"}

// Check fails with ErrSpec on a band that names no time of the week.
func (b *Band) Check() error {
	for _, day := range b.Days {
		if !slices.Contains(week, day) {
			return wrong("band.days", "%.20q, want mon, tue, wed, thu, fri, sat or sun", day)
		}
	}
	if _, err := parseDayStart(b.From); err != nil {
		return wrong("band.from", "%.20q, want a time such as 18:00", b.From)
	}
	if _, err := parseDayStart(b.To); err != nil {
		return wrong("band.to", "%.20q, want a time such as 06:00", b.To)
	}
	if _, err := time.LoadLocation(b.Zone); err != nil || b.Zone == "Local" || b.Zone == "" {
		return wrong("band.zone", "%.60q, want an IANA name such as Asia/Seoul", b.Zone)
	}
	return nil
}

// holds reports whether the moment is in the band. A nil band is always.
func (b *Band) holds(at time.Time) (bool, error) {
	if b == nil {
		return true, nil
	}
	zone, err := time.LoadLocation(b.Zone)
	if err != nil {
		return false, fmt.Errorf("time zone of a band: %w", err)
	}
	from, err := parseDayStart(b.From)
	if err != nil {
		return false, err
	}
	to, err := parseDayStart(b.To)
	if err != nil {
		return false, err
	}
	local := at.In(zone)
	clock := time.Duration(local.Hour())*time.Hour + time.Duration(local.Minute())*time.Minute
	today, yesterday := b.on(local.Weekday()), b.on((local.Weekday()+6)%7)
	if from < to {
		return today && from <= clock && clock < to, nil
	}
	return today && from <= clock || yesterday && clock < to, nil
}

func (b *Band) on(day time.Weekday) bool {
	return len(b.Days) == 0 || slices.Contains(b.Days, week[day])
}

// content is the band as it is stored; nil is always.
func (b *Band) content() (json.RawMessage, error) {
	if b == nil {
		return nil, nil
	}
	return json.Marshal(b)
}
