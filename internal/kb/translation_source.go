package kb

import (
	"io/fs"
	"path"
	"strings"
)

// languageFolder holds a folder for each further language.
const languageFolder = "languages"

// translationSource is the parsed files of one language.
type translationSource struct {
	lang           string
	concepts       map[string]conceptTextSource
	conditions     map[string]conditionTextSource
	redFlags       map[string]ruleTextSource
	clarifications map[string]clarificationTextSource
	groups         map[string]string
	batches        map[string]string
	articles       map[string]articleSource
}

type conceptTextSource struct {
	Name       string   `yaml:"name"`
	Lay        string   `yaml:"lay"`
	Definition string   `yaml:"definition"`
	Question   string   `yaml:"question"`
	Synonyms   []string `yaml:"synonyms"`
	Phrases    []string `yaml:"phrases"`

	file string
}

type conditionTextSource struct {
	Name     string   `yaml:"name"`
	Lay      string   `yaml:"lay"`
	Synonyms []string `yaml:"synonyms"`
	SelfCare []string `yaml:"self_care"`
	WatchFor []string `yaml:"watch_for"`

	file string
}

type ruleTextSource struct {
	Reason      string `yaml:"reason"`
	Instruction string `yaml:"instruction"`

	file string
}

type clarificationTextSource struct {
	Name     string            `yaml:"name"`
	Synonyms []string          `yaml:"synonyms"`
	Phrases  []string          `yaml:"phrases"`
	Question string            `yaml:"question"`
	Options  map[string]string `yaml:"options"`

	file string
}

func (l *loader) translations(s *Sources) {
	dirs, _ := fs.ReadDir(l.fsys, languageFolder) // a base may have none
	for _, d := range dirs {
		if d.IsDir() {
			s.translations = append(s.translations, l.translation(d.Name()))
		}
	}
}

func (l *loader) translation(lang string) *translationSource {
	at := path.Join(languageFolder, lang)
	t := &translationSource{
		lang: lang, concepts: map[string]conceptTextSource{}, conditions: map[string]conditionTextSource{}, redFlags: map[string]ruleTextSource{},
		clarifications: map[string]clarificationTextSource{}, groups: map[string]string{}, batches: map[string]string{}, articles: map[string]articleSource{},
	}
	gather(l, at+"/concepts", t.concepts, func(file string, v *conceptTextSource) { v.file = file })
	gather(l, at+"/conditions", t.conditions, func(file string, v *conditionTextSource) { v.file = file })
	gather(l, at+"/redflags", t.redFlags, func(file string, v *ruleTextSource) { v.file = file })
	gather(l, at+"/clarifications", t.clarifications, func(file string, v *clarificationTextSource) { v.file = file })
	gather(l, at+"/groups.yaml", t.groups, func(string, *string) {})
	gather(l, at+"/batches.yaml", t.batches, func(string, *string) {})
	for _, file := range l.files(at+"/articles", ".md") {
		if a, ok := l.article(file); ok {
			t.articles[a.id] = a
		}
	}
	return t
}

// gather reads maps by id, of which no two files may have the same.
func gather[T any](l *loader, root string, into map[string]T, name func(file string, v *T)) {
	each(l, root, func(file string, m map[string]T) {
		for _, id := range sortedKeys(m) {
			if _, twice := into[id]; twice {
				l.problems.add(file, id, "is translated in another file too")
				continue
			}
			v := m[id]
			name(file, &v)
			into[id] = v
		}
	})
}

// article splits one file into front matter and Markdown.
func (l *loader) article(file string) (articleSource, bool) {
	a := articleSource{id: strings.TrimSuffix(path.Base(file), ".md"), file: file}
	data, err := fs.ReadFile(l.fsys, file)
	if err != nil {
		l.problems.add(file, "", "%v", err)
		return a, false
	}
	rest, ok := strings.CutPrefix(strings.ReplaceAll(string(data), "\r\n", "\n"), "---\n")
	front, body, closed := strings.Cut(rest, "\n---\n")
	if !ok || !closed {
		l.problems.add(file, "", "does not start with front matter between two lines of ---")
		return a, false
	}
	l.decode(file, []byte(front), &a)
	a.body = body
	return a, true
}
