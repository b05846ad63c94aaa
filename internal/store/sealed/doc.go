// Package sealed encrypts what people say before a store keeps it. It owns the form of encrypted records and the two
// kinds of key behind them.
//
//	master key (a file or the environment, never in the store)
//	   └─ wraps ─► data key, one a UTC day, kept wrapped in the store
//	                  └─ seals ─► a consultation's state, a kept reply, an event's payload, a feedback's words,
//	                              the secret of a webhook
//
// Both steps are AES-256-GCM. A sealed record names its data key, and is bound to what it is and to whom it belongs: a
// state to its sid and partner, a reply to its sid and key, an event and a feedback to their sid and partner. Moved to
// another row it does not open. A wrapped data key names its master key and is bound to its own id.
//
// Nonces are random: 96 bits, far below the 2^32 records a key that NIST SP 800-38D allows them for.
//
// What has no seal is read as it is: records written before encryption was switched on. So a seal protects what is
// kept from those who read the database or its backups; it does not prove to those who can write to it that a record
// is theirs.
//
// # Rotation
//
// Every day has a data key of its own. Reencrypt adds a new one, which all replicas seal with within a minute, wraps
// all of them with the first master key, and seals again what another key, or none, had sealed. Readers and writers go
// on meanwhile, because old data keys stay, wrapped anew.
package sealed
