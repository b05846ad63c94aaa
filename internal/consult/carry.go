package consult

import (
	"slices"
	"strings"
)

// carry takes a consultation that was begun on another edition over to this one, and its record says so from the next
// change on. Its answers stand: they are kept under ids that editions share, and are weighed anew; what this edition
// does not know counts for nothing. The open question stands too where this edition can ask it; where not, another takes
// its place. A consultation whose report was shown stays on its edition, with its report.
func (iv *Interview) carry(r *Record) {
	if r.Edition == iv.base.Edition || r.Reported {
		return
	}
	r.Edition = iv.base.Edition
	for i := range r.Done {
		iv.recode(&r.Done[i])
	}
	if r.Open != nil {
		iv.recode(r.Open)
	}
	if r.Open != nil && !iv.asks(r.Open) {
		iv.advance(r).close()
	}
}

// recode gives what a step names by code the code of this edition.
func (iv *Interview) recode(st *Step) {
	st.Items, st.Included, st.Excluded = iv.coded(st.Items), iv.coded(st.Included), iv.coded(st.Excluded)
}

// coded is the list with the codes of this edition for those of earlier ones; the list itself where it has none of them.
func (iv *Interview) coded(ids []string) []string {
	out := ids
	for i, id := range ids {
		code, prefixed := strings.CutPrefix(id, "assessment_")
		k, ok := iv.base.ConceptByCode(code)
		if !ok || iv.base.Concepts[k].Code == code {
			continue
		}
		if &out[0] == &ids[0] {
			out = slices.Clone(ids)
		}
		out[i] = iv.base.Concepts[k].Code
		if prefixed {
			out[i] = "assessment_" + out[i]
		}
	}
	return out
}

// asks says whether this edition knows all that a step asks about.
func (iv *Interview) asks(st *Step) bool {
	switch st.Kind {
	case stepRatify:
		return !slices.ContainsFunc(st.Items, func(item string) bool {
			if code, vague := strings.CutPrefix(item, "clarify_"); vague {
				_, ok := iv.base.ClarificationByCode(code)
				return !ok
			}
			_, ok := iv.base.ConceptByCode(strings.TrimPrefix(item, "assessment_"))
			return !ok
		})
	case stepClarify:
		return clarification(iv.base, st.Ref) != nil
	case stepDuration, stepSingle, stepBatch, stepContrast:
		return !slices.ContainsFunc(st.Items, func(id string) bool {
			_, ok := iv.base.Concept(id)
			return !ok
		})
	}
	return true
}
