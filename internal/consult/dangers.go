package consult

import (
	"anamnesis/internal/clinical"
	"anamnesis/internal/kb"
)

// refDangers marks the questions about danger signs of a complaint.
const refDangers = "dangers"

// dangers asks what must have been asked of each complaint before the advice is a light one, however little it tells
// under the posterior: who says little has not said that there is nothing. It comes last, when most of it is known.
func (s *session) dangers() *Step {
	if s.noticed >= 0 || s.counted(refDangers) >= s.iv.policy.MaxDangers {
		return nil
	}
	var items []string
	for _, id := range s.unwarned() {
		con := &s.iv.base.Concepts[id]
		switch {
		case !con.Kind.Finding():
			if len(items) == 0 {
				return bounded([]string{con.ID}, refDangers, "danger sign of a complaint")
			}
		case len(items) < s.iv.policy.BatchSize && !s.related(items, id):
			items = append(items, con.ID)
		}
	}
	return bounded(items, refDangers, "danger signs of a complaint")
}

// unwarned lists the danger signs of the complaints, and of what they are kinds of, that can still be asked, in turns:
// the first of each complaint, then the second of each.
func (s *session) unwarned() []kb.ConceptID {
	var lists [][]kb.ConceptID
	most := 0
	for _, c := range s.c.Complaints() {
		for _, of := range append([]kb.ConceptID{c}, s.iv.ancestors[c]...) {
			lists = append(lists, s.iv.base.Concepts[of].Dangers)
			most = max(most, len(s.iv.base.Concepts[of].Dangers))
		}
	}
	var out []kb.ConceptID
	seen := map[kb.ConceptID]bool{}
	for n := range most {
		for _, list := range lists {
			if n < len(list) {
				if id := s.general(s.whole(list[n])); s.p.Askable(id) && !seen[id] {
					seen[id] = true
					out = append(out, id)
				}
			}
		}
	}
	return out
}

// whole is the finding that an attribute belongs to while nothing is known of that, else the concept itself.
func (s *session) whole(id kb.ConceptID) kb.ConceptID {
	if of := s.iv.base.Concepts[id].AttributeOf; of != kb.None && s.c.Is(of) == clinical.NotAsked {
		return s.whole(of)
	}
	return id
}

// running says that the questions left are needed for danger signs.
func (s *session) running() bool {
	left := s.iv.policy.MaxTurns - len(s.r.Done)
	return left <= s.iv.policy.MaxDangers-s.counted(refDangers) && s.noticed < 0
}
