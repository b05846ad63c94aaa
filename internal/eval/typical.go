package eval

import (
	"fmt"

	"anamnesis/internal/clinical"
	"anamnesis/internal/kb"
)

// typical is the share of patients from which a finding or a factor belongs to the typical picture.
const typical = 0.5

// Typical gives the typical patient of a condition, who has what half of the patients have, once for each
// complaint that at least `from` of them bring up first. The opening is the lay name of the complaint.
func Typical(b *kb.Base, d kb.ConditionID, from float64) []Case {
	con := &b.Conditions[d]
	sex := "female"
	if con.Sex == clinical.Male || con.Sex == clinical.AnySex && sum(con.Rate[1]) > sum(con.Rate[0]) {
		sex = "male"
	}
	band := 0
	for i := range clinical.AgeBands {
		if con.Rate[0][i]+con.Rate[1][i] > con.Rate[0][band]+con.Rate[1][band] {
			band = i
		}
	}
	bucket := 0
	for i, share := range con.Duration {
		if share > con.Duration[bucket] {
			bucket = i
		}
	}
	base := Case{
		Source: "typical", Sex: sex, Age: max(con.MinAge, ages[band][0]), Duration: clinical.Bucket(bucket + 1).String(),
		Expect: []string{con.ID}, Diagnosis: con.Name,
	}
	if con.MaxAge > 0 {
		base.Age = min(base.Age, con.MaxAge)
	}
	has := map[kb.ConceptID]bool{}
	for _, l := range con.Findings {
		k := &b.Concepts[l.Concept]
		has[l.Concept] = l.P >= typical && (k.AttributeOf == kb.None || has[k.AttributeOf] || listed(con, k.AttributeOf) >= typical)
	}
	var cases []Case
	for _, l := range con.Findings {
		if l.Presenting < from || b.Concepts[l.Concept].AttributeOf != kb.None {
			continue
		}
		c := base
		c.ID = fmt.Sprintf("%s, %s", con.ID, b.Concepts[l.Concept].ID)
		c.Opening = b.Concepts[l.Concept].Lay
		c.Present = []string{b.Concepts[l.Concept].ID}
		for _, o := range con.Findings {
			if has[o.Concept] && o.Concept != l.Concept {
				c.Present = append(c.Present, b.Concepts[o.Concept].ID)
			}
		}
		for _, f := range con.Factors {
			if probability(b, con, f.Concept) >= typical {
				c.Present = append(c.Present, b.Concepts[f.Concept].ID)
			}
		}
		cases = append(cases, c)
	}
	return cases
}

func sum(rates [clinical.AgeBands]float64) float64 {
	s := 0.0
	for _, r := range rates {
		s += r
	}
	return s
}

// listed is the P of a finding that a condition lists, else 0.
func listed(c *kb.Condition, id kb.ConceptID) float64 {
	for _, l := range c.Findings {
		if l.Concept == id {
			return l.P
		}
	}
	return 0
}
