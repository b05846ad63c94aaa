package consult

import (
	"fmt"
	"slices"
	"strings"
)

// mismatch begins every fault about choices that do not fit the question's.
const mismatch = "Selection mismatch: "

// current is an answer to a question of an earlier edition, which a client may still show, under the codes of this one.
func (iv *Interview) current(a Answer) Answer {
	a.Included, a.Excluded = iv.coded(a.Included), iv.coded(a.Excluded)
	return a
}

// Check holds an answer against the open question and lists every fault; nil where there is none.
func (iv *Interview) Check(q *Question, a Answer) *Invalid {
	e := &Invalid{}
	checkType(q, a, e)
	checkSomething(a, e)
	if q.Type == TypeAutocomplete {
		iv.checkSearch(a, e)
	} else {
		checkChoices(q, a, e)
	}
	checkBounds(q, a, e)
	if len(e.Faults) == 0 {
		return nil
	}
	return e
}

func (e *Invalid) add(format string, args ...any) {
	e.Faults = append(e.Faults, fmt.Sprintf(format, args...))
}

func (e *Invalid) mismatch(format string, args ...any) {
	e.Mismatch = true
	e.add(mismatch+format, args...)
}

// checkType takes symptom_choose_one for symptoms_choose_one, because deployed clients send it.
func checkType(q *Question, a Answer, e *Invalid) {
	if a.Type == q.Type || q.Type == TypeSymptomsOne && a.Type == "symptom_choose_one" {
		return
	}
	e.add("type: the current question is of type %s", q.Type)
}

func checkSomething(a Answer, e *Invalid) {
	if len(a.Included) == 0 && len(a.Excluded) == 0 {
		e.add("included, excluded: at least one of them must be non-empty")
	}
}

// checkChoices wants every choice in exactly one of the lists, and nothing else in either.
func checkChoices(q *Question, a Answer, e *Invalid) {
	count := map[string]int{}
	for _, id := range slices.Concat(a.Included, a.Excluded) {
		count[id]++
	}
	missing, twice := 0, 0
	for _, c := range q.Choices {
		switch n := count[c.ID]; {
		case n == 0:
			missing++
		case n > 1:
			twice++
		}
		delete(count, c.ID)
	}
	if missing > 0 {
		e.mismatch("%d of the question's choices are in neither list", missing)
	}
	if twice > 0 {
		e.mismatch("%d choices occur more than once", twice)
	}
	if len(count) > 0 {
		e.mismatch("%d ids are not choices of the current question", len(count))
	}
}

// checkSearch takes any id that a search can return, or the skip control alone.
func (iv *Interview) checkSearch(a Answer, e *Invalid) {
	if len(a.Excluded) > 0 {
		e.add("excluded: must be omitted or empty for an autocomplete question")
	}
	seen := map[string]bool{}
	unknown, twice := 0, 0
	for _, id := range a.Included {
		if seen[id] {
			twice++
		}
		seen[id] = true
		if !iv.searchable(id) {
			unknown++
		}
	}
	if twice > 0 {
		e.mismatch("%d ids occur more than once", twice)
	}
	if unknown > 0 {
		e.mismatch("%d ids are not suggestions of the symptom search", unknown)
	}
	if seen[choiceSkip] && len(seen) > 1 {
		e.add("included: %s cannot be combined with other ids", choiceSkip)
	}
}

func (iv *Interview) searchable(id string) bool {
	if id == choiceSkip {
		return true
	}
	if code, ok := strings.CutPrefix(id, "clarify_"); ok {
		_, ok := iv.base.ClarificationByCode(code)
		return ok
	}
	code, ok := strings.CutPrefix(id, "assessment_")
	if !ok {
		return false
	}
	con, ok := iv.base.ConceptByCode(code)
	return ok && iv.base.Concepts[con].Kind.Finding()
}

func checkBounds(q *Question, a Answer, e *Invalid) {
	if n := len(a.Included); n < q.Min {
		e.add("included: at least %d must be selected", q.Min)
	} else if q.Max > 0 && n > q.Max {
		e.add("included: at most %d may be selected", q.Max)
	}
}
