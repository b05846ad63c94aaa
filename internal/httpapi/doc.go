// Package httpapi puts the service on HTTP: routes, guards, decoding, responses and the
// mapping of errors to statuses. It owns no medicine and no storage; what it needs of them
// it takes as the interfaces of Config.
//
//	request id, log, metrics, recover                                   serve.go
//	  -> api key and origin (403) -> rate limit (429) -> token (401)    guard.go, in the order of routes.go
//	    -> arrival ticket (turns only) -> body, bounded (400)           guard.go, body.go
//	      -> time budget (504) -> decode (400) -> handler               budget.go, input.go, endpoint.go
//	        -> one write from a buffer                                  respond.go
//
// A handler reads its input, makes one call and returns a value or an error; it never sees
// the ResponseWriter. errors.go has the one table from error to status. Text of errors that
// are not in it never reaches a client.
//
// There are no CORS headers on purpose: credentials are held by a partner's back end, so a
// browser has no business here.
package httpapi
