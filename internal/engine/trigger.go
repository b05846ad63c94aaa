package engine

import (
	"math/bits"

	"anamnesis/internal/clinical"
	"anamnesis/internal/kb"
)

// triggers say which expressions can be true of a case at all: an expression is looked at only where one of the leaves
// that it needs is true, or is unsure, which a doubt reads as present. There are thousands of expressions, and a case
// concerns a few. Most of those are true by that one leaf alone.
type triggers struct {
	need, suffice leaves
	always        []int32 // expressions that may be true without any
}

// leaves are expressions by what they wait for.
type leaves struct {
	by       [][]int32                     // by concept
	duration [clinical.Buckets + 1][]int32 // by duration
	others   []waiting                     // on an age, a sex or a share
}

// waiting is an expression that may be true where a leaf is.
type waiting struct {
	leaf  *kb.Expr
	i     int32
	cond  kb.ConditionID // whose share must be at least share, where the leaf is about one: most are not looked at further
	share float64
}

// marks is a set of numbers of expressions.
type marks []uint64

func newMarks(n int) marks { return make(marks, (n+63)/64) }

func (s marks) add(i int32) { s[i>>6] |= 1 << (i & 63) }

// each calls f with every number in order.
func (s marks) each(f func(i int)) {
	for at, word := range s {
		for ; word != 0; word &= word - 1 {
			f(at<<6 + bits.TrailingZeros64(word))
		}
	}
}

func newTriggers(concepts int) *triggers {
	return &triggers{need: leaves{by: make([][]int32, concepts)}, suffice: leaves{by: make([][]int32, concepts)}}
}

// add enters expression e under the number i.
func (t *triggers) add(i int32, e *kb.Expr) {
	if e == nil {
		return // never true
	}
	t.suffice.add(i, sufficient(e))
	need, always := needs(e)
	if always {
		t.always = append(t.always, i)
		return
	}
	t.need.add(i, need)
}

func (l *leaves) add(i int32, list []*kb.Expr) {
	for _, leaf := range list {
		switch leaf.Op {
		case kb.OpConcept:
			l.by[leaf.Concept] = append(l.by[leaf.Concept], i)
		case kb.OpDuration:
			for d := range l.duration {
				if leaf.Eval(lasting{bucket: clinical.Bucket(d)}) == clinical.True {
					l.duration[d] = append(l.duration[d], i)
				}
			}
		default:
			w := waiting{leaf: leaf, i: i}
			if leaf.Op == kb.OpLikely && (leaf.Cmp == kb.GE || leaf.Cmp == kb.GT) {
				w.cond, w.share = leaf.Condition, leaf.Share
			}
			l.others = append(l.others, w)
		}
	}
}

// lasting is a world of which a duration is known only.
type lasting struct {
	plain
	bucket clinical.Bucket
}

func (w lasting) Duration() clinical.Bucket { return w.bucket }

// mark gives the numbers of the expressions that may be true of a posterior's case, in set.
func (t *triggers) mark(set marks, p *Posterior) marks {
	t.need.mark(set, p, true)
	for _, i := range t.always {
		set.add(i)
	}
	return set
}

// sure gives the numbers of expressions that are true of a posterior's case by one leaf alone, in set.
func (t *triggers) sure(set marks, p *Posterior) marks {
	t.suffice.mark(set, p, false)
	return set
}

// mark sets the numbers of the expressions of which a leaf is true, or may be where doubts count.
func (l *leaves) mark(set marks, p *Posterior, doubts bool) {
	clear(set)
	for _, i := range l.duration[p.c.Duration] {
		set.add(i)
	}
	if len(l.others) > 0 {
		p.Weigh()
	}
	for i := range l.others {
		if w := &l.others[i]; w.share <= p.Full[w.cond] && w.leaf.Eval(world{p}) == clinical.True {
			set.add(w.i)
		}
	}
	for _, id := range p.c.said {
		if a := p.c.Known[id].Assertion; a == clinical.Present || doubts && a == clinical.Unsure {
			for _, i := range l.by[id] {
				set.add(i)
			}
		}
	}
}

// sufficient lists leaves each of which makes e true where it is.
func sufficient(e *kb.Expr) (list []*kb.Expr) {
	switch e.Op {
	case kb.OpAnd, kb.OpAtLeast, kb.OpNot:
		return nil
	case kb.OpOr:
		for _, a := range e.Args {
			list = append(list, sufficient(a)...)
		}
		return list
	}
	return []*kb.Expr{e}
}

// needs lists leaves of which at least one must be true for e to be true; always where e may be true without.
func needs(e *kb.Expr) (list []*kb.Expr, always bool) {
	switch e.Op {
	case kb.OpAnd:
		return needsOne(e.Args)
	case kb.OpOr:
		return needsAny(e.Args, 1)
	case kb.OpAtLeast:
		return needsAny(e.Args, e.N)
	case kb.OpNot:
		return nil, true
	}
	return []*kb.Expr{e}, false
}

// needsOne takes the argument that is true least often; all of them must be.
func needsOne(args []*kb.Expr) (least []*kb.Expr, always bool) {
	always = true
	for _, a := range args {
		list, free := needs(a)
		if !free && (always || frequency(list) < frequency(least)) {
			least, always = list, false
		}
	}
	return least, always
}

// frequency is how often leaves are true, in a rough unit: an age or a duration far more often than a concept is
// present, of which a case has few.
func frequency(leaves []*kb.Expr) (sum int) {
	for _, leaf := range leaves {
		switch leaf.Op {
		case kb.OpConcept:
			sum++
		case kb.OpLikely:
			sum += 4
		default:
			sum += 40
		}
	}
	return sum
}

// needsAny unites what the arguments need, n of which must be true, unless those that need nothing suffice.
func needsAny(args []*kb.Expr, n int) (all []*kb.Expr, always bool) {
	for _, a := range args {
		list, free := needs(a)
		if free {
			n--
		}
		all = append(all, list...)
	}
	return all, n <= 0
}

// flagRules are those of a red flag: when it fires, and when it is asked about.
type flagRules struct{ fire, ask rule }

// raise is what would make a condition more urgent.
type raise struct {
	cond  int32
	level clinical.Level
	when  rule
}

func (m *Model) buildTriggers() {
	n := len(m.Base.Concepts)
	m.fires, m.asks, m.raising = newTriggers(n), newTriggers(n), newTriggers(n)
	for i := range m.Base.RedFlags {
		m.fires.add(int32(i), m.Base.RedFlags[i].FireIf)
		m.asks.add(int32(i), m.Base.RedFlags[i].AskWhen)
		m.flagRules = append(m.flagRules, flagRules{m.rule(m.Base.RedFlags[i].FireIf), m.rule(m.Base.RedFlags[i].AskWhen)})
	}
	for d := range m.Base.Conditions {
		for _, r := range m.Base.Conditions[d].Raises {
			if r.Level < m.Base.Conditions[d].Level {
				m.raising.add(int32(len(m.raises)), r.When)
				m.raises = append(m.raises, raise{int32(d), r.Level, m.rule(r.When)})
			}
		}
	}
}
