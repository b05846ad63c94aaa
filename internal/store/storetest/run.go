package storetest

import (
	"context"
	"errors"
	"fmt"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/uuid"

	"anamnesis/internal/store"
)

// Run tests the stores that open returns, a new one for each test. They may share a database: tests use ids of their
// own, and expect no other's rows only under those. Run closes nothing; open registers its own cleanup.
func Run(t *testing.T, open func(t *testing.T) store.Store) {
	for _, group := range []map[string]func(*testing.T, store.Store){
		storeTests, partnerTests, keyTests, consultationTests, replyTests, raceTests, traceTests, eraseTests, expireTests, rangeTests, dataKeyTests, auditTests, webhookTests,
	} {
		for name, test := range group {
			t.Run(name, func(t *testing.T) { test(t, open(t)) })
		}
	}
}

// start is when the tests' time begins; at is some minutes later.
var start = time.Date(2026, 11, 21, 9, 15, 2, 123456000, time.UTC)

func at(minutes int) time.Time { return start.Add(time.Duration(minutes) * time.Minute) }

// odd is bytes that a store is tempted to mistreat: NUL, quotes, invalid UTF-8, many scripts.
var odd = []byte("\x00a\x00\xff\xfe'\"\\%_\n\r\tПривет 熱 حمى 🤒 e\u0301 \u202e\x00")

// words is the same for strings, which are UTF-8 without NUL.
const words = "it's \"quoted\" \\ %_ Привет 熱がある حمى 🤒 e\u0301 \u202e\x01\n"

func newID() string { return uuid.Must(uuid.NewV7()).String() }

func consultation(sid, partner string, started time.Time) store.Consultation {
	return store.Consultation{SID: sid, PartnerID: partner, Started: started, Updated: started, Version: 1, State: []byte("state of " + sid)}
}

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

func wantErr(t *testing.T, err, want error) {
	t.Helper()
	if !errors.Is(err, want) {
		t.Fatalf("got error %v, want %v", err, want)
	}
}

func same[T any](t *testing.T, want, got T) {
	t.Helper()
	if d := cmp.Diff(want, got); d != "" {
		t.Fatalf("-want +got\n%s", d)
	}
}

// sameAfter is same for a getter's two results.
func sameAfter[T any](t *testing.T, want T) func(got T, err error) {
	return func(got T, err error) {
		t.Helper()
		must(t, err)
		same(t, want, got)
	}
}

func create(t *testing.T, s store.Store, c store.Consultation, r *store.Reply) store.Consultation {
	t.Helper()
	must(t, s.Consultations().Create(t.Context(), c, r))
	return c
}

func cancelled() context.Context {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	return ctx
}

func numbered(what string, n int) []byte { return fmt.Appendf(nil, "%s %d", what, n) }
