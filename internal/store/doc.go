// Package store is the persistence contract: what the service keeps, and what an implementation must promise.
// The implementations are store/sqlite and store/postgres; store/storetest is the conformance suite that both run.
//
// # What every implementation promises
//
//   - A write that returned nil is durable: it survives the death of the process and a power cut. A write that
//     returned an error may or may not have happened, unless the error is a sentinel of this package but ErrUnavailable, or the
//     context's own error from before the write was begun; after those nothing has changed.
//   - A read that begins after a write returned sees that write, from the same process.
//   - All methods may be called at once from many goroutines.
//   - A call whose context is done before the work begins does nothing and returns the context's error.
//
// # Values
//
//   - Times come from the caller. They are kept as UTC with microseconds (finer digits are cut off) and come back in
//     UTC. The zero time means "not yet" where a field's comment says so, and comes back as the zero time.
//   - Byte slices are opaque and may hold any byte. An empty slice or list is the same as none and comes back nil.
//     Slices given to a method are not kept; slices returned belong to the caller.
//   - Strings are UTF-8 without NUL (PostgreSQL keeps no NUL in text). Ids (sid, partner id, key id) are not empty.
//
// A sid names a session, which exists from login on. So consents, events and feedback of a sid may come before its
// consultation, which begins with the first symptom, or without one.
package store
