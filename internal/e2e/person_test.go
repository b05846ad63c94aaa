package e2e

import (
	"fmt"
	"slices"

	"anamnesis/api"
	"anamnesis/internal/consult"
	"anamnesis/internal/eval"
	"anamnesis/internal/kb"
)

// person answers as a script says. Lists and yes-or-no questions are answered by eval.Patient; a
// person sees no concept behind a question, so asked gives it by the question's words.
type person struct {
	*script
	base    *kb.Base
	asked   map[string]string // heading: concept code
	patient *eval.Patient
	has     []string
	adds    []search // announced or still to announce
	pending *search  // announced, not yet searched
	finds   []search
}

func newPerson(b *kb.Base, s *script) (*person, error) {
	p := &person{script: s, base: b, asked: map[string]string{}, has: s.has, adds: s.adds, finds: s.searches}
	in := b.In(s.language)
	for i := range in.Concepts {
		p.asked[in.Text(s.language, in.Concepts[i].Question)] = in.Concepts[i].Code
	}
	ids := slices.Concat(s.has, s.not)
	for _, f := range slices.Concat(s.searches, s.adds) {
		ids = append(ids, f.concept)
	}
	for _, c := range s.changes {
		ids = append(ids, c.ids...)
		if c.concept != "" {
			ids = append(ids, c.concept)
		}
	}
	for _, id := range ids {
		if _, ok := b.Concept(id); !ok && !p.vague(id) {
			return nil, fmt.Errorf("the knowledge base has no concept %s", id)
		}
	}
	p.settle()
	return p, nil
}

func (p *person) vague(id string) bool {
	return slices.ContainsFunc(p.base.Clarifications, func(c kb.Clarification) bool { return c.ID == id })
}

// settle makes the patient after has was changed.
func (p *person) settle() {
	p.patient = eval.NewPatient(p.base, &eval.Case{Present: p.has, Absent: p.not, Duration: p.lasting})
}

// answer gives the answer to a question; a search goes over the wire.
func (p *person) answer(q *api.Question, find func(text string) ([]api.Suggestion, error)) (api.Answer, error) {
	if q.Type == api.QuestionAutocomplete {
		id, err := p.search(find)
		return api.Answer{Type: q.Type, Included: []string{id}}, err
	}
	in := p.question(q)
	if in.About == "" && (q.Type == api.QuestionSymptom || q.Type == api.QuestionFactor) {
		return api.Answer{}, fmt.Errorf("%s question with unknown words %q", q.Type, q.Messages[0].Value)
	}
	if add := choice(q, "add_symptoms"); add && len(p.adds) > 0 {
		p.pending, p.adds = &p.adds[0], p.adds[1:]
		return pick(q, "add_symptoms"), nil
	}
	a := p.patient.Answer(in)
	return api.Answer(a), nil
}

// question is what the patient reads.
func (p *person) question(q *api.Question) *consult.Question {
	out := &consult.Question{Type: q.Type, ID: q.ID}
	if len(q.Messages) > 0 {
		out.About = p.asked[q.Messages[0].Value]
	}
	for _, c := range q.Choices {
		out.Choices = append(out.Choices, consult.Choice{ID: c.ID, Text: c.Text})
	}
	if c := q.Constraints; c != nil {
		if c.MinSelections != nil {
			out.Min = *c.MinSelections
		}
		if c.MaxSelections != nil {
			out.Max = *c.MaxSelections
		}
	}
	return out
}

func (p *person) search(find func(string) ([]api.Suggestion, error)) (string, error) {
	s := p.pending
	p.pending = nil
	if s == nil && len(p.finds) > 0 {
		s, p.finds = &p.finds[0], p.finds[1:]
	}
	if s == nil {
		return api.ChoiceSkip, nil
	}
	found, err := find(s.text)
	if err != nil {
		return "", err
	}
	code := p.code(s.concept)
	for _, f := range found {
		if f.CUI == code {
			return f.ID, nil
		}
	}
	return "", fmt.Errorf("the search for %q does not give %s", s.text, s.concept)
}

// code is the code of a concept, a condition or a vague complaint.
func (p *person) code(id string) string {
	if c, ok := p.base.Concept(id); ok {
		return p.base.Concepts[c].Code
	}
	if c, ok := p.base.Condition(id); ok {
		return p.base.Conditions[c].Code
	}
	for _, c := range p.base.Clarifications {
		if c.ID == id {
			return c.Code
		}
	}
	return ""
}

// due says whether the script steps back now; q was answered last.
func (p *person) due(answers int, q *api.Question) bool {
	if len(p.changes) == 0 {
		return false
	}
	ch := p.changes[0]
	if ch.concept == "" {
		return ch.after == answers
	}
	code := p.code(ch.concept)
	return q != nil && (choice(q, code) || p.question(q).About == code)
}

func choice(q *api.Question, id string) bool {
	return slices.ContainsFunc(q.Choices, func(c api.Choice) bool { return c.ID == id })
}

// pick includes some choices and excludes the others.
func pick(q *api.Question, in ...string) api.Answer {
	a := api.Answer{Type: q.Type, Included: in}
	for _, c := range q.Choices {
		if !slices.Contains(in, c.ID) {
			a.Excluded = append(a.Excluded, c.ID)
		}
	}
	return a
}
