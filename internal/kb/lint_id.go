package kb

import (
	"regexp"
	"strings"
)

// place is where an id or a code was first seen.
type place struct{ file, id, kind string }

type claimer struct {
	l    *linter
	seen map[string]place
}

func (c *claimer) take(key string, p place, field, what string) {
	if first, dup := c.seen[key]; dup {
		c.l.add(p.file, field, "%s %s is also that of %s in %s", what, key, first.id, first.file)
		return
	}
	c.seen[key] = p
}

// ids checks the shape of every id and that it names one thing of its kind.
func (l *linter) ids() {
	check := func(shape *regexp.Regexp) func(file, id string) {
		c := claimer{l, map[string]place{}}
		return func(file, id string) {
			if !shape.MatchString(id) {
				l.add(file, id, "malformed id %q", id)
			}
			c.take(id, place{file: file, id: id}, id, "id")
		}
	}
	eachID(l.s.concepts, check(regexp.MustCompile(`^[a-z][a-z0-9]*(_[a-z0-9]+)*(\.[a-z]+)?$`)), func(c *conceptSource) (string, string) { return c.file, c.ID })
	eachID(l.s.conditions, check(idShape), func(c *conditionSource) (string, string) { return c.file, c.ID })
	eachID(l.s.redFlags, check(idShape), func(c *redFlagSource) (string, string) { return c.file, c.ID })
	eachID(l.s.clarifications, check(idShape), func(c *clarificationSource) (string, string) { return c.file, c.ID })
	eachID(l.s.groups, check(idShape), func(c *groupSource) (string, string) { return c.file, c.ID })
	eachID(l.s.services, check(idShape), func(c *serviceSource) (string, string) { return c.file, c.ID })
	eachID(l.s.batches, check(idShape), func(c *batchSource) (string, string) { return c.file, c.ID })
	eachID(l.s.works, check(workShape), func(c *workSource) (string, string) { return c.file, c.ID })
	eachID(l.s.articles, check(slugShape), func(c *articleSource) (string, string) { return c.file, c.id })
	for i := range l.s.concepts {
		if c := &l.s.concepts[i]; c.short == "" && strings.Contains(c.ID, ".") {
			l.add(c.file, c.ID, "a dotted id is made by standard, not written")
		}
	}
}

func eachID[T any](list []T, check func(file, id string), of func(*T) (string, string)) {
	for i := range list {
		check(of(&list[i]))
	}
}

// codes checks the shape of every code and that none has two owners, except a
// condition and the background factor that is the same disease.
func (l *linter) codes() {
	c := claimer{l, map[string]place{}}
	take := func(file, id, kind, code string) {
		switch first, dup := c.seen[code]; {
		case code == "":
			l.add(file, id+".code", "is missing")
		case !codeShape.MatchString(code):
			l.add(file, id+".code", "%s is neither C and 7 digits nor CM and 6 digits", code)
		case dup && kind == "condition" && first.kind == "background":
			c.seen[code] = place{file, id, kind}
		default:
			c.take(code, place{file, id, kind}, id+".code", "code")
		}
	}
	former := func(file, id string, codes []string) {
		for _, code := range codes {
			take(file, id+".former", "former", code)
		}
	}
	for i := range l.s.concepts {
		x := &l.s.concepts[i]
		take(x.file, x.ID, x.Kind, x.Code)
		former(x.file, x.ID, x.Former)
	}
	for i := range l.s.conditions {
		x := &l.s.conditions[i]
		take(x.file, x.ID, "condition", x.Code)
		former(x.file, x.ID, x.Former)
	}
	for i := range l.s.clarifications {
		x := &l.s.clarifications[i]
		take(x.file, x.ID, "clarification", x.Code)
	}
	for i := range l.s.groups {
		x := &l.s.groups[i]
		take(x.file, x.ID, "group", x.Code)
	}
}
