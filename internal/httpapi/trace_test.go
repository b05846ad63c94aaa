package httpapi

import "testing"

func TestTraceOf(t *testing.T) {
	const trace, span = "4bf92f3577b34da6a3ce929d0e0e4736", "00f067aa0ba902b7"
	for parent, want := range map[string]string{
		"00-" + trace + "-" + span + "-01":     trace,
		"":                                     "",
		"01-" + trace + "-" + span + "-01":     "",
		"00-" + trace + "-" + span + "-0x":     "",
		"00-" + trace + "-0000000000000000-01": "",
		"00-00000000000000000000000000000000-" + span + "-01":         "",
		"00-4BF92F3577B34DA6A3CE929D0E0E4736-" + span + "-01":         "",
		"00-my chest hurts since yesterday!!-" + span + "-01":         "",
		"00-" + trace + "-" + span + "-01-and something after it all": "",
	} {
		if got := traceOf(parent); got != want {
			t.Errorf("%q: %q, want %q", parent, got, want)
		}
	}
}
