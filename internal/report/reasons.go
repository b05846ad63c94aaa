package report

import (
	"anamnesis/internal/clinical"
	"anamnesis/internal/engine"
	"anamnesis/internal/kb"
)

// maxReasons bounds each list of reasons; weakReason is the weight, in nats, under which a finding is no reason.
const (
	maxReasons = 6
	weakReason = 0.15
)

// reasons splits the contributions to a condition into what speaks for and against it.
func (b *builder) reasons(d kb.ConditionID) (pro, contra []Reason) {
	for _, c := range b.p.Explain(d) {
		con := &b.base.Concepts[c.Concept]
		if c.Weight > -weakReason && c.Weight < weakReason {
			continue
		}
		r := Reason{Code: con.Code, Name: b.text(con.Lay), Weight: c.Weight, Text: b.reasonText(con, c)}
		if c.Weight > 0 && len(pro) < maxReasons {
			pro = append(pro, r)
		} else if c.Weight < 0 && len(contra) < maxReasons {
			contra = append(contra, r)
		}
	}
	return pro, contra
}

func (b *builder) reasonText(con *kb.Concept, c engine.Contribution) string {
	var key string
	present := c.Assertion == clinical.Present
	switch {
	case !con.Kind.Finding() && present:
		key = "reason.factor"
	case !con.Kind.Finding():
		key = "reason.nofactor"
	case present && c.Weight > 0:
		key = "reason.for"
	case present:
		key = "reason.unlike"
	case c.Weight > 0:
		key = "reason.missing"
	default:
		key = "reason.against"
	}
	return b.fill(key, b.text(con.Lay))
}
