package kb

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"path"
	"slices"
	"strings"

	"go.yaml.in/yaml/v4"
)

// Load reads every source below the root of fsys, which is the knowledge folder.
// Missing files and folders are taken as empty. The problems are those of syntax
// and shape; what can be read is returned in any case, so that Lint can go on.
func Load(fsys fs.FS) (*Sources, Problems) {
	l := &loader{fsys: fsys}
	s := &Sources{}
	l.concepts(s)
	l.conditions(s)
	l.rules(s)
	l.lists(s)
	l.articles(s)
	l.languages(s)
	l.translations(s)
	s.page, _ = fs.ReadFile(fsys, pageFile)
	s.expandStandard()
	s.index()
	return s, l.problems.sorted()
}

type loader struct {
	fsys     fs.FS
	problems Problems
}

// files lists the files with the extension in a folder and its subfolders, in order;
// a path that is itself a file stands for itself.
func (l *loader) files(root, ext string) []string {
	var out []string
	err := fs.WalkDir(l.fsys, root, func(p string, d fs.DirEntry, err error) error {
		switch {
		case errors.Is(err, fs.ErrNotExist):
			return fs.SkipAll
		case err != nil:
			return err
		case !d.IsDir() && path.Ext(p) == ext && !strings.HasPrefix(path.Base(p), "."):
			out = append(out, p)
		}
		return nil
	})
	if err != nil {
		l.problems.add(root, "", "%v", err)
	}
	return out
}

// decode reads one YAML document into v and refuses fields that v lacks.
func (l *loader) decode(file string, data []byte, v any) {
	if empty(data) {
		return
	}
	err := yaml.Load(data, v, yaml.WithV4Defaults(), yaml.WithKnownFields(), yaml.WithUniqueKeys())
	var many *yaml.LoadErrors
	var one *yaml.LoadError
	switch {
	case errors.As(err, &many):
		for _, e := range many.Errors {
			l.problems.add(file, line(e), "%s", e.Message)
		}
	case errors.As(err, &one):
		l.problems.add(file, line(one), "%s", one.Message)
	case err != nil:
		l.problems.add(file, "", "%v", err)
	}
}

func line(e *yaml.LoadError) string {
	if e.Mark.Line == 0 {
		return ""
	}
	return fmt.Sprintf("line %d", e.Mark.Line)
}

// empty is true of a file of comments only, which the YAML library refuses.
func empty(data []byte) bool {
	for l := range bytes.Lines(data) {
		l = bytes.TrimSpace(l)
		if len(l) > 0 && l[0] != '#' && !bytes.Equal(l, []byte("---")) {
			return false
		}
	}
	return true
}

// each reads every YAML file below root as one T and hands it on.
func each[T any](l *loader, root string, take func(file string, v T)) {
	for _, file := range l.files(root, ".yaml") {
		data, err := fs.ReadFile(l.fsys, file)
		if err != nil {
			l.problems.add(file, "", "%v", err)
			continue
		}
		var v T
		l.decode(file, data, &v)
		take(file, v)
	}
}

// index orders what has a dense id and fills the maps from ids.
func (s *Sources) index() {
	slices.SortStableFunc(s.concepts, func(a, b conceptSource) int { return cmp.Compare(a.ID, b.ID) })
	slices.SortStableFunc(s.conditions, func(a, b conditionSource) int { return cmp.Compare(a.ID, b.ID) })
	slices.SortStableFunc(s.redFlags, func(a, b redFlagSource) int { return cmp.Compare(a.ID, b.ID) })
	slices.SortStableFunc(s.clarifications, func(a, b clarificationSource) int { return cmp.Compare(a.ID, b.ID) })
	slices.SortStableFunc(s.works, func(a, b workSource) int { return cmp.Compare(a.ID, b.ID) })
	slices.SortStableFunc(s.articles, func(a, b articleSource) int { return cmp.Compare(a.id, b.id) })
	s.conceptAt = indexBy(s.concepts, func(c *conceptSource) string { return c.ID })
	s.conditionAt = indexBy(s.conditions, func(c *conditionSource) string { return c.ID })
	s.articleAt = indexBy(s.articles, func(a *articleSource) string { return a.id })
	s.workAt = indexBy(s.works, func(w *workSource) string { return w.ID })
	s.groupAt = indexBy(s.groups, func(g *groupSource) string { return g.ID })
	s.serviceAt = indexBy(s.services, func(v *serviceSource) string { return v.ID })
	s.batchAt = indexBy(s.batches, func(b *batchSource) string { return b.ID })
}

func indexBy[T any](list []T, id func(*T) string) map[string]int {
	m := make(map[string]int, len(list))
	for i := range list {
		if _, dup := m[id(&list[i])]; !dup {
			m[id(&list[i])] = i
		}
	}
	return m
}

func (s *Sources) concept(id string) (ConceptID, bool) {
	i, ok := s.conceptAt[id]
	return ConceptID(i), ok
}

func (s *Sources) condition(id string) (ConditionID, bool) {
	i, ok := s.conditionAt[id]
	return ConditionID(i), ok
}
