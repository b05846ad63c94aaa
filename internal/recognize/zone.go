package recognize

import "anamnesis/internal/text"

// zone is the part of a text that tells of one mention.
type zone struct{ from, to int } // words, half open

// maxZone bounds how far from a mention its description is looked for.
const maxZone = 40

// zoneOf parts the words between two mentions: what follows a comma, "and" or
// "with", and qualities right before a mention, belong to the later one. Clauses
// without a mention of their own belong to the one before.
func (s *scratch) zoneOf(i int) zone {
	m := &s.mentions[i]
	z := zone{int(m.first), int(m.last) + 1}
	low := max(0, z.from-maxZone)
	if prev := s.before(i); prev >= 0 {
		low = max(low, s.parting(int(s.mentions[prev].last)+1, z.from))
	}
	for z.from > low && s.words[z.from-1].sentence == s.words[m.first].sentence {
		z.from--
	}
	high := min(len(s.words), z.to+maxZone)
	if next := s.after(i); next >= 0 {
		high = min(high, s.parting(z.to, int(s.mentions[next].first)))
	}
	for z.to < high && s.words[z.to].sentence-s.words[m.last].sentence <= 2 {
		z.to++
	}
	return z
}

// before and after give the neighbouring mention that shares no word with i.
func (s *scratch) before(i int) int {
	for o := i - 1; o >= 0; o-- {
		if s.mentions[o].last < s.mentions[i].first {
			return o
		}
	}
	return -1
}

func (s *scratch) after(i int) int {
	for o := i + 1; o < len(s.mentions); o++ {
		if s.mentions[o].first > s.mentions[i].last {
			return o
		}
	}
	return -1
}

// parting finds where the words from..to change hands.
func (s *scratch) parting(from, to int) int {
	for j := min(to, len(s.words)-1); j >= from; j-- {
		w := &s.words[j]
		if w.sentence != s.words[to].sentence {
			return j + 1
		}
		if w.joins || w.before&(text.Comma|text.Dash) != 0 || s.is(j, roleSubject) && s.words[j].clause != s.words[max(j-1, 0)].clause {
			return j
		}
	}
	for j := from; j < to; j++ {
		if w := &s.words[j]; w.surface == s.r.known.with {
			return j
		}
	}
	j := to
	for j > from && s.words[j-1].flags&(drop|detail) != 0 {
		j--
	}
	return j
}

func (s *scratch) find(z zone, feature int32) int {
	at := s.places.of(feature) & stretch(z.from, z.to-z.from)
	if at == 0 {
		return -1
	}
	for j := z.from; j < z.to; j++ {
		if w := &s.words[j]; at>>(uint(j)&63)&1 != 0 && (w.features[0] == feature || w.features[1] == feature || w.stem == feature) && w.flags&blocked == 0 {
			return j
		}
	}
	return -1
}

func (s *scratch) precededBy(j int, r role) bool {
	for i := j - 1; i >= 0 && i >= j-4; i-- {
		if s.is(i, r) {
			return true
		}
	}
	return false
}

func (s *scratch) anyIn(z zone, r role) bool {
	for j := z.from; j < z.to; j++ {
		if s.is(j, r) {
			return true
		}
	}
	return false
}
