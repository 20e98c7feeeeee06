package house

import (
	"fmt"
	"time"
)

// Shift returns when the shift of the moment began at the table: shifts are so many
// hours long and begin with the gaming day, by the clock on the table's wall.
func (s Settings) Shift(at time.Time, hours int) (time.Time, error) {
	day, err := s.GamingDay(at)
	if err != nil {
		return day, err
	}
	zone, err := time.LoadLocation(s.TimeZone)
	if err != nil {
		return day, fmt.Errorf("time zone of the table: %w", err)
	}
	start, err := parseDayStart(s.DayStart)
	if err != nil {
		return day, err
	}
	began := time.Date(day.Year(), day.Month(), day.Day(), int(start.Hours()), int(start.Minutes())%60, 0, 0, zone)
	shift := time.Duration(hours) * time.Hour
	for n := 1; n < 24/hours && !began.Add(shift).After(at); n++ { // the last is longer where a clock is put back
		began = began.Add(shift)
	}
	return began, nil
}
