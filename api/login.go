package api

// LoginRequest is the body of POST /login.
type LoginRequest struct {
	PartnerID string `json:"partner_id"`
	Secret    string `json:"secret"`
}

// LoginResponse carries a session token, from login, acceptance of the terms, or the portal.
type LoginResponse struct {
	AccessToken string `json:"access_token"`
	TokenType   string `json:"token_type"` // TokenTypeBearer
	ExpiresIn   int    `json:"expires_in"` // seconds
}

// TokenTypeBearer is the only token type.
const TokenTypeBearer = "bearer"
