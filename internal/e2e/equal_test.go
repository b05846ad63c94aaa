package e2e

import (
	"encoding/json"
	"net/http"
	"sync"
	"testing"

	"anamnesis/api"
	"anamnesis/internal/app"
)

// TestEqualAnswersAtOnce answers every question of a consultation 2, 16 or 256 times at once, on three replicas where
// the store has them: one answer is applied, the others are refused and never taken for the next question.
func TestEqualAnswersAtOnce(t *testing.T) {
	var s *server
	if *storeName == onPostgres {
		s, _ = onReplicas(t, 3, nil)
	} else {
		s = startFor(t)
	}
	c, seen := s.caller(), newWitness(t)
	defer seen.check(t)
	seen.watch(c)
	base, err := app.LoadBase()
	if err != nil {
		t.Fatal(err)
	}
	who, err := newPerson(base, &script{language: "en-US", lasting: "day", has: []string{"headache", "nausea", "fever"}, adds: []search{{"feeling sick", "nausea"}}})
	if err != nil {
		t.Fatal(err)
	}
	token := c.token(t)
	var state api.ChatResponse
	c.must(t, "POST", v1+"/initial", token, api.InitialRequest{Gender: "female", Age: 30, InitialQuery: "trouble with my stomach, headache"}, &state)
	types, rounds := map[string]bool{}, 0
	for ; !state.ConversationDetails.ReportPossible; rounds++ {
		types[state.Question.Type] = true
		answer, err := who.answer(state.Question, c.finder(t, token))
		if err != nil {
			t.Fatal(err)
		}
		next := c.onlyOne(t, token, encode(answer), []int{2, 16, 2, 256}[rounds%4])
		if next == nil {
			t.Fatalf("round %d, %s", rounds, state.Question.Type)
		}
		var restored api.ChatResponse
		c.must(t, "GET", v1+"/chat", token, nil, &restored)
		if err := same("GET /chat", next, restored); err != nil {
			t.Fatal(err)
		}
		state = restored
	}
	if rounds < 5 || len(types) < 4 {
		t.Errorf("%d rounds of the types %v", rounds, types)
	}
	t.Logf("%d rounds of the types %v", rounds, types)
}

func (c *caller) finder(t testing.TB, token string) func(string) ([]api.Suggestion, error) {
	return func(text string) ([]api.Suggestion, error) {
		var found api.SearchResponse
		c.must(t, "GET", v1+"/symptom-search?text="+escape(text), token, nil, &found)
		return found.Autocomplete, nil
	}
}

// onlyOne sends an answer many times at once and gives the state that the one applied leads to.
func (c *caller) onlyOne(t *testing.T, token, answer string, atOnce int) *api.ChatResponse {
	t.Helper()
	var (
		wg      sync.WaitGroup
		ready   = make(chan struct{})
		replies = make([]reply, atOnce)
		errs    = make([]error, atOnce)
	)
	for i := range atOnce {
		wg.Go(func() {
			<-ready
			replies[i], errs[i] = c.send("POST", v1+"/chat", token, answer)
		})
	}
	close(ready)
	wg.Wait()
	var next *api.ChatResponse
	applied := 0
	for i, r := range replies {
		switch {
		case errs[i] == nil && r.status == http.StatusOK:
			applied++
			next = new(api.ChatResponse)
			if err := json.Unmarshal(r.body, next); err != nil {
				t.Error(err)
			}
		case errs[i] != nil || r.status != http.StatusBadRequest:
			t.Errorf("%d %s %v", r.status, r.body, errs[i])
		}
	}
	if applied != 1 {
		t.Errorf("%d were applied", applied)
	}
	return next
}
