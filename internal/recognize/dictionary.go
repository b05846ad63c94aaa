package recognize

import (
	"strings"

	"anamnesis/internal/text"
)

// flags say what part a word can play, whatever it means.
type flags uint16

const (
	drop     flags = 1 << iota // left out of phrases, skipped between their words
	skip                       // skipped between the words of a phrase
	glue                       // may stand between the words of an unordered phrase
	function                   // no content of its own
	everyday                   // common English, never a misspelling
	weak                       // alone, means a complaint only where a state is described
	place                      // a body part or substance
	state                      // a complaint said of a place
	detail                     // tells more of a complaint: a quality, side or degree
	noun                       // the plural "sores" is a thing, "sore" is a state
)

const small = drop | skip | glue | function

// entry is what is known of one word as written.
type entry struct {
	surface int32 // the word itself, -1 for an unknown one
	stem    int32 // what its inflections share, -1 for an unknown one
	class   int32 // its class of places or states, -1 without one
	lexeme  int32 // its number among them, -1 for an unknown word
	flags   flags
}

var unknown = entry{surface: -1, stem: -1, class: -1, lexeme: -1}

// throbs are verbs that mean pain in this form only: a head is banging, but was banged.
var throbs = []string{"banging", "pounding", "thumping", "hammering", "pulsating", "splitting"}

// dictionary numbers words, their stems and classes.
type dictionary struct {
	symbols map[string]int32
	names   []string
	entries map[string]entry
	alias   map[string]string // by which stem a word is matched
	synonym map[string]string // the aliases that are the same word in every way
	speech  *speech
	sealed  bool            // all entries are worked out in full
	closed  map[string]bool // words that are no form of another
	byStem  map[int32]flags // flags that hold for every inflection
	stems   map[int32]int32 // class by stem
}

func newDictionary(p *speech) *dictionary {
	d := &dictionary{speech: p, closed: map[string]bool{}, symbols: map[string]int32{}, entries: map[string]entry{}, alias: map[string]string{}, synonym: map[string]string{}, byStem: map[int32]flags{}, stems: map[int32]int32{}}
	if !p.english {
		d.close(p.gaps)
	}
	eachRow(p.gaps, func(w []string) {
		for _, s := range w[1:] {
			if w[0] == "own" {
				d.closed[s] = true
			}
		}
	})
	eachRow(p.alias, func(w []string) {
		for _, from := range w[1:] {
			d.alias[from], d.synonym[from] = w[0], w[0]
		}
	})
	for from, to := range d.alias {
		if to == "not" || to == "cant" { // cues tell these apart
			d.learn(from)
			delete(d.synonym, from)
		}
	}
	eachRow(p.everyday, func(w []string) { d.mark(everyday, w) })
	eachRow(p.weak, func(w []string) { d.mark(weak, w) })
	eachRow(p.gaps, func(w []string) {
		d.flag(map[string]flags{"drop": drop, "skip": skip, "glue": glue, "function": function, "detail": detail}[w[0]], w[1:])
	})
	eachRow(p.body, func(w []string) { d.classify(place, w) })
	if p.english {
		d.classify(detail, []string{"lower", "lower", "low"})
	}
	eachRow(p.stateList, func(w []string) { d.classify(state, w) })
	eachRow(p.alike, func(w []string) { d.classify(0, w) })
	for _, w := range throbs {
		if !p.english {
			break
		}
		e := d.learn(w)
		e.class, e.flags = d.symbol("~pain"), e.flags|state
		d.entries[w] = e
	}
	return d
}

// symbol numbers a string.
func (d *dictionary) symbol(s string) int32 {
	id, ok := d.symbols[s]
	if !ok {
		id = int32(len(d.names))
		d.symbols[s] = id
		d.names = append(d.names, s)
	}
	return id
}

// close finds the small words that keep their form, so that "entre" is no form of "entrar".
func (d *dictionary) close(gaps string) {
	open := map[string]bool{}
	eachRow(gaps, func(w []string) {
		for _, s := range w[1:] {
			switch w[0] {
			case "glue", "function", "whole":
				d.closed[s] = true
			case "skip", "detail":
				open[s] = true
			}
		}
	})
	for s := range open {
		delete(d.closed, s)
	}
	for s := range d.speech.weekdays {
		d.closed[s] = true
	}
}

// stemOf is the string under which the inflections of a word meet.
func (d *dictionary) stemOf(w string) string {
	if a, ok := d.alias[w]; ok {
		w = a
	}
	if d.closed[w] {
		return w + "."
	}
	return d.speech.stem(w)
}

// learn enters a word.
func (d *dictionary) learn(w string) entry {
	if e, ok := d.entries[w]; ok {
		return e
	}
	e := entry{surface: d.symbol(w), stem: d.symbol(d.stemOf(w)), class: -1, lexeme: -1}
	d.entries[w] = e
	return e
}

// written enters a word of a cue as a text will have it: under the word that it is another spelling of.
func (d *dictionary) written(w string) int32 {
	if same, ok := d.synonym[w]; ok && !d.speech.english {
		w = same
	}
	return d.learn(w).surface
}

// look gives the entry of a word that need not have been learnt.
func (d *dictionary) look(w string) entry {
	if d.sealed {
		if e, ok := d.entries[w]; ok {
			return e
		}
	}
	if same, ok := d.synonym[w]; ok {
		w = same
	}
	e, ok := d.entries[w]
	if ok && e.lexeme >= 0 {
		e.lexeme = unknown.lexeme // it is another word
		return e
	}
	if !ok {
		e = unknown
		if id, ok := d.symbols[d.stemOf(w)]; ok {
			e.stem = id
		}
	}
	if e.stem < 0 {
		return e
	}
	e.flags |= d.byStem[e.stem]
	if class, ok := d.stems[e.stem]; ok && e.class < 0 && w != "sores" {
		e.class = class
	}
	return e
}

// flag sets flags for words exactly as written.
func (d *dictionary) flag(f flags, words []string) {
	for _, w := range words {
		e := d.learn(w)
		e.flags |= f
		d.entries[w] = e
	}
}

// mark sets flags for words and all their inflections.
func (d *dictionary) mark(f flags, words []string) {
	for _, w := range words {
		d.byStem[d.learn(w).stem] |= f
	}
}

// classify puts words in a class of places or states.
func (d *dictionary) classify(f flags, words []string) {
	class := d.symbol("~" + words[0])
	for _, w := range words[1:] {
		stem := d.learn(w).stem
		d.byStem[stem] |= f
		d.stems[stem] = class
	}
}

// has gives a word back if it is in the dictionary as written.
func (d *dictionary) has(w string) (string, bool) {
	_, ok := d.entries[w]
	return w, ok
}

// tokens takes a text apart as readings do.
func (d *dictionary) tokens(s string) []text.Token {
	toks, _ := text.Tokenize(nil, s)
	d.fold(toks, s)
	return toks
}

// fold finishes the folding of words by the rules of the language.
func (d *dictionary) fold(toks []text.Token, input string) {
	if d.speech.english {
		return
	}
	for i := range toks {
		t := &toks[i]
		switch {
		case t.Text[0] >= '0' && t.Text[0] <= '9':
			if whole, part, ok := strings.Cut(t.Text, ","); ok && len(part) < 3 {
				t.Text = whole + "." + part // 38,5
			}
		case strings.HasPrefix(t.Text, "ano") && strings.ContainsAny(input[t.From:t.To], "ñÑ"):
			t.Text = "anno" + t.Text[len("ano"):] // a year is no anus
		case strings.HasPrefix(t.Text, "una") && strings.ContainsAny(input[t.From:t.To], "ñÑ"):
			t.Text = "unna" + t.Text[len("una"):] // a nail is no "one"
		default:
			t.Text = d.speech.folded(t.Text)
		}
	}
}
