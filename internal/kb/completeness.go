package kb

import (
	"cmp"
	"slices"
	"strings"
)

// Coverage is how much of one sort of text a language has.
type Coverage struct {
	What    string   `json:"what"`
	Done    int      `json:"done"`
	Of      int      `json:"of"`
	Missing []string `json:"missing,omitempty"` // ids, in order
}

// CommonConditions is how many conditions, by their rate, must have their article in every language.
const CommonConditions = 100

// Completeness counts what a further language has of everything that is shown to people or recognised in what they
// write. Articles are those of the CommonConditions most common conditions. British and American English are complete
// by their making.
func Completeness(b *Base, t *Translation) []Coverage {
	c := &counter{b: b, t: t}
	c.concepts()
	c.conditions()
	c.rules()
	c.lists()
	c.articles()
	c.messages()
	return c.out
}

type counter struct {
	b   *Base
	t   *Translation
	out []Coverage
}

// each counts over n things; f gives the id, whether a text is wanted, and whether it is there.
func (c *counter) each(what string, n int, f func(i int) (id string, wanted, there bool)) {
	v := Coverage{What: what}
	for i := range n {
		id, wanted, there := f(i)
		if !wanted {
			continue
		}
		v.Of++
		if there {
			v.Done++
		} else {
			v.Missing = append(v.Missing, id)
		}
	}
	c.out = append(c.out, v)
}

func (c *counter) concepts() {
	for _, f := range []struct {
		what string
		own  func(k *Concept) bool
		text func(t *ConceptText) bool
	}{
		{"concept names", func(*Concept) bool { return true }, func(t *ConceptText) bool { return t.Name != "" && t.Lay != "" }},
		{"questions", func(k *Concept) bool { return k.Question != "" }, func(t *ConceptText) bool { return t.Question != "" }},
		{"definitions", func(k *Concept) bool { return k.Definition != "" }, func(t *ConceptText) bool { return t.Definition != "" }},
		{"phrases", func(k *Concept) bool { return len(k.Phrases) > 0 }, func(t *ConceptText) bool { return len(t.Phrases) > 0 }},
	} {
		c.each(f.what, len(c.b.Concepts), func(i int) (string, bool, bool) {
			k := &c.b.Concepts[i]
			return k.ID, k.Standard == "" && f.own(k), f.text(&c.t.Concepts[i])
		})
	}
}

func (c *counter) conditions() {
	c.each("condition names", len(c.b.Conditions), func(i int) (string, bool, bool) {
		return c.b.Conditions[i].ID, true, c.t.Conditions[i].Name != "" && c.t.Conditions[i].Lay != ""
	})
	c.each("self-care", len(c.b.Conditions), func(i int) (string, bool, bool) {
		d := &c.b.Conditions[i]
		return d.ID, len(d.SelfCare) > 0, len(c.t.Conditions[i].SelfCare) == len(d.SelfCare)
	})
	c.each("what to watch for", len(c.b.Conditions), func(i int) (string, bool, bool) {
		d := &c.b.Conditions[i]
		return d.ID, len(d.WatchFor) > 0, len(c.t.Conditions[i].WatchFor) == len(d.WatchFor)
	})
}

func (c *counter) rules() {
	c.each("red flags", len(c.b.RedFlags), func(i int) (string, bool, bool) {
		r, own := &c.b.RedFlags[i], &c.t.RedFlags[i]
		return r.ID, true, own.Reason != "" && (r.Instruction == "" || own.Instruction != "")
	})
	c.each("clarifications", len(c.b.Clarifications), func(i int) (string, bool, bool) {
		own := &c.t.Clarifications[i]
		return c.b.Clarifications[i].ID, true, own.Name != "" && own.Question != "" && len(own.Phrases) > 0 && !slices.Contains(own.Options, "")
	})
}

func (c *counter) lists() {
	c.each("groups", len(c.b.Groups), func(i int) (string, bool, bool) { return c.b.Groups[i].ID, true, c.t.Groups[i] != "" })
	c.each("batches", len(c.b.Batches), func(i int) (string, bool, bool) { return c.b.Batches[i].ID, true, c.t.Batches[i] != "" })
	c.each("services", len(c.b.Services), func(i int) (string, bool, bool) {
		v := &c.b.Services[i]
		return v.ID, true, v.Name[c.t.Language] != "" && v.Text[c.t.Language] != ""
	})
}

func (c *counter) articles() {
	order := make([]ConditionID, len(c.b.Conditions))
	for i := range order {
		order[i] = ConditionID(i)
	}
	slices.SortStableFunc(order, func(x, y ConditionID) int {
		return cmp.Compare(c.b.Conditions[y].MeanRate(), c.b.Conditions[x].MeanRate())
	})
	wanted := map[string]bool{}
	for _, d := range order[:min(CommonConditions, len(order))] {
		wanted[c.b.Conditions[d].Article] = true
	}
	c.each("articles", len(c.b.Articles), func(i int) (string, bool, bool) {
		own := slices.ContainsFunc(c.t.Articles, func(a ArticleText) bool { return a.Article == i })
		return c.b.Articles[i].ID, wanted[c.b.Articles[i].ID], own
	})
}

func (c *counter) messages() {
	keys := sortedKeys(c.b.Messages[Language])
	c.each("messages", len(keys), func(i int) (string, bool, bool) {
		return keys[i], true, c.b.Messages[c.t.Language][keys[i]] != ""
	})
	c.each("standard attributes", len(standardFields)*len(standards), func(i int) (string, bool, bool) {
		key := standardKey(standards[i/len(standardFields)].short, standardFields[i%len(standardFields)])
		return key, true, c.b.Messages[c.t.Language][key] != ""
	})
	c.each("terms", 1, func(int) (string, bool, bool) {
		own, english := c.b.Terms[c.t.Language], c.b.Terms[Language]
		return "terms", len(english.Messages) > 0, len(own.Messages) >= len(english.Messages) && len(own.CheckboxPolicies) >= len(english.CheckboxPolicies)
	})
}

// standardPrefix begins the keys of the messages that word the standard attributes in a further language.
const standardPrefix = "standard."

// short is the lay name where the complaint has just been named.
var standardFields = [...]string{"name", "lay", "definition", "question", "short"}

func standardKey(short, field string) string {
	return strings.Join([]string{"standard", short, field}, ".")
}
