package sealed_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"anamnesis/internal/store"
	"anamnesis/internal/store/postgres"
	"anamnesis/internal/store/postgres/pgtest"
	"anamnesis/internal/store/sealed"
	"anamnesis/internal/store/sqlite"
	"anamnesis/internal/store/storetest"

	"github.com/google/go-cmp/cmp"
)

var shared pgtest.Shared

func TestMain(m *testing.M) {
	code := m.Run()
	if err := shared.Close(); err != nil {
		fmt.Fprintln(os.Stderr, err)
		code = 1
	}
	os.Exit(code)
}

var start = time.Date(2026, 11, 21, 9, 15, 2, 123456000, time.UTC)

func master(t testing.TB, keys ...string) *sealed.Master {
	t.Helper()
	m, err := sealed.ParseMaster(strings.Join(keys, "\n"))
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// file is a store on a database file; closing one twice is harmless.
func file(t testing.TB, path string) store.Store {
	t.Helper()
	s, err := sqlite.Open(t.Context(), path, sqlite.Options{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = s.Close() })
	return s
}

func seal(t testing.TB, inner store.Store, m *sealed.Master, now func() time.Time) *sealed.Store {
	t.Helper()
	s, err := sealed.Open(t.Context(), inner, m, now)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func TestConformanceOnSQLite(t *testing.T) {
	storetest.Run(t, func(t *testing.T) store.Store {
		return seal(t, file(t, filepath.Join(t.TempDir(), "x.db")), master(t, sealed.NewMasterKey()), nil)
	})
}

func TestConformanceWithoutKey(t *testing.T) {
	storetest.Run(t, func(t *testing.T) store.Store {
		return seal(t, file(t, filepath.Join(t.TempDir(), "x.db")), nil, nil)
	})
}

func TestConformanceOnPostgres(t *testing.T) {
	dsn, m := shared.Database(t), master(t, sealed.NewMasterKey())
	storetest.Run(t, func(t *testing.T) store.Store {
		s, err := postgres.Open(t.Context(), dsn, postgres.Options{Timeout: 20 * time.Second})
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { _ = s.Close() })
		return seal(t, s, m, nil)
	})
}

// written is one of everything that a person's words are in, for one session.
type written struct {
	State, Reply, Payload string
	Labels                []string
	Message               string
}

func sample(mark string) written {
	return written{"state " + mark, "reply " + mark, `"payload ` + mark + `"`, []string{"label " + mark}, "message " + mark}
}

func write(t *testing.T, s store.Store, sid string, w written) {
	t.Helper()
	ctx := context.Background()
	must(t, s.Consultations().Create(ctx, store.Consultation{SID: sid, PartnerID: "p", Started: start, Updated: start, State: []byte("first")}, nil))
	must(t, s.Consultations().Update(ctx, sid, 1, store.Change{PartnerID: "p", State: []byte(w.State), At: start, Reply: &store.Reply{KeyHash: []byte("k"), Body: []byte(w.Reply)}}))
	must(t, s.Events().AddEvent(ctx, store.Event{SID: sid, PartnerID: "p", Name: "n", Payload: []byte(w.Payload), At: start}))
	must(t, s.Events().SetFeedback(ctx, store.Feedback{SID: sid, PartnerID: "p", Stars: 3, Labels: w.Labels, Message: w.Message, At: start}))
}

func read(s store.Store, sid string) (w written, err error) {
	ctx := context.Background()
	c, err1 := s.Consultations().Get(ctx, sid)
	b, err2 := s.Consultations().Reply(ctx, sid, []byte("k"))
	e, err3 := s.Events().Events(ctx, sid)
	f, err4 := s.Events().Feedback(ctx, sid)
	if err := errors.Join(err1, err2, err3, err4); err != nil {
		return w, err
	}
	return written{string(c.State), string(b), string(e[0].Payload), f.Labels, f.Message}, nil
}

func reads(t *testing.T, s store.Store, sid string, want written) {
	t.Helper()
	got, err := read(s, sid)
	must(t, err)
	if d := cmp.Diff(want, got); d != "" {
		t.Errorf("-want +got\n%s", d)
	}
}

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// holds reports whether the files of a database have these bytes.
func holds(t *testing.T, path, what string) bool {
	t.Helper()
	for _, suffix := range []string{"", "-wal"} {
		b, err := os.ReadFile(path + suffix)
		if err != nil && !errors.Is(err, os.ErrNotExist) {
			t.Fatal(err)
		}
		if bytes.Contains(b, []byte(what)) {
			return true
		}
	}
	return false
}

func TestNothingIsReadableInTheFile(t *testing.T) {
	dir := t.TempDir()
	for _, c := range []struct {
		name string
		m    *sealed.Master
		want bool
	}{{"sealed", master(t, sealed.NewMasterKey()), false}, {"plain", nil, true}} {
		path := filepath.Join(dir, c.name)
		s := seal(t, file(t, path), c.m, nil)
		want := sample("Zaubernuss")
		write(t, s, "s", want)
		reads(t, s, "s", want)
		must(t, s.Close())
		if got := holds(t, path, "Zaubernuss"); got != c.want {
			t.Errorf("%s: the words are in the file: %v, want %v", c.name, got, c.want)
		}
	}
}

// Records of before encryption are read, replaced by sealed ones, and sealed by Reencrypt.
func TestPlainRecordsAreReadAndSealed(t *testing.T) {
	path := filepath.Join(t.TempDir(), "x.db")
	inner := file(t, path)
	plain := sample("Zaubernuss")
	write(t, inner, "s", plain)
	s := seal(t, inner, master(t, sealed.NewMasterKey()), nil)
	reads(t, s, "s", plain)
	did, err := s.Reencrypt(t.Context())
	must(t, err)
	if did.Records != 4 {
		t.Errorf("%d records sealed, want 4", did.Records)
	}
	reads(t, s, "s", plain)
	if got, err := read(inner, "s"); err != nil || strings.Contains(fmt.Sprint(got), "Zaubernuss") {
		t.Errorf("not sealed: %v %v", got, err)
	}
	must(t, s.Close())
	if holds(t, path, "Zaubernuss") {
		t.Error("the words are in the file still")
	}
}

// The new master key comes first, the old one goes once Reencrypt has run; a replica that has run all along reads on.
func TestMasterKeyRotation(t *testing.T) {
	inner := file(t, filepath.Join(t.TempDir(), "x.db"))
	old, next := sealed.NewMasterKey(), sealed.NewMasterKey()
	running := seal(t, inner, master(t, old, next), nil)
	want := sample("one")
	write(t, running, "s", want)
	if err := seal(t, inner, master(t, next), nil).Check(); !errors.Is(err, sealed.ErrNoKey) {
		t.Errorf("a start without the old key: %v", err)
	}
	did, err := seal(t, inner, master(t, next, old), nil).Reencrypt(t.Context())
	must(t, err)
	if did.Wrapped != 1 || did.Records != 4 {
		t.Errorf("%+v", did)
	}
	alone := seal(t, inner, master(t, next), nil)
	must(t, alone.Check())
	reads(t, alone, "s", want)
	reads(t, running, "s", want)
	write(t, running, "later", want) // with the data key of before, which is wrapped anew
	reads(t, alone, "later", want)
	if err := seal(t, inner, master(t, old), nil).Check(); !errors.Is(err, sealed.ErrNoKey) {
		t.Errorf("a start with the old key alone: %v", err)
	}
	if did, err = alone.Reencrypt(t.Context()); err != nil || did.Wrapped != 0 || did.Records != 8 {
		t.Errorf("%+v %v", did, err)
	}
}

// Reencrypt beside writers loses no write and no version.
func TestReencryptBesideWriters(t *testing.T) {
	inner := file(t, filepath.Join(t.TempDir(), "x.db"))
	m := master(t, sealed.NewMasterKey())
	s, other := seal(t, inner, m, nil), seal(t, inner, m, nil)
	const sessions, turns = 40, 25
	var wg sync.WaitGroup
	for i := range sessions {
		sid := fmt.Sprint("s", i)
		must(t, s.Consultations().Create(t.Context(), store.Consultation{SID: sid, PartnerID: "p", Started: start, Updated: start, State: []byte("0")}, nil))
		wg.Go(func() {
			for v := int64(1); v <= turns; v++ {
				if err := s.Consultations().Update(context.Background(), sid, v, store.Change{PartnerID: "p", State: fmt.Append(nil, v), At: start}); err != nil {
					t.Error(err)
				}
			}
		})
	}
	wg.Go(func() {
		for range 5 {
			if _, err := other.Reencrypt(context.Background()); err != nil {
				t.Error(err)
			}
		}
	})
	wg.Wait()
	for i := range sessions {
		c, err := other.Consultations().Get(t.Context(), fmt.Sprint("s", i))
		if err != nil || c.Version != turns+1 || string(c.State) != fmt.Sprint(turns) {
			t.Errorf("session %d: version %d, state %s, %v", i, c.Version, c.State, err)
		}
	}
}

// A webhook's secret that is older than the first key is sealed too, and one that another data key seals is sealed anew.
func TestReencryptSealsWebhooks(t *testing.T) {
	inner := file(t, filepath.Join(t.TempDir(), "x.db"))
	ctx, secret := t.Context(), []byte("whsec_before_any_key")
	must(t, inner.Partners().Create(ctx, store.Partner{ID: "p", Name: "n", SecretHash: []byte("h"), Created: start}, store.APIKey{Hash: []byte("k"), Created: start}))
	must(t, inner.Webhooks().Set(ctx, store.Webhook{PartnerID: "p", URL: "https://example.org/", Secret: secret, Created: start}))
	s := seal(t, inner, master(t, sealed.NewMasterKey()), nil)
	before := secret
	for range 2 {
		if n, err := s.Reencrypt(ctx); err != nil || n.Records != 1 {
			t.Errorf("%+v, %v; want one record", n, err)
		}
		raw, err := inner.Webhooks().Webhook(ctx, "p")
		if err != nil || bytes.Contains(raw.Secret, secret) || bytes.Equal(raw.Secret, before) {
			t.Errorf("kept as %q, %v", raw.Secret, err)
		}
		before = raw.Secret
		if w, err := s.Webhooks().Webhook(ctx, "p"); err != nil || !bytes.Equal(w.Secret, secret) {
			t.Errorf("read as %q, %v", w.Secret, err)
		}
	}
}

// A record moved to another row, cut or changed does not open, and no error shows what it held.
func TestRecordsStayWhereTheyBelong(t *testing.T) {
	inner := file(t, filepath.Join(t.TempDir(), "x.db"))
	s := seal(t, inner, master(t, sealed.NewMasterKey()), nil)
	write(t, s, "a", sample("one"))
	ctx := t.Context()
	raw, err := inner.Consultations().Get(ctx, "a")
	must(t, err)
	body, err := inner.Consultations().Reply(ctx, "a", []byte("k"))
	must(t, err)
	event, err := inner.Events().Events(ctx, "a")
	must(t, err)
	feedback, err := inner.Events().Feedback(ctx, "a")
	must(t, err)
	try := func(name string, sid, partner string, state []byte, r *store.Reply) {
		must(t, inner.Consultations().Create(ctx, store.Consultation{SID: sid, PartnerID: partner, Started: start, Updated: start, State: state}, r))
		_, err := s.Consultations().Get(ctx, sid)
		if r != nil {
			_, err = s.Consultations().Reply(ctx, sid, r.KeyHash)
		}
		if !errors.Is(err, sealed.ErrDamaged) && !errors.Is(err, sealed.ErrNoKey) {
			t.Errorf("%s: %v", name, err)
		}
	}
	try("another session's state", "b", "p", raw.State, nil)
	try("a reply as a state", "c", "p", body, nil)
	try("another session's reply", "d", "p", nil, &store.Reply{KeyHash: []byte("k"), Body: body})
	for n := 4; n < len(raw.State); n++ {
		flipped := bytes.Clone(raw.State)
		flipped[n] ^= 1
		try(fmt.Sprint("changed at ", n), fmt.Sprint("flip", n), "p", flipped, nil)
	}
	for n := 12; n < len(raw.State); n++ {
		try(fmt.Sprint("cut at ", n), fmt.Sprint("cut", n), "p", raw.State[:n], nil)
	}
	// The same session under another partner: erased and made again as a thief of rows would.
	must(t, inner.Consultations().Erase(ctx, "a"))
	try("another partner's state", "a", "thief", raw.State, nil)
	event[0].PartnerID, feedback.PartnerID = "thief", "thief"
	must(t, inner.Events().AddEvent(ctx, event[0]))
	must(t, inner.Events().SetFeedback(ctx, feedback))
	if _, err := s.Events().Events(ctx, "a"); !errors.Is(err, sealed.ErrDamaged) {
		t.Errorf("another partner's event: %v", err)
	}
	if _, err := s.Events().Feedback(ctx, "a"); !errors.Is(err, sealed.ErrDamaged) {
		t.Errorf("another partner's feedback: %v", err)
	}
}

func TestDataKeysFollowTheDay(t *testing.T) {
	inner := file(t, filepath.Join(t.TempDir(), "x.db"))
	m, now := master(t, sealed.NewMasterKey()), start
	clock := func() time.Time { return now }
	a, b := seal(t, inner, m, clock), seal(t, inner, m, clock)
	for day := range 3 {
		now = start.AddDate(0, 0, day)
		for i, s := range []*sealed.Store{a, b} {
			write(t, s, fmt.Sprintf("s%d%d", day, i), sample("x"))
		}
	}
	keys, err := inner.DataKeys().All(t.Context())
	must(t, err)
	var ids []string
	for _, k := range keys {
		ids = append(ids, k.ID)
	}
	if d := cmp.Diff([]string{"20261121", "20261122", "20261123"}, ids); d != "" {
		t.Error(d)
	}
	now = start // a clock that ran back
	write(t, a, "back", sample("x"))
	reads(t, b, "back", sample("x"))
	reads(t, b, "s10", sample("x"))
}

// Without its key a sealed store neither shows what it has nor takes anything unsealed.
func TestWithoutKey(t *testing.T) {
	inner := file(t, filepath.Join(t.TempDir(), "x.db"))
	write(t, seal(t, inner, master(t, sealed.NewMasterKey()), nil), "s", sample("one"))
	s := seal(t, inner, nil, nil)
	if err := s.Check(); !errors.Is(err, sealed.ErrNoKey) {
		t.Errorf("check: %v", err)
	}
	if _, err := read(s, "s"); !errors.Is(err, sealed.ErrNoKey) {
		t.Errorf("read: %v", err)
	}
	err := s.Consultations().Create(t.Context(), store.Consultation{SID: "t", PartnerID: "p", Started: start, Updated: start, State: []byte("x")}, nil)
	if !errors.Is(err, sealed.ErrNoKey) {
		t.Errorf("write: %v", err)
	}
}

func TestParseMaster(t *testing.T) {
	k := sealed.NewMasterKey()
	for _, text := range []string{k, k + "\n", "# a comment, with a comma\n\n " + k + " \r\n", k + "," + sealed.NewMasterKey()} {
		if m, err := sealed.ParseMaster(text); err != nil || len(m.IDs()[0]) != 8 {
			t.Errorf("%v", err)
		}
	}
	for _, text := range []string{"", "#", k[:40], k + "x", "password", k + "\n" + k[1:]} {
		if _, err := sealed.ParseMaster(text); err == nil || strings.Contains(err.Error(), k[:8]) || strings.Contains(err.Error(), "password") {
			t.Errorf("%q: %v", text, err)
		}
	}
}

// BenchmarkTurn is what a turn asks of a store, with and without encryption: look for the reply, read, update with a
// reply. The difference is what a seal costs.
func BenchmarkTurn(b *testing.B) {
	for _, c := range []struct {
		name string
		m    *sealed.Master
	}{{"plain", nil}, {"sealed", master(b, sealed.NewMasterKey())}} {
		b.Run(c.name, func(b *testing.B) {
			s := seal(b, &memory{}, c.m, nil)
			cs, ctx := s.Consultations(), b.Context()
			state, body := bytes.Repeat([]byte("s"), 1500), bytes.Repeat([]byte("b"), 1600)
			if err := cs.Create(ctx, store.Consultation{SID: "019abcde-0000-7000-8000-000000000000", PartnerID: "p_abcdefghijklmnopqrstuvwxyz", State: state}, nil); err != nil {
				b.Fatal(err)
			}
			b.ReportAllocs()
			for b.Loop() {
				c, err := cs.Get(ctx, "019abcde-0000-7000-8000-000000000000")
				if err != nil {
					b.Fatal(err)
				}
				if err := cs.Update(ctx, c.SID, c.Version, store.Change{PartnerID: c.PartnerID, State: c.State, At: start, Reply: &store.Reply{KeyHash: []byte("0123456789abcdef0123456789abcdef"), Body: body}}); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

// memory keeps one consultation and the data keys, for the benchmark.
type memory struct {
	store.Store
	one  store.Consultation
	keys []store.DataKey
}

func (m *memory) Consultations() store.Consultations { return &memoryConsultations{m: m} }
func (m *memory) Events() store.Events               { return nil }
func (m *memory) DataKeys() store.DataKeys           { return &memoryKeys{m: m} }

type memoryConsultations struct {
	store.Consultations
	m *memory
}

func (c *memoryConsultations) Create(_ context.Context, v store.Consultation, _ *store.Reply) error {
	c.m.one = v
	return nil
}

func (c *memoryConsultations) Get(context.Context, string) (store.Consultation, error) {
	v := c.m.one
	v.State = bytes.Clone(v.State) // what is returned belongs to the caller
	return v, nil
}

func (c *memoryConsultations) Update(_ context.Context, _ string, _ int64, v store.Change) error {
	c.m.one.State = v.State
	return nil
}

type memoryKeys struct {
	store.DataKeys
	m *memory
}

func (k *memoryKeys) All(context.Context) ([]store.DataKey, error) { return k.m.keys, nil }

func (k *memoryKeys) Add(_ context.Context, key store.DataKey) error {
	k.m.keys = append(k.m.keys, key)
	return nil
}
