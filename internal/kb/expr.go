package kb

import "anamnesis/internal/clinical"

// Op is the operator of an expression node.
type Op uint8

// The operators of FORMAT.md, "Expressions".
const (
	OpConcept  Op = iota + 1 // Concept is present
	OpAnd                    // all of Args
	OpOr                     // any of Args
	OpNot                    // not Args[0]
	OpAtLeast                // at least N of Args
	OpAge                    // age Cmp N
	OpSex                    // sex is N (a clinical.Sex)
	OpDuration               // duration of the main complaint Cmp N (a clinical.Bucket)
	OpLikely                 // share of Condition in the full posterior Cmp Share
)

// Cmp is a comparison.
type Cmp uint8

// The comparisons of ages, durations and shares.
const (
	LT Cmp = iota + 1
	LE
	EQ
	GE
	GT
)

// Expr is one node of a three-valued expression; Text is its source, on the root only.
type Expr struct {
	_ struct{} `cbor:",toarray"`

	Op        Op
	Args      []*Expr
	Concept   ConceptID
	Condition ConditionID
	Cmp       Cmp
	N         int
	Share     float64
	Text      string
}

// World answers the leaves of an expression.
type World interface {
	Assertion(ConceptID) clinical.Assertion
	Age() int
	Sex() clinical.Sex
	Duration() clinical.Bucket
	// Share is the condition's share of the full posterior, in [0,1].
	Share(ConditionID) float64
}

// Eval gives the truth of e in w; a nil expression is Unknown.
func (e *Expr) Eval(w World) clinical.Truth {
	if e == nil {
		return clinical.Unknown
	}
	switch e.Op {
	case OpConcept:
		return w.Assertion(e.Concept).Truth()
	case OpAnd:
		t := clinical.True
		for _, a := range e.Args {
			if t = t.And(a.Eval(w)); t == clinical.False {
				break
			}
		}
		return t
	case OpOr:
		t := clinical.False
		for _, a := range e.Args {
			if t = t.Or(a.Eval(w)); t == clinical.True {
				break
			}
		}
		return t
	case OpNot:
		return e.Args[0].Eval(w).Not()
	case OpAtLeast:
		return e.atLeast(w)
	}
	return e.compare(w)
}

func (e *Expr) atLeast(w World) clinical.Truth {
	yes, open := 0, 0
	for _, a := range e.Args {
		switch a.Eval(w) {
		case clinical.True:
			yes++
		case clinical.Unknown:
			open++
		}
	}
	return clinical.AtLeast(yes, open, e.N)
}

func (e *Expr) compare(w World) clinical.Truth {
	switch e.Op {
	case OpAge:
		return truth(holds(float64(w.Age()), e.Cmp, float64(e.N)))
	case OpSex:
		return truth(int(w.Sex()) == e.N)
	case OpLikely:
		return truth(holds(w.Share(e.Condition), e.Cmp, e.Share))
	case OpDuration:
		if w.Duration() == clinical.UnknownDuration {
			return clinical.Unknown
		}
		return truth(holds(float64(w.Duration()), e.Cmp, float64(e.N)))
	}
	return clinical.Unknown
}

func holds(a float64, c Cmp, b float64) bool {
	switch c {
	case LT:
		return a < b
	case LE:
		return a <= b
	case EQ:
		return a == b
	case GE:
		return a >= b
	case GT:
		return a > b
	}
	return false
}

func truth(b bool) clinical.Truth {
	if b {
		return clinical.True
	}
	return clinical.False
}

// Leaves calls f for each concept that e names.
func (e *Expr) Leaves(f func(ConceptID)) {
	if e == nil {
		return
	}
	if e.Op == OpConcept {
		f(e.Concept)
	}
	for _, a := range e.Args {
		a.Leaves(f)
	}
}
