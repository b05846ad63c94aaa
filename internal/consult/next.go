package consult

import (
	"slices"

	"anamnesis/internal/clinical"
	"anamnesis/internal/engine"
)

// Budgets of an interview, counted in answers.
const (
	maxTurns      = 24 // answers in all; the 25th is never asked
	afterNotice   = 4  // questions after an emergency has been announced
	maxSearches   = 4
	fewQuestions  = 4 // questions that are asked as long as they tell anything at all
	softQuestions = 9 // questions after the background beyond which each must be worth more
)

// advance finds what comes next for a record whose last step has been answered: an open
// step, or the end. It is a function of the record alone.
func (iv *Interview) advance(r *Record) {
	s := iv.replay(r).weigh()
	defer s.close()
	r.Open, r.End = nil, endNone
	if end := s.over(); end != endNone {
		r.End = end
		r.Reported = end == endInformation || end == endNoOutcome
		return
	}
	if st := s.next(); st != nil {
		r.Open = st
		return
	}
	r.End = endReport
}

// over says whether the consultation must stop now.
func (s *session) over() string {
	if s.flagged(clinical.EmergencyAmbulance) { // unmistakable: it fired on what was said, not on a doubt
		return endEmergency
	}
	if len(s.r.Done) == 0 && s.r.Asked && len(s.ratifiable()) == 0 {
		return endInformation
	}
	if s.skipped && !s.anything() {
		return endNoOutcome
	}
	if len(s.r.Done) >= maxTurns || s.noticed >= 0 && len(s.r.Done)-s.noticed-1 >= afterNotice {
		return endReport
	}
	return endNone
}

// flagged says that a red flag of this level or a more urgent one fired on what was said, not on a doubt.
func (s *session) flagged(l clinical.Level) bool {
	return slices.ContainsFunc(s.decision.Flags, func(f engine.Flag) bool { return f.Level <= l && !f.Unsure })
}

// anything says whether there is a complaint, or a vague one still to be made precise.
func (s *session) anything() bool { return len(s.c.Complaints()) > 0 || len(s.pending) > 0 }

// next runs the stages in order; the first that has something to ask wins.
func (s *session) next() *Step {
	stages := []func() *Step{
		s.ratify, s.notice, s.crisis, s.search, s.more, s.clarify, s.duration, s.health, s.pregnancy, s.diagnose,
	}
	for _, stage := range stages {
		if st := stage(); st != nil {
			return st
		}
	}
	return nil
}
