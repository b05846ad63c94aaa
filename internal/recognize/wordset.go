package recognize

import "strings"

// role says what a small word does in a sentence.
type role uint32

const (
	roleSubject    role = 1 << iota // may begin a clause after a comma or "and"
	roleNoun                        // begins one only if a verb follows: "and my head hurts"
	roleVerb                        // begins one whose subject is still "I": "and feel sick"
	roleSelf                        // the person themselves
	roleThird                       // he, she and theirs
	roleFinite                      // a verb that makes a clause of a noun
	roleLight                       // may stand between "haven't" and what is denied
	rolePrep                        // a preposition
	roleOr                          // or, nor
	roleQuestion                    // begins a question for a reason or an action
	roleWorse                       // introduces what brings a complaint on
	roleBetter                      // introduces what eases it
	roleAnswer                      // answers a question
	roleAsk                         // begins a question that is answered yes or no
	rolePoint                       // points to what the person has: it, this
	roleDeterminer                  // points to something the person has: this, my
	rolePatient                     // names the patient in a report by somebody else
)

var roleWords = map[role]string{
	roleSubject:    "i im ive id he she they we it its there this that you theres thats hes shes theyre theyve weve",
	roleNoun:       "my the his her our their both",
	roleVerb:       "have had am feel feeling felt got now then also getting been cant cannot couldnt was is has keep keeps having woke started struggling noticed developed",
	roleSelf:       "i im ive my me myself id mine",
	roleThird:      "he she his her him hers they their them",
	roleFinite:     "is are was were has have had hurts hurt aches ache feels feel felt keeps keep started stopped went goes itches burns throbs swelled looks gets got came comes began seems bleeds tingles smells",
	roleLight:      "have had having has got get getting gets any feel feeling felt feels notice noticed noticing experience experienced experiencing suffer suffered suffering from sign signs symptom symptoms problem problems issue issues trouble or and nor in on at of with to seem seems show shown showing develop developed more further other new actual think believe sure yet even ever become reveal demonstrate give evidence history",
	rolePrep:       "with from to of by for at about on like near off down up into onto through out over across",
	roleOr:         "or nor",
	roleQuestion:   "why what how when where which should can who does will",
	roleWorse:      "when while with on after if worse during whenever as before once by",
	roleBetter:     "better ease eases eased relieved relief relieves helps help improves improve less goes stops lessens settles",
	roleAnswer:     "yes no none yeah yep nope",
	roleAsk:        "does do is are can could should will would did",
	rolePoint:      "it this that these those",
	roleDeterminer: "my this these the having had how that those",
	rolePatient:    "patient pt yo man woman male female gentleman lady",
}

// wordSets gives the roles of a word by its symbol.
type wordSets []role

func (w wordSets) of(symbol int32) role {
	if uint32(symbol) >= uint32(len(w)) {
		return 0
	}
	return w[symbol]
}

func (w *wordSets) add(symbol int32, r role) {
	for int(symbol) >= len(*w) {
		*w = append(*w, 0)
	}
	(*w)[symbol] |= r
}

func newWordSets(d *dictionary) wordSets {
	var sets wordSets
	for r, words := range d.speech.roles {
		for _, w := range strings.Fields(words) {
			e := d.learn(w)
			sets.add(e.surface, r)
			if r&(roleWorse|roleBetter) != 0 {
				sets.add(e.stem, r)
			}
		}
	}
	return sets
}

// is tells whether word i has one of the roles.
func (s *scratch) is(i int, r role) bool {
	return i >= 0 && i < len(s.words) && s.r.wordsOf.of(s.words[i].surface)&r != 0
}

// knownWords are symbols that the rules name one by one.
type knownWords struct {
	back, like, such, so, this, free, no, none, who, non, had                            int32
	since, ago, last, day, week, old, out, of, ten, x, at, every, over, past, other, the int32
	half, a, an, couple, or, to, with, not, can, cant, cantStem, me, killing, i, he, she int32
	negators                                                                             symbolSet // stems of words that deny
	denials                                                                              symbolSet // words that deny all of a list: "denies fever, chills and cough"
}

func newKnownWords(d *dictionary) knownWords {
	f := func(w string) int32 {
		if w = d.speech.word(w); w == "" {
			return absent
		}
		return d.learn(w).surface
	}
	k := knownWords{
		back: f("back"), like: f("like"), such: f("such"), so: f("so"), this: f("this"), free: f("free"), no: f("no"), none: f("none"), who: f("who"), non: f("non"), had: f("had"),
		since: f("since"), ago: f("ago"), last: f("last"), day: f("day"), week: f("week"), old: f("old"), out: f("out"), of: f("of"), ten: f("ten"),
		x: f("x"), at: f("at"), every: f("every"), over: f("over"), past: f("past"), other: f("other"), the: f("the"),
		half: f("half"), a: f("a"), an: f("an"), couple: f("couple"), or: f("or"), to: f("to"), with: f("with"), not: f("not"), me: f("me"), i: f("i"), he: f("he"), she: f("she"), killing: f("killing"), can: f("can"), cant: f("cant"), cantStem: d.learn("cant").stem,
	}
	for _, w := range d.speech.negators {
		k.negators.add(d.learn(w).stem)
	}
	for _, w := range d.speech.denials {
		k.denials.add(d.learn(w).surface)
	}
	return k
}

// absent is the symbol of a word that a language has none for; unknown words of a text have another.
const absent = -2

// deniers are the words that deny all of a list.
var deniers = []string{"denies", "denied", "deny", "negative", "ve", "absence", "neither", "none", "free", "neg"}

// negators are the words that deny.
var negators = []string{"not", "no", "cant", "without", "never", "wont", "nothing"}
