// Package auth decides who is calling and what they may do: partners by api key and origin, logins by partner id and
// secret, consultations and the portal by token. It issues these credentials and owns the keys that sign tokens.
//
//	credentials   partner_id, secret, api_key: random; only a hash of the latter two is kept
//	every call    x-api-key, Origin --KeyCheck--> partner                           refused: 403
//	login         partner, partner_id, secret, X-Language --Login--> initial token  refused: 401, then 400
//	terms         initial token, acceptance --Upgrade--> upgraded token, same sid, same expiry
//	medicine      upgraded token --Verify--> claims, which name the consultation    refused: 401
//	portal        partner_id, secret --PortalLogin--> portal token --Verify--> partner
//
// # Tokens
//
// JWT (RFC 7519) signed with HS256: this service alone signs and verifies them. The algorithm is a constant here; what
// a token's header says is compared with it and never obeyed. Verify is told which kinds of token the caller accepts,
// so that no route opens to a kind that it forgot to refuse.
//
// # Signing keys
//
// They live in the store, at least two of them. The newest that is ten seconds old signs, all that are live verify. A
// process that meets an unknown key id loads the keys again, at most every two seconds, whatever is thrown at it. As a
// key signs nothing in its first ten seconds, any process that does not know it may load it by then: no token is
// refused because keys rotate. Rotate retires a key when the last token that it can have signed has expired.
//
//	            created     +10 s                  next key +10 s      +30 s    + token's lifetime
//	key            |----------|------- signs -----------|--------------|--------------|  retired
//	               '--------------------- verifies -----------------------------------'
//
// # What is remembered
//
// Verified tokens by hash, until they expire (checked each time) or their key is retired; partners by hash of their api
// key, for two seconds at most. Unknown keys and bad tokens are not remembered: a new partner is seen at once.
package auth
