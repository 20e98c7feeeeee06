package web

import (
	"net/url"
	"time"

	"croupier/pit"
)

// A dayList is the gaming days that were closed.
type dayList struct {
	*hall
	Days  []pit.DayCount `json:"days"`
	Today string         `json:"-"`
}

func loadDays(v *visit) (any, error) {
	h, err := v.hall()
	if err != nil {
		return nil, err
	}
	l := &dayList{}
	if err := v.ask("/v1/days?"+only(v.r.URL.Query(), "before").Encode(), l); err != nil {
		return nil, err
	}
	l.hall = h
	l.Today, err = h.today()
	return l, err
}

// Last is the oldest of the days.
func (l *dayList) Last() string { return l.Days[len(l.Days)-1].GamingDay }

// Yesterday is the day before the one that lasts.
func (l *dayList) Yesterday() string {
	today, err := time.Parse(time.DateOnly, l.Today)
	if err != nil {
		return ""
	}
	return today.AddDate(0, 0, -1).Format(time.DateOnly)
}

// A dayPage is a gaming day, and what each table it was closed for came to.
type dayPage struct {
	*hall
	pit.Day
}

func loadDay(v *visit) (any, error) {
	h, err := v.hall()
	if err != nil {
		return nil, err
	}
	p := &dayPage{hall: h}
	if err := v.ask("/v1/days/"+url.PathEscape(v.r.PathValue("date")), &p.Day); err != nil {
		return nil, err
	}
	for i := range p.Day.Tables {
		p.Day.Tables[i].At = h.At(p.Day.Tables[i].Statement.Table, p.Day.Tables[i].At)
	}
	return p, nil
}
