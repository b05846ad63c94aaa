package store

// Busy is how much a store has to do at one moment.
type Busy struct {
	Writes int // that wait
	Loads  int // of consultations, that wait; 0 where none ever does
	Used   int // connections at work, of those that read or are lent
	Most   int // connections that there can be
}

// Watched is a Store that tells how busy it is. It may be asked at any time, and does not wait for the database.
type Watched interface{ Busy() Busy }
