package house

import (
	"fmt"
	"time"
)

// GamingDay returns the gaming day of the moment at the table: the calendar
// day in the table's time zone, where a day begins at DayStart. It is fixed on
// the round when it opens and never computed from a clock later.
func (s Settings) GamingDay(at time.Time) (time.Time, error) {
	zone, err := time.LoadLocation(s.TimeZone)
	if err != nil {
		return time.Time{}, fmt.Errorf("time zone of the table: %w", err)
	}
	start, err := parseDayStart(s.DayStart)
	if err != nil {
		return time.Time{}, err
	}
	local := at.In(zone)
	day := time.Date(local.Year(), local.Month(), local.Day(), 0, 0, 0, 0, time.UTC)
	clock := time.Duration(local.Hour())*time.Hour + time.Duration(local.Minute())*time.Minute
	if clock < start {
		day = day.AddDate(0, 0, -1)
	}
	return day, nil
}

// parseDayStart reads "06:00".
func parseDayStart(s string) (time.Duration, error) {
	at, err := time.Parse("15:04", s)
	if err != nil {
		return 0, fmt.Errorf("day start %.20q, want a time such as 06:00", s)
	}
	return time.Duration(at.Hour())*time.Hour + time.Duration(at.Minute())*time.Minute, nil
}
