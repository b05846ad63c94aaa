package recognize

import (
	"strconv"
	"strings"

	"anamnesis/internal/clinical"
	"anamnesis/internal/kb"
	"anamnesis/internal/text"
)

// Does the sentence speak of somebody's health at all? Where no rule can tell, the words around a reading and the way it
// was read do: each of them counts for or against it by a weight in words/topic.txt, which a logistic regression learnt
// from our own labelled sentences (topic_learn_test.go, `go test -run Learn -learn`). The sum is the log odds that
// the reading is meant; below what a reading needs it is dropped, and its words count as not placed.

// evidence is what a reading and its sentence are judged by, in the order of evidenceNames.
type evidence [len(evidenceNames)]float64

var evidenceNames = [...]string{
	"always", "one_word", "three_words", "composed", "nearly", "by_class", "gap", "corrected", "medical_word", "place_and_state", "factor", "attribute",
	"self", "self_near", "other_subject", "third_person", "kin", "other_readings", "body_words", "ordinary_words", "ordinary_share", "strange_words", "time", "degree", "question", "denied", "words_around", "own_words", "little_else", "thing_before", "thing_after", "of_thing", "thing_subject", "about", "opens", "told", "imperative", "others_plain",
}

const (
	evAlways = iota
	evOneWord
	evThreeWords
	evComposed
	evNearly
	evByClass
	evGap
	evCorrected
	evMedicalWord
	evPlaceAndState
	evFactor
	evAttribute
	evSelf
	evSelfNear
	evOtherSubject
	evThirdPerson
	evKin
	evOtherReadings
	evBodyWords
	evOrdinaryWords
	evOrdinaryShare
	evStrangeWords
	evTime
	evDegree
	evQuestion
	evDenied
	evWordsAround
	evOwnWords
	evLittleElse
	evThingBefore
	evThingAfter
	evOfThing
	evThingSubject
	evAbout
	evOpens
	evTold
	evImperative
	evOthersPlain
)

// topic holds the weights.
type topic struct {
	words   map[uint64]float64 // by the hash of a word's stem
	weights evidence
	alarm   []float64 // by concept: what a red flag asks for is dropped on stronger evidence only: how much stronger
}

// Bounds of what one sentence can add.
const (
	mostWords     = 4.0 // of the sum of the words around, either way
	needed        = -.2 // log odds below which a reading is dropped
	ownNeeded     = 2.3 // so much less where the person speaks of themselves beside it
	medicalNeeded = 1.2 // and so much less for a word that is hardly used of anything else, unless its sentence is about a thing
	saidNeeded    = 1.0 // and so much less where they do so in the sentence, or it tells since when or how bad
	shortText     = 5   // words
	involved      = 0.5 // and so much less of what may be part of an emergency
	alarmed       = 2.0 // or is one by itself
)

func newTopic(base *kb.Base, list string) *topic {
	c := &topic{words: map[uint64]float64{}, alarm: make([]float64, len(base.Concepts))}
	eachRow(list, func(w []string) {
		value, err := strconv.ParseFloat(w[0], 64)
		if err != nil || len(w) < 2 {
			return
		}
		if name, ok := strings.CutPrefix(w[1], "="); ok {
			for i, n := range evidenceNames {
				if n == name {
					c.weights[i] = value
				}
			}
			return
		}
		for _, stem := range w[1:] {
			c.words[hash(stem)] = value
		}
	})
	for i := range base.RedFlags {
		fire := base.RedFlags[i].FireIf
		fire.Leaves(func(id kb.ConceptID) {
			c.alarm[id] = max(c.alarm[id], involved)
			if fires(fire, id) {
				c.alarm[id] = alarmed
			}
		})
	}
	return c
}

// alone is a person of some age and sex of whom one thing is known.
type alone struct {
	concept kb.ConceptID
	age     int
	sex     clinical.Sex
}

func (w alone) Assertion(id kb.ConceptID) clinical.Assertion {
	if id == w.concept {
		return clinical.Present
	}
	return clinical.Assertion(0)
}
func (w alone) Age() int                     { return w.age }
func (w alone) Sex() clinical.Sex            { return w.sex }
func (w alone) Duration() clinical.Bucket    { return clinical.UnknownDuration }
func (w alone) Share(kb.ConditionID) float64 { return 0 }

// fires tells whether one thing alone raises a red flag in anybody.
func fires(flag *kb.Expr, id kb.ConceptID) bool {
	for _, age := range [...]int{0, 40, 80} {
		for _, sex := range [...]clinical.Sex{clinical.Female, clinical.Male} {
			if flag.Eval(alone{id, age, sex}) == clinical.True {
				return true
			}
		}
	}
	return false
}

// judge drops the readings that their sentences speak against.
func (s *scratch) judge() {
	if s.r.topic == nil || len(s.mentions) == 0 {
		return
	}
	for i := range s.mentions {
		m := &s.mentions[i]
		m.unmeant = s.judged(m) && !s.amongTerms(m) && !s.speaksOf(m)
	}
	kept := s.mentions[:0]
	for i := range s.mentions {
		if !s.mentions[i].unmeant {
			kept = append(kept, s.mentions[i])
		}
	}
	s.retain(kept)
}

// judged tells which readings are judged: findings and factors in a sentence that says more, never danger nor a measured value.
func (s *scratch) judged(m *mention) bool {
	return m.phrase >= 0 && m.kind == KindConcept && s.r.base.Concepts[m.concept].Kind != kb.Family && !s.dangerConcept(m) && !s.bare(m) && !s.charted(m) && !s.named(m) && !s.had(m) && (s.factor(m) || !s.words[m.first].treated)
}

// named tells a finding called by its own name, in two words or more: who writes of "panic attacks" means them.
func (s *scratch) named(m *mention) bool {
	if m.n < 2 || m.loose || m.slip > 0 || m.fixed > 0 || s.factor(m) {
		return false
	}
	c := &s.r.base.Concepts[m.id]
	text, ok := strings.CutPrefix(s.r.vocab.reasonOf(&s.r.vocab.phrases[m.phrase]), "phrase: ")
	return ok && (strings.EqualFold(text, c.Name) || strings.EqualFold(text, c.Lay))
}

// had tells what a person is said to have or to do, in a word that is hardly used of anything else: "he is wheezing", "our
// Jack has a bad cough", and not "a fever for old records".
func (s *scratch) had(m *mention) bool {
	if s.factor(m) && s.r.base.Concepts[m.concept].Kind != kb.Background || m.slip > 0 || m.fixed > 0 {
		return false
	}
	medical := s.follows(int(m.first), "fit") && s.follows(int(m.first)-1, "a")
	for _, j := range m.at[:m.n] {
		w := &s.words[j]
		medical = medical || w.flags&(small|everyday|weak) == 0 && !s.plainAt(int(j)) || w.flags&state != 0 && w.flags&place == 0 && s.follows(int(j)-1, "a") && w.flags&small == 0
	}
	if !m.loose && m.n >= 2 && s.denies(m) && s.personIn(int(m.first)-1, 4) {
		return true // he is not able to breathe normally
	}
	next := int(m.last) + 1
	if !medical || s.follows(next, "for") || s.follows(next, "of") || s.follows(next, "to") {
		return false
	}
	j := int(m.first) - 1
	for j >= 0 && j >= int(m.first)-4 && s.words[j].sentence == s.words[m.first].sentence && !s.r.possess.has(s.words[j].surface) && s.words[j].flags&(small|detail|weak) != 0 {
		j--
	}
	if j < 0 || !s.r.possess.has(s.words[j].surface) && s.tokens[j].Clitic == "" {
		return false
	}
	return s.personIn(j, 4)
}

// personIn tells whether one of the n words up to word j is for the person, somebody else or a relative.
func (s *scratch) personIn(j, n int) bool {
	for k := j; k >= 0 && k > j-n && s.words[k].sentence == s.words[j].sentence; k-- {
		if s.is(k, roleSelf|roleThird) && !s.is(k, roleNoun) || s.kindsAt(k).has(cueKin) && !s.r.animals.has(s.words[k].surface) || k > 0 && s.is(k-1, roleNoun) && s.proper(k) {
			return true
		}
	}
	return false
}

// amongTerms tells a reading of a medical term in a sentence that has another: "seen in A&E with tachycardia and vertigo". No
// two such words meet in a sentence about the world at large.
func (s *scratch) amongTerms(m *mention) bool {
	if !s.isTerm(m) {
		return false
	}
	for i := range s.mentions {
		if o := &s.mentions[i]; o.concept != m.concept && o.first != m.first && s.words[o.first].sentence == s.words[m.first].sentence && o.phrase >= 0 && s.isTerm(o) {
			return true
		}
	}
	return false
}

// isTerm tells a reading that has a word of no other use.
func (s *scratch) isTerm(m *mention) bool {
	for _, j := range m.at[:m.n] {
		if s.words[j].flags&(small|everyday) == 0 && !s.plainAt(int(j)) {
			return true
		}
	}
	return false
}

// charted tells what a note says that somebody reports.
func (s *scratch) charted(m *mention) bool {
	for j := int(m.first) - 1; j >= 0 && j >= int(m.first)-maxZone && s.words[j].sentence == s.words[m.first].sentence; j-- {
		if s.charts(j) {
			return true
		}
	}
	return false
}

// bare tells a reading that is all or nearly all there is: "headache", "sick since monday", "nosebleeds daily".
func (s *scratch) bare(m *mention) bool {
	content := 0
	for j := range s.words {
		if !m.uses(int32(j)) && s.words[j].owner < 0 && s.words[j].flags&(small|detail) == 0 && !s.words[j].number && s.words[j].cue < 0 && !s.unitAt(j) && !s.r.opens.has(s.words[j].surface) {
			if content++; content > 1 {
				return false
			}
		}
	}
	return content == 0 || len(s.words) <= shortText && !s.ofThings(m)
}

// ofThings tells a sentence whose subject is a thing or somebody else, or that tells somebody what to do: however short,
// it is not all about a complaint.
func (s *scratch) ofThings(m *mention) bool {
	f := s.begins(m)
	return f < int(m.first) && s.determiner(f) && (f+1 == int(m.first) || s.words[f+1].owner < 0 && s.words[f+1].flags&(small|place|state|weak) == 0) && !s.words[m.first].treated || s.commands(f)
}

// begins gives the first word of a reading's sentence.
func (s *scratch) begins(m *mention) int {
	f := int(m.first)
	for f > 0 && f > int(m.first)-2*maxZone && s.words[f-1].sentence == s.words[m.first].sentence {
		f--
	}
	return f
}

// commands tells a sentence that says what to do with a thing: "Beat the eggs until stiff".
func (s *scratch) commands(f int) bool {
	return f+2 < len(s.words) && s.words[f].owner < 0 && s.plainVerb(f) && s.determiner(f+1) && s.plainThing(f+2)
}

// plainVerb tells an ordinary word that may be a verb in its first form.
func (s *scratch) plainVerb(j int) bool {
	t := s.tokens[j].Text
	return (s.words[j].flags&everyday != 0 || s.plainAt(j)) && !s.words[j].negates && !s.words[j].joins && !s.is(j, roleSelf|roleThird|rolePrep|roleFinite|roleNoun|roleSubject) &&
		!strings.HasSuffix(t, "ed") && !strings.HasSuffix(t, "ing") && !strings.HasSuffix(t, "s") && !s.r.openers.has(s.words[j].surface)
}

// needs gives the log odds below which a reading is dropped, by what it would cost to lose it.
func (s *scratch) needs(m *mention, e *evidence) float64 {
	alarm := max(s.r.topic.alarm[m.concept], s.r.topic.alarm[kb.ConceptID(m.id)])
	return needed - alarm - medicalNeeded*e[evMedicalWord]*max(e[evThirdPerson], 1-e[evOtherSubject]) - ownNeeded*e[evSelfNear] - saidNeeded*max(e[evSelf]*(1-e[evSelfNear]), e[evTime], e[evTold])
}

// speaksOf tells whether enough speaks for a reading.
func (s *scratch) speaksOf(m *mention) bool {
	e := s.weigh(m)
	sum := 0.0
	for i, x := range e {
		sum += x * s.r.topic.weights[i]
	}
	return sum >= s.needs(m, &e)
}

// weigh gathers the evidence for a reading.
func (s *scratch) weigh(m *mention) evidence {
	var e evidence
	s.weighReading(m, &e)
	s.weighSentence(m, &e)
	return e
}

func (s *scratch) weighReading(m *mention, e *evidence) {
	e[evAlways] = 1
	e[evOneWord], e[evThreeWords] = yes(m.n == 1), yes(m.n >= 3)
	e[evComposed], e[evNearly], e[evByClass] = yes(m.loose && !m.nearly), yes(m.nearly), yes(m.swaps > 0)
	e[evGap] = float64(min(int(m.last-m.first)+1-int(m.n), 3))
	e[evCorrected] = yes(m.slip > 0 || m.fixed > 0)
	e[evFactor] = yes(s.factor(m))
	e[evAttribute] = yes(m.nattr > 0)
	places, states, own := false, false, 0.0
	e[evMedicalWord] = yes(s.isTerm(m))
	for _, j := range m.at[:m.n] {
		w := &s.words[j]
		places, states = places || w.flags&place != 0, states || w.flags&state != 0
		own += s.wordWeight(int(j))
	}
	e[evPlaceAndState] = yes(places && states)
	e[evOwnWords] = own / float64(max(m.n, 1))
	for j := int(m.first) - 3; j <= int(m.last)+3; j++ {
		if j >= 0 && j < len(s.words) && s.words[j].sentence == s.words[m.first].sentence && s.personAt(j, m) {
			e[evSelfNear] = 1
		}
	}
	s.weighThings(m, e)
}

// tellsTime tells a word of a time span: "since", a unit, "yesterday", "Monday", "in January".
func (s *scratch) tellsTime(j int) bool {
	if s.unitAt(j) || s.words[j].surface == s.r.known.since && s.words[j].surface >= 0 {
		return true
	}
	w := s.tokens[j].Text
	if s.may(j, traitDay) && len(w) > 3 {
		if _, ok := weekdays[w]; ok {
			return true
		}
	}
	if w == "ago" || s.may(j, traitMonth) && s.monthAt(j) && (s.follows(j-1, "in") || s.follows(j-1, "last") || s.is(j-1, rolePrep)) {
		return true
	}
	if !s.r.opens.has(s.words[j].surface) {
		return false
	}
	t, ok := s.fixedAt(j)
	return ok && !t.vague
}

func (s *scratch) monthAt(j int) bool {
	_, ok := months[s.tokens[j].Text]
	return ok
}

// personAt tells a word for the person: "I", "me", or a "my" that is not of a thing ("my car").
func (s *scratch) personAt(j int, m *mention) bool {
	if !s.is(j, roleSelf) || !s.is(j, roleNoun) || m.uses(int32(j)) {
		return s.is(j, roleSelf)
	}
	for k := j + 1; k < len(s.words) && k <= j+3 && s.words[k].before == 0; k++ {
		switch w := &s.words[k]; {
		case s.follows(k, "life") || s.tellsTime(k):
			return true
		case s.plainThing(k):
			return false
		case m.uses(int32(k)), w.flags&state != 0:
			return true
		case w.flags&place != 0:
			return !s.plainThing(k + 1)
		}
	}
	return false
}

// weighThings looks for a thing that the reading may belong to: "table leg", "fatigue cracks", "the tongue of my trainer",
// "my old hoover wheezes", "a book about asthma".
func (s *scratch) weighThings(m *mention, e *evidence) {
	first := int(m.first)
	e[evThingBefore] = yes(s.words[first].before&^text.Hyphen == 0 && s.plainThing(first-1))
	for _, j := range m.at[:m.n] {
		k := int(j) + 1
		if k < len(s.words) && !m.uses(int32(k)) && s.words[k].before&^text.Hyphen == 0 && s.plainThing(k) {
			e[evThingAfter] = 1
		}
		if s.follows(k, "of") && k+2 < len(s.words) && (s.determiner(k+1) || s.is(k+1, roleNoun)) && s.plainThing(k+2) {
			e[evOfThing] = 1
		}
	}
	f := first
	for f > 0 && f > first-2*maxZone && s.words[f-1].sentence == s.words[first].sentence {
		f--
	}
	e[evOpens] = yes(first <= f+1 && !s.determiner(f))
	e[evThingSubject] = yes(f < first && (s.determiner(f) || s.is(f, roleNoun)) && s.foreignNoun(f+1, first))
	e[evAbout] = yes(s.follows(first-1, "about") && s.plainThing(first-2) || s.follows(first-1, "on") && s.plainThing(first-2))
}

// plainThing tells an ordinary word that no phrase accounts for and that is no verb by its form.
func (s *scratch) plainThing(j int) bool {
	if j < 0 || j >= len(s.words) {
		return false
	}
	w := &s.words[j]
	if w.owner >= 0 || w.number || w.joins || w.negates || w.cue >= 0 || w.flags&(small|place|state|detail|weak) != 0 || s.is(j, roleFinite) || s.unitAt(j) {
		return false
	}
	t := s.tokens[j].Text
	return (w.flags&everyday != 0 || s.plainAt(j)) && !s.r.healthy[t] && !strings.HasSuffix(t, "ed") && !strings.HasSuffix(t, "ing") && !strings.HasSuffix(t, "ly")
}

func (s *scratch) weighSentence(m *mention, e *evidence) {
	from := s.begins(m)
	ordinary, content, body, strange, around, placeless := 0, 0, 0, 0, 0.0, 0
	to := from
	for ; to < len(s.words) && to < from+4*maxZone && s.words[to].sentence == s.words[m.first].sentence; to++ {
		w := &s.words[to]
		if s.personAt(to, m) {
			e[evSelf] = 1
		}
		if m.uses(int32(to)) {
			continue
		}
		around += s.wordWeight(to)
		k := s.kindsAt(to)
		e[evKin] = max(e[evKin], yes(k.has(cueKin)))
		e[evThirdPerson] = max(e[evThirdPerson], yes(s.is(to, roleThird)))
		e[evDenied] = max(e[evDenied], yes(w.negates))
		if e[evTime] == 0 {
			e[evTime] = yes(s.tellsTime(to) || k.has(cuePast))
		}
		e[evDegree] = max(e[evDegree], yes(w.flags&detail != 0 || k&tells != 0))
		e[evTold] = max(e[evTold], yes(k&tells != 0))
		if w.number || w.flags&small != 0 {
			continue
		}
		content++
		if w.owner < 0 {
			placeless++
		}
		switch {
		case w.flags&(place|state) != 0:
			body++
		case w.owner >= 0:
		case w.flags&everyday != 0 || s.plainAt(to):
			ordinary++
		case w.stem < 0 || !s.r.vocab.stemKnown(w.stem):
			strange++
		}
	}
	e[evOtherSubject] = yes(from < int(m.first) && s.determiner(from) || s.wellFormed(from) && from < int(m.first) && s.words[from].flags&small == 0 && !s.openingVerb(from))
	e[evBodyWords], e[evOrdinaryWords], e[evStrangeWords] = float64(min(body, 2)), float64(min(ordinary, 6)), float64(min(strange, 3))
	e[evLittleElse] = yes(placeless <= 1)
	if content > 0 {
		e[evOrdinaryShare] = float64(ordinary) / float64(content)
	}
	e[evQuestion] = yes(to < len(s.words) && s.words[to].before&text.Question != 0 || to == len(s.words) && s.tail&text.Question != 0 || s.is(from, roleQuestion|roleAsk))
	e[evWordsAround] = max(-mostWords, min(mostWords, around))
	if e[evThirdPerson] > 0 && e[evKin] == 0 { // "My son fell. He reports vomiting."
		for j := range from {
			e[evKin] = max(e[evKin], yes(s.kindsAt(j).has(cueKin)))
		}
	}
	e[evImperative] = yes(s.commands(from))
	others, plain := 0, 0
	for i := range s.mentions {
		if o := &s.mentions[i]; o.first > m.last || o.last < m.first {
			if s.telling(o) {
				others++
			} else {
				plain++
			}
		}
	}
	e[evOtherReadings], e[evOthersPlain] = float64(min(others, 2)), float64(min(plain, 2))
}

// telling tells a reading that is more than one ordinary word, which might be meant of anything.
func (s *scratch) telling(m *mention) bool {
	if m.n != 1 {
		return m.slip == 0 && m.fixed == 0
	}
	return s.words[m.first].flags&(small|everyday|weak) == 0 && m.slip == 0
}

func yes(b bool) float64 {
	if b {
		return 1
	}
	return 0
}

// stemHash gives the hash of the stem of word j, which is no lexeme, made once for a text.
func (s *scratch) stemHash(j int) uint64 {
	if len(s.stems) != len(s.words) {
		for i := range s.words {
			h := uint64(0)
			if s.words[i].lexeme < 0 {
				h = hash(s.r.dict.stemOf(s.spelling(i)))
			}
			s.stems = append(s.stems, h)
		}
	}
	return s.stems[j]
}

func (s *scratch) wordWeight(j int) float64 {
	if l := s.words[j].lexeme; l >= 0 {
		return s.r.lexemes[l].weight
	}
	return s.r.topic.words[s.stemHash(j)]
}

func (s *scratch) plainAt(j int) bool {
	if l := s.words[j].lexeme; l >= 0 {
		return s.r.lexemes[l].traits&traitPlain != 0
	}
	return s.r.plain.hasHash(s.stemHash(j))
}
