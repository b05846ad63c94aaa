package kb

import (
	"slices"

	"anamnesis/internal/clinical"
)

var (
	kinds      = []string{"symptom", "sign", "result", "risk", "exposure", "medication", "family", "background", "state"}
	dimensions = []string{"site", "radiation", "character", "onset", "course", "timing", "severity", "better", "worse", "size", "other"}
	regions    = []string{"head", "eyes", "ears", "nose", "mouth", "throat", "neck", "chest", "breast", "back", "abdomen", "pelvis",
		"genitals", "arms", "hands", "legs", "feet", "skin", "joints", "mind", "whole"}
)

// parseKind gives 0 for a word that is no kind.
func parseKind(s string) Kind { return Kind(slices.Index(kinds, s) + 1) }

// parseDimension gives NoDimension for a word that is none.
func parseDimension(s string) Dimension { return Dimension(slices.Index(dimensions, s) + 1) }

func (l *linter) concept(c *conceptSource) {
	if c.short != "" {
		return // made of what was checked
	}
	at := c.ID + "."
	l.required(c.file, at, "name", c.Name, "lay", c.Lay, "definition", c.Definition, "question", c.Question)
	l.oneOf(c.file, at+"kind", c.Kind, kinds...)
	if c.Region != "" || parseKind(c.Kind).Finding() {
		l.oneOf(c.file, at+"region", c.Region, regions...)
	}
	if !(c.Background > 0 && c.Background <= .995) {
		l.add(c.file, at+"background", "%v is outside (0,0.995]", c.Background)
	}
	if c.Cost != 0 {
		l.within(c.file, at+"cost", c.Cost, 1, 3)
	}
	l.sex(c.file, at+"sex", c.Sex)
	l.ages(c.file, at+"ages", c.Ages)
	l.conceptLinks(c, at)
	if c.Standard != nil {
		l.standard(c, at+"standard")
	}
	if c.Attribute != nil {
		l.attribute(c, at+"attribute")
	}
}

func (l *linter) conceptLinks(c *conceptSource, at string) {
	if c.Batch != "" {
		l.known(c.file, at+"batch", "batch", c.Batch, l.s.batchAt)
	}
	for _, p := range c.Parents {
		if !l.known(c.file, at+"parents", "concept", p, l.s.conceptAt) {
			continue
		}
		if sex := l.conceptOf(p).Sex; sex != "" && sex != c.Sex {
			l.warn(c.file, at+"sex", "the parent %s is %s only", p, sex)
		}
	}
	if c.Contrast == "" || !l.known(c.file, at+"contrast", "concept", c.Contrast, l.s.conceptAt) {
		return
	}
	if back := l.conceptOf(c.Contrast).Contrast; back != c.ID {
		l.add(c.file, at+"contrast", "%s does not name it back", c.Contrast)
	}
}

func (l *linter) conceptOf(id string) *conceptSource { return &l.s.concepts[l.s.conceptAt[id]] }

func (l *linter) standard(c *conceptSource, at string) {
	if !codesShape.MatchString(c.Standard.Codes) {
		l.add(c.file, at+".codes", "%q is not CM and 4 digits", c.Standard.Codes)
	}
	if !parseKind(c.Kind).Finding() {
		l.add(c.file, at, "a factor has no attributes")
	}
	for _, short := range c.Standard.Of {
		l.oneOf(c.file, at+".of", short, Standards()...)
	}
	for _, short := range sortedKeys(c.Standard.Rates) {
		l.within(c.file, at+".rates."+short, c.Standard.Rates[short], .001, .995)
		if !slices.Contains(c.Standard.Of, short) {
			l.add(c.file, at+".rates."+short, "is not in of")
		}
	}
}

func (l *linter) attribute(c *conceptSource, at string) {
	l.oneOf(c.file, at+".dimension", c.Attribute.Dimension, dimensions...)
	l.required(c.file, at+".", "value", c.Attribute.Value)
	if !l.known(c.file, at+".of", "concept", c.Attribute.Of, l.s.conceptAt) {
		return
	}
	parent := l.conceptOf(c.Attribute.Of)
	if !parseKind(parent.Kind).Finding() || !parseKind(c.Kind).Finding() {
		l.add(c.file, at+".of", "a factor neither has attributes nor is one")
	}
	if parent.Sex != "" && parent.Sex != c.Sex {
		l.warn(c.file, c.ID+".sex", "the parent %s is %s only", parent.ID, parent.Sex)
	}
}

// cycles reports concepts that are their own ancestors.
func (l *linter) cycles() {
	state := make([]clinical.Truth, len(l.s.concepts)) // Unknown: not seen, False: on the path, True: done
	var visit func(i int)
	visit = func(i int) {
		c := &l.s.concepts[i]
		state[i] = clinical.False
		for _, up := range c.ancestors() {
			j, ok := l.s.conceptAt[up]
			switch {
			case ok && state[j] == clinical.False:
				l.add(c.file, c.ID+".parents", "%s is among its own parents", up)
			case ok && state[j] == clinical.Unknown:
				visit(j)
			}
		}
		state[i] = clinical.True
	}
	for i := range l.s.concepts {
		if state[i] == clinical.Unknown {
			visit(i)
		}
	}
}

// ancestors are the ids one step up, along is-a and along attributes.
func (c *conceptSource) ancestors() []string {
	if c.Attribute == nil {
		return c.Parents
	}
	return append(slices.Clone(c.Parents), c.Attribute.Of)
}
