package auth

import (
	"fmt"
	"strings"

	"golang.org/x/text/language"
)

// DefaultLanguage is what a login without X-Language gets where the partner has it.
const DefaultLanguage = "en-US"

// maxLanguage is the longest tag that is parsed, in bytes; RFC 5646 section 4.4.1 asks for 35.
const maxLanguage = 64

// NormalLanguage brings a BCP 47 tag into canonical form: "EN-us" is "en-US", "iw" is "he". It fails with ErrLanguage.
func NormalLanguage(tag string) (string, error) {
	if tag == "" || len(tag) > maxLanguage {
		return "", fmt.Errorf("%w: no language tag", ErrLanguage)
	}
	t, err := language.Parse(tag)
	if err != nil {
		return "", fmt.Errorf("%w: %q is no BCP 47 tag", ErrLanguage, tag)
	}
	return t.String(), nil
}

// ChooseLanguage picks a consultation's language from the languages enabled for a partner, in canonical form. The
// X-Language header must name one of them exactly: "en" is not "en-US". Where it is absent the choice is en-US, and
// for a partner without that, its first language. No language enabled means en-US alone. It fails with ErrLanguage.
func ChooseLanguage(enabled []string, header string) (string, error) {
	canonical := make([]string, 0, len(enabled)+1)
	for _, e := range enabled {
		if c, err := NormalLanguage(e); err == nil {
			canonical = append(canonical, c)
		}
	}
	if len(canonical) == 0 {
		canonical = append(canonical, DefaultLanguage)
	}
	want, fallback := DefaultLanguage, canonical[0]
	if header = strings.TrimSpace(header); header != "" {
		var err error
		if want, err = NormalLanguage(header); err != nil {
			return "", err
		}
		fallback = ""
	}
	for _, c := range canonical {
		if c == want {
			return c, nil
		}
	}
	if fallback == "" {
		return "", fmt.Errorf("%w: %s", ErrLanguage, want)
	}
	return fallback, nil
}
