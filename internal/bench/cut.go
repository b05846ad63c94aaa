package bench

import (
	"slices"

	"anamnesis/internal/kb"
)

// cutting says where the conditions that stay have gone.
type cutting map[kb.ConditionID]kb.ConditionID

// cut is a base with n of its conditions, taken evenly, and without what refers to the others.
func cut(b *kb.Base, n int) *kb.Base {
	left := make(cutting, n)
	c := *b
	c.Conditions = make([]kb.Condition, n)
	for i := range n {
		old := kb.ConditionID(i * len(b.Conditions) / n)
		left[old] = kb.ConditionID(i)
		c.Conditions[i] = b.Conditions[old]
	}
	for i := range c.Conditions {
		left.condition(&c.Conditions[i])
	}
	c.RedFlags = nil
	for _, f := range b.RedFlags {
		all := len(f.Conditions)
		f.Conditions = left.list(f.Conditions)
		f.AskWhen, f.FireIf, f.Unless = left.expr(f.AskWhen), left.expr(f.FireIf), left.expr(f.Unless)
		if all == 0 || len(f.Conditions) > 0 {
			c.RedFlags = append(c.RedFlags, f)
		}
	}
	c.Articles = slices.Clone(b.Articles)
	for i := range c.Articles {
		c.Articles[i].Conditions = left.list(c.Articles[i].Conditions)
	}
	c.Index()
	return &c
}

func (left cutting) condition(c *kb.Condition) {
	var rel []kb.Relation
	for _, r := range c.Relations {
		if at, ok := left[r.Of]; ok {
			r.Of = at
			rel = append(rel, r)
		}
	}
	c.Relations, c.Raises, c.Findings = rel, slices.Clone(c.Raises), slices.Clone(c.Findings)
	for i := range c.Raises {
		c.Raises[i].When = left.expr(c.Raises[i].When)
	}
	for i := range c.Findings {
		f := &c.Findings[i]
		f.Modifiers = slices.Clone(f.Modifiers)
		for k := range f.Modifiers {
			f.Modifiers[k].When = left.expr(f.Modifiers[k].When)
		}
	}
}

func (left cutting) list(conditions []kb.ConditionID) (out []kb.ConditionID) {
	for _, d := range conditions {
		if at, ok := left[d]; ok {
			out = append(out, at)
		}
	}
	return out
}

// expr is an expression in which a condition that has gone has no share.
func (left cutting) expr(e *kb.Expr) *kb.Expr {
	if e == nil {
		return nil
	}
	out := *e
	out.Args = make([]*kb.Expr, len(e.Args))
	for i, a := range e.Args {
		out.Args[i] = left.expr(a)
	}
	if e.Op != kb.OpLikely {
		return &out
	}
	at, ok := left[e.Condition]
	out.Condition = at
	if !ok {
		out.Share = 2 // more than any share of condition 0, which stands in its place
	}
	return &out
}
