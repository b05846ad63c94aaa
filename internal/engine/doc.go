// Package engine is the inference: from what is known of a person to the
// posterior over conditions, the next finding worth asking, the triage level and
// the reasons for each. It is pure: the same Case on the same Model gives the same
// result, and nothing here knows the time, chance, a context or a log.
//
//	kb.Base + Params --New--> Model (tables made once, shared by all)
//	Case (assertions, age, sex, duration)
//	   |-- Posterior.Update   full and tempered posterior       posterior.go, answers.go, complaints.go
//	   |-- Posterior.Rank     expected information of questions information.go: share.go, gather.go
//	   |-- Posterior.Batch    what goes together in a question  batch.go, branch.go
//	   |-- Posterior.Triage   least expected harm, red flags    triage.go, redflag.go
//	   `-- Posterior.Explain  log-odds contribution by finding  explain.go
//
// Probabilities are float64 in [0,1], weights natural log-odds, information nats.
package engine
