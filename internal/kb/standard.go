package kb

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// standard is one of the attributes that most complaints share. In its texts
// {lay} is the parent's noun phrase without an article, {Name} the parent's name
// as it reads inside a phrase. They are worded to read well for singular and plural.
type standard struct {
	short, digits, dimension        string
	rate                            float64
	rival                           string // the value that shuts this one out
	contrast                        bool   // asked against its rival as "which fits better"
	name, lay, definition, question string
	phrases                         []string
}

var standards = []standard{
	{"severe", "01", "severity", .2, "mild", false, "Severe {name}", "severe {lay}",
		"The {lay} so bad that it is hard to do anything.",
		"Would you call the {lay} severe – so bad that it is hard to do anything?",
		[]string{"severe {lay}", "terrible {lay}", "awful {lay}", "unbearable {lay}", "really bad {lay}", "worst {lay}"}},
	{"sudden", "02", "onset", .2, "gradual", true, "Sudden onset of {name}", "sudden start of the {lay}",
		"The {lay} started within seconds or minutes.",
		"Did the {lay} start suddenly, within seconds or minutes?",
		[]string{"sudden {lay}", "{lay} suddenly", "{lay} out of nowhere", "{lay} came on suddenly"}},
	{"gradual", "03", "onset", .6, "sudden", true, "Gradual onset of {name}", "gradual start of the {lay}",
		"The {lay} came on little by little, over hours or longer.",
		"Did the {lay} start gradually, over hours or days?",
		[]string{"gradual {lay}", "{lay} came on slowly", "{lay} came on gradually"}},
	{"constant", "04", "timing", .4, "intermittent", true, "Constant {name}", "constant {lay}",
		"The {lay} there all the time, without a break.",
		"Is it there all the time, without a break: the {lay}?",
		[]string{"constant {lay}", "{lay} all the time", "nonstop {lay}", "{lay} won't go away", "continuous {lay}"}},
	{"intermittent", "05", "timing", .5, "constant", true, "Intermittent {name}", "on-and-off {lay}",
		"The {lay} with breaks in between.",
		"Does it come and go, with breaks in between: the {lay}?",
		[]string{"intermittent {lay}", "{lay} comes and goes", "{lay} on and off", "occasional {lay}"}},
	{"worsening", "06", "course", .35, "improving", false, "Worsening {name}", "{lay} getting worse",
		"The {lay} worse now than at the start.",
		"Have you noticed the {lay} getting worse?",
		[]string{"{lay} getting worse", "worsening {lay}", "{lay} is getting worse", "{lay} keeps getting worse"}},
	{"recurrent", "07", "other", .35, "", false, "Recurrent {name}", "{lay} like this before",
		"The same {lay} at an earlier time, gone in between.",
		"Have you had the same {lay} before?",
		[]string{"recurrent {lay}", "{lay} again", "{lay} keeps coming back", "recurring {lay}"}},
	{"nocturnal", "08", "timing", .2, "", false, "{Name} at night", "{lay} at night",
		"The {lay} mainly at night, or enough to wake you up.",
		"Is it worst at night, or does it wake you up: the {lay}?",
		[]string{"{lay} at night", "{lay} wakes me up", "{lay} during the night", "nighttime {lay}"}},
	{"mild", "09", "severity", .3, "severe", false, "Mild {name}", "mild {lay}",
		"The {lay} so light that you can do everything as usual.",
		"Would you call the {lay} mild, so that you can do everything as usual?",
		[]string{"mild {lay}", "slight {lay}", "a bit of {lay}", "a little {lay}"}},
	{"improving", "10", "course", .2, "worsening", false, "Improving {name}", "{lay} getting better",
		"The {lay} less now than at the start.",
		"Have you noticed the {lay} getting better?",
		[]string{"{lay} getting better", "improving {lay}", "{lay} is getting better"}},
}

// Standards are the short names of the standard attributes, in the order of their codes.
func Standards() []string {
	out := make([]string, len(standards))
	for i := range standards {
		out[i] = standards[i].short
	}
	return out
}

// expandStandard appends the standard attributes of every concept that asks for them.
// A phrase that some author wrote is never claimed by a template.
func (s *Sources) expandStandard() {
	taken := map[string]bool{}
	for i := range s.concepts {
		for _, t := range s.concepts[i].claims() {
			taken[Normalize(t)] = true
		}
	}
	for i := range s.clarifications {
		for _, t := range s.clarifications[i].claims() {
			taken[Normalize(t)] = true
		}
	}
	for _, c := range slices.Clone(s.concepts) {
		for i := range standards {
			if c.Standard != nil && slices.Contains(c.Standard.Of, standards[i].short) {
				s.concepts = append(s.concepts, standards[i].of(&c, taken))
			}
		}
	}
}

func (t *standard) of(c *conceptSource, taken map[string]bool) conceptSource {
	fill := strings.NewReplacer("{lay}", bareNoun(c.Lay), "{Name}", c.Name, "{name}", lowerFirst(c.Name)).Replace
	a := conceptSource{
		ID: c.ID + "." + t.short, Code: c.Standard.Codes + t.digits, Kind: c.Kind,
		Name: fill(t.name), Lay: fill(t.lay), Definition: fill(t.definition), Question: fill(t.question),
		Region: c.Region, Batch: c.Batch, Background: t.rate, Sex: c.Sex, Ages: c.Ages, Cost: c.Cost,
		Attribute: &attributeSource{Of: c.ID, Dimension: t.dimension, Value: t.short},
		file:      c.file, short: t.short,
	}
	if rate, ok := c.Standard.Rates[t.short]; ok {
		a.Background = rate
	}
	if slices.Contains(c.Standard.Of, t.rival) {
		a.Attribute.Exclusive = true
		if t.contrast {
			a.Contrast = c.ID + "." + t.rival
		}
	}
	for _, p := range t.phrases {
		if n := Normalize(fill(p)); !taken[n] {
			taken[n] = true
			a.Phrases = append(a.Phrases, strings.ToLower(fill(p)))
		}
	}
	return a
}

// bareNoun takes the article off a noun phrase.
func bareNoun(s string) string {
	for _, a := range []string{"a ", "an ", "the "} {
		if rest, ok := strings.CutPrefix(s, a); ok {
			return rest
		}
	}
	return s
}

// lowerFirst lowers the first letter unless the word is an abbreviation.
func lowerFirst(s string) string {
	r, n := utf8.DecodeRuneInString(s)
	if next, _ := utf8.DecodeRuneInString(s[n:]); n == 0 || unicode.IsUpper(next) {
		return s
	}
	return string(unicode.ToLower(r)) + s[n:]
}

// Normalize is the form in which phrases are compared: lower case, no
// punctuation, single spaces.
func Normalize(s string) string {
	var b strings.Builder
	for _, r := range strings.ToLower(s) {
		switch {
		case r == '\'' || r == '’':
		case unicode.IsLetter(r) || unicode.IsDigit(r):
			b.WriteRune(r)
		default:
			b.WriteByte(' ')
		}
	}
	return strings.Join(strings.Fields(b.String()), " ")
}
