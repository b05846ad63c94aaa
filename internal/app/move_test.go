package app_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"testing"
	"time"

	"anamnesis/internal/app"
	"anamnesis/internal/audit"
	"anamnesis/internal/store"
	"anamnesis/internal/store/postgres/pgtest"

	"github.com/google/go-cmp/cmp"
)

// postgres is this binary's server.
var postgres pgtest.Shared

func TestMain(m *testing.M) {
	code := m.Run()
	if err := postgres.Close(); err != nil {
		fmt.Fprintln(os.Stderr, err)
		code = 1
	}
	os.Exit(code)
}

func openStore(t *testing.T, dsn string) store.Store {
	t.Helper()
	st, err := app.OpenStore(t.Context(), dsn, nil)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = st.Close() })
	return st
}

func sqliteFile(t *testing.T) string { return "sqlite:" + filepath.Join(t.TempDir(), "move.db") }

// fill writes some of everything: sessions of today, of other days and with ids that hold no day, traces without a
// consultation, bytes that are easy to break.
func fill(t *testing.T, st store.Store) {
	t.Helper()
	at := time.Date(2026, 11, 21, 9, 15, 2, 123456000, time.UTC)
	odd := []byte("\x00\xff'\"\\ 熱")
	var errs []error
	do := func(err error) { errs = append(errs, err) }
	ctx := t.Context()
	for _, name := range []string{"a", "b"} {
		do(st.Partners().Create(ctx, store.Partner{
			ID: "p_" + name, Name: name, SecretHash: odd, Languages: []string{"de", "en"}, Rate: 0.5, Burst: 3, DailyQuota: 1 << 40, RetentionDays: 7, Created: at,
		}, store.APIKey{Hash: []byte("first" + name), Created: at}))
		do(st.Partners().AddKey(ctx, store.APIKey{Hash: []byte("second" + name), PartnerID: "p_" + name, Created: at}))
		do(st.Partners().RevokeKey(ctx, []byte("first"+name), at.Add(time.Hour)))
		do(st.Keys().Add(ctx, store.SigningKey{ID: "k" + name, Secret: odd, Created: at}))
	}
	do(st.Keys().Retire(ctx, "ka", at.Add(time.Hour)))
	for range 3 {
		do(audit.New(st.Audit(), func() time.Time { return at }, nil).Record(ctx, audit.Entry{Actor: "command 0", Action: audit.SigningKeyRotate, Detail: map[string]string{"k": "v"}}))
	}
	for i := range 1500 {
		sid := fmt.Sprintf("01931f%02x-0000-7000-8000-%012x", i%40, i) // November 2024, about three days
		switch i {
		case 0:
			sid = "not a uuid"
		case 1:
			sid = "ffffffff-ffff-7fff-8fff-ffffffffffff"
		}
		if i%3 > 0 {
			do(st.Consultations().Create(ctx, store.Consultation{SID: sid, PartnerID: "p_a", Started: at, Updated: at, State: odd}, &store.Reply{KeyHash: odd, Body: odd}))
		}
		if i%300 != 2 {
			continue
		}
		do(st.Consultations().Update(ctx, sid, 1, store.Change{At: at.Add(time.Minute), Ended: at, Reply: &store.Reply{KeyHash: []byte("2")}}))
		do(st.Consents().RecordConsent(ctx, store.Consent{SID: sid, PartnerID: "p_a", ContentVersion: "v", At: at}))
		do(st.Events().AddEvent(ctx, store.Event{SID: sid, PartnerID: "p_a", Name: "first", At: at}))
		do(st.Events().AddEvent(ctx, store.Event{SID: sid, PartnerID: "p_a", Name: "second", Payload: odd, At: at}))
		do(st.Events().SetFeedback(ctx, store.Feedback{SID: sid, PartnerID: "p_a", Stars: 3, Labels: []string{"x", ""}, Message: "it's", At: at}))
	}
	do(st.DataKeys().Add(ctx, store.DataKey{ID: "20261121", Wrapped: odd, Created: at}))
	if err := errors.Join(errs...); err != nil {
		t.Fatal(err)
	}
}

func TestMigrateDataThereAndBack(t *testing.T) {
	first, second, third := openStore(t, sqliteFile(t)), openStore(t, postgres.Database(t)), openStore(t, sqliteFile(t))
	fill(t, first)
	there, err := app.MigrateData(t.Context(), first, second)
	if err != nil {
		t.Fatal(err)
	}
	back, err := app.MigrateData(t.Context(), second, third)
	if err != nil {
		t.Fatal(err)
	}
	if d := cmp.Diff(there, back); d != "" {
		t.Error(d)
	}
	counts := map[string]int64{}
	for kind, sum := range there {
		counts[kind] = sum.Count
	}
	want := map[string]int64{"partners": 2, "api keys": 4, "signing keys": 2, "consultations": 1000, "replies": 1005, "consents": 5, "events": 10, "feedback": 5, "data keys": 1, "audit entries": 3}
	if d := cmp.Diff(want, counts); d != "" {
		t.Error(d)
	}
	for _, st := range []store.Store{first, second, third} { // what a checksum without order does not see
		events, err := st.Events().Events(t.Context(), "01931f02-0000-7000-8000-000000000002")
		if err != nil || len(events) != 2 || events[0].Name != "first" {
			t.Errorf("%v %v", events, err)
		}
		log := audit.New(st.Audit(), nil, nil)
		err = log.Record(t.Context(), audit.Entry{Action: audit.PortalLogin})
		if v, err2 := log.Verify(t.Context(), ""); err != nil || err2 != nil || v.Entries != 4 {
			t.Errorf("the audit log does not go on: %+v %v %v", v, err, err2)
		}
	}
	if _, err := app.MigrateData(t.Context(), first, second); !errors.Is(err, app.ErrNotEmpty) {
		t.Errorf("into a database with data: %v", err)
	}
	if _, err := app.MigrateData(t.Context(), second, first); !errors.Is(err, app.ErrNotEmpty) {
		t.Errorf("into a file with data: %v", err)
	}
}

// altered is a store that shows one record too few from its n-th export on.
type altered struct {
	store.Mover
	from, exports int
}

func (a *altered) Export(ctx context.Context, yield func(store.Record) error) error {
	a.exports++
	hide := a.exports >= a.from
	return a.Mover.Export(ctx, func(r store.Record) error {
		if hide && r.Consultation != nil {
			hide = false
			return nil
		}
		return yield(r)
	})
}

func TestMigrateDataFindsDifferences(t *testing.T) {
	source := openStore(t, sqliteFile(t))
	fill(t, source)
	_, err := app.MigrateData(t.Context(), &altered{source, 2, 0}, openStore(t, sqliteFile(t)))
	if !errors.Is(err, app.ErrSourceChanged) {
		t.Errorf("a source that changed: %v", err)
	}
	_, err = app.MigrateData(t.Context(), source, &altered{openStore(t, sqliteFile(t)), 1, 0})
	if !errors.Is(err, app.ErrNotEqual) {
		t.Errorf("a target that lost something: %v", err)
	}
}
