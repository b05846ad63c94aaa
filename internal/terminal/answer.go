package terminal

import (
	"slices"

	"anamnesis/api"
)

// bounds are the least and the most choices of an answer.
func bounds(q *api.Question) (least, most int) {
	most = len(q.Choices)
	if q.Constraints != nil {
		if q.Constraints.MinSelections != nil {
			least = *q.Constraints.MinSelections
		}
		if q.Constraints.MaxSelections != nil {
			most = *q.Constraints.MaxSelections
		}
	}
	return least, most
}

// answer puts every choice into one of the two lists.
func answer(q *api.Question, in []string) api.Answer {
	a := api.Answer{Type: q.Type, Included: in}
	for _, c := range q.Choices {
		if !slices.Contains(in, c.ID) {
			a.Excluded = append(a.Excluded, c.ID)
		}
	}
	return a
}
