package httpapi

import (
	"bytes"
	"encoding/json"
	"html/template"
	"regexp"
	"strings"

	"go.yaml.in/yaml/v4"
)

// node walks a YAML document in its own order. The zero node is one that is not there.
type node struct{ root, n *yaml.Node }

// get gives a member of a mapping, with references followed.
func (n node) get(key string) node {
	for _, p := range n.members() {
		if p.key == key {
			return p.value.follow()
		}
	}
	return node{n.root, nil}
}

type member struct {
	key   string
	value node
}

func (n node) members() []member {
	if n.n == nil || n.n.Kind != yaml.MappingNode {
		return nil
	}
	var out []member
	for i := 0; i+1 < len(n.n.Content); i += 2 {
		out = append(out, member{n.n.Content[i].Value, node{n.root, n.n.Content[i+1]}})
	}
	return out
}

func (n node) items() []node {
	if n.n == nil || n.n.Kind != yaml.SequenceNode {
		return nil
	}
	var out []node
	for _, c := range n.n.Content {
		out = append(out, node{n.root, c})
	}
	return out
}

// ref is the target of a reference, "" where the node is none.
func (n node) ref() string {
	for _, m := range n.members() {
		if m.key == "$ref" {
			return m.value.text()
		}
	}
	return ""
}

func (n node) follow() node {
	ref := n.ref()
	if ref == "" {
		return n
	}
	at := node{n.root, n.root}
	for part := range strings.SplitSeq(strings.TrimPrefix(ref, "#/"), "/") {
		at = at.get(part)
	}
	return at
}

func (n node) text() string {
	if n.n == nil || n.n.Kind != yaml.ScalarNode {
		return ""
	}
	return n.n.Value
}

// texts gives a scalar or a list of scalars.
func (n node) texts() []string {
	if t := n.text(); t != "" {
		return []string{t}
	}
	var out []string
	for _, i := range n.items() {
		out = append(out, i.text())
	}
	return out
}

// json gives the node as indented JSON in the document's order.
func (n node) json(indent string) string {
	if n.n == nil {
		return ""
	}
	in := indent + "  "
	var parts []string
	switch n.n.Kind {
	case yaml.MappingNode:
		for _, m := range n.members() {
			parts = append(parts, in+quoted(m.key)+": "+m.value.json(in))
		}
		return enclose("{", parts, "}", indent)
	case yaml.SequenceNode:
		for _, i := range n.items() {
			parts = append(parts, in+i.json(in))
		}
		return enclose("[", parts, "]", indent)
	}
	var v any
	if n.n.Decode(&v) != nil {
		return quoted(n.text())
	}
	return quoted(v)
}

func enclose(left string, parts []string, right, indent string) string {
	if len(parts) == 0 {
		return left + right
	}
	return left + "\n" + strings.Join(parts, ",\n") + "\n" + indent + right
}

func quoted(v any) string {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	_ = e.Encode(v)
	return strings.TrimSpace(b.String())
}

var (
	codeSpan = regexp.MustCompile("`([^`]+)`")
	boldSpan = regexp.MustCompile(`\*\*([^*]+)\*\*`)
)

// prose renders the little Markdown of descriptions: paragraphs, "- " lists, code and bold.
func prose(s string) template.HTML {
	var b strings.Builder
	for block := range strings.SplitSeq(strings.TrimSpace(s), "\n\n") {
		if items, ok := strings.CutPrefix(block, "- "); ok {
			b.WriteString("<ul>")
			for item := range strings.SplitSeq(items, "\n- ") {
				b.WriteString("<li>" + spans(item) + "</li>")
			}
			b.WriteString("</ul>")
		} else if block != "" {
			b.WriteString("<p>" + spans(block) + "</p>")
		}
	}
	return template.HTML(b.String()) //nolint:gosec // escaped by spans; the text is the embedded document's
}

func spans(s string) string {
	s = codeSpan.ReplaceAllString(template.HTMLEscapeString(s), "<code>$1</code>")
	return boldSpan.ReplaceAllString(s, "<strong>$1</strong>")
}
