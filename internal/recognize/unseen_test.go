package recognize

import "testing"

// TestUnseen holds what sets of sentences that no rule was made for showed to be read wrong: denials that were none,
// complaints of relatives, injuries of any place, notes, and how bad something is.
func TestUnseen(t *testing.T) {
	b := realBase(t)
	r := New(b)
	for said, want := range map[string]string{
		// who cannot do it properly does not deny it
		"He can't speak properly":            "@speech_trouble",
		"I can't swallow properly":           "difficulty_swallowing",
		"I can't sleep properly":             "insomnia",
		"I can swallow properly":             "-difficulty_swallowing",
		"Temp - normal, has a cough":         "-fever, cough",
		"I can no longer speak":              "speech_trouble",
		"I no longer have a fever":           "-fever",
		"I suddenly can't see":               "vision_loss +.sudden",
		"he is not able to breathe normally": "@breathlessness",
		// somebody has it, wherever they are
		"been having panic attacks on the bus": "panic_attacks",
		"our Jack has a cough":                 "@cough",
		"he is wheezing after the gym":         "@wheeze",
		"he had a fit in the car":              "@seizure",
		"the car is wheezing":                  "",
		// done to a place, touched or moved
		"I scraped my elbow":                        "wound",
		"I trapped my foot in a drawer":             "foot_injury",
		"something bit me on the neck":              "insect_bite",
		"my shin is all scratched":                  "wound",
		"it hurts to move my wrist":                 "wrist_pain",
		"he screams if you touch his tummy":         "@abdominal_pain",
		"a mole on my left shoulder has changed":    "changing_mole",
		"a sore on my arm that won't heal":          "non_healing_sore",
		"She twisted my arm and I went along.":      "",
		"I cut my own hair":                         "",
		"rash on my sons back":                      "@rash +_trunk",
		"my husbands foot is swollen":               "@ankle_swelling",
		"I spend a penny five or six times a night": "nocturia",
		"I cannot feel my toes":                     "foot_numbness",
		"my wrist clicks and aches":                 "joint_clicking, wrist_pain",
		"patient c/o HA":                            "headache",
		"HA! got you":                               "",
		"I'm afraid of withdrawal":                  "*drug_withdrawal",
		"it is like swallowing glass":               "",
		"R eye red":                                 "red_eye +_one_sided",
		"my knee is a bit sore":                     "knee_pain mild +.mild",
		"some swelling in my knee":                  "joint_swelling moderate",
		"bad toothache":                             "toothache severe",
		"not very itchy rash":                       "-rash_itchy",
	} {
		res := r.Recognize(said, Options{Today: july22})
		if got := render(b, &res); got != want {
			t.Errorf("%s: %s, want %s", said, got, want)
		}
	}
	for said, want := range map[string]bool{
		"I've got thoughts of hurting my neighbour": true,
		"I have urges to attack people":             true,
		"he keeps thinking of stabbing his brother": true,
		"I want to hurt nobody":                     false,
	} {
		if res := r.Recognize(said, Options{Today: july22}); res.Crisis != want {
			t.Errorf("%s: crisis %t, want %t", said, res.Crisis, want)
		}
	}
}
