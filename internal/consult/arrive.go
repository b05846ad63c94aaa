package consult

import "sync"

// Ticket is a request's arrival: the state it will be judged against.
type Ticket struct {
	gate *gate
	sid  string
	turn *arrival
	done bool
}

// arrival is shared by all requests of one consultation that overlap in time.
type arrival struct {
	requests int
	known    bool
	version  int64 // of the state that stood when the first of them loaded it; 0 = not started
}

// gate tells which turns of a consultation overlap. Two answers that were under way
// at once cannot both have been composed for the question that follows the first, so
// all of them are judged against the version that the first one saw.
type gate struct {
	mu   sync.Mutex
	open map[string]*arrival
}

func newGate() *gate { return &gate{open: map[string]*arrival{}} }

func (g *gate) arrive(sid string) *Ticket {
	g.mu.Lock()
	defer g.mu.Unlock()
	a := g.open[sid]
	if a == nil {
		a = &arrival{}
		g.open[sid] = a
	}
	a.requests++
	return &Ticket{gate: g, sid: sid, turn: a}
}

// fits says whether a state of this version is the one that stood at arrival.
func (t *Ticket) fits(version int64) bool {
	if t == nil {
		return true
	}
	t.gate.mu.Lock()
	defer t.gate.mu.Unlock()
	if !t.turn.known {
		t.turn.known, t.turn.version = true, version
	}
	return t.turn.version == version
}

// Release ends the request's part; calling it again does nothing. It must come before the
// response is written: a client may send its next turn as soon as it has read this one's.
func (t *Ticket) Release() {
	if t == nil {
		return
	}
	t.gate.mu.Lock()
	defer t.gate.mu.Unlock()
	if t.done {
		return
	}
	t.done = true
	t.turn.requests--
	if t.turn.requests == 0 {
		delete(t.gate.open, t.sid)
	}
}
