package httpapi

import (
	"context"
	"errors"
	"strings"

	"anamnesis/api"
	"anamnesis/internal/analytics"
	"anamnesis/internal/audit"
	"anamnesis/internal/store"
)

// Exporter gathers everything that is kept of a session.
type Exporter struct {
	Consents Consents
	Events   Events
	Records  Records
	Recorder analytics.Recorder
	Reviews  Reviews
}

// Export gathers a session's data. store.ErrNotFound if there is none.
func (x Exporter) Export(ctx context.Context, sid string) (*api.ConsultationExport, error) {
	out := &api.ConsultationExport{ConversationID: sid, Consents: []api.ExportedConsent{}, Events: []api.ExportedEvent{}}
	consents, err := x.Consents.Consents(ctx, sid)
	if err != nil {
		return nil, err
	}
	for _, c := range consents {
		out.PartnerID = c.PartnerID
		out.Consents = append(out.Consents, api.ExportedConsent{ContentVersion: c.ContentVersion, At: c.At})
	}
	events, err := x.Events.Events(ctx, sid)
	if err != nil {
		return nil, err
	}
	for _, e := range events {
		out.PartnerID = e.PartnerID
		out.Events = append(out.Events, api.ExportedEvent{Event: e.Name, Value: e.Payload, At: e.At})
	}
	if err := x.feedback(ctx, out); err != nil {
		return nil, err
	}
	if err := x.consultation(ctx, out, events); err != nil {
		return nil, err
	}
	if out.PartnerID == "" {
		return nil, store.ErrNotFound
	}
	return out, nil
}

func (x Exporter) feedback(ctx context.Context, out *api.ConsultationExport) error {
	f, err := x.Events.Feedback(ctx, out.ConversationID)
	if errors.Is(err, store.ErrNotFound) {
		return nil
	}
	if err == nil {
		out.PartnerID = f.PartnerID
		out.Feedback = &api.ExportedFeedback{FeedbackRequest: api.FeedbackRequest{Stars: f.Stars, Labels: f.Labels, Message: f.Message}, At: f.At}
	}
	return err
}

func (x Exporter) consultation(ctx context.Context, out *api.ConsultationExport, events []store.Event) error {
	c, err := x.Records.Get(ctx, out.ConversationID)
	if errors.Is(err, store.ErrNotFound) {
		return nil
	}
	if err != nil {
		return err
	}
	out.PartnerID = c.PartnerID
	f, err := x.Recorder.Record(c.State)
	if err != nil {
		return err
	}
	rec := analytics.Record(c, events, f)
	out.Record = &rec
	r, err := x.Reviews.Review(c.State)
	if err != nil {
		return err
	}
	out.Replay = replayOf(out.ConversationID, r)
	return nil
}

func readSID(in *input) string { return in.call.r.PathValue("sid") }

// export gives a partner what is kept of one of its sessions.
func (s *server) export(ctx context.Context, c *call, sid string) (any, error) {
	if err := s.owns(ctx, c, sid); err != nil {
		return nil, err
	}
	if err := s.audit(ctx, c, audit.ConsultationExport, sid, nil); err != nil {
		return nil, err
	}
	out, err := Exporter{s.Consents, s.Events, s.Records, s.Recorder, s.Reviews}.Export(ctx, sid)
	if errors.Is(err, store.ErrNotFound) {
		err = errNoConsultation
	}
	return out, err
}

// erase removes one of a partner's sessions with every trace.
func (s *server) erase(ctx context.Context, c *call, sid string) (any, error) {
	if err := s.owns(ctx, c, sid); err != nil {
		return nil, err
	}
	if err := s.audit(ctx, c, audit.ConsultationErase, sid, nil); err != nil {
		return nil, err
	}
	err := s.Records.Erase(ctx, sid)
	if errors.Is(err, store.ErrNotFound) {
		err = errNoConsultation
	}
	return api.Empty{}, err
}

// owns returns errNoConsultation unless the session is the partner's own. What it asks first is not encrypted, so that
// a session whose records do not open can still be erased.
func (s *server) owns(ctx context.Context, c *call, sid string) error {
	if sid == "" || strings.ContainsRune(sid, 0) { // no store keeps one
		return errNoConsultation
	}
	owner, err := s.owner(ctx, sid)
	if err == nil && owner != c.claims.PartnerID {
		err = errNoConsultation
	}
	return err
}

func (s *server) owner(ctx context.Context, sid string) (string, error) {
	consents, err := s.Consents.Consents(ctx, sid)
	if err != nil {
		return "", err
	}
	if len(consents) > 0 {
		return consents[0].PartnerID, nil
	}
	con, err := s.Records.Get(ctx, sid)
	if err == nil {
		return con.PartnerID, nil
	}
	if !errors.Is(err, store.ErrNotFound) {
		return "", err
	}
	return "", errNoConsultation
}

// audit logs a partner's act before it is done.
func (s *server) audit(ctx context.Context, c *call, action, target string, detail map[string]string) error {
	if s.Audit == nil {
		return nil
	}
	return s.Audit.Record(ctx, audit.Entry{Actor: "partner " + c.claims.PartnerID, Action: action, Target: target, Detail: detail})
}
