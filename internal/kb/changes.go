package kb

import (
	"fmt"
	"reflect"
)

// Changes says which conditions and concepts came, went and changed between two editions, by id.
func Changes(before, after *Base) string {
	p := &page{}
	list := func(what string, old, now map[string]any) {
		var came, went, changed []string
		for _, id := range sortedKeys(now) {
			switch o, ok := old[id]; {
			case !ok:
				came = append(came, id)
			case !reflect.DeepEqual(o, now[id]):
				changed = append(changed, id)
			}
		}
		for _, id := range sortedKeys(old) {
			if _, ok := now[id]; !ok {
				went = append(went, id)
			}
		}
		p.field(what+" that came", came...)
		p.field(what+" that went", went...)
		p.field(what+" that changed", changed...)
	}
	list("conditions", before.conditionPages(), after.conditionPages())
	list("concepts", before.conceptPages(), after.conceptPages())
	if before.Edition == after.Edition {
		p.line("the editions are the same")
	}
	return p.String()
}

// The pages stand for the contents: they name concepts by id, which differ less than the numbers inside a base.
func (b *Base) conditionPages() map[string]any {
	out := map[string]any{}
	for i := range b.Conditions {
		out[b.Conditions[i].ID] = b.showCondition(ConditionID(i))
	}
	return out
}

func (b *Base) conceptPages() map[string]any {
	out := map[string]any{}
	for i := range b.Concepts {
		c := b.Concepts[i]
		out[c.ID] = fmt.Sprint(c.Codes(), c.Name, c.Lay, c.Synonyms, c.Phrases, c.Definition, c.Question, c.Background, c.Kind)
	}
	return out
}
