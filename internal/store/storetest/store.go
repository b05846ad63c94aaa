package storetest

import (
	"context"
	"testing"
	"time"

	"anamnesis/internal/store"
)

var storeTests = map[string]func(*testing.T, store.Store){
	"Ping answers": func(t *testing.T, s store.Store) {
		must(t, s.Ping(t.Context()))
	},
	"a closed store refuses with ErrClosed": func(t *testing.T, s store.Store) {
		must(t, s.Close())
		must(t, s.Close())
		_, err := s.Consultations().Get(t.Context(), newID())
		wantErr(t, err, store.ErrClosed)
		wantErr(t, s.Consultations().Create(t.Context(), consultation(newID(), "p", start), nil), store.ErrClosed)
		wantErr(t, s.Ping(t.Context()), store.ErrClosed)
	},
	"a cancelled context does nothing": func(t *testing.T, s store.Store) {
		c := create(t, s, consultation(newID(), newID(), start), nil)
		for name, call := range calls(s, c) {
			if err := call(cancelled()); err == nil {
				t.Errorf("%s: no error", name)
			} else {
				wantErr(t, err, context.Canceled)
			}
		}
		sameAfter(t, c)(s.Consultations().Get(t.Context(), c.SID))
		sameAfter[[]store.Event](t, nil)(s.Events().Events(t.Context(), c.SID))
		sameAfter[[]store.Consent](t, nil)(s.Consents().Consents(t.Context(), c.SID))
		_, err := s.Events().Feedback(t.Context(), c.SID)
		wantErr(t, err, store.ErrNotFound)
	},
}

// calls is one call of each kind on an existing consultation.
func calls(s store.Store, c store.Consultation) map[string]func(context.Context) error {
	far := at(1e6)
	return map[string]func(context.Context) error{
		"Ping": s.Ping,
		"Create": func(ctx context.Context) error {
			return s.Consultations().Create(ctx, consultation(newID(), c.PartnerID, start), nil)
		},
		"Get": func(ctx context.Context) error { _, err := s.Consultations().Get(ctx, c.SID); return err },
		"Update": func(ctx context.Context) error {
			return s.Consultations().Update(ctx, c.SID, 1, store.Change{State: []byte("x"), At: far})
		},
		"Reply": func(ctx context.Context) error {
			_, err := s.Consultations().Reply(ctx, c.SID, []byte("k"))
			return err
		},
		"ForgetReplies": func(ctx context.Context) error {
			_, err := s.Consultations().ForgetReplies(ctx, time.Unix(0, 0))
			return err
		},
		"Erase": func(ctx context.Context) error { return s.Consultations().Erase(ctx, c.SID) },
		"ExpireBefore": func(ctx context.Context) error {
			_, err := s.Consultations().ExpireBefore(ctx, c.PartnerID, far)
			return err
		},
		"Range": func(ctx context.Context) error {
			return s.Consultations().Range(ctx, c.PartnerID, start, far, func(store.Consultation, []store.Event) error { return nil })
		},
		"AddEvent": func(ctx context.Context) error {
			return s.Events().AddEvent(ctx, store.Event{SID: c.SID, PartnerID: c.PartnerID, Name: "n", At: far})
		},
		"SetFeedback": func(ctx context.Context) error {
			return s.Events().SetFeedback(ctx, store.Feedback{SID: c.SID, PartnerID: c.PartnerID, Stars: 1, At: far})
		},
		"RecordConsent": func(ctx context.Context) error {
			return s.Consents().RecordConsent(ctx, store.Consent{SID: c.SID, PartnerID: c.PartnerID, At: far})
		},
		"Live": func(ctx context.Context) error { _, err := s.Keys().Live(ctx); return err },
	}
}
