// Package app assembles the service: from a Config it opens the store, decodes the knowledge
// base, builds engine, interview and interface, and serves them until it is told to stop. It is
// the one place that names concrete backends; the program and the tests of the whole service
// assemble it the same way.
//
//	Config --New--> store (sqlite) ─┐
//	                kb -> engine, recognize -> consult ─┼─> httpapi ─> listener --Run--> until ctx is done
//	                auth, ratelimit, obs ───────────────┘                  └─ upkeep: expiry, keys, replies
package app
