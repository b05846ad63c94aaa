package httpapi

import (
	"bytes"
	"context"
	"encoding/json"
	"unicode/utf8"

	"anamnesis/api"
	"anamnesis/internal/store"
	"anamnesis/internal/text"
	"anamnesis/internal/webhook"
)

// eventNames are the fields that may hold an event's name: the canonical one, and two that deployed clients send.
var eventNames = [...]string{"event", "name", "the service"}

func readEvent(in *input) api.EventRequest {
	return api.EventRequest{Event: in.eventName(), Value: in.eventValue()}
}

// eventName wants exactly one of the three.
func (in *input) eventName() string {
	var given []string
	for _, name := range eventNames {
		if _, ok := in.field(name); ok || in.twice(name) {
			given = append(given, name)
		}
	}
	switch {
	case in.broken:
	case len(given) == 0:
		in.fault("event: must be given")
	case len(given) > 1:
		in.fault("%s: exactly one of them may be given", list(given))
	case !in.twice(given[0]):
		return in.words(given[0], 1, api.MaxEventName)
	}
	return ""
}

// eventValue gives the value in compact form. Its size is what it would be without needless escapes, so that
// it does not depend on the client's encoder.
func (in *input) eventValue() json.RawMessage {
	v, ok := in.field("value")
	if !ok {
		return nil
	}
	var compact bytes.Buffer
	if json.Compact(&compact, v) != nil || valueSize(v) > api.MaxEventValue {
		in.fault("value: must have at most %d characters as compact JSON", api.MaxEventValue)
	}
	return compact.Bytes()
}

func valueSize(v json.RawMessage) int {
	d := json.NewDecoder(bytes.NewReader(v))
	d.UseNumber()
	var any any
	if d.Decode(&any) != nil {
		return len(v)
	}
	b, err := encode(any)
	if err != nil {
		return len(v)
	}
	return utf8.RuneCount(b)
}

func (s *server) event(ctx context.Context, c *call, in api.EventRequest) (any, error) {
	return api.Empty{}, s.Events.AddEvent(ctx, store.Event{
		SID: c.claims.Session, PartnerID: c.partner.ID, Name: in.Event, Payload: in.Value, At: s.Now(),
	})
}

func readFeedback(in *input) api.FeedbackRequest {
	f := api.FeedbackRequest{
		Stars:   in.integer("stars", api.MinStars, api.MaxStars),
		Labels:  in.strings("labels"),
		Message: in.optionalWords("message", api.MaxFeedback),
	}
	if len(f.Labels) > api.MaxLabels {
		in.fault("labels: at most %d", api.MaxLabels)
	}
	for i, l := range f.Labels {
		f.Labels[i] = text.Clean(l)
	}
	return f
}

// feedback replaces what the session said before.
func (s *server) feedback(ctx context.Context, c *call, in api.FeedbackRequest) (any, error) {
	at := s.Now()
	return api.Empty{}, s.Events.SetFeedback(ctx, store.Feedback{
		SID: c.claims.Session, PartnerID: c.partner.ID, Stars: in.Stars, Labels: in.Labels, Message: in.Message, At: at,
		Notices: []store.Notice{webhook.Feedback(c.claims.Session, c.partner.ID, in.Stars, at)},
	})
}
