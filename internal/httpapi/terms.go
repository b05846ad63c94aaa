package httpapi

import (
	"context"
	"crypto/sha256"
	"encoding/hex"

	"anamnesis/api"
	"anamnesis/internal/auth"
	"anamnesis/internal/kb"
	"anamnesis/internal/store"
)

// legalContent words the terms of every language, once.
func legalContent(base *kb.Base) map[string]*api.TermsResponse {
	legal := map[string]*api.TermsResponse{}
	for lang := range base.Terms {
		t, r := base.LegalTerms(lang), &api.TermsResponse{}
		for _, m := range t.Messages {
			r.Messages = append(r.Messages, api.Message{Value: m.Text, Type: m.Type, Format: api.FormatMarkdown})
		}
		r.CheckboxPolicies, r.FooterPolicies = policies(t.CheckboxPolicies), policies(t.FooterPolicies)
		r.ContentVersion = contentVersion(lang, r)
		legal[lang] = r
	}
	return legal
}

func policies(texts []string) []api.Message {
	var out []api.Message
	for _, t := range texts {
		out = append(out, api.Message{Value: t, Type: api.MessageParagraph, Format: api.FormatMarkdown})
	}
	return out
}

// contentVersion is a hash of what is shown, 40 hexadecimal digits.
func contentVersion(lang string, r *api.TermsResponse) string {
	b, _ := encode(r)
	sum := sha256.Sum256(append([]byte(lang+"\n"), b...))
	return hex.EncodeToString(sum[:20])
}

// legalFor gives the terms in a session's language, or in the default one where a language has none.
func (s *server) legalFor(lang string) *api.TermsResponse {
	if r := s.legal[lang]; r != nil {
		return r
	}
	if r := s.legal[auth.DefaultLanguage]; r != nil {
		return r
	}
	return &api.TermsResponse{ContentVersion: contentVersion(lang, &api.TermsResponse{})}
}

func (s *server) terms(_ context.Context, c *call, _ nothing) (any, error) {
	return s.legalFor(c.claims.Language), nil
}

// readAcceptance takes "true" for true, because deployed clients send it.
func (s *server) readAcceptance(in *input) api.AcceptRequest {
	a := api.AcceptRequest{ContentVersion: in.exact("content_version")}
	if a.ContentVersion != "" && a.ContentVersion != s.legalFor(in.call.claims.Language).ContentVersion {
		in.fault("content_version: not the version of the current terms")
	}
	if v, ok := in.required("all_policies_accepted"); ok {
		a.AllPoliciesAccepted = string(v) == "true" || string(v) == `"true"`
		if !a.AllPoliciesAccepted {
			in.fault("all_policies_accepted: must be true")
		}
	}
	return a
}

// accept keeps the consent before the token that rests on it is issued.
func (s *server) accept(ctx context.Context, c *call, in api.AcceptRequest) (any, error) {
	err := s.Consents.RecordConsent(ctx, store.Consent{
		SID: c.claims.Session, PartnerID: c.partner.ID, ContentVersion: in.ContentVersion, At: s.Now(),
	})
	if err != nil {
		return nil, err
	}
	session, err := s.Auth.Upgrade(ctx, c.claims)
	if err != nil {
		return nil, err
	}
	return api.AcceptResponse{LoginResponse: loginResponse(session), OnboardingResponse: s.onboarding(c.claims.Language)}, nil
}
