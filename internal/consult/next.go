package consult

import (
	"slices"

	"anamnesis/internal/clinical"
	"anamnesis/internal/engine"
)

// maxSearches bounds how often the search box is offered.
const maxSearches = 4

// Policy is how long an interview goes on and what it asks. Turns and questions are counted in answers,
// worth in nats. The values are settled on the development cases by cross-validation.
type Policy struct {
	MaxTurns      int // answers in all; the next is never asked
	AfterNotice   int // questions after an emergency has been announced
	InCrisis      int // answers in all where the first text spoke of ending a life, an overdose or violence
	FewQuestions  int // questions that are asked as long as they tell anything at all
	SoftQuestions int // questions after the background beyond which each must be worth more
	// UnsureQuestions takes the place of SoftQuestions while nothing stands out.
	UnsureQuestions int
	BatchSize       int // most choices of one question about findings
	MaxDangers      int // questions about danger signs of the complaints that nothing else has asked
	// Least values that a question must have to be asked: of the first few, within SoftQuestions, after
	// them, and after half as many again.
	WorthFirst, WorthEarly, WorthLate, WorthLast float64
	// MixGain is how much more the best findings of any kind must tell together than the best of one
	// heading to be asked in one question; 0 keeps to headings.
	MixGain float64
	// SureShare is the share of the first cause from which the later, higher worths hold: while
	// nothing stands out, the earlier one does.
	SureShare float64
	// SureThree is the same for the first three causes together.
	SureThree float64
	// MinorShare is the share of causes that need no doctor from which the later worths hold in any case.
	MinorShare float64
	// OnsetAlone is the worth from which the onset of the main complaint is asked by itself, as a choice
	// of two, and not in one question with its severity and course.
	OnsetAlone float64
}

// DefaultPolicy is the policy in use.
func DefaultPolicy() Policy {
	return Policy{
		MaxTurns: 25, AfterNotice: 4, InCrisis: 10, FewQuestions: 4, SoftQuestions: 9, UnsureQuestions: 18, BatchSize: 4, MaxDangers: 3,
		WorthFirst: 0.005, WorthEarly: 0.05, WorthLate: 0.06, WorthLast: 0.15,
		MixGain: 1.2, SureShare: 0.7, SureThree: 0.8, MinorShare: 0.6, OnsetAlone: 0.1,
	}
}

// advance finds what comes next for a record whose last step has been answered: an open
// step, or the end. It is a function of the record alone. The session is the record replayed; close it.
func (iv *Interview) advance(r *Record) *session {
	s := iv.replay(r).look()
	r.Open, r.End = nil, endNone
	if end := s.over(); end != endNone {
		r.End = end
		r.Reported = end == endInformation || end == endNoOutcome
		return s
	}
	if r.Open = s.next(); r.Open == nil {
		r.End = endReport
	}
	return s
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
	if s.r.Crisis && !s.misheard() && len(s.r.Done) >= s.iv.policy.InCrisis {
		return endReport // help matters more than the cause
	}
	if len(s.r.Done) >= s.iv.policy.MaxTurns || s.noticed >= 0 && len(s.r.Done)-s.noticed-1 >= s.iv.policy.AfterNotice {
		return endReport
	}
	return endNone
}

// misheard says that the person took nothing of what was understood of the first text.
func (s *session) misheard() bool {
	return len(s.r.Done) > 0 && s.r.Done[0].Kind == stepRatify && len(s.r.Done[0].Included) == 0
}

// flagged says that a red flag of this level or a more urgent one fired on what was said, not on a doubt.
func (s *session) flagged(l clinical.Level) bool {
	return slices.ContainsFunc(s.flags, func(f engine.Flag) bool { return f.Level <= l && !f.Unsure })
}

// anything says whether there is a complaint, or a vague one still to be made precise.
func (s *session) anything() bool { return len(s.c.Complaints()) > 0 || len(s.pending) > 0 }

// next runs the stages in order; the first that has something to ask wins.
func (s *session) next() *Step {
	first := [...]func(*session) *Step{
		(*session).ratify, (*session).notice, (*session).crisis, (*session).search, (*session).more, (*session).clarify, (*session).duration, (*session).health,
	}
	for _, stage := range first {
		if st := stage(s); st != nil {
			return st
		}
	}
	s.p.Weigh()
	if st := s.pregnancy(); st != nil {
		return st
	}
	return s.diagnose()
}
