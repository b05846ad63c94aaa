package suggest

import (
	"cmp"
	"math"
	"math/bits"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"unicode"
	"unicode/utf8"

	"anamnesis/internal/clinical"
	"anamnesis/internal/kb"
	"anamnesis/internal/text"
)

// Index is the search index of one base. It is safe for concurrent use.
type Index struct {
	targets []target
	names   []name
	leads   []int32                 // targets of names
	shown   []atomic.Pointer[shown] // of each name's targets, made when first shown
	briefs  []brief                 // by name
	worths  []worth                 // by target
	words   []string
	ids     map[string]int32
	posts   []post  // of all words, each word's together
	first   []int32 // by word its first post; one more at the end
	has     []post  // of all names, each name's together: a word where a post has a name
	rarity  []int32 // by word, 0 to 10: how few names have it
	stems   map[string][]int32
	alike   map[string][]int32 // words that mean much the same
	tongue  tongue
	speller *text.Speller
	pool    sync.Pool
}

// target is something that a row can show.
type target struct {
	id, code, display string
	sex               clinical.Sex
	common            int32 // 0 to 30, by background rate
	penalty           int32
}

// name is one text under which targets are found; an illness leads to several.
type name struct {
	text    string
	lead    int32 // Index.leads from here on are its targets
	row     int32 // Index.shown from here on are what their rows say
	from    int32 // Index.has from here to where the next name's begin are its words
	words   int16 // of content
	penalty int16
	targets int8
	other   bool // not the target's own plain name
}

// post says that a name has a word, or a word is in a name, and in the lowest bit whether as its first one of content.
type post uint32

func newPost(of int32, first bool) post {
	p := post(of) << 1
	if first {
		p |= 1
	}
	return p
}

func (p post) of() int32   { return int32(p >> 1) }
func (p post) first() bool { return p&1 != 0 }

// shown is what the row of a target says, and the words in it that the index has.
type shown struct {
	text  string
	spots []spot
}

// spot is a word of a shown text that the index has, at bytes from to to.
type spot struct{ word, from, to int32 }

// brief is what ranking needs of a name, close together: a search looks at thousands.
type brief struct {
	target  int32 // the first
	words   int32
	penalty int32
	other   bool
	more    bool // there are more targets
}

// worth is what ranking needs of a target.
type worth struct {
	points int32 // how common it is, less its penalty
	sex    clinical.Sex
}

// Penalties in points of score: what reads worse stands lower when all else is equal.
const (
	penaltyName      = 6 // another proper name
	penaltyPhrase    = 20
	penaltyIllness   = 55
	penaltyResult    = 25
	penaltyAttribute = 35
	penaltyVague     = 8
	penaltyParent    = 70 // of what a name's own target is an attribute of
	// symptomsOfIllness is how many rows the name of an illness leads to.
	symptomsOfIllness = 4
)

// New builds the index of a base in the language that it is written in.
func New(base *kb.Base) *Index { return newIn(base, tongueOf(base.Language())) }

func newIn(base *kb.Base, t tongue) *Index {
	x := &Index{tongue: t, ids: map[string]int32{}, stems: map[string][]int32{}}
	rows := map[kb.ConceptID]int32{}
	for i := range base.Concepts {
		c := &base.Concepts[i]
		if !c.Kind.Finding() || c.Standard != "" {
			continue
		}
		rows[kb.ConceptID(i)] = x.target(targetOf(c))
	}
	for i := range base.Concepts {
		if id, ok := rows[kb.ConceptID(i)]; ok {
			x.concept(&base.Concepts[i], id, rows)
		}
	}
	for i := range base.Clarifications {
		x.clarification(base, &base.Clarifications[i])
	}
	for i := range base.Conditions {
		x.condition(&base.Conditions[i], base, rows)
	}
	x.speller, x.alike = text.NewSpeller(x.words, true), newAlike(x.tongue, x.ids)
	x.file()
	x.briefs = make([]brief, len(x.names))
	for i := range x.names {
		n := &x.names[i]
		x.briefs[i] = brief{x.leads[n.lead], int32(n.words), int32(n.penalty), n.other, n.targets > 1}
	}
	for i := range x.targets {
		t := &x.targets[i]
		x.worths = append(x.worths, worth{t.common - t.penalty, t.sex})
	}
	x.pool.New = func() any { return newScratch(x) }
	return x
}

// file turns what names have into what words are in, once all are entered, and leaves nothing that lists had room for.
func (x *Index) file() {
	x.first = make([]int32, len(x.words)+1)
	for _, p := range x.has {
		x.first[p.of()+1]++
	}
	for w := range x.words {
		x.rarity = append(x.rarity, int32(max(0, 10-bits.Len(uint(x.first[w+1])))))
		x.first[w+1] += x.first[w]
	}
	x.posts = make([]post, len(x.has))
	next := slices.Clone(x.first)
	for n := range x.names {
		for _, p := range x.wordsOf(int32(n)) {
			x.posts[next[p.of()]] = newPost(int32(n), p.first())
			next[p.of()]++
		}
	}
	rows := 0
	for i := range x.names {
		x.names[i].row = int32(rows)
		rows += int(x.names[i].targets)
	}
	x.shown = make([]atomic.Pointer[shown], rows)
	x.names, x.leads, x.has, x.words = clipped(x.names), clipped(x.leads), clipped(x.has), clipped(x.words)
}

func clipped[T any](list []T) []T { return append(make([]T, 0, len(list)), list...) }

// wordsOf are the words of a name.
func (x *Index) wordsOf(name int32) []post {
	to := len(x.has)
	if int(name)+1 < len(x.names) {
		to = int(x.names[name+1].from)
	}
	return x.has[x.names[name].from:to]
}

// namesOf are the names that a word is in.
func (x *Index) namesOf(word int32) []post { return x.posts[x.first[word]:x.first[word+1]] }

// targetsOf are the targets that a name leads to.
func (x *Index) targetsOf(n *name) []int32 { return x.leads[n.lead : n.lead+int32(n.targets)] }

// say gives what the row of a name's target says.
func (x *Index) say(name, at int32) *shown {
	n := &x.names[name]
	slot := &x.shown[n.row+at]
	if s := slot.Load(); s != nil {
		return s
	}
	s := &shown{text: x.targets[x.targetsOf(n)[at]].display}
	if n.other || at > 0 {
		s.text += " (" + n.text + ")"
	}
	for _, t := range x.tongue.tokens(nil, s.text) {
		if id, ok := x.ids[t.Text]; ok {
			s.spots = append(s.spots, spot{id, int32(t.From), int32(t.To)})
		}
	}
	slot.Store(s)
	return s
}

// length is how long what say gives is.
func (x *Index) length(name, at int32) int {
	n := &x.names[name]
	d := len(x.targets[x.targetsOf(n)[at]].display)
	if n.other || at > 0 {
		d += len(n.text) + len(" ()")
	}
	return d
}

func targetOf(c *kb.Concept) target {
	t := target{id: "assessment_" + c.Code, code: c.Code, display: capital(c.Lay), sex: c.Sex, common: commonness(c.Background)}
	if c.Lay == "" {
		t.display = c.Name
	}
	switch {
	case c.AttributeOf != kb.None:
		t.penalty, t.common = penaltyAttribute, t.common/3
	case c.Kind == kb.Result:
		t.penalty = penaltyResult
	}
	return t
}

// concept enters the names of a finding; those of an attribute lead to what it is
// an attribute of as well, further down.
func (x *Index) concept(c *kb.Concept, id int32, rows map[kb.ConceptID]int32) {
	targets := []int32{id}
	if parent, ok := rows[c.AttributeOf]; ok {
		targets = append(targets, parent)
	}
	x.name(x.targets[id].display, 0, false, targets...)
	x.alternatives(targets, penaltyName, append([]string{c.Name}, c.Synonyms...))
	x.alternatives(targets, penaltyPhrase, c.Phrases)
}

func (x *Index) clarification(base *kb.Base, c *kb.Clarification) {
	id := x.target(target{id: "clarify_" + c.Code, code: c.Code, display: c.Name, common: 15, penalty: penaltyVague, sex: sexOf(base, c)})
	x.name(c.Name, 0, false, id)
	x.alternatives([]int32{id}, penaltyName, c.Synonyms)
	x.alternatives([]int32{id}, penaltyPhrase, c.Phrases)
}

// sexOf is the sex that all of a vague complaint's meanings belong to, if they do.
func sexOf(base *kb.Base, c *kb.Clarification) clinical.Sex {
	var sex clinical.Sex
	for _, o := range c.Options {
		for _, id := range o.Concepts {
			s := base.Concepts[id].Sex
			if s == clinical.AnySex || sex != clinical.AnySex && s != sex {
				return clinical.AnySex
			}
			sex = s
		}
	}
	return sex
}

// condition leads the names of an illness to what its patients come with.
func (x *Index) condition(d *kb.Condition, base *kb.Base, rows map[kb.ConceptID]int32) {
	var first []kb.Link
	for _, l := range d.Findings {
		if c := &base.Concepts[l.Concept]; c.AttributeOf == kb.None && c.Kind != kb.Result && l.Presenting > 0 {
			first = append(first, l)
		}
	}
	slices.SortStableFunc(first, func(a, b kb.Link) int {
		return cmp.Or(cmp.Compare(b.Presenting, a.Presenting), cmp.Compare(b.P, a.P))
	})
	var targets []int32
	for _, l := range first[:min(len(first), symptomsOfIllness)] {
		targets = append(targets, rows[l.Concept])
	}
	if len(targets) == 0 {
		return
	}
	for _, s := range append([]string{d.Name, d.Lay}, d.Synonyms...) {
		x.name(s, penaltyIllness, true, targets...)
	}
}

func (x *Index) target(t target) int32 {
	x.targets = append(x.targets, t)
	return int32(len(x.targets) - 1)
}

// alternatives enters further names; the first target is the one that they are of.
func (x *Index) alternatives(targets []int32, penalty int32, list []string) {
	for _, s := range list {
		if !strings.EqualFold(s, x.targets[targets[0]].display) {
			x.name(s, penalty, true, targets...)
		}
	}
}

// name enters one text for some targets.
func (x *Index) name(s string, penalty int32, other bool, targets ...int32) {
	toks := x.tongue.tokens(nil, s)
	if len(toks) == 0 {
		return
	}
	other = other && (penalty == penaltyIllness || !x.saysAll(targets[0], toks))
	n := name{text: s, lead: x.lead(targets), targets: int8(len(targets)), penalty: int16(penalty), other: other, from: int32(len(x.has))}
	enter := func(w int32, first bool) {
		if !slices.ContainsFunc(x.has[n.from:], func(p post) bool { return p.of() == w }) {
			x.has = append(x.has, newPost(w, first))
		}
	}
	for _, t := range toks {
		w := x.word(t.Text)
		content := !x.tongue.stop[t.Text] || len(toks) == 1
		if content {
			n.words++
		}
		enter(w, content && n.words == 1)
		if before, tail := x.tongue.parts(t.Text); tail != "" { // Knieschmerzen are found by either half
			enter(x.word(before), false)
			enter(x.word(tail), false)
		}
	}
	n.words = max(n.words, 1)
	x.names = append(x.names, n)
}

// lead gives the place of targets among all leads. Names that are entered one after the other mostly have the same.
func (x *Index) lead(targets []int32) int32 {
	if at := len(x.leads) - len(targets); at >= 0 && slices.Equal(x.leads[at:], targets) {
		return int32(at)
	}
	x.leads = append(x.leads, targets...)
	return int32(len(x.leads) - len(targets))
}

// saysAll tells whether a target's plain name has every word of another name, so
// that showing both would repeat: "Numbness or tingling (numbness)".
func (x *Index) saysAll(target int32, toks []text.Token) bool {
	own := x.tongue.tokens(nil, x.targets[target].display)
	for _, t := range toks {
		if !slices.ContainsFunc(own, func(o text.Token) bool { return o.Text == t.Text }) {
			return false
		}
	}
	return true
}

// word numbers a word.
func (x *Index) word(w string) int32 {
	id, ok := x.ids[w]
	if !ok {
		id = int32(len(x.words))
		x.ids[w] = id
		x.words = append(x.words, w)
		stem := x.tongue.stem(w)
		x.stems[stem] = append(x.stems[stem], id)
	}
	return id
}

// commonness maps a background rate to 0 to 30 points, ten for each power of ten.
func commonness(rate float64) int32 {
	if rate <= 0 {
		return 0
	}
	return int32(math.Round(min(30, max(0, 30+10*math.Log10(rate*2)))))
}

func capital(s string) string {
	r, size := utf8.DecodeRuneInString(s)
	return string(unicode.ToUpper(r)) + s[size:]
}

// stop words are never asked for by themselves.
var stop = set("i im ive me my a an the of in on at to with and or is are am was have has had having got get some very really bit it its when from for that this so been be do can")

func set(words string) map[string]bool {
	m := map[string]bool{}
	for _, w := range strings.Fields(words) {
		m[w] = true
	}
	return m
}
