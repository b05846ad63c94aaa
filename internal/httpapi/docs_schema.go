package httpapi

import (
	"slices"
	"strings"
)

// typeOf tells a schema's type; a reference is the name of what it refers to.
func typeOf(n node) docsType {
	if ref := n.ref(); ref != "" {
		return docsType{Schema: ref[strings.LastIndex(ref, "/")+1:]}
	}
	types := n.get("type").texts()
	if slices.Contains(types, "array") {
		for _, m := range n.members() {
			if m.key == "items" {
				of := typeOf(m.value)
				return docsType{strings.TrimSpace("array of " + of.Words), of.Schema}
			}
		}
	}
	if len(types) == 0 {
		types = []string{"any"}
	}
	return docsType{Words: strings.Join(types, " or ")}
}

// fieldsOf lists a schema's own fields; those of objects inside come with dotted names. References end the descent.
func fieldsOf(prefix string, n node) []docsField {
	if n.ref() != "" {
		return nil
	}
	if slices.Contains(n.get("type").texts(), "array") {
		for _, m := range n.members() {
			if m.key == "items" {
				return fieldsOf(prefix+"[].", m.value)
			}
		}
	}
	var out []docsField
	required := n.get("required").texts()
	for _, m := range n.get("properties").members() {
		f := docsField{
			Name: strings.ReplaceAll(prefix+m.key, ".[]", "[]"), Description: m.value.get("description").text(),
			Required: slices.Contains(required, m.key), Type: typeOf(m.value),
		}
		if m.value.ref() == "" {
			f.Limits = limitsOf(m.value)
		}
		out = append(out, f)
		out = append(out, fieldsOf(prefix+m.key+".", m.value)...)
	}
	return out
}

// limitsOf tells what narrows a type.
func limitsOf(n node) string {
	var out []string
	if c := n.get("const").text(); c != "" {
		out = append(out, "always "+c)
	}
	if e := n.get("enum").texts(); len(e) > 0 {
		out = append(out, strings.Join(e, ", "))
	}
	for _, r := range [...][3]string{{"minimum", "maximum", ""}, {"minLength", "maxLength", " characters"}, {"minItems", "maxItems", " items"}} {
		least, most := n.get(r[0]).text(), n.get(r[1]).text()
		switch {
		case least != "" && most != "":
			out = append(out, least+" to "+most+r[2])
		case most != "":
			out = append(out, "at most "+most+r[2])
		case least != "" && r[2] == "":
			out = append(out, "at least "+least)
		}
	}
	if p := n.get("pattern").text(); p != "" {
		out = append(out, p)
	}
	return strings.Join(out, "; ")
}
