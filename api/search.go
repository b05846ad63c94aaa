package api

// SearchResponse is the answer of GET /symptom-search.
type SearchResponse struct {
	UserFacingPrefix string       `json:"user_facing_prefix,omitempty"`
	Autocomplete     []Suggestion `json:"autocomplete"`
}

// Suggestion is one symptom that the text may mean. The same ID may occur more than once.
type Suggestion struct {
	ID           string `json:"id"` // goes into Answer.Included
	CUI          string `json:"cui"`
	DropdownName string `json:"dropdown_name"`
	DisplayName  string `json:"display_name,omitempty"`
	Highlight    string `json:"highlight"` // DropdownName, escaped for HTML, matches in <i> and </i>
}
