package kb

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"anamnesis/internal/clinical"
)

// Names finds what the leaves of an expression refer to.
type Names struct {
	Concept   func(id string) (ConceptID, bool)
	Condition func(id string) (ConditionID, bool)
}

// maxDepth bounds brackets within brackets, so that no input exhausts the stack.
const maxDepth = 50

// ParseExpr reads the language of FORMAT.md, "Expressions"; "always" is an empty
// conjunction, which is true. Names that are not found are reported all together.
func ParseExpr(text string, names Names) (*Expr, error) {
	if strings.TrimSpace(text) == "always" {
		return &Expr{Op: OpAnd, Text: "always"}, nil
	}
	tokens, err := scan(text)
	if err != nil {
		return nil, err
	}
	p := &parser{names: names, rest: tokens}
	e := p.or()
	if p.err == nil && len(p.rest) > 0 {
		p.fail("expected and, or or the end before %v", p.peek())
	}
	if p.err == nil && len(p.unknown) > 0 {
		p.err = fmt.Errorf("unknown %s", strings.Join(p.unknown, ", "))
	}
	if p.err != nil {
		return nil, p.err
	}
	e.Text = strings.Join(strings.Fields(text), " ")
	return e, nil
}

type parser struct {
	names   Names
	rest    []token
	depth   int
	err     error // the first error; everything after it is void
	unknown []string
}

func (p *parser) fail(format string, args ...any) *Expr {
	if p.err == nil {
		p.err = fmt.Errorf(format, args...)
	}
	p.rest = nil
	return &Expr{Op: OpAnd}
}

func (p *parser) peek() token {
	if len(p.rest) == 0 {
		return token{}
	}
	return p.rest[0]
}

func (p *parser) next() token {
	t := p.peek()
	if len(p.rest) > 0 {
		p.rest = p.rest[1:]
	}
	return t
}

func (p *parser) accept(kind byte, text string) bool {
	t := p.peek()
	if t.kind != kind || text != "" && t.text != text {
		return false
	}
	p.next()
	return true
}

func (p *parser) or() *Expr { return p.chain(OpOr, "or", p.and) }

func (p *parser) and() *Expr { return p.chain(OpAnd, "and", p.unary) }

func (p *parser) chain(op Op, word string, item func() *Expr) *Expr {
	first := item()
	if p.peek() != (token{'w', word}) {
		return first
	}
	e := &Expr{Op: op, Args: []*Expr{first}}
	for p.accept('w', word) {
		e.Args = append(e.Args, item())
	}
	return e
}

func (p *parser) unary() *Expr {
	if p.depth++; p.depth > maxDepth {
		return p.fail("brackets or not nested more than %d deep", maxDepth)
	}
	defer func() { p.depth-- }()
	switch t := p.next(); {
	case t == token{'w', "not"}:
		return &Expr{Op: OpNot, Args: []*Expr{p.unary()}}
	case t.kind == '(':
		e := p.or()
		if p.err == nil && !p.accept(')', "") {
			return p.fail("expected ) before %v", p.peek())
		}
		return e
	case t.kind == 'n':
		return p.atLeast(t)
	case t.kind == 'w':
		return p.leaf(t.text)
	default:
		return p.fail("expected a finding, a condition on age, sex, duration or likely, not or ( but found %v", t)
	}
}

func (p *parser) atLeast(t token) *Expr {
	n, err := strconv.Atoi(t.text)
	if err != nil || !p.accept('w', "of") || !p.accept('(', "") {
		return p.fail("a number starts only \"2 of (a, b, c)\", found %v", t)
	}
	e := &Expr{Op: OpAtLeast, N: n, Args: []*Expr{p.or()}}
	for p.accept(',', "") {
		e.Args = append(e.Args, p.or())
	}
	switch {
	case p.err != nil:
	case !p.accept(')', ""):
		return p.fail("expected , or ) before %v", p.peek())
	case n < 1 || n > len(e.Args):
		return p.fail("%d of %d is never or always true", n, len(e.Args))
	}
	return e
}

func (p *parser) leaf(word string) *Expr {
	switch word {
	case "age":
		c := p.comparison()
		n, err := strconv.Atoi(p.next().text)
		if err != nil || n > 125 {
			return p.fail("age is compared with whole years, as in age >= 65")
		}
		return &Expr{Op: OpAge, Cmp: c, N: n}
	case "sex":
		if !p.accept('w', "is") {
			return p.fail("sex is compared as in sex is female")
		}
		sex, ok := clinical.ParseSex(p.next().text)
		if !ok {
			return p.fail("sex is female or male")
		}
		return &Expr{Op: OpSex, N: int(sex)}
	case "duration":
		c := p.comparison()
		b, ok := clinical.ParseBucket(p.next().text)
		if !ok {
			return p.fail("duration is compared with hour, day, week, month or year")
		}
		return &Expr{Op: OpDuration, Cmp: c, N: int(b)}
	case "likely":
		return p.likely()
	case "and", "or", "of", "is", "always", "not":
		return p.fail("%q where a finding was expected", word)
	}
	id, ok := p.names.Concept(word)
	if !ok {
		p.miss("finding " + word)
	}
	return &Expr{Op: OpConcept, Concept: id}
}

func (p *parser) likely() *Expr {
	if !p.accept('(', "") || p.peek().kind != 'w' {
		return p.fail("likely is written as in likely(pneumonia) >= .05")
	}
	word := p.next().text
	if !p.accept(')', "") {
		return p.fail("expected ) after likely(%s", word)
	}
	id, ok := p.names.Condition(word)
	if !ok {
		p.miss("condition " + word)
	}
	c := p.comparison()
	share, err := strconv.ParseFloat(p.next().text, 64)
	if err != nil || !(share > 0 && share < 1) {
		return p.fail("likely(%s) is compared with a share between 0 and 1", word)
	}
	return &Expr{Op: OpLikely, Condition: id, Cmp: c, Share: share}
}

func (p *parser) miss(what string) {
	if !slices.Contains(p.unknown, what) {
		p.unknown = append(p.unknown, what)
	}
}

var comparisons = map[string]Cmp{"<": LT, "<=": LE, "=": EQ, "==": EQ, ">=": GE, ">": GT}

func (p *parser) comparison() Cmp {
	t := p.next()
	c, ok := comparisons[t.text]
	if !ok {
		p.fail("expected <, <=, =, >= or > but found %v", t)
	}
	return c
}
