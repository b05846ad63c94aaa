package terminal

import (
	"cmp"
	"io"
	"slices"
	"strings"

	"anamnesis/api"
)

// widest is how wide text is set at most: longer lines are hard to read.
const widest = 96

// WriteReport writes a report as plain text, at most width columns wide, with headings in a language (BCP 47).
func WriteReport(w io.Writer, r *api.PatientReport, width int, lang string) error {
	_, err := io.WriteString(w, strings.Join(layOut(r, paint{words: wordsOf(lang)}, width), "\n")+"\n")
	return err
}

// layOut gives a report's lines: how urgent it is comes first, in a box.
func layOut(r *api.PatientReport, p paint, width int) []string {
	l := &layout{p: p, width: max(12, min(width, widest)), r: r}
	l.box()
	l.rules()
	if !urgent(r) {
		l.list(l.p.words.say("Get help sooner if"), r.WatchFor)
	}
	if r.SubdomainsContainer != nil {
		for _, c := range r.SubdomainsContainer.Categories {
			l.causes(&c)
		}
	}
	if urgent(r) {
		l.list(l.p.words.say("Until help is there, watch for"), r.WatchFor)
	}
	l.list(l.p.words.say("What you can do yourself"), r.SelfCare)
	l.services()
	l.articles()
	l.told()
	l.part(l.p.words.say("How to use this result"), r.OverallOutcome.Instructions)
	l.part("", r.Disclaimer)
	return l.lines
}

func urgent(r *api.PatientReport) bool {
	return r.Emergency || strings.HasPrefix(r.OverallOutcome.SubdomainTriageLevel.ID, api.TriageEmergency)
}

// layout is a report on its way to lines.
type layout struct {
	p     paint
	width int
	r     *api.PatientReport
	lines []string
}

func (l *layout) add(lines ...string) { l.lines = append(l.lines, lines...) }

func (l *layout) head(title string) {
	l.add("")
	l.add(l.p.hang("", bold, title, l.width)...)
}

// box is what to do, and where.
func (l *layout) box() {
	o := &l.r.OverallOutcome
	style := calm
	switch {
	case urgent(l.r):
		style = alarm
	case strings.HasPrefix(o.SubdomainTriageLevel.ID, "urgent"):
		style = warning
	}
	inner := l.width - 4
	var rows [][2]string // style and text
	put := func(style, text string) {
		for _, line := range wrap(clean(text), inner) {
			rows = append(rows, [2]string{style, line})
		}
	}
	put(style, o.MainRecommendation)
	if s := o.Service; s != nil && s.Contact != "" && !strings.Contains(o.MainRecommendation, s.Contact) {
		put(bold, l.p.words.say("Call %s", s.Contact))
	}
	for _, m := range o.Messages {
		if m.Type != api.MessageHeader {
			put("", m.Value)
		}
	}
	if o.MainServiceRecommendation != "" {
		put(bold, l.p.words.say("Where: %s", o.MainServiceRecommendation))
		if o.Service != nil && o.Service.Text != "" {
			put("", o.Service.Text)
		}
	}
	edge := func(left, right string) string {
		return l.p.as(style, left+strings.Repeat(l.p.mark("━", "="), l.width-2)+right)
	}
	side := l.p.as(style, l.p.mark("┃", "|"))
	l.add(edge(l.p.mark("┏", "+"), l.p.mark("┓", "+")))
	for _, row := range rows {
		pad := strings.Repeat(" ", max(0, inner-columns(row[1])))
		l.add(side + " " + l.p.as(row[0], row[1]) + pad + " " + side)
	}
	l.add(edge(l.p.mark("┗", "+"), l.p.mark("┛", "+")))
}

// rules are the red flags that set the level, as far as the box has not said so.
func (l *layout) rules() {
	var list []string
	for _, r := range l.r.Rules {
		said := slices.ContainsFunc(l.r.OverallOutcome.Messages, func(m api.Message) bool { return m.Value == r.Reason })
		if r.Reason == "" || said {
			continue
		}
		if r.Unsure {
			r.Reason += " " + l.p.words.say("(You were not sure, so we are on the safe side.)")
		}
		list = append(list, r.Reason)
	}
	l.list(l.p.words.say("Why we advise this"), list)
}

func (l *layout) list(title string, items []string) {
	if len(items) == 0 {
		return
	}
	l.head(title)
	for _, s := range items {
		l.add(l.p.hang("  "+l.p.mark("•", "-")+" ", "", s, l.width)...)
	}
}

func (l *layout) causes(c *api.SubdomainCategory) {
	title := l.p.words.say("What may be the cause")
	if c.Type == api.CategoryToRuleOut {
		title = l.p.words.say("What should be ruled out")
	}
	l.head(title)
	for _, s := range c.Subdomains {
		for _, con := range s.Conditions {
			l.cause(&con)
		}
	}
}

func (l *layout) cause(c *api.Condition) {
	name := c.Name
	if c.LayName != "" && !strings.EqualFold(c.LayName, c.Name) {
		if strings.Contains(name+c.LayName, "(") {
			name += ", " + c.LayName // no brackets within brackets
		} else {
			name += " (" + c.LayName + ")"
		}
	}
	if c.Likelihood != "" {
		name += ": " + c.Likelihood
	}
	l.add(l.p.hang("  * ", bold, name, l.width)...)
	if c.Reasons != nil {
		l.reasons("+ ", c.Reasons.For)
		l.reasons(l.p.mark("−", "-")+" ", c.Reasons.Against)
	}
}

// reasonsShown are the strongest reasons on each side; the rest is in GET /report/reasons.
const reasonsShown = 3

// reasons says of each whether the person has it: what is missing may speak for a cause, and mostly speaks against.
func (l *layout) reasons(sign string, list []api.Reason) {
	for _, r := range list[:min(reasonsShown, len(list))] {
		l.add(l.p.hang("      "+sign, dim, cmp.Or(r.Text, r.Name), l.width)...)
	}
}

func (l *layout) services() {
	if l.r.OtherOptions == nil || len(l.r.OtherOptions.Options) == 0 {
		return
	}
	l.head(l.p.words.say("Other places that help"))
	for _, o := range l.r.OtherOptions.Options {
		var words []string
		for _, m := range o.Messages {
			words = append(words, m.Value)
		}
		text := strings.Join(words, ": ")
		if o.Service != nil && o.Service.Contact != "" {
			text += l.p.words.say(" (call %s)", o.Service.Contact)
		}
		l.add(l.p.hang("  "+l.p.mark("•", "-")+" ", "", text, l.width)...)
	}
}

func (l *layout) articles() {
	if l.r.InformationArticles == nil {
		return
	}
	var names []string
	for _, a := range l.r.InformationArticles.InformationArticles {
		names = append(names, a.Name)
	}
	l.list(l.p.words.say("Read more"), names)
}

// told is what the report rests on, so that a slip can be seen.
func (l *layout) told() {
	s := &l.r.Summary
	rows := []struct {
		title string
		facts []api.Fact
	}{
		{"You wrote about: ", s.InitialSymptoms}, {"You also have: ", s.AdditionalSymptoms}, {"Applies to you: ", s.FactorsPresent},
		{"You were not sure about: ", s.UnsureSymptoms}, {"You do not have: ", s.ExcludedSymptoms}, {"Does not apply to you: ", s.ExcludedFactors},
	}
	if s.Age == 0 && len(s.InitialSymptoms) == 0 {
		return
	}
	l.head(l.p.words.say("What you told us"))
	l.add(l.p.hang("  ", "", l.p.words.say("%d years, %s", s.Age, l.p.words.say(s.Gender)), l.width)...)
	for _, row := range rows {
		var names []string
		for _, f := range row.facts {
			names = append(names, cmp.Or(f.LayName, f.Name))
		}
		if len(names) > 0 {
			l.add(l.p.hang("  ", dim, l.p.words.say(row.title)+strings.Join(names, ", "), l.width)...)
		}
	}
}

func (l *layout) part(title string, list []api.Message) {
	if len(list) == 0 {
		return
	}
	if title != "" {
		l.head(title)
	} else {
		l.add("")
	}
	l.add(l.p.messages(list, l.width)...)
}
