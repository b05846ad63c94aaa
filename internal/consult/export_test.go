package consult

import (
	"slices"

	"anamnesis/internal/engine"
	"anamnesis/internal/kb"
)

// RankBy makes the interview choose its questions by another ranking.
func (iv *Interview) RankBy(rank func(*engine.Posterior) []engine.Candidate) {
	iv.rank = rank
	iv.among = func(p *engine.Posterior, ids []kb.ConceptID) []engine.Candidate {
		return slices.DeleteFunc(rank(p), func(c engine.Candidate) bool { return !slices.Contains(ids, c.Concept) })
	}
}
