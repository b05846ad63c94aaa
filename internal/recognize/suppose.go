package recognize

import (
	"slices"

	"anamnesis/internal/text"
)

// Suppositions in further languages: "falls ich Fieber bekomme", "si me vuelve el dolor". An "if" that states a rule of
// somebody's body ("wenn ich huste, tut es weh") supposes nothing; what tells them apart is how its clause ends and
// whether the sentence asks what to do. What the words are stands in the lists of the language.

// supposals marks what is only supposed.
func (s *scratch) supposals() {
	for i := range s.words {
		if !slices.Contains(s.r.speech.ifs, s.tokens[i].Text) || s.words[i].used || s.insists(i) {
			continue
		}
		if end := s.endOfIf(i); s.supposes(i, end) && !s.unwish(i, end) {
			s.suppose(i, end)
		}
	}
	s.inCases()
}

// insists tells an "if" that says "yes": Spanish "sí" by its accent, or as the end of what leads to it ("lo que si tengo").
func (s *scratch) insists(i int) bool {
	t := &s.tokens[i]
	return s.r.speech.verbFirst && (t.To-t.From > len(t.Text) || s.words[i].cue >= 0 && s.hits[s.words[i].cue].first < int32(i))
}

// endOfIf gives the word after the clause that an "if" opens.
func (s *scratch) endOfIf(i int) int {
	end := i + 1
	if end < len(s.words) && s.words[end].before&text.Comma != 0 { // angenommen, ich hätte Fieber
		end++
	}
	for end < len(s.words) && end < i+2*maxZone && s.words[end].sentence == s.words[i].sentence && s.words[end].before&(text.Comma|text.Dash) == 0 {
		end++
	}
	return end
}

// supposes tells whether words i..end are no fact: by their mood ("wenn ich Fieber hätte"), or because they are what
// the sentence asks about ("was tun, wenn es schlimmer wird").
func (s *scratch) supposes(i, end int) bool {
	p := s.r.speech
	maybe := false
	for j := i; j < end; j++ {
		w := s.tokens[j].Text
		if slices.Contains(p.supposing, w) && (j == i || j >= end-2 || !p.verbLast) {
			return j > i || s.opensIf(i, end)
		}
		maybe = maybe || slices.Contains(p.maybe, w) && (j >= end-3 || !p.verbLast)
	}
	return maybe && s.asksBeside(i, end)
}

// opensIf tells an "if" that supposes by itself: at the start of its clause, with a clause to follow where it is a verb.
func (s *scratch) opensIf(i, end int) bool {
	if !s.is(i, roleQuestion) {
		return true
	}
	return (i == 0 || s.words[i].before&(text.Stop|text.Comma|text.Dash) != 0) && end < len(s.words) && s.words[end].sentence == s.words[i].sentence
}

// asksBeside tells a sentence that asks or says what to do in the case of words i..end.
func (s *scratch) asksBeside(i, end int) bool {
	for j := i - 1; j >= 0 && s.words[j].sentence == s.words[i].sentence; j-- {
		if slices.Contains(s.r.speech.asking, s.tokens[j].Text) {
			return true
		}
	}
	for j := end; j < len(s.words) && s.words[j].sentence == s.words[i].sentence; j++ {
		if slices.Contains(s.r.speech.asking, s.tokens[j].Text) {
			return true
		}
	}
	return false
}

// unwish undoes the supposing where something is only wished away: who writes "wenn ich die Schmerzen nicht hätte" has them.
func (s *scratch) unwish(from, to int) bool {
	denied, wished := false, false
	for j := from; j < to; j++ {
		denied = denied || s.words[j].negates
	}
	for o := s.firstMention(from); denied && o < len(s.mentions) && int(s.mentions[o].first) < to; o++ {
		if m := &s.mentions[o]; m.negated {
			m.negated, wished = false, true
			m.why("wished away")
		}
	}
	return wished
}

// inCases reads "bei Fieber soll ich wiederkommen": a case that somebody gives advice for.
func (s *scratch) inCases() {
	for i := range s.words {
		if !slices.Contains(s.r.speech.incase, s.tokens[i].Text) || int(s.words[i].begin) != i {
			continue
		}
		if i+1 >= len(s.words) || s.startsAt(i+1) == nil {
			continue
		}
		m := s.startsAt(i + 1)
		if after := int(m.last) + 1; after < len(s.words) && s.words[after].sentence == s.words[i].sentence && slices.Contains(s.r.speech.asking, s.tokens[after].Text) {
			s.suppose(i, after)
		}
	}
}
