package recognize

import "testing"

// TestOfMedicines reads what people write of their medicines: what the sentence's subject did to them, and lists.
func TestOfMedicines(t *testing.T) {
	b := realBase(t)
	r := New(b)
	for said, want := range map[string]string{
		"The following day had increased anxiety and restlessness.": "anxiety, inner_restlessness",
		"The drug helped with the depression.":                      "low_mood",
		"This tablet made me even more nervous.":                    "anxiety",
		"inability to orgasm, lack of motivation":                   "no_orgasm, loss_of_interest",
		"neck and back pain":                                        "neck_pain, back_pain",
		"stomach and head aches":                                    "abdominal_pain, headache",
		"knee, hip and back pain":                                   "knee_pain, hip_pain, back_pain",
		"it doesn't really help":                                    "",
		"nothing feels real, I'm detached from myself":              "feeling_detached",
		"they put me back on it":                                    "",
		"reducing to 15 MG/day":                                     "",
		"I will stick with that":                                    "",
		"the tablets have yet to kick in":                           "",
		"a sleepy little town by the sea":                           "",
	} {
		res := r.Recognize(said, Options{Today: july22})
		if got := render(b, &res); got != want {
			t.Errorf("%s: %s, want %s", said, got, want)
		}
	}
}
