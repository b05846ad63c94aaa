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
// the store has them: one answer is applied, the others are refused. Those that arrive only when the next question stands
// are answers to it, if they fit: questions of the types symptom and factor all have the choices y, n and ?.
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
		q := state.Question.Type
		late := q == api.QuestionSymptom || q == api.QuestionFactor
		applied := c.apply(t, token, encode(answer), []int{2, 16, 2, 256}[rounds%4])
		if len(applied) == 0 || len(applied) > 1 && !late {
			t.Fatalf("round %d, %s: %d were applied", rounds, q, len(applied))
		}
		var restored api.ChatResponse
		c.must(t, "GET", v1+"/chat", token, nil, &restored)
		if !applied[encode(restored)] {
			t.Fatalf("round %d, %s: GET /chat shows what no answer led to", rounds, q)
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

// apply sends an answer many times at once and gives the states that those applied led to. No two led to the same.
func (c *caller) apply(t *testing.T, token, answer string, atOnce int) map[string]bool {
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
	applied := map[string]bool{}
	for i, r := range replies {
		switch {
		case errs[i] == nil && r.status == http.StatusOK:
			var next api.ChatResponse
			if err := json.Unmarshal(r.body, &next); err != nil {
				t.Error(err)
			}
			if applied[encode(next)] {
				t.Error("an answer was applied twice to one question")
			}
			applied[encode(next)] = true
		case errs[i] != nil || r.status != http.StatusBadRequest:
			t.Errorf("%d %s %v", r.status, r.body, errs[i])
		}
	}
	return applied
}
