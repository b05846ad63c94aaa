package recognize

import (
	"testing"
)

func TestPillsTaken(t *testing.T) {
	r := New(realBase(t))
	for text, want := range map[string]bool{
		"I took twenty 500mg tablets an hour ago":            true,
		"i took about 30 of my pills":                        true,
		"she has swallowed 25 paracetamol":                   true,
		"took 16 ibuprofen all at once":                      true,
		"I've popped a handful of sleeping tablets":          true,
		"downed a whole bottle of tylenol":                   true,
		"took two packets of paracetamol":                    true,
		"I took 2 paracetamol":                               false,
		"I took 20 mg tablets this morning":                  false,
		"I took two 500mg tablets":                           false,
		"I have not taken 20 tablets":                        false,
		"the headache went 30 minutes after I took a tablet": false,
		"I bought a packet of paracetamol":                   false,
	} {
		if res := r.Recognize(text, Options{Today: july22}); res.Crisis != want {
			t.Errorf("%q: crisis %t", text, res.Crisis)
		}
	}
}
