package httpapi

import (
	"context"

	"anamnesis/api"
	"anamnesis/internal/auth"
)

func readLogin(in *input) api.LoginRequest {
	return api.LoginRequest{PartnerID: in.exact("partner_id"), Secret: in.exact("secret")}
}

// login opens a session. Credentials are judged before the language.
func (s *server) login(ctx context.Context, c *call, in api.LoginRequest) (any, error) {
	session, err := s.Auth.Login(ctx, c.partner, in.PartnerID, in.Secret, c.r.Header.Get(api.HeaderLanguage))
	if err != nil {
		return nil, err
	}
	return issued{session}, nil
}

func loginResponse(s auth.Session) api.LoginResponse {
	return api.LoginResponse{AccessToken: s.Token, TokenType: api.TokenTypeBearer, ExpiresIn: int(s.ExpiresIn.Seconds())}
}

// issued is a token just made, to be answered with and named in the log. An endpoint does not write to its call, since
// one that is over its budget runs on beside the response.
type issued struct{ auth.Session }
