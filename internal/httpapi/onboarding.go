package httpapi

import "anamnesis/api"

// onboarding words the three questions whose answers are the body of POST /initial. Their ranges stand in the
// general constraints, as the interface has it, and again under names of their own.
func (s *server) onboarding(lang string) api.OnboardingResponse {
	one := 1
	return api.OnboardingResponse{
		AgeQuestion: api.Question{
			Type: api.QuestionNumeric, ID: "age",
			Messages: s.messages(lang, api.MessageHeader, "age.text", api.MessageHint, "age.hint"),
			Constraints: &api.Constraints{
				MinSelections: new(api.MinAge), MaxSelections: new(api.MaxAge), MinValue: new(api.MinAge), MaxValue: new(api.MaxAge),
			},
		},
		GenderQuestion: api.Question{
			Type: api.QuestionChoice, ID: "gender",
			Messages: s.messages(lang, api.MessageHeader, "gender.text", api.MessageParagraph, "gender.why"),
			Choices: []api.Choice{
				{ID: api.GenderFemale, Text: s.Base.Message(lang, "gender.female")},
				{ID: api.GenderMale, Text: s.Base.Message(lang, "gender.male")},
			},
			Constraints: &api.Constraints{MinSelections: &one, MaxSelections: &one},
		},
		SymptomsQuestion: api.Question{
			Type: api.QuestionText, ID: "symptoms",
			Messages: s.messages(lang, api.MessageHeader, "symptoms.text", api.MessageHint, "symptoms.hint"),
			Constraints: &api.Constraints{
				MinSelections: new(api.MinQuery), MaxSelections: new(api.MaxQuery), MinLength: new(api.MinQuery), MaxLength: new(api.MaxQuery),
			},
		},
	}
}

// messages takes pairs of a type and a key.
func (s *server) messages(lang string, pairs ...string) []api.Message {
	var out []api.Message
	for i := 0; i < len(pairs); i += 2 {
		out = append(out, api.Message{Value: s.Base.Message(lang, pairs[i+1]), Type: pairs[i], Format: api.FormatPlain})
	}
	return out
}
