package recognize

import (
	"strings"
	"sync"
	"time"

	"anamnesis/internal/clinical"
	"anamnesis/internal/kb"
	"anamnesis/internal/text"
)

// Kind says what a mention means.
type Kind uint8

// The three things that words can lead to.
const (
	KindConcept       Kind = iota + 1
	KindClarification      // a vague complaint, see kb.Base.Clarifications
	KindCondition          // an illness named by the person
)

// String gives "concept", "clarification" or "condition".
func (k Kind) String() string {
	return [...]string{"", "concept", "clarification", "condition"}[min(k, KindCondition)]
}

// Experiencer says who has it.
type Experiencer string

// The person themselves, or anybody else.
const (
	Patient Experiencer = "patient"
	Other   Experiencer = "other"
)

// Severity words; "" means that none was said.
const (
	Mild     = "mild"
	Moderate = "moderate"
	Severe   = "severe"
)

// Date is a day of the calendar; the zero Date is unknown.
type Date struct {
	Year  int
	Month time.Month
	Day   int
}

// Options are what the words alone do not tell.
type Options struct {
	Today Date         // "since Tuesday" needs it; such durations stay unknown without
	Sex   clinical.Sex // findings of the other sex's anatomy are passed over
}

// Span is a stretch of the original text, in Unicode characters, half open.
type Span struct{ Start, End int }

// Mention is one thing that the text says. Offsets are in Unicode characters of
// the original text; a composed mention spans from its first to its last word.
type Mention struct {
	Kind          Kind
	Concept       kb.ConceptID   // of KindConcept; the complaint itself where an attribute of it was said, kb.None otherwise
	Clarification int            // index, of KindClarification, -1 otherwise
	Condition     kb.ConditionID // of KindCondition, or the illness of the same name where Concept is a background factor; else kb.None
	Code, Name    string
	Text          string
	Start, End    int
	Negated       bool
	Uncertain     bool
	Experiencer   Experiencer
	Past          bool
	Over          bool // past because it has gone, not because it is long ago
	Hypothetical  bool
	DurationDays  float64 // since when, in days; -1 unknown
	Severity      string
	Attributes    []kb.ConceptID // attribute concepts of Concept that the text states
	Reasons       []string       // what led to this reading, for people to check it by
}

// Stated tells whether the mention says that the person has it now: present,
// their own, not past and not merely feared. It may still be in doubt.
func (m *Mention) Stated() bool {
	return !m.Negated && m.Experiencer == Patient && !m.Past && !m.Hypothetical
}

// Result is what a text says.
type Result struct {
	Mentions       []Mention // by place in the text
	Unplaced       []Span    // clauses with content that no mention accounts for
	Clarifications []int     // vague complaints stated, each once
	DurationDays   float64   // of the first complaint stated, -1 unknown
	Information    bool      // asks for knowledge and states no complaint of their own
	Crisis         bool      // danger from oneself, to others, or an overdose
}

// Recognizer finds the concepts of one base in texts. It is immutable and safe
// for concurrent use.
type Recognizer struct {
	base                                                                    *kb.Base
	speech                                                                  *speech
	joins, breaks                                                           map[string]bool
	times, dangers                                                          *cueSet
	dict                                                                    *dictionary
	joint                                                                   joint
	lexemes                                                                 []lexeme
	vocab                                                                   *vocabulary
	cues                                                                    *cueSet
	details                                                                 [][]detailPattern          // by concept
	naming                                                                  map[kb.ConceptID][][]int32 // features of the phrases of a complaint, while details are indexed
	standard                                                                map[kb.ConceptID][standards]kb.ConceptID
	crisis                                                                  [4][]kb.ConceptID
	states                                                                  symbolSet
	degrees                                                                 symbolSet
	wordsOf                                                                 wordSets
	units, numbers                                                          symbolValues
	wider                                                                   map[int32][]int32 // by class of place
	nested                                                                  symbolSet         // its keys
	opens                                                                   symbolSet         // first words of fixed time spans
	pain                                                                    int32
	fluid                                                                   symbolSet // classes of places that are parts of no one place
	throb, burn                                                             int32
	least                                                                   map[kb.ConceptID][]leastDays // by parent
	often                                                                   map[kb.ConceptID]leastTimes
	kindred                                                                 *trie     // illnesses of relatives
	spans                                                                   *spanTrie // fixed spans of time
	blood                                                                   symbolSet
	gestations                                                              gestations
	sayings                                                                 *cueSet
	context                                                                 map[contextual]kb.ConceptID
	contact                                                                 contact
	histories                                                               map[kb.ConditionID]kb.ConceptID
	contexts                                                                symbolSet // classes of complaints that the context knows
	treating, makes                                                         symbolSet
	healthy                                                                 map[string]bool // nouns of a sentence about one's health
	determiners, joys, animals, advises, openers, particles, ingested, away symbolSet
	bad                                                                     symbolSet // words that say of a place that it hurts
	motor                                                                   symbolSet // classes of places of which they do
	known                                                                   knownWords
	plain                                                                   plainWords
	confused                                                                map[string]likeness
	readings                                                                readings
	soft                                                                    softPhrases
	topic                                                                   *topic // nil in languages without
	pool                                                                    sync.Pool
	others                                                                  map[string]func() *Recognizer // by further language

	colors, colored symbolSet             // classes of colors, and of what has one of its own
	counted         map[kb.ConceptID]bool // complaints that come in single times
	habits          symbolSet             // what may follow a habit: "I smoke a lot"
	adverbs         adverbs
	deeds           deeds
	harming         symbolSet // verbs of harm
	passing         symbolSet // words for passing urine and where
	possess         symbolSet // join a person and what they have or do
	verdicts        symbolSet // say of something in a note that it is as it should be
}

// In gives the recogniser of texts in a language, which is made when it is first needed: r itself for English and for
// a language that the base does not have.
func (r *Recognizer) In(lang string) *Recognizer {
	if own, ok := r.others[lang]; ok {
		return own()
	}
	return r
}

// New indexes the phrases of a base.
func New(base *kb.Base) *Recognizer { return newIn(base, english(), nil) }

// newIn indexes the phrases of a base that is written in a language; r is the recogniser of the same base in English.
func newIn(base *kb.Base, p *speech, inEnglish *Recognizer) *Recognizer {
	d := newDictionary(p)
	r := &Recognizer{base: base, speech: p, joins: set(p.joins), breaks: set(p.breaks), dict: d, cues: newCueSet(d)}
	r.pain, r.throb, r.burn = d.symbol("~pain"), d.symbol("~throb"), d.symbol("~burn")
	for _, w := range []string{"period", "urine", "stool", "body", "side", "hair", "vein"} {
		r.fluid.add(d.symbol("~" + w))
	}
	r.vocab = newVocabulary(base, d)
	r.sayings = newSayings(d)
	for _, w := range p.bad {
		r.bad.add(d.learn(w).surface)
	}
	r.determiners, r.animals = surfaceSet(d, p.determiners), surfaceSet(d, p.animals)
	r.joys = surfaces(d, joyList)
	r.treating, r.makes = surfaces(d, treatList), surfaces(d, "make makes made making leave leaves left keep keeps kept get gets got has had turned turns")
	r.away, r.habits = surfaces(d, awayList), surfaces(d, habitList)
	r.advises = surfaces(d, "return back call tell ask phone ring again know")
	r.openers, r.particles, r.ingested = surfaces(d, openerList), surfaces(d, particleList), surfaces(d, ingestedList)
	r.possess = surfaces(d, "have has had having got gets get getting is am are was been keeps keep started developed feels feel with")
	r.harming, r.passing = surfaceSet(d, harming), surfaceSet(d, append([]string{"penny"}, toiletWords...))
	r.verdicts = surfaces(d, "normal fine ok good regular stable unchanged")
	r.adverbs, r.deeds = newAdverbs(d), newDeeds(base, d)
	r.healthy = map[string]bool{}
	for _, w := range p.health {
		r.healthy[w] = true
	}
	for _, w := range strings.Fields(colorList) {
		r.colors.add(d.symbol("~" + w))
	}
	for _, w := range strings.Fields(coloredList) {
		r.colored.add(d.symbol("~" + w))
	}
	if !p.english { // "an itching rash": the rash itches, not the place that it is on
		for _, w := range strings.Fields("itch burn bleed") {
			r.colors.add(d.symbol("~" + w))
		}
	}
	for _, w := range motorPlaces {
		r.motor.add(d.symbol("~" + w))
	}
	for _, w := range p.stateVerbs {
		e := d.learn(w)
		r.states.add(e.surface, e.stem)
	}
	for _, w := range p.degrees {
		r.degrees.add(d.learn(w).surface)
	}
	r.wordsOf = newWordSets(d)
	r.known, r.readings = newKnownWords(d), newReadings(base, d)
	r.units, r.numbers = newSymbolValues(d, p.units), newSymbolValues(d, p.numbers)
	r.opens, r.wider = newOpenings(d), newWider(d)
	if !p.english {
		r.opens = surfaces(d, p.timely())
	}
	r.plain = newPlainWords(base, d)
	r.contact, r.histories = newContact(base), newHistories(base)
	r.context = newContext(base, d)
	for c := range r.context {
		r.contexts.add(c.class)
	}
	r.confused = newConfused(d)
	r.least, r.kindred, r.blood, r.gestations = newLeast(base, r), newKindred(base, r), surfaceSet(d, p.blood), newGestations(base, d)
	r.often, r.counted = newOften(base), newCounted(base)
	if inEnglish != nil {
		r.least, r.often = inEnglish.least, inEnglish.often // by what their English names say
	}
	r.times, r.dangers = newTimes(d), newDangers(d)
	r.indexDetails()
	r.indexNear()
	r.markBare()
	r.indexSoft()
	r.indexCrisis()
	if p.topic != "" {
		r.topic = newTopic(base, p.topic)
	}
	for f := range r.wider {
		r.nested.add(f)
	}
	r.spans = newSpanTrie()
	r.seal()
	r.pool.New = func() any { return &scratch{r: r} }
	r.others = map[string]func() *Recognizer{}
	for _, lang := range base.Languages() {
		if p := speechOf(lang); p != nil && base.Further(lang) {
			r.others[lang] = sync.OnceValue(func() *Recognizer { return newIn(base.In(lang), speechOf(lang), r) })
		}
	}
	return r
}

// Recognize reads a text. Equal input gives equal output.
func (r *Recognizer) Recognize(input string, opt Options) Result {
	s := r.pool.Get().(*scratch)
	defer r.pool.Put(s)
	s.input, s.sex, s.today, s.fixes = input, opt.Sex, opt.Today, 0
	s.readings()
	s.judge()
	if r.speech.english {
		s.frequency()
		s.untrigger()
	}
	s.readContext()
	s.assert()
	s.describe()
	s.durations()
	s.lasting()
	if r.speech.english {
		s.history()
	}
	s.often()
	return s.result()
}

// readings takes the text apart and finds what it may name.
func (s *scratch) readings() {
	s.read()
	for i := range s.words {
		s.match(i)
		s.kindred(i)
		s.compose(i)
		s.carry(i)
	}
	s.measures()
	s.gestation()
	s.resolve()
	s.done()
	s.figures()
	s.soften()
}

func (r *Recognizer) fits(needs, sex clinical.Sex) bool {
	return needs == clinical.AnySex || sex == clinical.AnySex || needs == sex
}

// scratch is the working memory of one reading, reused between readings.
type scratch struct {
	r        *Recognizer
	input    string
	sex      clinical.Sex
	today    Date
	tokens   []text.Token
	tail     text.Mark
	words    []word
	hits     []hit
	found    []candidate
	ranks    []rank // of found
	mentions []mention
	measured []mention // readings such as "38.6", which need no phrase
	spans    []timeSpan
	near     []text.Near
	joined   []byte
	fitting  []int32 // detail patterns stated near one mention
	fixes    int
	shared   []softFeature // of a clause
	kin      bool          // the text names a blood relative or a family
	stems    []uint64      // hashes, by word, for the topic
	places   places
	steps    int
}

// read scans the text, finds the cues and parts it into clauses.
func (s *scratch) read() {
	s.found, s.hits, s.spans = s.found[:0], s.hits[:0], s.spans[:0]
	s.measured, s.stems = s.measured[:0], s.stems[:0]
	s.scan(s.input)
	s.findCues()
	s.splitClauses()
	s.kin = s.namesKin()
	s.places.note(s.words, len(s.r.dict.names))
}

// findCues marks the cues, the longest at each place, from left to right.
func (s *scratch) findCues() {
	for i := 0; i < len(s.words); i++ {
		h, ok := s.r.cues.find(s.words, i)
		if !ok {
			continue
		}
		k := s.r.cues.cues[h.cue].kinds
		for j := h.first; j <= h.last; j++ {
			s.words[j].cue = int32(len(s.hits))
			if k.has(cueIdiom) || k.has(cueUndo) && h.last > h.first+1 {
				s.words[j].flags |= blocked
			}
		}
		if k.has(cueNeg) || k.has(cueNegWeak) {
			s.markNegators(h)
		}
		s.hits = append(s.hits, h)
		i = int(h.last)
	}
}

// markNegators marks the words that deny: the "not" of "is not", or all there is.
func (s *scratch) markNegators(h hit) {
	found := false
	for j := h.first; j <= h.last; j++ {
		if s.r.known.negators.has(s.words[j].stem) {
			s.words[j].negates, found = true, true
		}
	}
	if !found {
		s.words[h.first].negates = true
	}
}

// kindsAt gives the cue kinds that begin at word i.
func (s *scratch) kindsAt(i int) kinds {
	if c := s.words[i].cue; c >= 0 && s.hits[c].first == int32(i) {
		return s.r.cues.cues[s.hits[c].cue].kinds
	}
	return 0
}

// cueText gives the words of the cue that covers word i.
func (s *scratch) cueText(i int) string { return s.r.cues.cues[s.hits[s.words[i].cue].cue].text }

// set is the words of a list.
func set(list []string) map[string]bool {
	m := make(map[string]bool, len(list))
	for _, w := range list {
		m[w] = true
	}
	return m
}
