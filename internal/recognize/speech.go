package recognize

import (
	"embed"
	"strconv"
	"strings"

	"anamnesis/internal/text"
)

//go:embed words/es words/de
var furtherWords embed.FS

// speech is what the recogniser knows of a language beside the vocabulary of the base: its word lists, the words that
// rules name one by one, and how its words are inflected. The lists are those of words/, described there.
type speech struct {
	english                                                                       bool
	everyday, plain, confused, alike, sayings, weak, gaps, body, within           string
	stateList, cues, crisis, alias                                                string
	roles                                                                         map[role]string
	own                                                                           map[string]string // the word for an English one that a rule names
	stem                                                                          func(string) string
	fold                                                                          func(string) string // of a folded word; nil leaves it
	negators, denials, stateVerbs, degrees, joins, breaks, openings               []string
	units                                                                         map[string]float64 // days
	numbers                                                                       map[string]float64
	several                                                                       map[string]float64 // days that a bare plural means
	halves, since, ago, about, lasting, notBefore, notAfter, spanning             map[string]bool
	weekdays                                                                      map[string]int // 0 is Sunday
	named                                                                         string         // cue list of days with names, by days
	tails                                                                         []tail
	heat, pressure, beat, oxygen, between, expecting, binding, pills, many, taken []string
	bad, scale                                                                    []string              // "bad" of a place; words for a scale of pain
	highest, telling, vocatives, datives, pronouns                                []string              // for whose a complaint is
	determiners, animals, things, affairs, toward, health, trades                 []string              // for figures of speech
	blood, kindred, carriers, bearers                                             []string              // for illnesses of relatives
	ifs, supposing, maybe, asking, incase                                         []string              // for suppositions
	times, daily                                                                  []string              // "times" and "a day"
	topic                                                                         string                // weights of words and evidence, see topic.go
	difficulties                                                                  [][][]string          // groups of openings that mean the same before a verb
	sound                                                                         func(string) string   // how a folded word sounds; nil where that is not known
	spellings                                                                     func(string) []string // what a folded word may stand for that is in no list; nil for nothing
	nouns                                                                         bool                  // writes all nouns with a capital
	verbFirst                                                                     bool                  // may have its subject after the verb
	verbLast                                                                      bool                  // ends a clause that depends with its verb
	ordinals                                                                      bool                  // writes ordinals with a point
}

// tail is the end of a compound that says what is wrong with the place before it.
type tail struct{ letters, class string }

// english is the speech that the lists at the root of words/ and the rules of this package are of.
func english() *speech {
	return &speech{
		english: true, everyday: everydayList, plain: englishList, confused: confusedList, alike: alikeList, sayings: sayingList, weak: weakList, gaps: gapList,
		body: bodyList, within: withinList, stateList: stateList, cues: cueList, crisis: crisisList, alias: aliasList, topic: topicList, roles: roleWords,
		stem: func(w string) string { return text.Stem(text.American(w)) }, negators: negators, denials: deniers, stateVerbs: stateVerbs, degrees: degrees,
		joins: []string{"and", "or", "nor", "n", "plus"}, breaks: strings.Fields("i im ive but because he she they we although however if"),
		units: unitDays, numbers: numberWords, tails: []tail{{"aches", "pain"}, {"ache", "pain"}},
		pills: strings.Fields(pillsList), many: strings.Fields(manyList), taken: strings.Fields("took taken takn swallowed swallow popped downed necked ingested"),
		heat: []string{"temperature", "fever", "temp"}, pressure: []string{"bp", "pressure"}, beat: []string{"pulse"},
		oxygen: []string{"oxygen", "sats", "saturation", "spo2", "oximeter"}, between: readingWords,
		bad: badWords, determiners: strings.Fields(determinerList), animals: strings.Fields(animalList), health: strings.Fields(healthList), trades: []string{"is", "works", "was"},
		blood: strings.Fields(blood), kindred: strings.Fields(kinWords), carriers: []string{"from", "with"}, bearers: []string{"in"}, times: []string{"times"}, daily: []string{"a day", "per day", "each day"},
	}
}

// speechOf gives the speech of a language tag; nil for one that there are no lists of.
func speechOf(lang string) *speech {
	primary, _, _ := strings.Cut(lang, "-")
	switch primary {
	case "en":
		return english()
	case "es":
		p := further("es", text.StemSpanish, nil)
		p.verbFirst = true
		p.sound, p.spellings = text.SoundSpanish, text.SpellingsSpanish
		return p
	case "de":
		p := further("de", text.StemGerman, text.PlainUmlauts)
		p.nouns, p.verbLast, p.ordinals = true, true, true
		return p
	}
	return nil
}

// further reads the lists of a language.
func further(folder string, stem, fold func(string) string) *speech {
	p := &speech{stem: stem, fold: fold, roles: map[role]string{}, own: map[string]string{}, units: map[string]float64{}, numbers: map[string]float64{}, several: map[string]float64{}, weekdays: map[string]int{}}
	for name, to := range map[string]*string{
		"everyday": &p.everyday, "plain": &p.plain, "alike": &p.alike, "sayings": &p.sayings, "weak": &p.weak, "gaps": &p.gaps, "body": &p.body, "within": &p.within, "states": &p.stateList,
		"cues": &p.cues, "crisis": &p.crisis, "alias": &p.alias, "times": &p.named,
	} {
		*to = p.list(folder, name)
	}
	for line := range strings.Lines(p.list(folder, "openings")) {
		var group [][]string
		for o := range strings.SplitSeq(line, ",") {
			if w := strings.Fields(o); len(w) > 0 {
				group = append(group, w)
			}
		}
		p.difficulties = append(p.difficulties, group)
	}
	eachRow(p.list(folder, "grammar"), func(w []string) { p.rule(w[0], w[1:]) })
	return p
}

// list reads one list, folded line by line as texts are.
func (p *speech) list(folder, name string) string {
	data, err := furtherWords.ReadFile("words/" + folder + "/" + name + ".txt")
	if err != nil {
		return "" // a language may do without
	}
	var b strings.Builder
	for line := range strings.Lines(string(data)) {
		if line = strings.TrimSpace(line); strings.HasPrefix(line, "#") {
			continue
		}
		for i, w := range strings.Fields(text.Fold(line)) {
			if i > 0 {
				b.WriteByte(' ')
			}
			if i > 0 || plainList(name) { // else it says what the words are, in English
				w = p.folded(w)
			}
			b.WriteString(w)
		}
		b.WriteByte('\n')
	}
	return b.String()
}

// plainList tells a list of nothing but words.
func plainList(name string) bool {
	return name == "alias" || name == "everyday" || name == "plain" || name == "weak" || name == "openings"
}

func (p *speech) folded(w string) string {
	if p.fold == nil {
		return w
	}
	return p.fold(w)
}

var roleNames = map[string]role{
	"subject": roleSubject, "noun": roleNoun, "verb": roleVerb, "self": roleSelf, "third": roleThird, "finite": roleFinite, "light": roleLight, "prep": rolePrep, "or": roleOr,
	"question": roleQuestion, "worse": roleWorse, "better": roleBetter, "answer": roleAnswer, "ask": roleAsk, "point": rolePoint, "determiner": roleDeterminer, "patient": rolePatient,
}

// rule reads one line of grammar.txt: what its words are, then the words.
func (p *speech) rule(kind string, w []string) {
	kind, arg, _ := strings.Cut(kind, "=")
	n, _ := strconv.ParseFloat(arg, 64)
	lists := map[string]*[]string{
		"negators": &p.negators, "denials": &p.denials, "stateverbs": &p.stateVerbs, "degrees": &p.degrees, "joins": &p.joins, "breaks": &p.breaks, "openings": &p.openings,
		"heat": &p.heat, "pressure": &p.pressure, "beat": &p.beat, "oxygen": &p.oxygen, "between": &p.between, "expecting": &p.expecting, "binding": &p.binding, "pills": &p.pills, "taken": &p.taken,
		"determiners": &p.determiners, "animals": &p.animals, "things": &p.things, "affairs": &p.affairs, "highest": &p.highest, "telling": &p.telling, "vocatives": &p.vocatives, "datives": &p.datives, "pronouns": &p.pronouns, "toward": &p.toward, "health": &p.health, "trades": &p.trades, "blood": &p.blood, "kindred": &p.kindred, "carriers": &p.carriers, "bearers": &p.bearers,
		"ifs": &p.ifs, "supposing": &p.supposing, "maybe": &p.maybe, "asking": &p.asking, "incase": &p.incase, "times": &p.times, "bad": &p.bad, "scale": &p.scale,
	}
	sets := map[string]*map[string]bool{
		"halves": &p.halves, "since": &p.since, "ago": &p.ago, "about": &p.about, "lasting": &p.lasting, "notbefore": &p.notBefore, "notafter": &p.notAfter, "within": &p.spanning,
	}
	values := map[string]map[string]float64{"unit": p.units, "number": p.numbers, "several": p.several}
	switch {
	case lists[kind] != nil:
		*lists[kind] = append(*lists[kind], w...)
	case sets[kind] != nil:
		if *sets[kind] == nil {
			*sets[kind] = map[string]bool{}
		}
		for _, s := range w {
			(*sets[kind])[s] = true
		}
	case values[kind] != nil:
		for _, s := range w {
			values[kind][s] = n
		}
	case kind == "weekday":
		for _, s := range w {
			p.weekdays[s] = int(n)
		}
	case kind == "role":
		p.roles[roleNames[arg]] = strings.Join(w, " ")
	case kind == "tail":
		for _, s := range w {
			p.tails = append(p.tails, tail{s, arg})
		}
	case kind == "daily":
		p.daily = append(p.daily, strings.Join(w, " "))
	case kind == "own":
		p.own[arg] = w[0]
	}
}

// word gives the word for an English one that a rule names; "" for none.
func (p *speech) word(w string) string {
	if p.english {
		return w
	}
	return p.own[w]
}

// common are words that no phrase need have and that are corrected to all the same.
func (p *speech) common() string {
	if p.english {
		return "since yesterday weeks days months years hours morning night diarrhea symptoms suddenly"
	}
	return ""
}
