package text

// Stem gives the part of a folded word that its everyday inflections share:
// plurals, -ing, -ed, -ness, -ly, a final e or y. It only cuts, so it allocates
// nothing, and what is left need not be a word ("aching", "aches", "achy" → "ach").
func Stem(w string) string {
	if s, ok := irregular[w]; ok {
		return s
	}
	if len(w) < 4 || !allLetters(w) || invariant[w] {
		return cutFinal(w)
	}
	w = cutPlural(w)
	w = cutSuffix(w)
	return cutFinal(w)
}

func cutPlural(w string) string {
	n := len(w)
	if n < 4 || w[n-1] != 's' {
		return w
	}
	switch w[n-2] {
	case 's', 'u', 'i':
		return w
	case 'e':
		if n > 4 && w[n-3] == 'i' { // babies, as baby
			return w[:n-2]
		}
	}
	return w[:n-1]
}

func cutSuffix(w string) string {
	n := len(w)
	switch {
	case n >= 7 && w[n-4:] == "ness":
		return cutSuffix(w[:n-4])
	case n >= 6 && w[n-2:] == "ly" && n-2 >= 4:
		return w[:n-2]
	case n >= 6 && w[n-3:] == "ing" && hasVowel(w[:n-3]):
		return undouble(w[:n-3])
	case n == 5 && w[n-3:] == "ing" && hasVowel(w[:2]):
		return w[:2]
	case n >= 5 && w[n-2:] == "ed" && w[n-3] != 'e' && hasVowel(w[:n-2]):
		return undouble(w[:n-2])
	}
	return w
}

// cutFinal takes a final e, and a y or i after a consonant, so that "dizzy",
// "dizziness" and "ache", "aching" meet.
func cutFinal(w string) string {
	n := len(w)
	if n < 3 {
		return w
	}
	switch last := w[n-1]; {
	case last == 'e':
		return w[:n-1]
	case (last == 'y' || last == 'i') && n >= 4 && !isVowel(w[n-2]):
		return undouble(w[:n-1])
	}
	return w
}

// undouble makes "throbb" "throb"; l, s and z stay double in English stems.
func undouble(w string) string {
	n := len(w)
	if n < 4 || w[n-1] != w[n-2] || isVowel(w[n-1]) {
		return w
	}
	switch w[n-1] {
	case 'l', 's', 'z':
		return w
	}
	return w[:n-1]
}

func isVowel(c byte) bool {
	switch c {
	case 'a', 'e', 'i', 'o', 'u':
		return true
	}
	return false
}

func hasVowel(w string) bool {
	for i := range len(w) {
		if isVowel(w[i]) || w[i] == 'y' {
			return true
		}
	}
	return false
}

func allLetters(w string) bool {
	for i := range len(w) {
		if w[i] < 'a' || w[i] > 'z' {
			return false
		}
	}
	return true
}

// invariant words end like an inflection and are none.
var invariant = map[string]bool{
	"evening": true, "morning": true, "during": true, "nothing": true, "something": true, "anything": true,
	"everything": true, "being": true, "ceiling": true, "family": true, "always": true, "perhaps": true,
	"sometimes": true, "united": true, "hundred": true, "sacred": true, "kidney": true, "early": true,
}

// irregular maps forms that no cutting brings together to the stem of their word.
var irregular = map[string]string{
	"swollen": "swell", "swelled": "swell", "bled": "bleed", "felt": "feel", "threw": "throw", "thrown": "throw",
	"broke": "break", "broken": "break", "slept": "sleep", "lost": "los", "loss": "los", "losing": "los", "lose": "los", "shook": "shak", "shaken": "shak",
	"feet": "foot", "teeth": "tooth", "fell": "fall", "fallen": "fall", "ate": "eat", "eaten": "eat", "drank": "drink",
	"drunk": "drunk", "stung": "sting", "bitten": "bit", "bit": "bit", "bite": "bit", "torn": "tear", "tore": "tear", "woke": "wak",
	"awoke": "wak", "woken": "wak", "ran": "run", "run": "run", "stuck": "stick", "kept": "keep", "went": "go", "gone": "gone", "going": "go", "goes": "go",
	"came": "com", "coming": "com", "comes": "com", "come": "com", "has": "have", "had": "have", "having": "have", "have": "have",
	"got": "get", "gotten": "get", "getting": "get", "seen": "see", "saw": "see", "heard": "hear", "spat": "spit",
	"stools": "stool", "feces": "feces", "testes": "testis", "calves": "calf", "knives": "knife", "wives": "wif", "lives": "liv", "gums": "gum",
	"men": "man", "women": "woman", "children": "child", "less": "less", "does": "do", "doing": "do", "did": "do", "done": "do",
	"eyes": "eye", "eye": "eye", "pee": "pee", "peeing": "pee", "pees": "pee", "peed": "pee", "weeing": "wee", "wees": "wee", "wee": "wee",
	"pooing": "poo", "poos": "poo", "toes": "toe", "toe": "toe", "knee": "knee", "knees": "knee", "dying": "die", "lying": "lie", "died": "die", "dies": "die",
	"lies": "lie", "lay": "lie", "laying": "lie", "cries": "cry", "cried": "cry", "cry": "cry", "dries": "dry", "dried": "dry", "urine": "urine",
	"red": "red", "sticky": "sticky", "sting": "sting", "stinging": "sting", "stings": "sting", "swing": "swing", "ring": "ring", "rings": "ring", "ringing": "ring",
	"blacked": "black", "blackout": "blackout", "use": "use", "used": "used", "using": "use", "wheeze": "wheez", "sneeze": "sneez",
}
