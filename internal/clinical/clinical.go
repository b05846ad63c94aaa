// Package clinical holds the nouns that every medical package shares: sex, age,
// triage level, duration bucket and what is known of a finding. It has no
// behaviour beyond naming and comparing them, and imports nothing of the project.
package clinical

// Sex is the sex that the person states; anatomy and rates go by it.
type Sex uint8

// The two values that the interface takes, and none for "not stated".
const (
	AnySex Sex = iota
	Female
	Male
)

// String gives the interface's id: "female", "male", or "" for AnySex.
func (s Sex) String() string {
	switch s {
	case Female:
		return "female"
	case Male:
		return "male"
	}
	return ""
}

// ParseSex reads "female" or "male".
func ParseSex(s string) (Sex, bool) {
	switch s {
	case "female":
		return Female, true
	case "male":
		return Male, true
	}
	return AnySex, false
}

// AgeBands is the number of bands that rates are given in.
const AgeBands = 5

// AgeBand maps an age in years to its band: 18-29, 30-44, 45-59, 60-74, 75 and over.
func AgeBand(years int) int {
	switch {
	case years < 30:
		return 0
	case years < 45:
		return 1
	case years < 60:
		return 2
	case years < 75:
		return 3
	}
	return 4
}

// Level is a triage level; a smaller value is more urgent.
type Level uint8

// The levels, most urgent first, and the two early ends that carry none.
const (
	EmergencyAmbulance Level = iota
	Emergency
	Urgent12h
	Urgent48h
	Routine2w
	SelfCare
	NoOutcome
	Information
)

// Levels is the number of levels that say how soon care is needed.
const Levels = 6

var levelIDs = [...]string{"emergency_ambulance", "emergency", "urgent_12h", "urgent_48h", "routine_2w", "self_care", "no_outcome", "information"}

// String gives the id used in the interface and the knowledge base.
func (l Level) String() string {
	if int(l) < len(levelIDs) {
		return levelIDs[l]
	}
	return "unknown"
}

// ParseLevel reads an id such as "urgent_48h".
func ParseLevel(s string) (Level, bool) {
	for i, id := range levelIDs {
		if s == id {
			return Level(i), true
		}
	}
	return 0, false
}

// Bucket says how long a complaint has lasted so far.
type Bucket uint8

// Buckets in rising order: under a day, 1 to 6 days, 1 to 4 weeks, 1 to 11 months, a year or more.
const (
	UnknownDuration Bucket = iota
	Hour
	Day
	Week
	Month
	Year
)

// Buckets is the number of known buckets.
const Buckets = 5

var bucketIDs = [...]string{"", "hour", "day", "week", "month", "year"}

// String gives the interface's choice id, or "" where the duration is not known.
func (b Bucket) String() string {
	if int(b) < len(bucketIDs) {
		return bucketIDs[b]
	}
	return ""
}

// ParseBucket reads a choice id such as "week".
func ParseBucket(s string) (Bucket, bool) {
	for i, id := range bucketIDs {
		if i > 0 && s == id {
			return Bucket(i), true
		}
	}
	return UnknownDuration, false
}

// BucketOf maps a duration in days to its bucket; a negative number is unknown.
func BucketOf(days float64) Bucket {
	switch {
	case days < 0:
		return UnknownDuration
	case days < 1:
		return Hour
	case days < 7:
		return Day
	case days < 30:
		return Week
	case days < 365:
		return Month
	}
	return Year
}

// Truth is a three-valued answer. Unknown neither satisfies nor refutes anything.
type Truth uint8

// The zero value is Unknown.
const (
	Unknown Truth = iota
	False
	True
)

// And is Kleene's conjunction.
func (t Truth) And(u Truth) Truth {
	switch {
	case t == False || u == False:
		return False
	case t == True && u == True:
		return True
	}
	return Unknown
}

// Or is Kleene's disjunction.
func (t Truth) Or(u Truth) Truth {
	switch {
	case t == True || u == True:
		return True
	case t == False && u == False:
		return False
	}
	return Unknown
}

// Not is Kleene's negation.
func (t Truth) Not() Truth {
	switch t {
	case True:
		return False
	case False:
		return True
	}
	return Unknown
}

// AtLeast is whether n of some answers are true, of which yes are and open are unknown.
func AtLeast(yes, open, n int) Truth {
	switch {
	case yes >= n:
		return True
	case yes+open < n:
		return False
	}
	return Unknown
}

// Origin says how a piece of evidence reached us; it sets its weight.
type Origin uint8

// Volunteered evidence was said unasked, in the first text or added by search;
// Asked answers a question about it alone; Unticked is a choice left unselected;
// Implied follows from another answer (a child implies its parent) and carries no weight of its own.
const (
	Volunteered Origin = iota + 1
	Asked
	Unticked
	Implied
)

// Assertion is what is known of one concept for this person.
type Assertion uint8

// Present and Denied are evidence; Unsure is not, but is remembered because an
// unsure answer to a red flag raises the level.
const (
	NotAsked Assertion = iota
	Present
	Denied
	Unsure
)

// Truth maps an assertion to three-valued logic.
func (a Assertion) Truth() Truth {
	switch a {
	case Present:
		return True
	case Denied:
		return False
	}
	return Unknown
}
