package httpapi

import (
	"encoding/json"
	"errors"
	"net/http/httptest"
	"strings"
	"testing"
	"unicode/utf8"

	"anamnesis/api"
)

// FuzzDecode throws bodies at every reader of one. Whatever comes, a reader ends; what it accepts keeps the limits; and
// what it refuses is told in faults that do not repeat the body.
func FuzzDecode(f *testing.F) {
	for _, seed := range []string{
		``, `{}`, `null`, `[1]`, `{"age":30}`, `{"age":30.0,"gender":"male","initial_query":"abc"}`, `{"age":1e400}`, `{"stars":5,"labels":["a"]}`,
		`{"type":"symptoms","included":["a"],"excluded":[]}`, `{"event":"e","value":[{}]}`, `{"a":1,"a":2}`, `{"initial_query":"\ud800\u0000"}`, "{\"\xff\":1}",
		`{"start_date":"2026-01-01","end_date":"2026-01-31"}`, strings.Repeat(`[`, 5000), `{"partner_id":"p","secret":"s"}x`,
	} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, body []byte) {
		check := func(read func(*input)) {
			in := &input{call: &call{r: httptest.NewRequest("POST", "/", nil), body: body}}
			read(in)
			err := in.err()
			var invalid *invalidError
			if err != nil && (!errors.As(err, &invalid) || len(invalid.faults) > maxFaults+1) {
				t.Errorf("faults: %v", err)
			}
		}
		check(func(in *input) { readLogin(in) })
		check(func(in *input) { readRange(in) })
		check(func(in *input) {
			if v := readInitial(in); len(in.faults) == 0 && (v.Age < api.MinAge || v.Age > api.MaxAge || !fits(v.Query, api.MinQuery, api.MaxQuery) || v.Sex == "") {
				t.Errorf("accepted %+v", v)
			}
		})
		check(func(in *input) {
			if v := readAnswer(in); len(in.faults) == 0 && (v.Type == "" || len(v.Included)+len(v.Excluded) == 0) {
				t.Errorf("accepted %+v", v)
			}
		})
		check(func(in *input) {
			if v := readEvent(in); len(in.faults) == 0 && (!fits(v.Event, 1, api.MaxEventName) || v.Value != nil && !json.Valid(v.Value)) {
				t.Errorf("accepted %+v", v)
			}
		})
		check(func(in *input) {
			if v := readFeedback(in); len(in.faults) == 0 && (v.Stars < 1 || v.Stars > 5 || len(v.Labels) > api.MaxLabels || !fits(v.Message, 0, api.MaxFeedback)) {
				t.Errorf("accepted %+v", v)
			}
		})
	})
}

func fits(s string, least, most int) bool {
	n := utf8.RuneCountInString(s)
	return n >= least && n <= most && utf8.ValidString(s) && !strings.ContainsRune(s, 0)
}
