package consult_test

import (
	"bytes"
	"context"
	"errors"
	"sync"
	"testing"

	"anamnesis/internal/consult"
)

var ses = consult.Session{SID: "one", PartnerID: "p", Language: "en-US"}

func begin(t *testing.T, s *consult.Service, query string) {
	t.Helper()
	if _, err := s.Initial(context.Background(), ses, consult.Start{Sex: "male", Age: 40, Query: query}, "", s.Arrive(ses.SID), encode); err != nil {
		t.Fatal(err)
	}
}

// current gives an answer that selects the first choice of the open question where it must.
func current(t *testing.T, s *consult.Service) consult.Answer {
	t.Helper()
	turn, err := s.State(context.Background(), ses)
	if err != nil {
		t.Fatal(err)
	}
	a := consult.Answer{Type: turn.Question.Type}
	for i, c := range turn.Question.Choices {
		if i == 0 {
			a.Included = append(a.Included, c.ID)
		} else {
			a.Excluded = append(a.Excluded, c.ID)
		}
	}
	return a
}

func TestTwelveEqualAnswersAtOnce(t *testing.T) {
	s := service(t)
	begin(t, s, "sore throat and cough")
	for round := range 6 {
		a := current(t, s)
		tickets := make([]*consult.Ticket, 12)
		for i := range tickets {
			tickets[i] = s.Arrive(ses.SID) // all have arrived before the first is answered
		}
		var wg sync.WaitGroup
		var mu sync.Mutex
		applied := 0
		for _, tk := range tickets {
			wg.Go(func() {
				_, err := s.Chat(context.Background(), ses, a, "", tk, encode)
				mu.Lock()
				defer mu.Unlock()
				var bad *consult.Invalid
				switch {
				case err == nil:
					applied++
				case !errors.Is(err, consult.ErrSuperseded) && !errors.As(err, &bad):
					t.Errorf("round %d: %v", round, err)
				}
			})
		}
		wg.Wait()
		if applied != 1 {
			t.Fatalf("round %d: %d of twelve equal answers were applied", round, applied)
		}
	}
}

func TestIdempotencyKey(t *testing.T) {
	s := service(t)
	ctx := context.Background()
	in := consult.Start{Sex: "female", Age: 30, Query: "headache"}
	first, err := s.Initial(ctx, ses, in, "k0", s.Arrive(ses.SID), encode)
	if err != nil {
		t.Fatal(err)
	}
	if again, err := s.Initial(ctx, ses, in, "k0", s.Arrive(ses.SID), encode); err != nil || !bytes.Equal(first, again) {
		t.Fatalf("the same key gave other bytes, error %v", err)
	}
	if _, err := s.Initial(ctx, ses, in, "k1", s.Arrive(ses.SID), encode); !errors.Is(err, consult.ErrStarted) {
		t.Fatalf("a second start: %v", err)
	}
	a := current(t, s)
	one, err := s.Chat(ctx, ses, a, "k2", s.Arrive(ses.SID), encode)
	if err != nil {
		t.Fatal(err)
	}
	two, err := s.Chat(ctx, ses, a, "k2", s.Arrive(ses.SID), encode)
	if err != nil || !bytes.Equal(one, two) {
		t.Fatalf("the same key gave other bytes, error %v", err)
	}
}

func TestCallsOutOfOrder(t *testing.T) {
	s := service(t)
	ctx := context.Background()
	if _, err := s.State(ctx, ses); !errors.Is(err, consult.ErrNotStarted) {
		t.Errorf("state before the start: %v", err)
	}
	if _, err := s.Chat(ctx, ses, consult.Answer{}, "", s.Arrive(ses.SID), encode); !errors.Is(err, consult.ErrNotStarted) {
		t.Errorf("chat before the start: %v", err)
	}
	if _, err := s.Report(ctx, ses, encodeReport); !errors.Is(err, consult.ErrReportNotReady) {
		t.Errorf("report before the start: %v", err)
	}
	begin(t, s, "headache")
	if _, err := s.StepBack(ctx, ses, "", s.Arrive(ses.SID), encode); !errors.Is(err, consult.ErrNoStepBack) {
		t.Errorf("step back at the first question: %v", err)
	}
	if _, err := s.Report(ctx, ses, encodeReport); !errors.Is(err, consult.ErrReportNotReady) {
		t.Errorf("report before the end: %v", err)
	}
}

func TestTicketReleasedTwice(t *testing.T) {
	s := service(t)
	begin(t, s, "headache")
	tk := s.Arrive(ses.SID)
	tk.Release()
	tk.Release()
	if _, err := s.Chat(context.Background(), ses, current(t, s), "", s.Arrive(ses.SID), encode); err != nil {
		t.Fatal(err)
	}
}

func TestFaultsChangeNothing(t *testing.T) {
	s := service(t)
	if s.Faults(context.Background(), ses, consult.Answer{}) != nil {
		t.Error("faults before the start")
	}
	begin(t, s, "sore throat and cough")
	bad := s.Faults(context.Background(), ses, consult.Answer{Type: "nonsense", Included: []string{"x", "x"}})
	if bad == nil || !bad.Mismatch || len(bad.Faults) < 3 {
		t.Errorf("the faults are %+v", bad)
	}
	if s.Faults(context.Background(), ses, current(t, s)) != nil {
		t.Error("a valid answer has faults")
	}
	if _, err := s.Chat(context.Background(), ses, current(t, s), "", s.Arrive(ses.SID), encode); err != nil {
		t.Fatal(err)
	}
}
