package recognize

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"anamnesis/internal/kb"
	"anamnesis/internal/text"
)

// Words for complaints are said of many things: a car coughs, a decision is rash,
// a spreadsheet is a headache. figures drops the readings whose sentence is plainly
// about something else, so that their words count as not placed.
func (s *scratch) figures() {
	own := s.speaksOfSelf()
	s.markTreated()
	kept := s.mentions[:0]
	for i := range s.mentions {
		if m := s.mentions[i]; m.phrase < 0 || !s.figurative(&m, own) {
			kept = append(kept, m)
		}
	}
	s.retain(kept)
}

// retain leaves these of the mentions, and frees the words of the others.
func (s *scratch) retain(kept []mention) {
	if len(kept) == len(s.mentions) {
		return
	}
	s.mentions = kept
	s.reown()
}

// reown marks the words of the mentions that are left as theirs, and no others.
func (s *scratch) reown() {
	for i := range s.words {
		s.words[i].owner, s.words[i].used = -1, false
	}
	for i := range s.mentions {
		for _, j := range s.mentions[i].at[:s.mentions[i].n] {
			s.words[j].owner, s.words[j].used = int32(i), true
		}
	}
}

// speaksOfSelf tells whether the person or a relative appears anywhere in the text.
// "My" alone is not enough: whose key snapped has no complaint.
func (s *scratch) speaksOfSelf() bool {
	for i := range s.words {
		if s.isSelf(i) || s.kindsAt(i).has(cueKin) && !s.r.animals.has(s.words[i].surface) {
			return true
		}
	}
	return false
}

// isSelf tells a word for the person that is more than "my".
func (s *scratch) isSelf(i int) bool { return s.is(i, roleSelf) && !s.is(i, roleNoun) }

func (s *scratch) figurative(m *mention, own bool) bool {
	if s.ofAnimal(m) {
		return true
	}
	if m.kind == KindConcept && s.dangerConcept(m) {
		return false
	}
	if s.tradeOfKin(m) || s.likened(m) {
		return true
	}
	if !s.r.speech.english {
		return s.aboutThings(m, own)
	}
	if !own && s.foreign(m) {
		return true
	}
	if m.n == 2 && !m.loose && s.r.particles.has(s.words[m.last].surface) && m.last == m.first+1 && s.doneTo(int(m.last)) {
		return true // blacked out the windows
	}
	k := int(m.last)
	if m.n == 2 && !m.loose && m.last == m.first+1 && m.first > 0 && s.determiner(int(m.first)-1) && s.describes(k) {
		return true // the wound-up toy
	}
	if m.n != 1 || m.loose {
		return false
	}
	if s.words[k].wide {
		return false
	}
	return s.modifies(k) || s.ofThing(k) || s.doneTo(k) || s.feltToward(k)
}

// accidents are the beginnings of the names of what happens to somebody from outside, which complaints are likened to.
var accidents = strings.Fields("foreign_body wound deep_wound penetrating_wound burn electric_shock assault road_accident animal_bite insect_bite snake_bite frozen_skin strangled near_drowning poison recent_injury")

// likened tells an accident that a complaint only feels like: "like swallowing glass", "as if I'd been stabbed".
func (s *scratch) likened(m *mention) bool {
	if !s.r.speech.english || m.kind != KindConcept || !slices.ContainsFunc(accidents, func(p string) bool { return strings.HasPrefix(s.r.base.Concepts[m.concept].ID, p) }) {
		return false
	}
	for j := int(m.first) - 1; j >= 0 && j >= int(m.first)-5 && s.words[j].sentence == s.words[m.first].sentence; j-- {
		if s.words[j].surface == s.r.known.like && j+1 < len(s.words) || s.follows(j, "if") && s.follows(j-1, "as") || s.follows(j, "though") && s.follows(j-1, "as") {
			return !s.follows(j-1, "looks") && !s.follows(j-1, "look") && !s.follows(j-1, "something")
		}
		if s.words[j].flags&small == 0 && !s.is(j, roleSelf) || s.words[j+1].before != 0 {
			return false
		}
	}
	return false
}

// tradeOfKin tells what a relative or friend is, which is no risk of the person's own:
// "my sister is a nurse".
func (s *scratch) tradeOfKin(m *mention) bool {
	if m.kind != KindConcept || s.r.base.Concepts[m.concept].Kind != kb.Risk {
		return false
	}
	for j := int(m.first) - 1; j >= 0 && j >= int(m.first)-5 && s.words[j].clause == s.words[m.first].clause; j-- {
		if s.isSelf(j) {
			return false
		}
		if s.kindsAt(j).has(cueKin) {
			return j+1 < len(s.words) && slices.Contains(s.r.speech.trades, s.tokens[j+1].Text)
		}
	}
	return false
}

// dangerConcept tells the concepts of crisis, which nothing here may drop.
func (s *scratch) dangerConcept(m *mention) bool {
	for _, ids := range s.r.crisis {
		if slices.Contains(ids, m.concept) {
			return true
		}
	}
	return false
}

// foreign tells a sentence whose subject is a thing of everyday life, or "you", and
// that does not speak of the person: "The car coughed and stalled", "My key snapped".
func (s *scratch) foreign(m *mention) bool {
	f := s.begins(m)
	if f == int(m.first) || !s.factor(m) && (s.words[f].treated || s.lists(m)) {
		return false
	}
	switch w := s.tokens[f].Text; w {
	case "you", "your":
		return true
	case "he", "she", "they", "we":
		return s.factor(m)
	case "it", "there", "this", "that", "its", "theres", "thats":
		return s.factor(m) && !s.determiner(f)
	}
	if f+1 == int(m.first) && s.determiner(f) && s.factor(m) {
		return true // the taxi driver
	}
	if s.determiner(f) || s.tokens[f].Text == "my" {
		return s.foreignNoun(f+1, int(m.first))
	}
	return s.wellFormed(f) && !s.openingVerb(f) && s.foreignNoun(f, int(m.first)) && !s.brings(f, int(m.first))
}

// brings tells a note of what came along with something: "Emergency room visit with a fever". With a verb it is a sentence about
// somebody: "Paula came to the visit with a fever".
func (s *scratch) brings(f, before int) bool {
	for j := f + 1; j < before && j <= f+3; j++ {
		if s.follows(j, "with") {
			return true
		}
		if s.is(j, roleFinite) || s.kindsAt(j) != 0 || strings.HasSuffix(s.tokens[j].Text, "ed") || strings.HasSuffix(s.tokens[j].Text, "s") {
			return false
		}
	}
	return false
}

// markTreated marks the words of the sentences that speak of a medicine, of its effects or of treatment: whatever
// complaint they name is meant as one.
func (s *scratch) markTreated() {
	for i := 0; i < len(s.words); {
		end, treated := i, false
		for ; end < len(s.words) && s.words[end].sentence == s.words[i].sentence; end++ {
			treated = treated || s.r.treating.has(s.words[end].surface) || s.medicine(end)
		}
		for ; i < end; i++ {
			s.words[i].treated = treated
		}
	}
}

// medicine tells a word that names one.
func (s *scratch) medicine(j int) bool {
	o := s.words[j].owner
	if o < 0 {
		return false
	}
	m := &s.mentions[o]
	return m.kind == KindConcept && s.r.base.Concepts[m.concept].Kind == kb.Medication
}

// lists tells a sentence that names three complaints or more: it is about somebody's health, whatever its first word.
func (s *scratch) lists(m *mention) bool {
	n := 0
	for i, last := int(m.first), int32(-1); i < len(s.words) && i < int(m.first)+2*maxZone && s.words[i].sentence == s.words[m.first].sentence; i++ {
		if o := s.words[i].owner; o >= 0 && o != last {
			n, last = n+1, o
		}
	}
	for i, last := int(m.first)-1, s.words[m.first].owner; i >= 0 && i > int(m.first)-2*maxZone && s.words[i].sentence == s.words[m.first].sentence; i-- {
		if o := s.words[i].owner; o >= 0 && o != last {
			n, last = n+1, o
		}
	}
	return n >= 3
}

// foreignNoun tells whether the first noun from word j on, before the mention, is an
// ordinary one that has nothing to do with anybody's health.
func (s *scratch) foreignNoun(j, before int) bool {
	from := j
	for j < before && s.words[j].owner < 0 && s.words[j].flags&(drop|skip|detail) != 0 {
		j++
	}
	if j >= before || j > from+2 || s.words[j].owner >= 0 || s.words[j].flags&(place|state) != 0 || s.kindsAt(j) != 0 || s.words[j].number || s.r.numbers.of(s.words[j].surface) > 0 || s.unitAt(j) || s.unitAt(j+1) {
		return false // the following day
	}
	if s.proper(j) && j == from && j > 0 && s.is(j-1, roleNoun) {
		return false // our Susan
	}
	return (s.ordinary(j) || s.proper(j)) && !s.r.healthy[s.tokens[j].Text]
}

// proper tells a name: a capitalised word that no phrase knows.
func (s *scratch) proper(j int) bool {
	r, _ := utf8.DecodeRuneInString(s.input[s.tokens[j].From:])
	return unicode.IsUpper(r) && s.words[j].fixed == "" && (s.words[j].stem < 0 || !s.r.vocab.stemKnown(s.words[j].stem))
}

// wellFormed tells a written-out sentence from notes: it begins with a capital, ends
// with a stop and has at least four words.
func (s *scratch) wellFormed(f int) bool {
	r, _ := utf8.DecodeRuneInString(s.input[s.tokens[f].From:])
	end := s.sentenceEnd(f)
	stop := end < len(s.words) || s.tail&text.Stop != 0
	return unicode.IsUpper(r) && stop && end-f >= 4
}

// openingVerb tells a sentence whose "I" is left out: "Woke with a headache".
func (s *scratch) openingVerb(f int) bool {
	w := s.tokens[f].Text
	if f+1 < len(s.words) && s.words[f+1].before&^text.Hyphen != 0 || !letters(w) || strings.HasSuffix(w, "ly") {
		return true // a note
	}
	return s.words[f].flags&(small|detail) != 0 || strings.HasSuffix(w, "ed") || strings.HasSuffix(w, "ing") || s.r.openers.has(s.words[f].surface)
}

// factor tells a mention of what somebody is, has or did, which is no complaint.
func (s *scratch) factor(m *mention) bool {
	return m.kind == KindConcept && !s.r.base.Concepts[m.concept].Kind.Finding()
}

// ordinary tells a word of everyday English that is no part of a complaint.
func (s *scratch) ordinary(j int) bool {
	return s.words[j].flags&everyday != 0 && s.words[j].flags&weak == 0 || s.r.plain.has(s.r.dict, s.tokens[j].Text)
}

func (s *scratch) determiner(j int) bool { return s.r.determiners.has(s.words[j].surface) }

// modifies tells a complaint's name that only describes the thing named after it:
// "a rash decision", "the fever pitch".
func (s *scratch) modifies(k int) bool {
	if k == 0 || k+1 >= len(s.words) || s.words[k+1].before&^text.Hyphen != 0 || !s.determiner(k-1) || s.is(k-1, roleNoun) && s.tokens[k-1].Text != "the" {
		return false
	}
	return s.describes(k)
}

// describes tells a word right before an ordinary noun.
func (s *scratch) describes(k int) bool {
	if k+1 >= len(s.words) || s.words[k+1].before&^text.Hyphen != 0 {
		return false
	}
	next := &s.words[k+1]
	if next.negates || s.r.known.negators.has(next.stem) || s.is(k+1, roleFinite) {
		return false // the headache won't go
	}
	if next.flags&(small|place|state|detail|weak) != 0 || next.cue >= 0 || next.number || next.owner >= 0 || next.joins {
		return false
	}
	w := s.tokens[k+1].Text
	return s.ordinary(k+1) && !s.r.healthy[w] && !verblike(w)
}

// verblike tells a word that may be what a complaint does: "the rash spreads".
func verblike(w string) bool {
	return strings.HasSuffix(w, "ed") || strings.HasSuffix(w, "ing") || strings.HasSuffix(w, "s") || strings.HasSuffix(w, "ly")
}

// ofThing tells a complaint of a thing: "the cough of the old engine".
func (s *scratch) ofThing(k int) bool {
	if !s.follows(k+1, "of") || s.words[k+1].cue >= 0 || k+2 >= len(s.words) || !s.determiner(k+2) {
		return false // a headache of sudden onset
	}
	thing := false
	for j := k + 2; j < len(s.words) && j < k+6 && s.words[j].clause == s.words[k].clause; j++ {
		w := &s.words[j]
		if w.number || s.unitAt(j) || w.owner >= 0 || w.flags&(place|state) != 0 || s.is(j, roleSelf) {
			return false
		}
		thing = thing || w.flags&small == 0
	}
	return thing
}

// doneTo tells what was done to a thing: "I strained the pasta".
func (s *scratch) doneTo(k int) bool {
	if w := s.tokens[k].Text; !strings.HasSuffix(w, "ed") && !strings.HasSuffix(w, "t") && s.words[k].flags&weak == 0 && !s.r.particles.has(s.words[k].surface) || k+2 >= len(s.words) || s.words[k+1].before != 0 || !s.determiner(k+1) {
		return false
	}
	if s.words[k].flags&place != 0 || s.tokens[k+1].Text == "this" || s.tokens[k+1].Text == "that" {
		return false
	}
	for j := k + 2; j < len(s.words) && j < k+7 && s.words[j].clause == s.words[k].clause; j++ {
		if w := &s.words[j]; w.owner >= 0 || w.flags&(place|state) != 0 || w.number || s.unitAt(j) || s.r.opens.has(w.surface) {
			return false
		}
	}
	return s.ordinary(k+2) && !s.r.healthy[s.tokens[k+2].Text] && !s.r.ingested.has(s.words[k+2].surface)
}

// feltToward tells a feeling toward something: "blind to his faults", "dizzy with joy".
func (s *scratch) feltToward(k int) bool {
	switch {
	case s.follows(k+1, "to"):
		return k+2 < len(s.words) && s.is(k+2, roleThird) || s.follows(k+2, "your") || s.follows(k+2, "the")
	case s.follows(k+1, "with"):
		return k+2 < len(s.words) && s.r.joys.has(s.words[k+2].surface)
	}
	return false
}

// ofAnimal tells what a pet has, except what it did to the person.
func (s *scratch) ofAnimal(m *mention) bool {
	for j := int(m.first) - 1; j >= 0 && j > int(m.first)-maxZone && s.words[j].sentence == s.words[m.first].sentence; j-- {
		if s.isSelf(j) {
			return false
		}
		if s.r.animals.has(s.words[j].surface) && s.words[j].owner < 0 {
			return m.kind != KindConcept || s.r.base.Concepts[m.concept].Kind.Finding() || s.r.base.Concepts[m.concept].Kind == kb.State
		}
	}
	return false
}

const (
	determinerList = "all the a an that this these those his her our their some every another"
	healthList     = "system systems review history examination exam doctor nurse gp dentist pharmacist test scan thermometer watch monitor toilet paper pad midwife hospital physio optician baby bite sting cut burn bruise wound scar side area attack attacks spell spells episode episodes problem problems symptom symptoms issue trouble inside outside top middle end bottom place skin whole other one same lining surface feeling sensation weather light noise results result patient patients pt client resident"
	habitList      = "too a lots heavily every daily most socially regularly but about around roughly for with at since like on in"
	treatList      = "medication medications medicine medicines med meds dose dosage mg drug drugs effective effects antidepressant antidepressants ssri snri symptom symptoms relapse relapsed prescribed prescription therapy therapist psychiatrist diagnosed"
	joyList        = "joy excitement delight rage envy laughter anticipation happiness pride power love success"
	openerList     = "woke wake fell took take did got had have been feel felt keep kept cant could couldnt hit cut burnt broke went lost gave ate drank drove slept stood bit stung threw hurts hurt need no not never still just only started stopped came saw tried might may must should works worked helps helped makes made gives caused causes controls after before during within besides increase increased decrease decreased"
	particleList   = "up out off down"
	ingestedList   = "food meal dinner lunch breakfast supper tea coffee water milk pill pills tablet tablets medicine meds antibiotics antibiotic drink drinks"
	animalList     = "dog cat puppy kitten horse hamster rabbit budgie parrot hen hens cow sheep goat pony"
)

// surfaces gives the words of a list by symbol.
func surfaces(d *dictionary, list string) symbolSet {
	return surfaceSet(d, strings.Fields(list))
}

func surfaceSet(d *dictionary, list []string) symbolSet {
	var s symbolSet
	for _, w := range list {
		s.add(d.learn(w).surface)
	}
	return s
}
