package recognize

// attach gives a span to mentions: those of its sentence since the span before
// it, else those that follow in the sentence, else, where the sentence has none,
// those said before, else the first said after.
func (s *scratch) attach(n int) {
	t := &s.spans[n]
	sentence := s.words[t.from].sentence
	lo, hi := t.from, t.to
	for lo > 0 && s.words[lo-1].sentence == sentence && !s.inSpan(lo-1, n) {
		lo--
	}
	for hi < len(s.words) && s.words[hi].sentence == sentence && !s.inSpan(hi, n) {
		hi++
	}
	if s.fronted(t, hi) && s.give(t, t.to, hi, true) {
		return
	}
	if s.give(t, lo, t.from, false) && !s.ownClause(t, hi) {
		if s.r.speech.verbLast { // "das Knie ist seit gestern dick und tut weh"
			for end := t.to; end < hi && s.words[end].clause == s.words[t.from].clause; end++ {
				s.give(t, end, end+1, false)
			}
		}
		if s.follows(t.to, "with") {
			s.give(t, t.to, hi, true) // for four days, with loose stools
		}
		if since := s.sinceThen(t.to); since > 0 && t.ago {
			s.give(t, since, hi, true) // started it two weeks ago and ever since I feel sick
		}
		return
	}
	if s.give(t, t.from, hi, true) || s.hasMention(sentence, t.from) {
		return
	}
	o := s.firstMention(t.from)
	given := false
	for p := o - 1; p >= 0 && p >= o-16; p-- {
		m := &s.mentions[p]
		if m.days >= 0 {
			break
		}
		given = s.set(m, t) || given
	}
	if !given && o < len(s.mentions) && !(t.ago && s.saysNow(t.to, int(s.mentions[o].first))) {
		s.set(&s.mentions[o], t)
	}
}

// fronted tells a span that begins a clause which has complaints of its own, in languages that put it there freely:
// "Bluthochdruck, aber seit vorgestern sehe ich doppelt".
func (s *scratch) fronted(t *timeSpan, hi int) bool {
	w := &s.words[t.from]
	if s.r.speech.english || t.from > int(w.begin)+1 || w.begin == 0 {
		return false
	}
	o := s.firstMention(t.from)
	return o < len(s.mentions) && int(s.mentions[o].first) < hi && s.words[s.mentions[o].first].clause == w.clause
}

// ownClause tells a span that begins a clause of its own and has undated complaints after it, where those before it
// have their own: "for years a cough, but since yesterday a fever".
func (s *scratch) ownClause(t *timeSpan, hi int) bool {
	o := s.firstMention(t.from)
	if o == 0 || o == len(s.mentions) || int(s.mentions[o].first) >= hi {
		return false
	}
	before, after := &s.mentions[o-1], &s.mentions[o]
	return before.days >= 0 && before.days != t.days && after.days < 0 && s.words[before.last].clause != s.words[t.from].clause
}

// sinceThen finds "and ever since", "since then" right after a span, and gives the word after it, 0 for none.
func (s *scratch) sinceThen(i int) int {
	if s.follows(i, "and") || s.follows(i, "but") {
		i++
	}
	switch {
	case s.follows(i, "ever") && s.follows(i+1, "since"), s.follows(i, "since") && (s.follows(i+1, "then") || s.follows(i+1, "that")):
		return i + 2
	}
	return 0
}

// saysNow finds a "now" between two words: "stopped my tablets 2 months ago. now fever" tells nothing of the fever's age.
func (s *scratch) saysNow(from, to int) bool {
	for i := from; i < to; i++ {
		if s.tokens[i].Text == "now" {
			return true
		}
	}
	return false
}

// inSpan tells whether word i lies in a neighbouring span that counts as much.
func (s *scratch) inSpan(i, n int) bool {
	for _, k := range [...]int{n - 1, n + 1} {
		if k >= 0 && k < len(s.spans) && s.spans[k].from <= i && i < s.spans[k].to && s.spans[k].vague == s.spans[n].vague {
			return true
		}
	}
	return false
}

// give sets the span for the mentions between two words. Going forward it stops
// at a comma after the first: "since Monday a cough, and now a rash".
func (s *scratch) give(t *timeSpan, from, to int, forward bool) bool {
	given := false
	for o := s.firstMention(from); o < len(s.mentions) && int(s.mentions[o].first) < to; o++ {
		m := &s.mentions[o]
		if forward && given && s.words[m.first].clause != s.words[t.from].clause && s.words[m.first].clause > s.words[t.to-1].clause+1 {
			break
		}
		given = s.set(m, t) || given
	}
	return given
}

func (s *scratch) hasMention(sentence int32, i int) bool {
	o := s.firstMention(i)
	for _, k := range [...]int{o - 1, o} {
		if k >= 0 && k < len(s.mentions) && s.words[s.mentions[k].first].sentence == sentence && !s.mentions[k].negated {
			return true
		}
	}
	return false
}

func (s *scratch) set(m *mention, t *timeSpan) bool {
	if m.negated || m.days >= 0 {
		return m.days >= 0
	}
	if !t.ago && m.kind == KindConcept && !s.r.base.Concepts[m.concept].Kind.Finding() {
		return s.words[m.last].clause == s.words[t.from].clause // "diabetes, dizzy since Tuesday"
	}
	if s.longAgo(m, t) {
		m.past = true
		m.why("past: long ago")
		return true
	}
	m.days, m.vague = t.days, t.vague
	return true
}
