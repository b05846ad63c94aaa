package postgres

import (
	"encoding/binary"
	"time"

	"github.com/google/uuid"
)

// day is a UTC midnight, by which rows of sessions are parted.
type day = time.Time

// Days with partitions of their own. An id with a time outside of these, or without one, is of oddDay.
var (
	firstDay = time.Date(2020, 1, 1, 0, 0, 0, 0, time.UTC)
	lastDay  = time.Date(2200, 1, 1, 0, 0, 0, 0, time.UTC)
	oddDay   = time.Date(1970, 1, 1, 0, 0, 0, 0, time.UTC)
)

// dayOf is the day in which a session's rows lie: that of the time inside its id, a UUID of version 7, as the service
// makes them. Any other id is as good, only that its day is never dropped.
func dayOf(sid string) day {
	id, err := uuid.Parse(sid)
	if err != nil || id.Version() != 7 || id.String() != sid {
		return oddDay
	}
	ms := int64(binary.BigEndian.Uint64(id[:8]) >> 16) // RFC 9562 section 5.7
	d := time.UnixMilli(ms).UTC().Truncate(24 * time.Hour)
	if d.Before(firstDay) || !d.Before(lastDay) {
		return oddDay
	}
	return d
}

// daysOf gives the days of ids, each once.
func daysOf(sids []string) []day {
	var days []day
	seen := map[day]bool{}
	for _, sid := range sids {
		if d := dayOf(sid); !seen[d] {
			seen[d] = true
			days = append(days, d)
		}
	}
	return days
}

// suffix ends the names of a day's partitions.
func suffix(d day) string { return d.Format("_20060102") }
