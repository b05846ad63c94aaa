package kb

// also checks the published concepts that ours name: real codes, each with its name and its vocabulary, and none that
// another concept has or names. That of a condition may stand there too: "bruxism" is what a dentist calls the complaint.
func (l *linter) also() {
	c := claimer{l, map[string]place{}}
	for i := range l.s.concepts {
		x := &l.s.concepts[i]
		if _, dup := c.seen[x.Code]; !dup { // two owners of one code are another fault
			c.seen[x.Code] = place{file: x.file, id: x.ID}
		}
	}
	for i := range l.s.concepts {
		x := &l.s.concepts[i]
		for _, a := range x.Also {
			field := x.ID + ".also"
			if !cuiShape.MatchString(a.Code) {
				l.add(x.file, field, "%q is not C and 7 digits", a.Code)
				continue
			}
			c.take(a.Code, place{file: x.file, id: x.ID}, field, "code")
			l.required(x.file, field+"."+a.Code+".", "name", a.Name, "source", a.Source)
			if a.Source != "" {
				l.known(x.file, field+"."+a.Code, "source", a.Source, l.s.workAt)
			}
		}
	}
}
