package recognize

import "anamnesis/internal/text"

// negateInside handles a denial between the words of a composed mention: "my
// chest doesn't hurt".
func (s *scratch) negateInside() {
	for i := range s.mentions {
		m := &s.mentions[i]
		if !m.loose && !m.denied || m.negated {
			continue
		}
		for j := m.first + 1; j < m.last; j++ {
			if w := &s.words[j]; w.negates && !w.used {
				m.negated = true
				m.why("negated by: " + s.cueText(int(j)))
				break
			}
		}
	}
}

// negateAfter handles denials that follow: "the fever has gone", "cough: no",
// "Fever? No.". It comes first, so that such a "no" is not read forward.
func (s *scratch) negateAfter() {
	for i := range s.mentions {
		m := &s.mentions[i]
		at, ok := s.denialAfter(int(m.last) + 1)
		if m.self || !ok {
			continue
		}
		s.close(m, at)
		s.closeList(i, at)
		for j := s.hits[s.words[at].cue].first; j <= s.hits[s.words[at].cue].last; j++ {
			s.words[j].used = true
		}
	}
}

// close denies a mention, or says that it is over: what "has gone" was there.
func (s *scratch) close(m *mention, at int) {
	if s.kindsAt(at).has(cueOver) {
		m.past, m.over = true, true
		m.why("over: " + s.cueText(at))
		return
	}
	m.negated = true
	m.why("negated after: " + s.cueText(at))
}

// closeList does the same to the mentions joined to mention i by "and" or a comma before it.
func (s *scratch) closeList(i, at int) {
	for ; i > 0 && s.adjoin(&s.mentions[i-1], &s.mentions[i]); i-- {
		if m := &s.mentions[i-1]; !m.self {
			s.close(m, at)
		}
	}
}

// overLater reads "I had a headache, it's gone now": a clause of its own about what
// was said before.
func (s *scratch) overLater() {
	for i := range s.words {
		w := &s.words[i]
		if !s.kindsAt(i).has(cueOver) || w.used || !s.closes(int(s.hits[w.cue].last)+1) {
			continue
		}
		first := int(w.begin)
		if !s.r.speech.english {
			s.overBefore(i, first)
			continue
		}
		if first == 0 || i-first > 2 || i == first || !s.is(first, rolePoint) && s.tokens[first].Text != "they" {
			continue
		}
		if o := s.firstMention(first); o > 0 && !s.mentions[o-1].negated && s.words[s.mentions[o-1].last].sentence+1 >= w.sentence {
			s.close(&s.mentions[o-1], i)
		}
	}
}

// overBefore is overLater in languages that need no subject: "tuve tos, pero ya se me quitó".
func (s *scratch) overBefore(i, first int) {
	o := s.firstMention(first)
	if first == 0 || i-first > 4 || o == 0 || o < len(s.mentions) && s.words[s.mentions[o].first].clause == s.words[i].clause {
		return
	}
	if m := &s.mentions[o-1]; !m.negated && s.words[m.last].sentence+1 >= s.words[i].sentence {
		s.close(m, i)
	}
}

func (s *scratch) adjoin(a, b *mention) bool {
	joined := false
	for j := a.last + 1; j <= b.first; j++ {
		w := &s.words[j]
		if w.sentence != s.words[a.last].sentence || w.before&(text.Dash|text.Colon) != 0 || j < b.first && !w.joins && w.flags&(drop|detail) == 0 {
			return false
		}
		joined = joined || w.joins
	}
	return joined
}

// denialAfter looks for a denial from word i on, past "has", "is now" and the like.
func (s *scratch) denialAfter(i int) (int, bool) {
	i = s.pastJoined(i)
	for j := i; j < len(s.words) && j < i+7; j++ {
		w := &s.words[j]
		k := s.kindsAt(j)
		if w.used || w.owner >= 0 || w.before&(text.Comma|text.Bracket) != 0 && !(j == i && k&ends != 0) {
			return 0, false
		}
		switch {
		case j == i && s.bareNo(j):
			return j, true
		case w.before&text.Stop != 0:
			return 0, false
		case j == i && w.surface == s.r.known.free:
			return 0, false
		case k&ends != 0 && s.closes(int(s.hits[w.cue].last)+1):
			return j, true
		case w.negates || k != 0 && k&ends == 0 && k&tells == 0 && !s.timely(j), w.flags&(drop|skip|detail) == 0 && !s.timely(j):
			return 0, false
		}
	}
	return 0, false
}

// timely tells a word of a time: "the pain from last week has gone".
func (s *scratch) timely(j int) bool {
	return s.words[j].number || s.unitAt(j) || s.r.opens.has(s.words[j].surface) || s.follows(j, "from") || s.follows(j, "of") || s.follows(j, "appears")
}

// pastJoined skips a word that is joined to the mention before word i and that
// no phrase knows: "the nausea and gurgling have stopped".
func (s *scratch) pastJoined(i int) int {
	if i+2 >= len(s.words) || !s.words[i].joins || s.words[i].before != 0 || s.words[i+1].before != 0 {
		return i
	}
	w := &s.words[i+1]
	if w.owner >= 0 || w.cue >= 0 || w.flags&small != 0 || s.words[i+2].before != 0 {
		return i
	}
	return i + 2
}

// bareNo tells a "no" or "none" that answers: after a colon, dash or question
// mark, with nothing after it that it could deny.
func (s *scratch) bareNo(j int) bool {
	w := &s.words[j]
	if w.before == 0 && j+1 == len(s.words) && w.surface == s.r.known.no && s.yesBefore(j) {
		return true // cough yes fever no
	}
	if w.before&(text.Colon|text.Dash|text.Question) == 0 || w.surface != s.r.known.no && w.surface != s.r.known.none {
		return false
	}
	return j+1 == len(s.words) || s.words[j+1].before&(text.Comma|text.Stop|text.Dash|text.Slash) != 0 || s.startsAt(j+1) == nil
}

func (s *scratch) yesBefore(j int) bool {
	for i := j - 1; i >= 0 && i > j-maxZone; i-- {
		if s.tokens[i].Text == "yes" {
			return true
		}
	}
	return false
}

// ends are the cues that follow what they deny or close.
const ends kinds = 1<<cueNegPost | 1<<cueOver

// closes tells whether what follows a denial leaves it one: "the pain is gone
// now" does, "has gone to my chest" does not.
func (s *scratch) closes(j int) bool {
	if j >= len(s.words) || s.words[j].before != 0 || s.words[j].joins || s.words[j].cue >= 0 {
		return true
	}
	return s.words[j].flags&(function|drop|skip|glue) != 0 && !s.is(j, rolePrep)
}
