package engine

import (
	"anamnesis/internal/clinical"
	"anamnesis/internal/kb"
)

// triggers say which expressions can be true of a case at all: an expression that needs one of some concepts to be
// present is looked at only where one of them is, or is unsure, which a doubt reads as present. There are thousands
// of expressions, and a case concerns a few.
type triggers struct {
	by     [][]int32 // by concept: expressions that its presence may make true
	always []int32   // expressions that may be true without any
}

func newTriggers(concepts int) *triggers { return &triggers{by: make([][]int32, concepts)} }

// add enters expression e under the number i.
func (t *triggers) add(i int32, e *kb.Expr) {
	if e == nil {
		return // never true
	}
	need, always := needs(e)
	if always {
		t.always = append(t.always, i)
		return
	}
	for _, id := range need {
		t.by[id] = append(t.by[id], i)
	}
}

// mark sets the numbers of the expressions that may be true of a case.
func (t *triggers) mark(set []bool, c *Case) {
	clear(set)
	for _, i := range t.always {
		set[i] = true
	}
	for _, id := range c.said {
		if a := c.Known[id].Assertion; a == clinical.Present || a == clinical.Unsure {
			for _, i := range t.by[id] {
				set[i] = true
			}
		}
	}
}

// needs lists concepts of which at least one must be present for e to be true; always where e may be true without.
func needs(e *kb.Expr) (list []kb.ConceptID, always bool) {
	switch e.Op {
	case kb.OpConcept:
		return []kb.ConceptID{e.Concept}, false
	case kb.OpAnd:
		return needsOne(e.Args)
	case kb.OpOr:
		return needsAny(e.Args, 1)
	case kb.OpAtLeast:
		return needsAny(e.Args, e.N)
	}
	return nil, true
}

// needsOne takes the argument that needs fewest: all of them must be true.
func needsOne(args []*kb.Expr) (least []kb.ConceptID, always bool) {
	always = true
	for _, a := range args {
		list, free := needs(a)
		if !free && (always || len(list) < len(least)) {
			least, always = list, false
		}
	}
	return least, always
}

// needsAny unites what the arguments need, n of which must be true, unless those that need nothing suffice.
func needsAny(args []*kb.Expr, n int) (all []kb.ConceptID, always bool) {
	for _, a := range args {
		list, free := needs(a)
		if free {
			n--
		}
		all = append(all, list...)
	}
	return all, n <= 0
}

func (m *Model) buildTriggers() {
	n := len(m.Base.Concepts)
	m.fires, m.asks, m.raises = newTriggers(n), newTriggers(n), newTriggers(n)
	for i := range m.Base.RedFlags {
		m.fires.add(int32(i), m.Base.RedFlags[i].FireIf)
		m.asks.add(int32(i), m.Base.RedFlags[i].AskWhen)
	}
	for d := range m.Base.Conditions {
		for _, r := range m.Base.Conditions[d].Raises {
			m.raises.add(int32(d), r.When)
		}
	}
}
