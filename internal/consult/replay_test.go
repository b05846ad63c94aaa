package consult_test

import (
	"bytes"
	"slices"
	"testing"

	"anamnesis/internal/consult"
	"anamnesis/internal/recognize"
)

var day = recognize.Date{Year: 2026, Month: 6, Day: 17}

// walk answers a consultation by a fixed rule: every n-th choice of a list, the n-th of a single choice.
func walk(iv *consult.Interview, in consult.Start, n int) *consult.Record {
	r := iv.Begin("sid", "en-US", in, day)
	for turn := 0; r.Open != nil; turn++ {
		q := iv.Render(r)
		a := consult.Answer{Type: q.Type}
		for i, c := range q.Choices {
			take := (i+turn)%n == 0
			if q.Max == 1 {
				take = i == turn%len(q.Choices)
			} else if q.Max > 0 && len(a.Included) >= q.Max {
				take = false
			}
			if take || len(a.Included)+len(q.Choices)-i-1 < q.Min {
				a.Included = append(a.Included, c.ID)
			} else {
				a.Excluded = append(a.Excluded, c.ID)
			}
		}
		iv.Apply(r, a)
	}
	return r
}

// TestReplay holds that a consultation is a function of its answers: told again, they give the
// same questions, the same record and the same bytes.
func TestReplay(t *testing.T) {
	iv := interview(t)
	for i, query := range []string{"headache", "cough and fever for 3 days", "my belly hurts", "dizzy and tired", "rash on my arm", "chest pain"} {
		for n := 1; n <= 4; n++ {
			in := consult.Start{Sex: []string{"female", "male"}[i%2], Age: 20 + 13*i, Query: query}
			first := walk(iv, in, n)
			again := iv.Begin("sid", "en-US", in, day)
			for _, st := range first.Done {
				if again.Open == nil || again.Open.Kind != st.Kind || !slices.Equal(again.Open.Items, st.Items) {
					t.Fatalf("%q, rule %d: the replay asks %+v, it was %+v", query, n, again.Open, st)
				}
				iv.Apply(again, consult.Answer{Included: st.Included, Excluded: st.Excluded})
			}
			a, _ := first.Encode()
			b, _ := again.Encode()
			if !bytes.Equal(a, b) {
				t.Fatalf("%q, rule %d: the records differ", query, n)
			}
			stored, err := consult.Decode(a)
			if err != nil {
				t.Fatal(err)
			}
			if c, _ := stored.Encode(); !bytes.Equal(a, c) {
				t.Fatalf("%q, rule %d: the record changes in the store", query, n)
			}
		}
	}
}

func TestDecodeRefusesWhatItDoesNotKnow(t *testing.T) {
	for _, s := range []string{"", "{", `{"v":99}`, `[]`} {
		if _, err := consult.Decode([]byte(s)); err == nil {
			t.Errorf("%q was taken for a consultation", s)
		}
	}
}

// FuzzCheck holds that an answer is accepted only where it keeps every rule, and that a refused one says why.
func FuzzCheck(f *testing.F) {
	f.Add("symptoms", "a,b", "c", uint8(0), uint8(0))
	f.Add("symptom", "y", "n,?", uint8(1), uint8(1))
	f.Add("autocomplete", "skip_autocomplete", "", uint8(1), uint8(5))
	f.Add("symptoms_choose_one", "a,a", "b", uint8(1), uint8(2))
	f.Fuzz(func(t *testing.T, kind, in, ex string, least, most uint8) {
		iv := interview(t)
		q := &consult.Question{Type: consult.TypeSymptoms, Min: int(least % 3), Max: int(most % 4)}
		for _, id := range []string{"a", "b", "c"} {
			q.Choices = append(q.Choices, consult.Choice{ID: id})
		}
		a := consult.Answer{Type: kind, Included: split(in), Excluded: split(ex)}
		bad := iv.Check(q, a)
		if bad != nil && (len(bad.Faults) == 0 || slices.Contains(bad.Faults, "")) {
			t.Fatalf("%+v was refused without a reason", a)
		}
		seen := slices.Concat(a.Included, a.Excluded)
		slices.Sort(seen)
		keeps := kind == q.Type && slices.Equal(seen, []string{"a", "b", "c"}) && len(a.Included) >= q.Min && (q.Max == 0 || len(a.Included) <= q.Max)
		if keeps != (bad == nil) {
			t.Fatalf("%+v to %+v: %v", a, q, bad)
		}
	})
}

func split(s string) []string {
	var out []string
	for part := range bytes.SplitSeq([]byte(s), []byte(",")) {
		if len(part) > 0 {
			out = append(out, string(part))
		}
	}
	return out
}
