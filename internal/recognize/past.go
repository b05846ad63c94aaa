package recognize

// pasts marks what is over: "as a child", "used to have", "had … ten years ago".
// "Had" of the last weeks is not: it is why the person writes.
func (s *scratch) pasts() {
	for i := range s.words {
		if !s.kindsAt(i).has(cuePast) || s.words[i].used {
			continue
		}
		for o := s.firstMention(int(s.words[i].begin)); o < len(s.mentions); o++ {
			m := &s.mentions[o]
			if s.words[m.first].clause != s.words[i].clause {
				break
			}
			m.past = true
			m.why("past: " + s.cueText(i))
		}
	}
}

// firstMention gives the index of the first mention at or after word i.
func (s *scratch) firstMention(i int) int {
	lo, hi := 0, len(s.mentions)
	for lo < hi {
		if mid := (lo + hi) / 2; int(s.mentions[mid].first) < i {
			lo = mid + 1
		} else {
			hi = mid
		}
	}
	return lo
}

// longAgo tells whether a time span says that a mention is over: a month or more
// ago with a plain "had", not "diagnosed" or "started".
func (s *scratch) longAgo(m *mention, t *timeSpan) bool {
	if !t.ago || t.days < 30 {
		return false
	}
	first := int(m.first)
	for j := first - 1; j >= 0 && j >= first-6 && s.words[j].clause == s.words[first].clause; j-- {
		if s.words[j].surface == s.r.known.had {
			return !s.is(j-1, roleSubject) || s.tokens[j-1].Clitic == ""
		}
	}
	return false
}
