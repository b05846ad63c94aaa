package bench

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math/rand/v2"

	"anamnesis/api"
)

// complaints are what the people of the load begin with.
func complaints() []string {
	return []string{
		"I have had a bad headache since yesterday and feel sick", "my lower back hurts when I bend down",
		"sore throat, runny nose and a fever for three days", "burning when I pee and I need to go all the time",
		"pain in my right knee after running", "I cough a lot at night and feel short of breath", "stomach cramps and diarrhea since last night",
		"I feel dizzy when I stand up", "an itchy red rash on both arms", "I have been very tired for some weeks and cannot sleep",
		"my ear hurts", "heart racing and some pressure in my chest", "swollen ankles", "painful periods", "my left eye is red and sore",
	}
}

// person is somebody in a consultation, who answers by chance. It reads responses by searching them for what it needs:
// decoding them would cost as much as the server.
type person struct {
	rand   *rand.Rand
	header string // api key and token
	answer []byte // the whole next request
	out    []byte
}

// finished says that there is no question left.
func (p *person) finished() bool { return p.answer == nil }

// read takes a state and makes the answer to its question.
func (p *person) read(state []byte) error {
	p.answer = nil
	_, q, ok := bytes.Cut(state, []byte(`"question":{`))
	if !ok {
		if bytes.Contains(state, []byte(`"report_possible":true`)) {
			return nil
		}
		return fmt.Errorf("neither question nor end: %.300s", state)
	}
	kind, ok := between(q, `"type":"`, `"`)
	if !ok {
		return fmt.Errorf("a question without a type: %.300s", q)
	}
	constraints := q[bytes.LastIndex(q, []byte(`"constraints"`)):]
	single := bytes.Contains(constraints, []byte(`"max_selections":1}`))
	least := bytes.Contains(constraints, []byte(`"min_selections":1`))
	p.out = append(p.out[:0], `{"type":"`...)
	p.out = append(append(p.out, kind...), `","included":[`...)
	var ids [24][]byte
	n := 0
	if _, list, ok := bytes.Cut(q, []byte(`"choices":[`)); ok {
		for n < len(ids) {
			id, ok := between(list, `{"id":"`, `"`)
			if !ok {
				break
			}
			ids[n] = id
			n++
			list = list[bytes.Index(list, []byte(`{"id":"`))+8:]
		}
	}
	var chosen [24]bool
	some := false
	switch {
	case single && n == 3 && len(ids[0]) == 1: // yes, no, not sure
		chosen[[...]int{0, 0, 1, 1, 1, 1, 1, 2}[p.rand.IntN(8)]] = true
	case single && n > 0 && string(ids[0]) == api.ChoiceSkip, single && n == 2:
		chosen[0] = true
	case single:
		chosen[p.rand.IntN(n)] = true
	case string(kind) == api.QuestionAutocomplete:
		chosen[0], n = true, 1
	default:
		for i := range n {
			chosen[i] = (p.rand.IntN(10) == 0) != (string(kind) == api.QuestionGeneric) // what was understood is mostly right
			some = some || chosen[i]
		}
		if least && !some {
			chosen[0] = true
		}
	}
	p.list(ids[:n], chosen[:n], true)
	if string(kind) != api.QuestionAutocomplete {
		p.out = append(p.out, `],"excluded":[`...)
		p.list(ids[:n], chosen[:n], false)
	}
	p.out = append(p.out, `]}`...)
	p.answer = request("POST", api.BasePath+"/chat", p.header, p.out)
	return nil
}

func (p *person) list(ids [][]byte, chosen []bool, want bool) {
	first := true
	for i, id := range ids {
		if chosen[i] != want {
			continue
		}
		if !first {
			p.out = append(p.out, ',')
		}
		first = false
		p.out = append(append(append(p.out, '"'), id...), '"')
	}
}

func between(b []byte, before, after string) ([]byte, bool) {
	i := bytes.Index(b, []byte(before))
	if i < 0 {
		return nil, false
	}
	b = b[i+len(before):]
	if i = bytes.Index(b, []byte(after)); i < 0 {
		return nil, false
	}
	return b[:i], true
}

// arrive logs in, accepts the terms and says the complaint; the person then has an answer ready.
func (s *service) arrive(c *conn, r *rand.Rand, version string) (*person, error) {
	var (
		first api.LoginResponse
		all   api.AcceptResponse
		key   = api.HeaderAPIKey + ": " + s.APIKey + "\r\n"
	)
	if err := call(c, &first, "POST", "/login", key, api.LoginRequest{PartnerID: s.PartnerID, Secret: s.Secret}); err != nil {
		return nil, err
	}
	terms := api.AcceptRequest{ContentVersion: version, AllPoliciesAccepted: true}
	if err := call(c, &all, "POST", "/terms", key+bearer(first.AccessToken), terms); err != nil {
		return nil, err
	}
	p := &person{rand: rand.New(rand.NewPCG(r.Uint64(), 1)), header: key + bearer(all.LoginResponse.AccessToken)}
	words := complaints()
	in := api.InitialRequest{Gender: api.GenderFemale, Age: 18 + r.IntN(70), InitialQuery: words[r.IntN(len(words))]}
	if r.IntN(2) == 0 {
		in.Gender = api.GenderMale
	}
	body, _ := json.Marshal(in)
	status, state, err := c.do(request("POST", api.BasePath+"/initial", p.header, body))
	if err == nil && status != 200 {
		err = fmt.Errorf("initial: %d %.200s", status, state)
	}
	if err != nil {
		return nil, err
	}
	return p, p.read(state)
}

// version is that of the terms.
func (s *service) version(c *conn) (string, error) {
	var (
		first api.LoginResponse
		terms api.TermsResponse
		key   = api.HeaderAPIKey + ": " + s.APIKey + "\r\n"
	)
	if err := call(c, &first, "POST", "/login", key, api.LoginRequest{PartnerID: s.PartnerID, Secret: s.Secret}); err != nil {
		return "", err
	}
	err := call(c, &terms, "GET", "/terms", key+bearer(first.AccessToken), nil)
	return terms.ContentVersion, err
}

func bearer(token string) string { return "Authorization: Bearer " + token + "\r\n" }

func call(c *conn, v any, method, path, header string, in any) error {
	var body []byte
	if in != nil {
		body, _ = json.Marshal(in) // plain values always encode
	}
	status, got, err := c.do(request(method, api.BasePath+path, header, body))
	if err != nil {
		return err
	}
	if status != 200 {
		return fmt.Errorf("%s %s: %d %.200s", method, path, status, got)
	}
	return json.Unmarshal(got, v)
}
