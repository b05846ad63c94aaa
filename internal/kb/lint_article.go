package kb

import (
	"strings"

	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/text"
)

// Headings are the four sections of every article, in order.
var Headings = []string{"What it is", "What it feels like", "What you can do", "When to get help"}

// Bounds of an article's length.
const (
	minWords = 200
	maxWords = 700
)

func (l *linter) article(a *articleSource) {
	l.required(a.file, "", "title", a.Title, "snippet", a.Snippet)
	l.known(a.file, "category", "group", a.Category, l.s.groupAt)
	for _, id := range a.Conditions {
		if l.known(a.file, "conditions", "condition", id, l.s.conditionAt) {
			if own := l.s.conditions[l.s.conditionAt[id]].Article; own != a.id {
				l.warn(a.file, "conditions", "%s has another article, %s", id, own)
			}
		}
	}
	for _, id := range a.Related {
		l.known(a.file, "related", "article", id, l.s.articleAt)
		if id == a.id {
			l.add(a.file, "related", "is related to itself")
		}
	}
	for _, id := range a.Sources {
		l.known(a.file, "sources", "source", id, l.s.workAt)
	}
	if len(a.Sources) == 0 {
		l.add(a.file, "sources", "names no source")
	}
	l.sections(a)
}

func (l *linter) sections(a *articleSource) {
	before, sections := a.split()
	if strings.TrimSpace(before) != "" {
		l.add(a.file, "", "text before the first heading")
	}
	var titles []string
	words := 0
	for _, s := range sections {
		titles = append(titles, s.Title)
		words += len(strings.Fields(s.Text))
		if s.Text == "" {
			l.add(a.file, s.Title, "is empty")
		}
		l.markdown(a.file, s.Title, s.Text)
	}
	if strings.Join(titles, "|") != strings.Join(Headings, "|") {
		l.add(a.file, "", "headings are %q, not %q", titles, Headings)
	}
	if words < minWords || words > maxWords {
		l.add(a.file, "", "has %d words, outside %d to %d", words, minWords, maxWords)
	}
}

// split cuts the body at its second-level headings.
func (a *articleSource) split() (before string, sections []Section) {
	for line := range strings.Lines(a.body) {
		title, heading := strings.CutPrefix(line, "## ")
		switch {
		case heading:
			sections = append(sections, Section{Title: strings.TrimSpace(title)})
		case len(sections) == 0:
			before += line
		default:
			sections[len(sections)-1].Text += line
		}
	}
	for i := range sections {
		sections[i].Text = strings.TrimSpace(sections[i].Text)
	}
	return before, sections
}

// markdown allows paragraphs, links, bold, italics and lists with a dash.
func (l *linter) markdown(file, at, body string) {
	src := []byte(body)
	root := goldmark.DefaultParser().Parse(text.NewReader(src))
	_ = ast.Walk(root, func(n ast.Node, entering bool) (ast.WalkStatus, error) {
		if !entering {
			return ast.WalkContinue, nil
		}
		switch n := n.(type) {
		case *ast.Document, *ast.Paragraph, *ast.TextBlock, *ast.Text, *ast.String, *ast.ListItem, *ast.Emphasis:
		case *ast.List:
			if n.Marker != '-' {
				l.add(file, at, "a list starts with %q; only - is allowed", n.Marker)
			}
		case *ast.Link:
			l.link(file, at, string(n.Destination))
		default:
			l.add(file, at, "Markdown of kind %s is not allowed", n.Kind())
			return ast.WalkSkipChildren, nil
		}
		return ast.WalkContinue, nil
	})
}

func (l *linter) link(file, at, to string) {
	if slug, ok := strings.CutPrefix(to, "article:"); ok {
		l.known(file, at, "article", slug, l.s.articleAt)
	} else if !strings.HasPrefix(to, "https://") {
		l.add(file, at, "the link %q is neither article: nor https:", to)
	}
}
