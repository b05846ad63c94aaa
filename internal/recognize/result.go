package recognize

import (
	"slices"
	"unicode/utf8"

	"anamnesis/internal/kb"
)

// result turns the working memory into the answer, which shares nothing with it
// but the input string.
func (s *scratch) result() Result {
	r := Result{DurationDays: -1}
	r.Crisis = s.crisis()
	s.merge()
	r.Information = s.information()
	if n := len(s.mentions); n > 0 {
		r.Mentions = make([]Mention, n)
		s.fillMentions(r.Mentions)
	}
	for i := range r.Mentions {
		if m := &r.Mentions[i]; m.Kind == KindClarification && m.Stated() && !slices.Contains(r.Clarifications, m.Clarification) {
			r.Clarifications = append(r.Clarifications, m.Clarification)
		}
	}
	r.Unplaced = s.unplaced()
	r.DurationDays = s.mainDuration()
	return r
}

// merge leaves one mention of the same thing said twice in the same way, with
// the attributes and the duration of both.
func (s *scratch) merge() {
	kept := s.mentions[:0]
	for i := range s.mentions {
		m := &s.mentions[i]
		if s.othersOnly(m) {
			continue
		}
		if at := slices.IndexFunc(kept, func(k mention) bool { return same(&k, m) }); at >= 0 {
			absorb(&kept[at], m)
			continue
		}
		kept = append(kept, *m)
	}
	s.mentions = kept
}

// othersOnly tells a word for what somebody else is by trade or habit, which says nothing of the person: "my uncle is a farmer".
func (s *scratch) othersOnly(m *mention) bool {
	if !m.other || m.kind != KindConcept || m.phrase < 0 || !s.r.vocab.phrases[m.phrase].factor || m.first == 0 {
		return false
	}
	k, before := s.r.base.Concepts[m.concept].Kind, s.tokens[m.first-1].Text
	return (k == kb.Risk || k == kb.Exposure) && (before == "a" || before == "an")
}

func same(a, b *mention) bool {
	return a.kind == b.kind && a.subject() == b.subject() && a.negated == b.negated && a.other == b.other && a.past == b.past && a.hypo == b.hypo
}

// subject is what a mention is about: the complaint, or a denied attribute itself.
func (m *mention) subject() int32 {
	if m.kind == KindConcept && !m.negated {
		return int32(m.concept)
	}
	return m.id
}

func absorb(a, b *mention) {
	for _, id := range b.attributes[:b.nattr] {
		a.attribute(id)
	}
	if a.days < 0 || a.vague && b.days >= 0 && !b.vague {
		a.days, a.vague = b.days, b.vague
	}
	a.severity = max(a.severity, b.severity)
	a.unsure = a.unsure && b.unsure
	for _, r := range b.reasons[:b.nreason] {
		if !slices.Contains(a.reasons[:a.nreason], r) {
			a.why(r)
		}
	}
}

// fillMentions converts, with one array behind all reasons and one behind all attributes.
func (s *scratch) fillMentions(out []Mention) {
	var nr, na int
	for i := range s.mentions {
		nr += int(s.mentions[i].nreason) + 1
		na += int(s.mentions[i].nattr)
	}
	reasons, attributes := make([]string, 0, nr), make([]kb.ConceptID, 0, na)
	for i := range s.mentions {
		m := &s.mentions[i]
		from := len(reasons)
		if m.fixed > 0 {
			j := m.fixed - 1
			reasons = append(reasons, "spelling: "+s.tokens[j].Text+" as "+s.words[j].fixed)
		}
		reasons = append(reasons, m.reasons[:m.nreason]...)
		at := len(attributes)
		if !m.negated {
			attributes = append(attributes, m.attributes[:m.nattr]...)
		}
		out[i] = s.mention(m)
		out[i].Reasons = reasons[from:len(reasons):len(reasons)]
		if len(attributes) > at {
			out[i].Attributes = attributes[at:len(attributes):len(attributes)]
		}
	}
}

func (s *scratch) mention(m *mention) Mention {
	last := int(m.last)
	if s.words[last].wide {
		last++
	}
	from, to := s.tokens[m.first].From, s.tokens[last].To
	out := Mention{
		Kind: m.kind, Concept: kb.None, Clarification: kb.None, Condition: kb.None,
		Text: s.input[from:to], Start: s.tokens[m.first].Start, End: s.tokens[last].End,
		Negated: m.negated, Uncertain: m.unsure, Experiencer: Patient, Past: m.past, Over: m.over, Hypothetical: m.hypo,
		DurationDays: m.days, Severity: [...]string{"", Mild, Moderate, Severe}[m.severity],
	}
	if m.other {
		out.Experiencer = Other
	}
	s.name(m, &out)
	return out
}

// name fills in what the mention refers to. A background factor in doubt is read
// as the illness of the same name: "I think I have diabetes".
func (s *scratch) name(m *mention, out *Mention) {
	b := s.r.base
	switch m.kind {
	case KindConcept:
		id := m.concept
		if m.negated {
			id = kb.ConceptID(m.id) // no dry cough: the dryness is denied, not the cough
		}
		if m.phrase >= 0 {
			out.Condition = kb.ConditionID(s.r.vocab.phrases[m.phrase].condition)
		}
		if out.Condition != kb.None && (m.unsure || m.hypo) {
			out.Kind = KindCondition
			out.Code, out.Name = b.Conditions[out.Condition].Code, b.Conditions[out.Condition].Name
			return
		}
		out.Concept, out.Code, out.Name = id, b.Concepts[id].Code, b.Concepts[id].Name
	case KindClarification:
		out.Clarification = int(m.id)
		out.Code, out.Name = b.Clarifications[m.id].Code, b.Clarifications[m.id].Name
	case KindCondition:
		out.Condition = kb.ConditionID(m.id)
		out.Code, out.Name = b.Conditions[m.id].Code, b.Conditions[m.id].Name
	}
}

// mainDuration is that of the first complaint stated, else the first time span said.
func (s *scratch) mainDuration() float64 {
	for i := range s.mentions {
		m := &s.mentions[i]
		if m.days >= 0 && m.stated() && (m.kind != KindConcept || s.r.base.Concepts[m.concept].Kind.Finding()) {
			return m.days
		}
	}
	for _, t := range s.spans {
		if !t.vague && len(s.mentions) == 0 {
			return t.days
		}
	}
	return -1
}

// unplaced gives the clauses with content that nothing accounts for.
func (s *scratch) unplaced() []Span {
	var spans []Span
	for i := 0; i < len(s.words); {
		j, first, last, placed := i, -1, -1, false
		for ; j < len(s.words) && s.words[j].clause == s.words[i].clause; j++ {
			w := &s.words[j]
			placed = placed || w.owner >= 0
			if s.contentful(j) {
				if first < 0 {
					first = j
				}
				last = j
			}
		}
		if !placed && first >= 0 {
			spans = append(spans, Span{s.tokens[first].Start, s.tokens[last].End})
		}
		i = j
	}
	return spans
}

// contentful tells a word that should have meant something: not small, not part
// of a cue or a time span.
func (s *scratch) contentful(j int) bool {
	w := &s.words[j]
	return w.owner < 0 && w.flags&small == 0 && w.cue < 0 && !w.number && utf8.RuneCountInString(s.tokens[j].Text) > 1 && !s.unitAt(j) && !s.r.opens.has(w.surface)
}
