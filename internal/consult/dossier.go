package consult

import (
	"context"
	"time"

	"anamnesis/internal/report"
)

// Asked is one answered question, as it was shown.
type Asked struct {
	Question *Question
	Included []string // choice ids
	Excluded []string
	Why      string // why it was asked, in words for professionals; "" for what is always asked
}

// Dossier is what an ended consultation says beside its report: the person's words, every
// question with its answer, and the reasons.
type Dossier struct {
	SID, Language string
	Edition       string // of the knowledge base it was held on
	Words         string // as the person wrote them
	Started       time.Time
	Updated       time.Time
	Asked         []Asked
	Level         report.LevelReasons
	Causes        []report.CauseReasons
}

// Dossier implements Calls.
func (s *Service) Dossier(ctx context.Context, sid string) (*Dossier, error) {
	c, err := s.store.Get(ctx, sid)
	if err != nil {
		return nil, notStarted(err)
	}
	r, err := Decode(c.State)
	if err != nil {
		return nil, err
	}
	if !r.Reported {
		return nil, ErrReportNotReady
	}
	d := s.iv().Dossier(r)
	d.Started, d.Updated = c.Started, c.Updated
	return d, nil
}

// Dossier makes the dossier of a record; its times are the caller's to set.
func (iv *Interview) Dossier(r *Record) *Dossier {
	s := iv.replay(r).weigh()
	defer s.close()
	d := &Dossier{SID: r.SID, Language: r.Lang, Edition: r.Edition, Words: r.Query}
	d.Level, d.Causes = report.Explain(s.p, report.Decide(s.p, s.flags), r.Lang)
	for i := range r.Done {
		then := *r
		open := r.Done[i]
		open.Included, open.Excluded = nil, nil
		then.Done, then.Open = r.Done[:i], &open
		d.Asked = append(d.Asked, Asked{iv.Render(&then), r.Done[i].Included, r.Done[i].Excluded, r.Done[i].Why})
	}
	return d
}
