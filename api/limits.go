package api

import "time"

// Paths of the interface. BasePath belongs to every consultation endpoint, PortalPath to retrieval.
const (
	BasePath   = "/api/v1"
	PortalPath = "/v4"
)

// Limits of what a request may hold. Lengths are Unicode code points after trimming and NFC.
const (
	MinAge            = 18
	MaxAge            = 125
	MinQuery          = 3
	MaxQuery          = 500
	MaxSearchText     = 100
	MaxArticleIDs     = 20
	MaxEventName      = 200
	MaxEventValue     = 1000
	MinStars          = 1
	MaxStars          = 5
	MaxLabels         = 8
	MaxFeedback       = 1000
	MaxIdempotencyKey = 128
	MaxBody           = 64 << 10 // bytes
)

// Budgets are the server's processing times; a client waits a little longer.
const (
	BudgetTurn    = 20 * time.Second // login, initial, chat, step-back, report, analytics
	BudgetSearch  = 3 * time.Second
	BudgetArticle = 10 * time.Second
	BudgetTerms   = 5 * time.Second
	BudgetRecords = 10 * time.Minute // retrieval streams, so this bounds the whole transfer
)

// Header fields beside the standard ones.
const (
	HeaderAPIKey         = "X-Api-Key"
	HeaderLanguage       = "X-Language"
	HeaderIdempotencyKey = "Idempotency-Key"
	HeaderRequestID      = "X-Request-Id"
)
