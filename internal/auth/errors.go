package auth

import "errors"

// Errors that callers tell apart, with errors.Is. Anything else that comes out of this package is a failure of the
// store or of the context, and no statement about the caller.
var (
	// ErrKeyUnknown says that the api key is missing or nobody's (403).
	ErrKeyUnknown = errors.New("api key not valid")
	// ErrKeyRevoked says that the api key worked once and no longer does (403).
	ErrKeyRevoked = errors.New("api key revoked")
	// ErrOrigin says that the partner does not allow requests from the Origin header's site (403).
	ErrOrigin = errors.New("origin not allowed")
	// ErrBadCredentials says that partner id and secret are not those of the api key's partner (401).
	ErrBadCredentials = errors.New("bad credentials")
	// ErrLanguage says that the language asked for is not enabled for the partner, or no language tag (400).
	ErrLanguage = errors.New("language not allowed")
	// ErrTokenInvalid says that the token is missing, malformed, not signed by this service, or of a kind that does
	// not open what was called (401).
	ErrTokenInvalid = errors.New("token not valid")
	// ErrTokenExpired says that the token was valid and its time is over (401).
	ErrTokenExpired = errors.New("token expired")
	// ErrTokenForeign says that the token belongs to another partner than the api key (401).
	ErrTokenForeign = errors.New("token of another partner")
	// ErrTermsNotAccepted says that an initial token was used where only an upgraded one opens (401).
	ErrTermsNotAccepted = errors.New("terms and conditions not accepted")
	// ErrTermsAccepted says that an upgraded token was used where only an initial one opens (401).
	ErrTermsAccepted = errors.New("terms and conditions accepted already")
)
