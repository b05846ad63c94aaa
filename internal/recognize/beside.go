package recognize

import (
	"slices"
	"strings"

	"anamnesis/internal/kb"
)

// A phrase may name a second finding beside its own: "dizzy and sick" is filed as dizziness,
// "hot, swollen, red leg" as an infection of the skin. What it says besides is a mention too.

// besides is a second finding in a phrase, with the features of the words that say it.
type besides struct {
	phrase   int32
	features []int32
}

// fileBesides finds the second findings of all phrases, once every phrase is entered.
func (v *vocabulary) fileBesides(base *kb.Base) {
	for i := range v.phrases {
		p := &v.phrases[i]
		text, ok := strings.CutPrefix(v.reasonOf(p), "phrase: ")
		if !ok || p.kind != KindConcept || p.grid || p.exact || !base.Concepts[p.id].Kind.Finding() {
			continue
		}
		words := v.wordsOf(text)
		if len(words) < 2 || len(words) > 6 || slices.ContainsFunc(words, v.turns) {
			continue
		}
		for k, w := range words {
			if slices.Contains(v.dict.speech.joins, w) || w == "with" {
				v.beside(base, p, words[k+1:])
				if w != "with" { // a lump with pus is a boil
					v.beside(base, p, words[:k])
				}
			}
		}
		v.besidePlaces(base, p, words)
	}
}

// turns tells a word after which a complaint is what brings another on, or is denied.
func (v *vocabulary) turns(w string) bool {
	return slices.Contains(strings.Fields(v.dict.speech.roles[roleWorse]), w) && w != "with" || w == "to" || w == "from" || w == "cant" || v.denies(w)
}

func (v *vocabulary) wordsOf(text string) []string {
	var words []string
	for _, t := range v.dict.tokens(text) {
		words = append(words, t.Text)
	}
	return words
}

// beside enters the finding that a part of a phrase is the name of, if it is another one than the phrase's.
func (v *vocabulary) beside(base *kb.Base, p *phrase, part []string) {
	part = slices.DeleteFunc(slices.Clone(part), func(w string) bool { return v.dict.look(w).flags&drop != 0 })
	if len(part) == 0 {
		return
	}
	node, path := int32(0), v.stems(part)
	for _, stem := range path {
		next, ok := v.trie.step(node, stem)
		if !ok {
			return
		}
		node = next
	}
	id, ok := v.trie.value(node)
	if !ok {
		return
	}
	c := &base.Concepts[p.id]
	for _, own := range v.stems(v.wordsOf(c.Name + " " + c.Lay)) {
		if slices.Contains(path, own) {
			return
		}
	}
	alone := len(part) == 1 && !slices.Contains(feltAlone, part[0])
	if q := &v.phrases[id]; !q.exact && !q.idle && !q.degree && !(alone && (q.weak || v.dict.look(part[0]).flags&state != 0)) {
		v.enterBeside(base, p, id, path)
	}
}

// feltAlone are common words that are complaints wherever they are joined to one.
var feltAlone = strings.Fields("sick dizzy tired faint shaky sweaty breathless itchy bloated shivering shivery nauseous confused achy")

// besidePlaces enters what the grid calls each complaint that a phrase says of its place, save for those of its own name.
func (v *vocabulary) besidePlaces(base *kb.Base, p *phrase, words []string) {
	var at int32 = -1
	states := 0
	for _, w := range words {
		e := v.dict.look(w)
		if e.flags&place != 0 && e.flags&state == 0 {
			at = e.class
		} else if e.flags&state != 0 && e.class >= 0 {
			states++
		}
	}
	if at < 0 || states < 2 {
		return
	}
	c := &base.Concepts[p.id]
	own := v.wordsOf(c.Name + " " + c.Lay)
	for _, w := range words {
		e := v.dict.look(w)
		if e.flags&state == 0 || e.class < 0 || slices.ContainsFunc(own, func(o string) bool { return v.dict.look(o).class == e.class }) {
			continue
		}
		if id, ok := v.grid[[2]int32{at, e.class}]; ok {
			v.enterBeside(base, p, id, []int32{e.class})
		}
	}
}

func (v *vocabulary) enterBeside(base *kb.Base, p *phrase, id int32, features []int32) {
	q := &v.phrases[id]
	if q.kind != KindConcept || !base.Concepts[q.id].Kind.Finding() || related(base, kb.ConceptID(p.id), kb.ConceptID(q.id)) {
		return
	}
	more := v.more(p)
	more.besides = append(slices.Clip(more.besides), besides{id, features})
}

// related tells concepts of which one is the other, an attribute of it or above it, or that share what they are attributes of.
func related(base *kb.Base, a, b kb.ConceptID) bool {
	root := func(id kb.ConceptID) kb.ConceptID {
		for base.Concepts[id].AttributeOf != kb.None {
			id = base.Concepts[id].AttributeOf
		}
		return id
	}
	x, y := root(a), root(b)
	return x == y || slices.Contains(base.Concepts[x].Parents, y) || slices.Contains(base.Concepts[y].Parents, x)
}

// claimBesides makes mentions of what a reading says besides, with the words that say it.
func (s *scratch) claimBesides(c *candidate) {
	for _, b := range s.r.vocab.extraOf(&s.r.vocab.phrases[c.phrase]).besides {
		own := candidate{phrase: b.phrase, loose: true, first: -1}
		rest := candidate{phrase: c.phrase, key: c.key, loose: c.loose, list: c.list, slip: c.slip, score: c.score, first: c.last, last: c.first}
		for _, j := range c.at[:c.n] {
			switch {
			case !slices.Contains(b.features, s.words[j].stem) && !slices.Contains(b.features, s.words[j].features[0]):
				rest.add(j)
			case own.first < 0:
				own = candidate{phrase: b.phrase, loose: true, first: j, last: j, key: j, n: 1, at: [maxAt]int32{j}}
			default:
				own.add(j)
			}
		}
		if own.first < 0 || rest.n == 0 || !s.allowed(b.phrase) {
			continue
		}
		*c = rest
		s.claim(&own)
	}
}
