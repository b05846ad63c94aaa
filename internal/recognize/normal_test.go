package recognize

import "testing"

// TestNormalFindings reads what is normal as a denial, and what is said not to be normal as the finding.
func TestNormalFindings(t *testing.T) {
	b := realBase(t)
	r := New(b)
	for said, want := range map[string]string{
		"Afebrile, normotensive, weight stable":     "-fever, -high_blood_pressure_reading, -weight_loss",
		"my temp is normal but I have a cough":      "-fever, cough",
		"no fever, bowels regular, sleeping well":   "-fever, -change_in_bowel_habit, -insomnia",
		"I haven't been eating well":                "loss_of_appetite",
		"not eating and drinking normally":          "loss_of_appetite",
		"my breathing is not normal":                "",
		"He reported vomiting and denied fever":     "vomiting, -fever",
		"Patient presents with vomiting":            "vomiting",
		"My son fell. He reports vomiting":          "@fall, @vomiting",
		"Denies LOC, no vomiting":                   "-fainting, -vomiting",
		"I've never smoked and I don't drink":       "-smoking, -heavy_alcohol",
		"my uncle is a farmer and I have a cough":   "cough",
		"my periods used to be regular, now a rash": "rash",
	} {
		res := r.Recognize(said, Options{Today: july22})
		if got := render(b, &res); got != want {
			t.Errorf("%s: %s, want %s", said, got, want)
		}
	}
}
