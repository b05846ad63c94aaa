package kb

import (
	"cmp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// spelling is one American word or phrase in lower case and its British form.
type spelling struct{ american, british string }

func (b *Base) indexSpelling() {
	b.british = make(map[string][]spelling, len(b.Spelling))
	for _, p := range b.Spelling {
		first := p[0][:wordEnd(p[0], 0)]
		b.british[first] = append(b.british[first], spelling{p[0], p[1]})
	}
	for _, list := range b.british {
		slices.SortFunc(list, func(x, y spelling) int { return cmp.Compare(len(y.american), len(x.american)) })
	}
}

// Text is s, written in American English, as people who chose lang read it: with the
// telephone numbers of {emergency} and {crisis}, and under en-GB in British spelling.
// Targets of Markdown links, addresses and other words in braces stay as they are.
func (b *Base) Text(lang, s string) string {
	if lang == BritishLanguage {
		s = b.spell(s)
	}
	if !strings.Contains(s, "{") {
		return s
	}
	s = strings.ReplaceAll(s, "{emergency}", b.raw(lang, "number.emergency"))
	return strings.ReplaceAll(s, "{crisis}", b.raw(lang, "number.crisis"))
}

// Message is the sentence with this key, with what Text does done; a language without it
// falls back to American English, and a key that nobody knows stands for itself.
// Other words in braces are for the caller to fill.
func (b *Base) Message(lang, key string) string {
	if own, ok := b.Messages[lang][key]; ok {
		return b.Text(lang, own)
	}
	return b.Text(lang, b.raw(Language, key))
}

func (b *Base) raw(lang, key string) string {
	if own, ok := b.Messages[lang][key]; ok {
		return own
	}
	if own, ok := b.Messages[Language][key]; ok {
		return own
	}
	return key
}

// LegalTerms are the terms in a language, else in American English.
func (b *Base) LegalTerms(lang string) Terms {
	t, ok := b.Terms[lang]
	if !ok {
		t = b.Terms[Language]
	}
	each := func(s *string) string { return b.Text(lang, *s) }
	return Terms{
		Messages:         mapAll(t.Messages, func(m *TermsMessage) TermsMessage { return TermsMessage{m.Type, b.Text(lang, m.Text)} }),
		CheckboxPolicies: mapAll(t.CheckboxPolicies, each),
		FooterPolicies:   mapAll(t.FooterPolicies, each),
	}
}

func (b *Base) spell(s string) string {
	var out strings.Builder
	out.Grow(len(s) + 16)
	for i := 0; i < len(s); {
		end, british := protected(s, i), ""
		if end == i {
			end = wordEnd(s, i)
			end, british = b.translate(s, i, end)
		}
		if end == i { // neither protected nor a word
			_, n := utf8.DecodeRuneInString(s[i:])
			end += n
		}
		if british == "" {
			british = s[i:end]
		}
		out.WriteString(british)
		i = end
	}
	return out.String()
}

// translate looks the word s[i:end], and what follows it, up; the longest match wins.
func (b *Base) translate(s string, i, end int) (int, string) {
	if end == i {
		return end, ""
	}
	for _, p := range b.british[strings.ToLower(s[i:end])] {
		stop := i + len(p.american)
		if stop <= len(s) && strings.EqualFold(s[i:stop], p.american) && (stop == len(s) || wordEnd(s, stop) == stop) {
			return stop, likeCase(s[i:stop], p.british)
		}
	}
	return end, ""
}

// protected gives the end of the link target, address or placeholder at i, or i.
func protected(s string, i int) int {
	rest := s[i:]
	closing := ""
	switch {
	case strings.HasPrefix(rest, "]("):
		closing = ")"
	case rest[0] == '{':
		closing = "}"
	case strings.HasPrefix(rest, "https://"), strings.HasPrefix(rest, "http://"):
		if n := strings.IndexAny(rest, " \n)"); n >= 0 {
			return i + n
		}
		return len(s)
	default:
		return i
	}
	if n := strings.Index(rest, closing); n >= 0 {
		return i + n + 1
	}
	return i
}

// wordEnd gives the end of the run of letters and digits from i on.
func wordEnd(s string, i int) int {
	for j, r := range s[i:] {
		if !unicode.IsLetter(r) && !unicode.IsDigit(r) {
			return i + j
		}
	}
	return len(s)
}

// likeCase gives the British word the case of the American one.
func likeCase(from, to string) string {
	first, _ := utf8.DecodeRuneInString(from)
	switch {
	case !unicode.IsUpper(first):
		return to
	case len(from) > 1 && from == strings.ToUpper(from):
		return strings.ToUpper(to)
	}
	r, n := utf8.DecodeRuneInString(to)
	return string(unicode.ToUpper(r)) + to[n:]
}
