// Package consult owns the consultation: its stages, the rules that an answer must
// keep, stepping back, progress and the summary. It is the only package that knows
// both halves, the medicine and the store.
//
// A consultation is a Record: who asks, what was written, and the list of answered
// steps on one edition of the knowledge base. Everything else is a function of it:
//
//	Record --replay--> session (engine.Case, posterior, red flags)     session.go
//	session --next---> Step    (what to ask, and why)                  next.go, stages.go, diagnose.go
//	Step ----render--> Question                                        render.go
//	Answer --check---> faults, or the Step is closed with it           answer.go
//	Record --turn----> Turn    (flags, summary, progress)              view.go
//	Record --report--> report.Report                                   facts.go
//
// Service puts a Record behind the store: load, check, apply, compare-and-swap.
// The stages, in order:
//
//	ratify -> continue/add -> search -> clarify -> duration -> health background
//	-> pregnancy -> red flags, the complaint's attributes, questions by value -> end
//
// Red flags are evaluated on the first text, after every answer and at every exit.
package consult
