package recognize

import (
	_ "embed" // the word lists are compiled in
	"strings"
)

//go:embed words/everyday.txt
var everydayList string

//go:embed words/english.txt
var englishList string

//go:embed words/confused.txt
var confusedList string

//go:embed words/alike.txt
var alikeList string

//go:embed words/sayings.txt
var sayingList string

//go:embed words/weak.txt
var weakList string

//go:embed words/gaps.txt
var gapList string

//go:embed words/body.txt
var bodyList string

//go:embed words/within.txt
var withinList string

//go:embed words/states.txt
var stateList string

//go:embed words/cues.txt
var cueList string

//go:embed words/crisis.txt
var crisisList string

//go:embed words/grid.txt
var gridList string

//go:embed words/topic.txt
var topicList string

//go:embed words/alias.txt
var aliasList string

// eachRow calls f with the words of every line that is not a comment.
func eachRow(list string, f func(words []string)) {
	for line := range strings.Lines(list) {
		if words := strings.Fields(line); len(words) > 0 && words[0] != "#" {
			f(words)
		}
	}
}

// eachCue calls f with the kind and every phrase of a list of cues.
func eachCue(list string, f func(kind, phrase string)) {
	for line := range strings.Lines(list) {
		kind, phrases, ok := strings.Cut(line, ": ")
		if !ok || strings.HasPrefix(line, "#") {
			continue
		}
		for phrase := range strings.SplitSeq(phrases, ",") {
			phrase = strings.TrimSpace(phrase)
			if strings.Contains(phrase, "$") {
				for _, owner := range owners {
					f(kind, strings.Replace(phrase, "$", owner, 1))
				}
			} else if phrase != "" {
				f(kind, phrase)
			}
		}
	}
}

// owners are what "$" in a cue stands for.
var owners = strings.Fields("my your his her our their its the")
