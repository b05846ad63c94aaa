package api

// TermsResponse is the legal content, from GET /terms.
type TermsResponse struct {
	ContentVersion   string    `json:"content_version"` // 40 hexadecimal digits
	Messages         []Message `json:"messages,omitempty"`
	CheckboxPolicies []Message `json:"checkbox_policies,omitempty"`
	FooterPolicies   []Message `json:"footer_policies,omitempty"`
}

// AcceptRequest is the body of POST /terms.
type AcceptRequest struct {
	ContentVersion      string `json:"content_version"`
	AllPoliciesAccepted bool   `json:"all_policies_accepted"`
}

// AcceptResponse is the answer of POST /terms: the upgraded token and the first questions.
type AcceptResponse struct {
	LoginResponse      LoginResponse      `json:"login_response"`
	OnboardingResponse OnboardingResponse `json:"onboarding_response"`
}

// OnboardingResponse holds the questions whose answers are the body of POST /initial.
type OnboardingResponse struct {
	AgeQuestion      Question `json:"age_question"`
	GenderQuestion   Question `json:"gender_question"`
	SymptomsQuestion Question `json:"symptoms_question"`
}
