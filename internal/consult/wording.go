package consult

import (
	"sync"
	"sync/atomic"

	"anamnesis/internal/kb"
)

// wording is the base as it reads in one language, with its texts kept as they are first needed: to change the spelling of a
// sentence takes longer than anything else in a question. All keys are texts of the base, so that it is bounded by it.
type wording struct {
	base     *kb.Base
	lang     string
	texts    sync.Map                 // of text to text
	capitals sync.Map                 // of text to text with a capital
	messages sync.Map                 // of key to text
	choices  []atomic.Pointer[Choice] // by concept
}

// wording gives that of a language.
func (iv *Interview) wording(lang string) *wording {
	if w, ok := iv.wordings.Load(lang); ok {
		return w.(*wording)
	}
	w, _ := iv.wordings.LoadOrStore(lang, &wording{base: iv.base.In(lang), lang: lang, choices: make([]atomic.Pointer[Choice], len(iv.base.Concepts))})
	return w.(*wording)
}

func (w *wording) text(s string) string {
	if w.lang == kb.Language {
		return w.base.Text(w.lang, s) // as it is written
	}
	return remember(&w.texts, s, func() string { return w.base.Text(w.lang, s) })
}

func (w *wording) capital(s string) string {
	return remember(&w.capitals, s, func() string { return capital(w.base.Text(w.lang, s)) })
}

// choice is a concept among those that a question offers.
func (w *wording) choice(id kb.ConceptID) Choice {
	if c := w.choices[id].Load(); c != nil {
		return *c
	}
	con := &w.base.Concepts[id]
	c := &Choice{con.Code, w.capital(con.Lay), w.text(con.Definition)}
	w.choices[id].Store(c)
	return *c
}

func (w *wording) message(key string) string {
	return remember(&w.messages, key, func() string { return w.base.Message(w.lang, key) })
}

func remember(m *sync.Map, key string, make func() string) string {
	if v, ok := m.Load(key); ok {
		return v.(string)
	}
	v, _ := m.LoadOrStore(key, make())
	return v.(string)
}
