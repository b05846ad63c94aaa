package consult

import (
	"anamnesis/internal/analytics"
	"anamnesis/internal/report"
)

// maxOutcomes bounds the conditions of a consultation record.
const maxOutcomes = 3

// Record implements analytics.Recorder: what a consultation record tells of a stored state.
func (s *Service) Record(state []byte) (analytics.Facts, error) {
	r, err := Decode(state)
	if err != nil {
		return analytics.Facts{}, err
	}
	return s.iv().facts(r), nil
}

func (iv *Interview) facts(r *Record) analytics.Facts {
	rep := iv.Report(r)
	f := analytics.Facts{
		Gender: r.Sex, Age: r.Age, Query: r.Query, DurationBucket: rep.Summary.Duration, Rounds: len(r.Done),
		Extracted: named(rep.Summary.InitialSymptoms), Additional: named(rep.Summary.AdditionalSymptoms),
		Excluded: named(rep.Summary.ExcludedSymptoms), Confirmed: named(rep.Summary.Factors),
		ExcludedFactors: named(rep.Summary.ExcludedFactors),
	}
	if r.End == endNone {
		return f
	}
	for _, c := range rep.Summary.Ranked[:min(maxOutcomes, len(rep.Summary.Ranked))] {
		f.Conditions = append(f.Conditions, analytics.Named{Code: c.Code, Name: c.Name})
	}
	f.Rules = append(f.Rules, analytics.Named{Code: rep.Level.ID, Name: rep.Level.DisplayName})
	for _, rule := range rep.Rules {
		f.Rules = append(f.Rules, analytics.Named{Code: rule.ID, Name: rule.Reason})
	}
	return f
}

func named(facts []report.Fact) []analytics.Named {
	out := make([]analytics.Named, len(facts))
	for i, f := range facts {
		out[i] = analytics.Named{Code: f.Code, Name: f.Name}
	}
	return out
}
