package consult

import "anamnesis/internal/engine"

// RankBy makes the interview choose its questions by another ranking.
func (iv *Interview) RankBy(rank func(*engine.Posterior) []engine.Candidate) { iv.rank = rank }
