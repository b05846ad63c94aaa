package httpapi

import (
	"fmt"
	"slices"
	"strings"

	"go.yaml.in/yaml/v4"
)

// The page's model: what the template shows, in the order of the document.
type (
	docsModel struct {
		Title, Version, Summary, Description string
		Groups                               []docsGroup
		Schemas                              []docsSchema
	}
	docsGroup struct {
		Name, Description string
		Operations        []docsOperation
	}
	docsOperation struct {
		ID, Method, Path, Summary, Description string
		Security                               []string
		Parameters                             []docsField
		Request                                *docsBody
		Responses                              []docsResponse
	}
	docsResponse struct {
		Status, Description string
		Body                *docsBody
	}
	docsBody struct {
		Media    string
		Type     docsType
		Fields   []docsField
		Examples []docsExample
	}
	docsExample struct{ Name, JSON string }
	docsSchema  struct {
		Name, Description string
		Type              docsType
		Fields            []docsField
		Limits            string
	}
	docsField struct {
		Name, In, Description, Limits string
		Required                      bool
		Type                          docsType
	}
	// docsType is a type in words, or the name of a schema to link to with words before it.
	docsType struct{ Words, Schema string }
)

func readDocs(document []byte) (*docsModel, error) {
	var doc yaml.Node
	if err := yaml.Unmarshal(document, &doc); err != nil {
		return nil, fmt.Errorf("read OpenAPI document: %w", err)
	}
	if len(doc.Content) == 0 {
		return nil, fmt.Errorf("read OpenAPI document: it is empty")
	}
	root := node{doc.Content[0], doc.Content[0]}
	info := root.get("info")
	m := &docsModel{
		Title: info.get("title").text(), Version: info.get("version").text(),
		Summary: info.get("summary").text(), Description: info.get("description").text(),
	}
	for _, tag := range root.get("tags").items() {
		m.Groups = append(m.Groups, docsGroup{Name: tag.get("name").text(), Description: tag.get("description").text()})
	}
	for _, path := range root.get("paths").members() {
		for _, op := range path.value.members() {
			m.add(op.value.get("tags").texts(), operation(op.key, path.key, op.value))
		}
	}
	for _, s := range root.get("components").get("schemas").members() {
		m.Schemas = append(m.Schemas, docsSchema{
			Name: s.key, Description: s.value.get("description").text(), Type: typeOf(s.value),
			Fields: fieldsOf("", s.value), Limits: limitsOf(s.value),
		})
	}
	return m, nil
}

func (m *docsModel) add(tags []string, op docsOperation) {
	for i := range m.Groups {
		if slices.Contains(tags, m.Groups[i].Name) {
			m.Groups[i].Operations = append(m.Groups[i].Operations, op)
		}
	}
}

func operation(method, path string, n node) docsOperation {
	op := docsOperation{
		ID: n.get("operationId").text(), Method: strings.ToUpper(method), Path: path,
		Summary: n.get("summary").text(), Description: n.get("description").text(), Request: bodyOf(n.get("requestBody")),
	}
	for _, alternative := range n.get("security").items() {
		for _, scheme := range alternative.members() {
			op.Security = append(op.Security, scheme.key)
		}
	}
	for _, p := range n.get("parameters").items() {
		p = p.follow()
		op.Parameters = append(op.Parameters, docsField{
			Name: p.get("name").text(), In: p.get("in").text(), Description: p.get("description").text(),
			Required: p.get("required").text() == "true", Type: typeOf(p.get("schema")), Limits: limitsOf(p.get("schema")),
		})
	}
	for _, r := range n.get("responses").members() {
		v := r.value.follow()
		op.Responses = append(op.Responses, docsResponse{Status: r.key, Description: v.get("description").text(), Body: bodyOf(v)})
	}
	return op
}

// bodyOf reads the first medium of a request or response.
func bodyOf(n node) *docsBody {
	media := n.get("content").members()
	if len(media) == 0 {
		return nil
	}
	content := media[0].value
	b := &docsBody{Media: media[0].key}
	for _, m := range content.members() {
		if m.key == "schema" {
			b.Type, b.Fields = typeOf(m.value), fieldsOf("", m.value)
		}
	}
	if e := content.get("example"); e.n != nil {
		b.Examples = []docsExample{{JSON: e.json("")}}
	}
	for _, e := range content.get("examples").members() {
		b.Examples = append(b.Examples, docsExample{e.key, e.value.follow().get("value").json("")})
	}
	return b
}
