package app

import (
	"sync"

	"anamnesis/api"
	"anamnesis/internal/clinical"
	"anamnesis/internal/consult"
	"anamnesis/internal/engine"
	"anamnesis/internal/kb"
	"anamnesis/internal/recognize"
)

// prepared is the medicine made ready to serve. What takes long is made in the background: who calls for it before it
// is there waits for it, which the login and the terms before a first complaint seldom leave anybody to do.
type prepared struct {
	base      *kb.Base
	interview func() *consult.Interview
	search    laterSearch
	err       error
}

// prepare decodes the base. Its indexes are built by begin, or by who needs them before.
func prepare() prepared {
	base, err := LoadBase()
	if err != nil {
		return prepared{err: err}
	}
	m := prepared{base: base, search: sync.OnceValue(func() search { return newSearch(base) })}
	m.interview = sync.OnceValue(func() *consult.Interview {
		var (
			model *engine.Model
			wg    sync.WaitGroup
		)
		wg.Go(func() { model = engine.New(base, engine.DefaultParams()) })
		recognizer := recognize.New(base)
		wg.Wait()
		return consult.NewInterview(model, recognizer)
	})
	return m
}

// begin has the indexes built side by side.
func (m prepared) begin() {
	go m.interview()
	go m.search()
}

// wait returns once all is made.
func (m prepared) wait() {
	if m.err == nil {
		m.interview()
		m.search()
	}
}

// laterSearch gives the search once it is made.
type laterSearch func() search

// Search implements httpapi.Search.
func (s laterSearch) Search(lang, text string, sex clinical.Sex) (string, []api.Suggestion) {
	return s().Search(lang, text, sex)
}

// Prepare returns once everything is made that serving takes; what was asked for before then has waited for it.
func (s *Service) Prepare() { s.medicine.wait() }
