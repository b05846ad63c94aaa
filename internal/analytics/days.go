package analytics

import (
	"errors"
	"time"
)

// ErrDate says that a text is no date of the form YYYY-MM-DD.
var ErrDate = errors.New("not a date of the form YYYY-MM-DD")

// Day reads a date as the UTC midnight at which that day begins. It fails with ErrDate.
func Day(s string) (time.Time, error) {
	t, err := time.Parse(time.DateOnly, s)
	if err != nil || t.Year() < 1 {
		return time.Time{}, ErrDate
	}
	return t, nil
}

// Span is the time from the beginning of the first day to the end of the last, which belongs to it.
func Span(first, last time.Time) (from, to time.Time) { return first, last.AddDate(0, 0, 1) }
