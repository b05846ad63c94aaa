package consult

import (
	"slices"
	"strings"

	"anamnesis/internal/report"
)

// Review is a stored consultation question by question.
type Review struct {
	Sex     string
	Age     int
	Query   string
	Edition string // of the knowledge base that it was held on
	Current string // of the one that this review was made with
	Start   Standing
	Steps   []ReviewStep
}

// ReviewStep is one answered question and where the consultation stood after it.
type ReviewStep struct {
	Question *Question
	Included []string // choice ids
	After    Standing
}

// Standing is the level if the consultation ended there, and the likeliest causes.
type Standing struct {
	Level  report.Level
	Causes []report.Ranked
}

// maxStanding bounds the causes of a Standing.
const maxStanding = 3

// Review replays a stored state. It fails only where the state cannot be read.
func (s *Service) Review(state []byte) (*Review, error) {
	r, err := Decode(state)
	if err != nil {
		return nil, err
	}
	out := &Review{Sex: r.Sex, Age: r.Age, Query: r.Query, Edition: r.Edition, Current: s.iv().base.Edition}
	out.Start = s.iv().standing(r, 0)
	for i, done := range r.Done {
		asked := *r
		asked.Done, asked.Open = r.Done[:i], &done
		q := s.iv().Render(&asked)
		if done.Kind == stepSearch {
			s.iv().nameFound(r.Lang, q, done.Included)
		}
		out.Steps = append(out.Steps, ReviewStep{Question: q, Included: slices.Clone(done.Included), After: s.iv().standing(r, i+1)})
	}
	return out, nil
}

// standing is that of a consultation after its first n answers.
func (iv *Interview) standing(r *Record, n int) Standing {
	then := *r
	then.Done, then.End = r.Done[:n], endReport
	if n == len(r.Done) && r.End != endNone {
		then.End = r.End
	}
	rep := iv.Report(&then)
	ranked := rep.Summary.Ranked
	return Standing{Level: rep.Level, Causes: ranked[:min(maxStanding, len(ranked))]}
}

// nameFound adds what a search found to its choices.
func (iv *Interview) nameFound(lang string, q *Question, included []string) {
	v := renderer{iv, iv.wording(lang), q}
	for _, id := range included {
		if code, ok := strings.CutPrefix(id, "clarify_"); ok {
			if cl, ok := v.w.base.ClarificationByCode(code); ok {
				v.choose(id, v.text(v.w.base.Clarifications[cl].Name), "")
			}
		} else if con, ok := v.w.base.ConceptByCode(strings.TrimPrefix(id, "assessment_")); ok && id != choiceSkip {
			v.choose(id, capital(v.text(v.w.base.Concepts[con].Lay)), "")
		}
	}
}
