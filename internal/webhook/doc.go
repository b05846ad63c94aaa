// Package webhook tells partners what happens to their consultations, in the form of the Standard Webhooks
// specification (https://www.standardwebhooks.com): headers webhook-id, webhook-timestamp and webhook-signature, the
// latter "v1," and the base64 of HMAC-SHA256 over id, timestamp and body, parted by full stops.
//
//	turn, report, feedback ──(one transaction)──► outbox ──Take, a lease──► POST ──2xx──► delivered
//	                                                ▲                        └─ anything else ─► again later
//	                                                └── after the lease, where the process died ──┘
//
// A message comes at least once, in no promised order; the same message has the same webhook-id. After maxAttempts it
// is given up and can be replayed by command for as long as it is kept.
//
// A message says what happened, to which sid, and how urgent the result is. It never holds what a person said.
//
// The address comes from a partner, so it is not trusted: only https, no redirects, no proxy, and the address that a
// name resolved to is checked when the connection is made, so that a name cannot point elsewhere after a check.
package webhook
