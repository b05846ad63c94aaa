// Package eval measures: virtual patients answer a whole consultation truthfully,
// from the first text to the report, and scorecards compare what comes out with
// what was known. Nothing is measured around the consultation.
//
//	Case (opening, findings, expected condition and level)   case.go
//	  -> Patient answers each question                       patient.go
//	  -> Outcome: rank, level, questions, reason for a miss  run.go
//	  -> Scorecard with 95 % intervals                       score.go, print.go
package eval
