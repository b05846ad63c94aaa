package engine

import (
	"anamnesis/internal/clinical"
	"anamnesis/internal/kb"
)

// Expressions of red flags and raised levels are evaluated some dozen times a turn, for the posterior's own world. Their
// nodes stand one after the other here; those of the base lie apart, and ask a world through an interface.

// node is one node of a rule, before those of its arguments.
type node struct {
	op   kb.Op
	n    int32    // of OpConcept: the concept, of OpAtLeast: how many
	end  int32    // where the next node begins that is none of its arguments
	leaf *kb.Expr // what looks at no concept
}

// rule is where an expression begins in Model.nodes; noRule for none, which is unknown.
type rule int32

const noRule = rule(-1)

// rule keeps an expression.
func (m *Model) rule(e *kb.Expr) rule {
	if e == nil {
		return noRule
	}
	at := len(m.nodes)
	m.nodes = append(m.nodes, node{op: e.Op})
	switch e.Op {
	case kb.OpConcept:
		m.nodes[at].n = int32(e.Concept)
	case kb.OpAnd, kb.OpOr, kb.OpNot, kb.OpAtLeast:
		m.nodes[at].n = int32(e.N)
		for _, a := range e.Args {
			m.rule(a)
		}
	default:
		m.nodes[at].leaf = e
	}
	m.nodes[at].end = int32(len(m.nodes))
	return rule(at)
}

// truth is that of a rule, as kb.Expr.Eval gives it in the posterior's world.
func (p *Posterior) truth(r rule) clinical.Truth {
	if r == noRule {
		return clinical.Unknown
	}
	x := &p.m.nodes[r]
	switch x.op {
	case kb.OpConcept:
		return p.c.Known[x.n].Assertion.Truth()
	case kb.OpAnd:
		t := clinical.True
		for at := int32(r) + 1; at < x.end && t != clinical.False; at = p.m.nodes[at].end {
			t = t.And(p.truth(rule(at)))
		}
		return t
	case kb.OpOr:
		t := clinical.False
		for at := int32(r) + 1; at < x.end && t != clinical.True; at = p.m.nodes[at].end {
			t = t.Or(p.truth(rule(at)))
		}
		return t
	case kb.OpNot:
		return p.truth(r + 1).Not()
	case kb.OpAtLeast:
		return p.atLeast(r, x)
	}
	return x.leaf.Eval(world{p})
}

// atLeast counts the arguments that are true, and those that may be.
func (p *Posterior) atLeast(r rule, x *node) clinical.Truth {
	yes, open := 0, 0
	for at := int32(r) + 1; at < x.end; at = p.m.nodes[at].end {
		switch p.truth(rule(at)) {
		case clinical.True:
			yes++
		case clinical.Unknown:
			open++
		}
	}
	return clinical.AtLeast(yes, open, int(x.n))
}
