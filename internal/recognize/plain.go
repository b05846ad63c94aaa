package recognize

import (
	"slices"

	"anamnesis/internal/kb"
)

// plainWords are the stems of ordinary English words that no phrase uses, as
// sorted hashes: the set is only ever asked whether a word that the dictionary does
// not know is one, and a rare collision leaves one typing error uncorrected.
type plainWords []uint64

func newPlainWords(base *kb.Base, d *dictionary) plainWords {
	var p plainWords
	eachRow(d.speech.plain, func(words []string) {
		for _, w := range words {
			p = append(p, hash(d.stemOf(w)))
		}
	})
	if !d.speech.english {
		p = append(p, writtenWords(base, d)...)
	}
	slices.Sort(p)
	return slices.Compact(p)
}

// writtenWords are the words that the texts of a base are written in, all of them spelled right: for a language that
// there is no other list of.
func writtenWords(b *kb.Base, d *dictionary) plainWords {
	seen := map[string]bool{}
	add := func(list ...string) {
		for _, s := range list {
			for _, t := range d.tokens(s) {
				seen[t.Text] = true
			}
		}
	}
	for i := range b.Concepts {
		c := &b.Concepts[i]
		add(c.Lay, c.Definition, c.Question)
	}
	for i := range b.Conditions {
		add(b.Conditions[i].SelfCare...)
		add(b.Conditions[i].WatchFor...)
	}
	for i := range b.RedFlags {
		add(b.RedFlags[i].Reason)
	}
	for _, s := range b.Messages[b.Language()] {
		add(s)
	}
	var p plainWords
	for w := range seen {
		p = append(p, hash(d.stemOf(w)))
	}
	return p
}

// has tells whether some inflection of a word is in the set.
func (p plainWords) has(d *dictionary, w string) bool {
	return p.hasHash(hash(d.stemOf(w)))
}

func (p plainWords) hasHash(h uint64) bool {
	_, ok := slices.BinarySearch(p, h)
	return ok
}

// hash is FNV-1a.
func hash(s string) uint64 {
	h := uint64(14695981039346656037)
	for i := range len(s) {
		h = (h ^ uint64(s[i])) * 1099511628211
	}
	return h
}

// likeness is the word that another real word is often typed for.
type likeness struct {
	word          string
	stem, feature int32 // -1 for none
}

var unlike = likeness{stem: -1, feature: -1}

func newConfused(d *dictionary) map[string]likeness {
	m := map[string]likeness{}
	eachRow(d.speech.confused, func(words []string) {
		e := d.learn(words[0])
		l := likeness{words[0], e.stem, e.stem}
		if class := d.look(words[0]).class; class >= 0 {
			l.feature = class
		}
		for _, w := range words[1:] {
			m[w] = l
		}
	})
	return m
}
