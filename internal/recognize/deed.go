package recognize

import (
	"slices"
	"strings"

	"anamnesis/internal/kb"
	"anamnesis/internal/text"
)

// What was done to a place is an injury of it, whatever the verb and the place: "I scraped my elbow", "something bit me on
// the neck", "a cut on my shin". And what happens when a place is touched or moved says that it hurts: "he screams if you
// touch his tummy", "it hurts to move my wrist". Phrases for every pair would never end.

// deeds hold the verbs by what they leave, and the injuries of places.
type deeds struct {
	left        map[int32]deed // by surface of the verb
	nouns       map[int32]deed // by surface: "a cut on my hand"
	injuries    map[int32]kb.ConceptID
	other       kb.ConceptID // injury of any other place
	handled     symbolSet    // touch, press, move …
	cries       symbolSet    // what somebody does whom it hurts
	pain        int32
	possessives symbolSet
	passive     symbolSet
	on          symbolSet
	sides       symbolSet
	anywhere    []bool // by concept: findings of the skin, which may be at any place
}

// deed is what is left by an act: a finding of its own, or the injury of the place.
type deed struct{ finding kb.ConceptID }

const (
	cutList      = "cut sliced slit gashed grazed scraped scratched nicked lacerated"
	burnList     = "burnt burned scalded"
	hitList      = "trapped jammed squashed banged bashed hit knocked bumped whacked jarred twisted sprained wrenched tweaked clonked smashed stubbed crushed"
	biteList     = "bit stung bitten"
	cutNounList  = "cut gash graze scratch laceration"
	burnNounList = "burn scald"
	biteNounList = "bite sting"
	handledList  = "touch touches touched touching press presses pressed pressing move moves moved moving bend bends bending lift lifts lifting use using poke poked prod prodded squeeze squeezed push pushed turn turning twist twisting stretch stretching straighten straightening raise raising rub tap"
	cryList      = "cries cry cried crying screams scream screamed screaming winces wince winced wincing flinches flinch flinched flinching yelps yelp yelped squeals howls"
	injuryPlaces = "hand:hand_injury finger:hand_injury thumb:hand_injury palm:hand_injury wrist:hand_injury foot:foot_injury heel:foot_injury hoof:foot_injury toe:toe_injury head:head_injury forehead:head_injury temple:head_injury scalp:head_injury " +
		"eye:eye_injury eyelid:eye_injury ear:ear_injury nose:nose_injury tooth:dental_injury jaw:jaw_injury neck:neck_injury back:back_injury spine:back_injury chest:chest_injury rib:chest_injury belly:abdominal_injury groin:groin_injury testicle:groin_injury penis:groin_injury " +
		"shoulder:shoulder_injury breast:breast_injury"
)

// anywhere are the beginnings of the names of findings that may be at any place of the skin.
var anywhere = strings.Fields("changing_mole mole_ non_healing_sore rash itching skin_ wound blisters boil burn wart new_brown scaly hives bulls_eye tick_bite insect_bite nail_ bleeding_wont_stop swelling_after bruising_after")

func newDeeds(base *kb.Base, d *dictionary) deeds {
	x := deeds{left: map[int32]deed{}, nouns: map[int32]deed{}, injuries: map[int32]kb.ConceptID{}, other: kb.None, pain: d.symbol("~pain")}
	id := func(name string) kb.ConceptID {
		if k, ok := base.Concept(name); ok {
			return k
		}
		return kb.None
	}
	enter := func(to map[int32]deed, list string, finding kb.ConceptID) {
		for w := range strings.FieldsSeq(list) {
			to[d.learn(w).surface] = deed{finding}
		}
	}
	enter(x.left, cutList, id("wound"))
	enter(x.left, burnList, id("burn"))
	enter(x.left, biteList, id("insect_bite"))
	enter(x.left, hitList, kb.None)
	enter(x.nouns, cutNounList, id("wound"))
	enter(x.nouns, burnNounList, id("burn"))
	enter(x.nouns, biteNounList, id("insect_bite"))
	for pair := range strings.FieldsSeq(injuryPlaces) {
		part, name, _ := strings.Cut(pair, ":")
		x.injuries[d.symbol("~"+part)] = id(name)
	}
	x.other = id("recent_injury")
	x.anywhere = make([]bool, len(base.Concepts))
	for i := range base.Concepts {
		x.anywhere[i] = slices.ContainsFunc(anywhere, func(p string) bool { return strings.HasPrefix(base.Concepts[i].ID, p) })
	}
	x.handled, x.cries = surfaces(d, handledList), surfaces(d, cryList)
	x.passive = surfaces(d, "is was got gets has been")
	x.possessives, x.on = surfaces(d, "my me his her their our"), surfaces(d, "on to in of across above below under")
	x.sides = surfaces(d, "left right whole entire other upper lower outer inner big little back top side bottom poor")
	return x
}

// done adds the injuries that no phrase named, and the pain of what is touched.
func (s *scratch) done() {
	if !s.r.speech.english {
		return
	}
	x := &s.r.deeds
	had := len(s.mentions)
	for i := range s.words {
		w := &s.words[i]
		if w.surface < 0 || w.used || w.flags&blocked != 0 {
			continue
		}
		switch {
		case x.handled.has(w.surface):
			s.touched(i)
		case s.follows(i-1, "a") && s.follows(i, "bit"):
		case s.hasDeed(x.nouns, i) && i > 0 && (s.determiner(i-1) || s.words[i-1].flags&detail != 0):
			if k := s.placeOf(i+1, true); k >= 0 {
				s.injured(i, k, x.nouns[w.surface])
			}
		case s.hasDeed(x.left, i):
			d := x.left[w.surface]
			if d.bites(s) && !s.follows(i+1, "me") && !s.follows(i+1, "on") || i > 0 && s.r.animals.has(s.words[i-1].surface) {
				continue
			}
			k := s.placeOf(i+1, d.bites(s))
			if k < 0 {
				k = s.placeSuffering(i)
			}
			if k >= 0 {
				s.injured(i, k, d)
			}
		}
	}
	if len(s.mentions) > had {
		s.order()
	}
}

func (s *scratch) hasDeed(of map[int32]deed, i int) bool {
	_, ok := of[s.words[i].surface]
	return ok
}

// bites tells an act that names its place after "me on the".
func (d deed) bites(s *scratch) bool {
	return d.finding != kb.None && s.r.base.Concepts[d.finding].ID == "insect_bite"
}

// placeOf gives the place that an act or a mark from word i on is of: "my left knee", with on "me on the knee" and "on my
// knee". It is -1 for none, or where the place is part of a longer name ("my back garden").
func (s *scratch) placeOf(i int, on bool) int {
	x := &s.r.deeds
	own := !on
	for j := i; j < len(s.words) && j < i+6 && s.words[j].sentence == s.words[i].sentence; j++ {
		w := &s.words[j]
		if w.before&^text.Hyphen != 0 || w.flags&blocked != 0 {
			return -1
		}
		switch {
		case w.flags&place != 0 && w.class >= 0 && !s.r.fluid.has(w.class) && !(x.sides.has(w.surface) && j+1 < len(s.words) && s.words[j+1].flags&place != 0):
			if j == i || !own || j+1 < len(s.words) && s.words[j+1].before&^text.Hyphen == 0 && s.words[j+1].cue < 0 && s.plainThing(j+1) {
				return -1
			}
			return j
		case x.possessives.has(w.surface), on && s.determiner(j):
			own = true
		case on && x.on.has(w.surface), x.sides.has(w.surface), on && j == i && s.follows(j, "me"):
		default:
			return -1
		}
	}
	return -1
}

// placeSuffering gives the place that something was done to: "my shin is all scratched", "his thumb got trapped".
func (s *scratch) placeSuffering(i int) int {
	passive := false
	for j := i - 1; j >= 0 && j >= i-4 && s.words[j].clause == s.words[i].clause; j-- {
		w := &s.words[j]
		switch {
		case s.r.deeds.passive.has(w.surface):
			passive = true
		case passive && w.flags&place != 0 && w.class >= 0 && !s.r.fluid.has(w.class) && j > 0 && (s.r.deeds.possessives.has(s.words[j-1].surface) || s.r.deeds.sides.has(s.words[j-1].surface) || s.words[j-1].flags&detail != 0):
			return j
		case w.negates || w.flags&(small|detail) == 0:
			return -1
		}
	}
	return -1
}

// injured adds what an act left, unless it is said already.
func (s *scratch) injured(i, place int, d deed) {
	id := d.finding
	if id == kb.None {
		at, ok := s.r.deeds.injuries[s.words[place].class]
		if id = s.r.deeds.other; ok {
			id = at
		}
	}
	if id == kb.None || s.said(id) {
		return
	}
	m := s.meant(i, id)
	if !s.words[place].used {
		m.add(int32(place))
		s.words[place].used = true
	}
	m.nreason = 0
	m.why("done to a place: " + s.tokens[i].Text + ", " + s.tokens[place].Text)
	s.mentions = append(s.mentions, m)
}

func (s *scratch) said(id kb.ConceptID) bool {
	return s.anyMention(func(m *mention) bool {
		return m.kind == KindConcept && (m.concept == id || kb.ConceptID(m.id) == id || slices.Contains(m.attributes[:m.nattr], id) || s.below(m.concept, id))
	})
}

// below tells whether a concept is a kind of another.
func (s *scratch) below(a, b kb.ConceptID) bool {
	return a >= 0 && slices.Contains(s.r.base.Concepts[a].Parents, b)
}

// touched reads "he screams if you touch his tummy" and "it hurts to move my wrist" at a word for touching or moving.
func (s *scratch) touched(i int) {
	x := &s.r.deeds
	k := s.placeOf(i+1, true)
	if k < 0 {
		return
	}
	id, ok := s.r.vocab.grid[[2]int32{s.words[k].features[0], x.pain}]
	if !ok {
		return
	}
	for j := i - 1; j >= 0 && j >= i-6 && s.words[j].sentence == s.words[i].sentence; j-- {
		w := &s.words[j]
		if w.flags&place != 0 || w.negates {
			return
		}
		if x.cries.has(w.surface) || w.features[0] == x.pain && w.features[1] < 0 && !w.used {
			c := candidate{phrase: id, first: int32(j), last: int32(j), key: int32(j), n: 1, at: [maxAt]int32{int32(j)}, loose: true}
			c.add(int32(k))
			s.single(&c)
			s.claim(&c)
			return
		}
	}
}
