package recognize

import "anamnesis/internal/kb"

// Assert judges stretches of a text that somebody else has found to be concepts:
// whether each is denied, doubted, past, feared or another's, and since when. It
// lets the rules be measured apart from the vocabulary. A span without a word in
// it comes back as if stated.
func (r *Recognizer) Assert(input string, spans []Span, opt Options) []Mention {
	s := r.pool.Get().(*scratch)
	defer r.pool.Put(s)
	s.input, s.sex, s.today, s.fixes = input, opt.Sex, opt.Today, 0
	s.read()
	s.mentions = s.mentions[:0]
	for i, span := range spans {
		s.given(i, span)
	}
	s.assert()
	s.durations()
	out := make([]Mention, len(spans))
	for i := range out {
		out[i] = Mention{Concept: kb.None, Clarification: kb.None, Condition: kb.None, Start: spans[i].Start, End: spans[i].End, Experiencer: Patient, DurationDays: -1}
	}
	for i := range s.mentions {
		m := &s.mentions[i]
		o := &out[m.id]
		o.Text = s.input[s.tokens[m.first].From:s.tokens[m.last].To]
		o.Negated, o.Uncertain, o.Past, o.Hypothetical, o.DurationDays = m.negated, m.unsure, m.past, m.hypo, m.days
		o.Reasons = append([]string(nil), m.reasons[:m.nreason]...)
		if m.other {
			o.Experiencer = Other
		}
	}
	return out
}

// given makes a mention of a span; its id is the span's index.
func (s *scratch) given(index int, span Span) {
	m := mention{candidate: candidate{phrase: -1, first: -1}, target: target{KindCondition, int32(index)}, days: -1}
	for i := range s.tokens {
		if s.tokens[i].Start < span.End && s.tokens[i].End > span.Start && !s.words[i].used {
			if m.first < 0 {
				m.first, m.last = int32(i), int32(i)
			}
			m.add(int32(i))
			m.last = int32(i)
			s.words[i].used, s.words[i].owner = true, int32(len(s.mentions))
		}
	}
	if m.first >= 0 {
		s.mentions = append(s.mentions, m)
	}
}
