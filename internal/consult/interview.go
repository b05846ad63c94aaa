package consult

import (
	"cmp"
	"fmt"
	"slices"
	"sync"

	"anamnesis/internal/clinical"
	"anamnesis/internal/engine"
	"anamnesis/internal/kb"
	"anamnesis/internal/recognize"
)

// Interview conducts consultations on one edition of the knowledge base. It keeps no state
// of any of them and is safe for concurrent use.
type Interview struct {
	base      *kb.Base
	model     *engine.Model
	rec       *recognize.Recognizer
	policy    Policy
	pool      sync.Pool
	wordings  sync.Map // of language to *wording
	pregnancy *pregnancy
	ancestors [][]kb.ConceptID                           // of each concept, what it is a kind or an attribute of
	manner    []manner                                   // by concept
	general   []kb.ConceptID                             // what may be asked beside a fever
	rank      func(*engine.Posterior) []engine.Candidate // (*engine.Posterior).Rank; tests put its reference here
	among     func(*engine.Posterior, []kb.ConceptID) []engine.Candidate
}

// NewInterview prepares an edition under the policy in use.
func NewInterview(model *engine.Model, rec *recognize.Recognizer) *Interview {
	return NewInterviewWith(model, rec, DefaultPolicy())
}

// NewInterviewWith prepares an edition under another policy, to compare them.
func NewInterviewWith(model *engine.Model, rec *recognize.Recognizer, p Policy) *Interview {
	iv := &Interview{base: model.Base, model: model, rec: rec, policy: p, rank: (*engine.Posterior).Rank, among: (*engine.Posterior).RankAmong}
	iv.pool.New = func() any {
		return &session{iv: iv, c: model.NewCase(0, 0), p: model.NewPosterior(), groups: make([]group, groups(iv.manner))}
	}
	iv.pregnancy = newPregnancy(iv.base)
	iv.ancestors = make([][]kb.ConceptID, len(iv.base.Concepts))
	for id := range iv.base.Concepts {
		iv.climb(kb.ConceptID(id), kb.ConceptID(id))
	}
	iv.manner = manners(iv.base)
	if fever, ok := iv.base.Concept("fever"); ok {
		for id := range iv.base.Concepts {
			if con := &iv.base.Concepts[id]; con.AttributeOf == kb.None && con.Batch == iv.base.Concepts[fever].Batch {
				iv.general = append(iv.general, kb.ConceptID(id))
			}
		}
	}
	return iv
}

func (iv *Interview) climb(of, at kb.ConceptID) {
	con := &iv.base.Concepts[at]
	up := con.Parents
	if con.AttributeOf != kb.None {
		up = append(slices.Clone(up), con.AttributeOf)
	}
	for _, p := range up {
		if !slices.Contains(iv.ancestors[of], p) {
			iv.ancestors[of] = append(iv.ancestors[of], p)
			iv.climb(of, p)
		}
	}
}

// isParent says that a is an ancestor of b.
func (iv *Interview) isParent(a, b kb.ConceptID) bool { return slices.Contains(iv.ancestors[b], a) }

func (iv *Interview) ids(list []kb.ConceptID) []string {
	out := make([]string, len(list))
	for i, id := range list {
		out[i] = iv.base.Concepts[id].ID
	}
	return out
}

func clarification(b *kb.Base, id string) *kb.Clarification {
	for i := range b.Clarifications {
		if b.Clarifications[i].ID == id {
			return &b.Clarifications[i]
		}
	}
	return nil
}

// presenting lists up to five findings that a condition usually starts with.
func (iv *Interview) presenting(condition string, c *engine.Case) []kb.ConceptID {
	d, ok := iv.base.Condition(condition)
	if !ok {
		return nil
	}
	var links []kb.Link
	for _, l := range iv.base.Conditions[d].Findings {
		con := &iv.base.Concepts[l.Concept]
		if l.Presenting > 0 && con.AttributeOf == kb.None && c.Fits(con) {
			links = append(links, l)
		}
	}
	slices.SortStableFunc(links, func(a, b kb.Link) int { return cmp.Compare(b.Presenting, a.Presenting) })
	var out []kb.ConceptID
	for _, l := range links[:min(len(links), 5)] {
		out = append(out, l.Concept)
	}
	return out
}

// Begin makes the record of a new consultation and its first question. The text is taken as
// it is; date is the day it was written on.
func (iv *Interview) Begin(sid, lang string, in Start, date recognize.Date) *Record {
	r := &Record{V: recordVersion, Edition: iv.base.Edition, SID: sid, Sex: in.Sex, Age: in.Age, Query: in.Query, Lang: lang, Date: fmt.Sprintf("%04d-%02d-%02d", date.Year, date.Month, date.Day)}
	iv.listen(r, date)
	iv.advance(r).close()
	return r
}

// listen recognises the first text.
func (iv *Interview) listen(r *Record, date recognize.Date) {
	sex, _ := clinical.ParseSex(r.Sex)
	res := iv.rec.In(r.Lang).Recognize(r.Query, recognize.Options{Today: date, Sex: sex})
	r.Asked, r.Crisis, r.Days = res.Information, res.Crisis, res.DurationDays
	for i := range res.Mentions {
		m := &res.Mentions[i]
		h := iv.heard(m)
		if h.ID == "" || slices.ContainsFunc(r.Heard, func(o Heard) bool { return o.Kind == h.Kind && o.ID == h.ID }) {
			continue
		}
		r.Heard = append(r.Heard, h)
	}
}

func (iv *Interview) heard(m *recognize.Mention) Heard {
	h := Heard{State: statePresent, Other: m.Experiencer == recognize.Other, Attrs: iv.ids(m.Attributes)}
	switch m.Kind {
	case recognize.KindConcept:
		if m.Concept == kb.None {
			return h
		}
		h.Kind, h.ID = heardConcept, iv.base.Concepts[m.Concept].ID
		if a := iv.base.Concepts[m.Concept].AttributeOf; a != kb.None && m.Negated {
			h.State = stateDenied
			return h
		}
	case recognize.KindClarification:
		h.Kind, h.ID = heardClarify, m.Code
	case recognize.KindCondition:
		h.Kind, h.ID = heardCondition, iv.base.Conditions[m.Condition].ID
	}
	switch {
	case m.Over && h.Kind == heardConcept && iv.base.Concepts[m.Concept].Danger:
		// An arm that was weak and has recovered is as urgent as one that is weak.
	case m.Past || m.Hypothetical:
		h.State = stateIgnored
	case m.Negated:
		h.State = stateDenied
	}
	return h
}

// StepBackPossible says whether the last answer may be taken back.
func (r *Record) StepBackPossible() bool { return len(r.Done) > 0 && !r.Reported }

// StepBack reopens the question that was answered last, just as it was.
func (iv *Interview) StepBack(r *Record) {
	n := len(r.Done) - 1
	last := r.Done[n]
	last.Included, last.Excluded = nil, nil
	r.Done, r.Open, r.End = r.Done[:n], &last, endNone
}

// Apply closes the open step with a checked answer and finds what comes next.
func (iv *Interview) Apply(r *Record, a Answer) { iv.answer(r, a).close() }

// answer is Apply that gives the record replayed; close it.
func (iv *Interview) answer(r *Record, a Answer) *session {
	st := *r.Open
	st.Included, st.Excluded = a.Included, a.Excluded
	r.Done = append(r.Done, st)
	return iv.advance(r)
}
