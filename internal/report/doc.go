// Package report turns a posterior and its red flags into what the person is told:
// the triage level, likely causes and causes to rule out with reasons for and
// against, care services, self-care, what to watch for, articles and the disclaimer.
// It decides nothing about the interview and knows nothing of the wire.
//
//	engine.Posterior --Decide--> Decision (level and what set it)   decide.go
//	Decision + facts --Build---> Report                             build.go, causes.go, reasons.go
package report
