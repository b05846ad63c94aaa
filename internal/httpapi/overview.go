package httpapi

import (
	"context"
	"errors"
	"slices"
	"strings"

	"anamnesis/api"
	"anamnesis/internal/analytics"
	"anamnesis/internal/audit"
	"anamnesis/internal/consult"
	"anamnesis/internal/store"
)

// maxOverview bounds the consultations that one overview counts, each of which is replayed for it.
const maxOverview = 20_000

// errCounted ends the reading of a range that holds more than is counted.
var errCounted = errors.New("counted enough")

// overview counts a partner's consultations of a range of days.
func (s *server) overview(ctx context.Context, c *call, in days) (any, error) {
	if err := s.audit(ctx, c, audit.PortalOverview, "", in.audited()); err != nil {
		return nil, err
	}
	o := analytics.NewOverview(in.from, in.to)
	n := 0
	err := s.Records.Range(ctx, c.claims.PartnerID, in.from, in.to, func(con store.Consultation, events []store.Event) error {
		if n++; n > maxOverview {
			return errCounted
		}
		f, err := s.Recorder.Record(con.State)
		if err != nil {
			return err
		}
		feedback, err := s.Events.Feedback(ctx, con.SID)
		switch {
		case errors.Is(err, store.ErrNotFound):
			o.Add(con, events, f, nil)
		case err != nil:
			return err
		default:
			o.Add(con, events, f, &feedback)
		}
		return nil
	})
	if err != nil && !errors.Is(err, errCounted) {
		return nil, err
	}
	return o.Result(err != nil), nil
}

func readReplay(in *input) string { return in.exact("conversation_id") }

// replay shows one consultation of the partner question by question. One of another partner is not there.
func (s *server) replay(ctx context.Context, c *call, sid string) (any, error) {
	if strings.ContainsRune(sid, 0) { // no store keeps one
		return nil, errNoConsultation
	}
	con, err := s.Records.Get(ctx, sid)
	if err == nil && con.PartnerID != c.claims.PartnerID {
		err = store.ErrNotFound
	}
	if errors.Is(err, store.ErrNotFound) {
		return nil, errNoConsultation
	}
	if err != nil {
		return nil, err
	}
	if err := s.audit(ctx, c, audit.PortalReplay, sid, nil); err != nil {
		return nil, err
	}
	r, err := s.Reviews.Review(con.State)
	if err != nil {
		return nil, err
	}
	return replayOf(sid, r), nil
}

func replayOf(sid string, r *consult.Review) *api.Replay {
	out := &api.Replay{
		ConversationID: sid, Gender: r.Sex, Age: r.Age, InitialQuery: r.Query, Edition: r.Edition, CurrentEdition: r.Current,
		Start: standing(r.Start), Steps: []api.ReplayStep{},
	}
	for _, st := range r.Steps {
		out.Steps = append(out.Steps, replayStep(st))
	}
	return out
}

func replayStep(st consult.ReviewStep) api.ReplayStep {
	out := api.ReplayStep{Type: st.Question.Type, Choices: []api.ReplayChoice{}, ReplayView: standing(st.After)}
	for _, m := range st.Question.Messages {
		if m.Type == api.MessageHeader {
			out.Question = m.Value
			break
		}
	}
	for _, ch := range st.Question.Choices {
		out.Choices = append(out.Choices, api.ReplayChoice{Text: ch.Text, Chosen: slices.Contains(st.Included, ch.ID)})
	}
	return out
}

func standing(v consult.Standing) api.ReplayView {
	out := api.ReplayView{Level: api.TriageLevel(v.Level), Causes: []api.ReplayCause{}}
	for _, c := range v.Causes {
		out.Causes = append(out.Causes, api.ReplayCause{CUI: c.Code, Name: c.Name, Probability: c.Probability})
	}
	return out
}
