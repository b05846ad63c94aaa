// Package e2e tests the whole service over HTTP on the compiled knowledge base. It holds tests only, and
// every one of them runs on SQLite and on PostgreSQL (stores_test.go).
//
//	testdata/<name>.script   who asks, how they answer, what must come of it       script_test.go
//	testdata/<name>.golden   every question, answer and the report, as it came     golden_test.go
//
// The person of a script has concepts of the knowledge base and answers every question truthfully
// from them, so that a transcript does not depend on the order of the questions. The lines of a
// script that begin with expect say what must hold whatever the goldens say; golden files are
// rewritten with
//
//	go test ./internal/e2e -run Transcripts -update
//
// Every exchange of the transcripts is held against api/openapi.yaml. The rest is what a single
// process cannot show of itself: equal answers at once, SIGKILL (-kills=200 for the long run), what
// the logs hold, hostile bytes, and the figures of start, memory and turns (go test -bench).
package e2e
