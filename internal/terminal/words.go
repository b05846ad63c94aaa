package terminal

import (
	"embed"
	"encoding/json"
	"fmt"
	"strings"
)

//go:embed words/*.json
var wordFiles embed.FS

// words are the terminal's own words in a language, by the English ones. The nil map is English.
type words map[string]string

// wordsOf gives those of a language tag; English where there are none.
func wordsOf(lang string) words {
	primary, _, _ := strings.Cut(lang, "-")
	data, err := wordFiles.ReadFile("words/" + primary + ".json")
	if err != nil {
		return nil
	}
	var w words
	if err := json.Unmarshal(data, &w); err != nil {
		return nil // the files are read by a test
	}
	return w
}

// say gives a text in the language, with what it names put in.
func (w words) say(english string, args ...any) string {
	if own, ok := w[english]; ok {
		english = own
	}
	if len(args) == 0 {
		return english
	}
	return fmt.Sprintf(english, args...)
}
