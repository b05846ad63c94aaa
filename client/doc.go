// Package client speaks to the service for a partner's back end, over its whole interface.
//
//	Client (credentials) --Login--> Session (one consultation)
//	    Terms, Accept -> Initial -> Chat, StepBack, Search -> Report
//	Client --Records--> past consultations
//
// # What is sent again
//
// GET calls, events and feedback are sent again after a broken connection, a 5xx and a 429, with exponential backoff
// and as Retry-After says. Login and retrieval as well: they change nothing.
//
// POST /chat and POST /step-back are never sent again after anything but a 429, which refuses before it looks. After
// a broken connection or a 5xx the answer may have been applied, so the state is asked for with GET /chat, and that is
// what Chat and StepBack return: render the question it holds. POST /initial recovers likewise, and is sent again with
// the same idempotency key only where no conversation exists.
//
// Chat and StepBack of one Session run one after the other, as the interface demands.
package client
