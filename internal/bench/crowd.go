package bench

import (
	"context"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"net/http"

	"anamnesis/api"
)

const (
	calmRate    = 100  // requests a second before the crowd
	crowdRate   = 5000 // and once it is there
	crowdWithin = 20   // ms in which 99 of 100 are to be answered
	crowdSize   = 500  // connections, fewer than the service works on at once
)

// visitor is somebody of a crowd, who goes all the way: login, terms, complaint, a word typed letter by letter, answers,
// report. Then the next one comes. A refusal or an error is counted, and the visitor begins anew.
type visitor struct {
	s       *service
	key     string // header field
	rand    *rand.Rand
	person  *person
	request []byte
	then    func(body []byte) error
	failed  int
	letters [][]byte
}

func newVisitor(s *service, r *rand.Rand) *visitor {
	v := &visitor{s: s, key: api.HeaderAPIKey + ": " + s.APIKey + "\r\n", rand: r}
	v.login()
	return v
}

func (v *visitor) next() []byte { return v.request }

func (v *visitor) done(status int, body []byte) error {
	if status == http.StatusOK && v.then(body) == nil {
		return nil
	}
	v.failed++
	v.login()
	return nil
}

func (v *visitor) send(method, path, header string, in any, then func([]byte) error) {
	var body []byte
	if in != nil {
		body, _ = json.Marshal(in) // plain values always encode
	}
	v.request, v.then = request(method, api.BasePath+path, header, body), then
}

func (v *visitor) login() {
	v.send("POST", "/login", v.key, api.LoginRequest{PartnerID: v.s.PartnerID, Secret: v.s.Secret}, func(body []byte) error {
		var in api.LoginResponse
		if err := json.Unmarshal(body, &in); err != nil {
			return err
		}
		v.send("GET", "/terms", v.key+bearer(in.AccessToken), nil, func(body []byte) error { return v.accept(body, in.AccessToken) })
		return nil
	})
}

func (v *visitor) accept(body []byte, token string) error {
	version, ok := between(body, `"content_version":"`, `"`)
	if !ok {
		return fmt.Errorf("terms without a version: %.200s", body)
	}
	terms := api.AcceptRequest{ContentVersion: string(version), AllPoliciesAccepted: true}
	v.send("POST", "/terms", v.key+bearer(token), terms, func(body []byte) error {
		var in api.AcceptResponse
		if err := json.Unmarshal(body, &in); err != nil {
			return err
		}
		v.person = &person{rand: v.rand, header: v.key + bearer(in.LoginResponse.AccessToken)}
		words := complaints()
		first := api.InitialRequest{Gender: api.GenderFemale, Age: 18 + v.rand.IntN(70), InitialQuery: words[v.rand.IntN(len(words))]}
		v.send("POST", "/initial", v.person.header, first, v.begun)
		return nil
	})
	return nil
}

// begun types some letters between the first state and its answer.
func (v *visitor) begun(state []byte) error {
	if err := v.person.read(state); err != nil {
		return err
	}
	v.letters = v.letters[:0]
	for _, text := range []string{"hea", "head", "heada", "headac"} {
		v.letters = append(v.letters, request("GET", api.BasePath+"/symptom-search?text="+text, v.person.header, nil))
	}
	v.turn()
	return nil
}

// turn makes what comes next ready: a letter, an answer or the report.
func (v *visitor) turn() {
	switch {
	case len(v.letters) > 0:
		v.request, v.letters = v.letters[0], v.letters[1:]
		v.then = func([]byte) error { v.turn(); return nil }
	case v.person.finished():
		v.send("GET", "/report", v.person.header, nil, func([]byte) error { v.login(); return nil })
	default:
		v.request = v.person.answer
		v.then = func(body []byte) error {
			err := v.person.read(body)
			v.turn()
			return err
		}
	}
}

// crowd measures the 99th percentile where requests jump from 100 to 5,000 a second.
func (b *Bench) crowd(ctx context.Context) (Result, error) {
	s, err := b.startService(ctx, b.file())
	if err != nil {
		return Result{}, err
	}
	p, err := half(ctx, crowdSize, s)
	if err != nil {
		return Result{}, err
	}
	defer p.close()
	users, visitors := make([]user, crowdSize), make([]*visitor, crowdSize)
	for i := range users {
		visitors[i] = newVisitor(s, rand.New(rand.NewPCG(11, uint64(i))))
		users[i] = visitors[i]
	}
	var all pairs
	var calm, p999, reached []float64
	for range b.rounds() {
		before, err := opened(p.toOurs, users, calmRate, b.window())
		if err != nil {
			return Result{}, err
		}
		during, err := opened(p.toOurs, users, crowdRate, b.window())
		if err != nil {
			return Result{}, err
		}
		all.add(during.ms(.99), crowdWithin)
		calm, p999, reached = append(calm, before.ms(.99)), append(p999, during.ms(.999)), append(reached, during.perSecond())
	}
	failed := 0
	for _, v := range visitors {
		failed += v.failed
	}
	res := all.result("", "", "ms (p99)", true)
	res.More = map[string]float64{
		"errors": float64(failed), "p99 ms before": quantile(calm, .5), "p99.9 ms": quantile(p999, .5), "reached requests/s": quantile(reached, .5),
	}
	return res, nil
}
