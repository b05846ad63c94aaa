package kb

import "strings"

func (l *linter) redFlag(r *redFlagSource) {
	at := r.ID + "."
	l.required(r.file, at, "ask_when", r.AskWhen, "fire_if", r.FireIf, "reason", r.Reason)
	level, ok := careLevel(r.AtLeast)
	if !ok {
		l.add(r.file, at+"at_least", "unknown level %q", r.AtLeast)
	}
	if r.IfUnsure != "" {
		switch unsure, known := careLevel(r.IfUnsure); {
		case !known:
			l.add(r.file, at+"if_unsure", "unknown level %q", r.IfUnsure)
		case ok && unsure < level:
			l.add(r.file, at+"if_unsure", "%s is more urgent than at_least", r.IfUnsure)
		}
	}
	for _, e := range [][2]string{{"ask_when", r.AskWhen}, {"fire_if", r.FireIf}, {"unless", r.Unless}} {
		if e[1] != "" {
			l.expr(r.file, at+e[0], e[1])
		}
	}
	if strings.TrimSpace(r.FireIf) == "always" {
		l.add(r.file, at+"fire_if", "always fires")
	}
	for _, id := range r.Conditions {
		l.known(r.file, at+"conditions", "condition", id, l.s.conditionAt)
	}
	if r.Source == "" {
		l.warn(r.file, at+"source", "is missing")
	}
	l.source(r.file, at+"source", r.Source)
}

// dangers checks what must be asked of each complaint before light advice.
func (l *linter) dangers() {
	seen := map[string]bool{}
	for i := range l.s.dangers {
		d := &l.s.dangers[i]
		at := d.Complaint + "."
		if l.known(d.file, at+"complaint", "concept", d.Complaint, l.s.conceptAt) && !parseKind(l.conceptOf(d.Complaint).Kind).Finding() {
			l.add(d.file, at+"complaint", "a factor is no complaint")
		}
		if seen[d.Complaint] {
			l.add(d.file, at+"complaint", "stands twice")
		}
		seen[d.Complaint] = true
		if len(d.Ask) == 0 || len(d.Ask) > maxDangers {
			l.add(d.file, at+"ask", "has %d entries, not 1 to %d", len(d.Ask), maxDangers)
		}
		for _, id := range d.Ask {
			l.known(d.file, at+"ask", "concept", id, l.s.conceptAt)
		}
		if d.Source == "" {
			l.add(d.file, at+"source", "is missing; \"estimate\" where it is ours")
		} else if d.Source != "estimate" {
			l.source(d.file, at+"source", d.Source)
		}
	}
}

// maxDangers bounds the danger signs of one complaint: two questions of four, and some that have been asked by then.
const maxDangers = 12

func (l *linter) clarification(c *clarificationSource) {
	at := c.ID + "."
	l.required(c.file, at, "name", c.Name, "question", c.Question)
	if !digits3Shape.MatchString(c.Digits) {
		l.add(c.file, at+"digits", "%q is not three digits", c.Digits)
	}
	for i := range l.s.clarifications {
		if o := &l.s.clarifications[i]; o.ID < c.ID && o.Digits == c.Digits {
			l.add(c.file, at+"digits", "%s are also those of %s", c.Digits, o.ID)
		}
	}
	if len(c.Options) < 2 {
		l.add(c.file, at+"options", "has fewer than 2")
	}
	seen := map[string]bool{}
	for _, o := range c.Options {
		l.option(c.file, at+"options."+o.Digits, &o, seen)
	}
}

func (l *linter) option(file, at string, o *optionSource, seen map[string]bool) {
	if !digitsShape.MatchString(o.Digits) {
		l.add(file, at, "%q is not two digits", o.Digits)
	}
	if seen[o.Digits] {
		l.add(file, at, "the digits occur twice")
	}
	seen[o.Digits] = true
	l.required(file, at+".", "text", o.Text)
	if len(o.Concepts) == 0 {
		l.add(file, at+".concepts", "is empty")
	}
	for _, id := range o.Concepts {
		if l.known(file, at+".concepts", "concept", id, l.s.conceptAt) && !parseKind(l.conceptOf(id).Kind).Finding() {
			l.warn(file, at+".concepts", "%s is a factor", id)
		}
	}
}

// orphans warns of concepts that nothing uses: no condition, rule or clarification,
// and no descendant that one of them uses.
func (l *linter) orphans() {
	if len(l.s.conditions) == 0 {
		return // nothing can be used yet
	}
	used := make([]bool, len(l.s.concepts))
	var use func(id string)
	use = func(id string) {
		i, ok := l.s.conceptAt[id]
		if !ok || used[i] {
			return
		}
		used[i] = true
		for _, up := range l.s.concepts[i].ancestors() {
			use(up)
		}
	}
	useExpr := func(text string) {
		if e, err := ParseExpr(text, l.names()); err == nil {
			e.Leaves(func(id ConceptID) { use(l.s.concepts[id].ID) })
		}
	}
	l.s.references(use, useExpr)
	for i := range l.s.concepts {
		if c := &l.s.concepts[i]; !used[i] && c.short == "" {
			l.warn(c.file, c.ID, "nothing uses it")
		}
	}
}

// references hands every id and expression that refers to concepts to the two functions.
func (s *Sources) references(id, expr func(string)) {
	for i := range s.conditions {
		c := &s.conditions[i]
		for k, f := range c.Findings {
			id(k)
			for _, m := range f.Modifiers {
				expr(m.When)
			}
		}
		for k := range c.Factors {
			id(k)
		}
		for _, r := range c.Triage.Raise {
			expr(r.When)
		}
	}
	for i := range s.redFlags {
		r := &s.redFlags[i]
		expr(r.AskWhen)
		expr(r.FireIf)
		expr(r.Unless)
	}
	for i := range s.clarifications {
		for _, o := range s.clarifications[i].Options {
			for _, k := range o.Concepts {
				id(k)
			}
		}
	}
}
