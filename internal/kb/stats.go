package kb

// Stats counts what a base holds. Findings are findings and factors together;
// phrases are the names, synonyms and phrases that a person may use for a concept
// or a vague complaint.
type Stats struct {
	Conditions     int `json:"conditions"`
	Findings       int `json:"findings"`
	RedFlags       int `json:"red_flags"`
	Clarifications int `json:"clarifications"`
	Articles       int `json:"articles"`
	Phrases        int `json:"phrases"`
}

// Count gives the figures of b.
func Count(b *Base) Stats {
	s := Stats{
		Conditions: len(b.Conditions), Findings: len(b.Concepts), RedFlags: len(b.RedFlags),
		Clarifications: len(b.Clarifications), Articles: len(b.Articles),
	}
	for i := range b.Concepts {
		s.Phrases += 1 + len(b.Concepts[i].Synonyms) + len(b.Concepts[i].Phrases)
	}
	for i := range b.Clarifications {
		s.Phrases += 1 + len(b.Clarifications[i].Synonyms) + len(b.Clarifications[i].Phrases)
	}
	return s
}
