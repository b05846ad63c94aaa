package httpapi

import (
	"bytes"
	"context"
	"embed"
	"fmt"
	"html/template"
	"net/http"
	"sync"
)

//go:embed docs/page.html docs/docs.css docs/docs.js
var docsFiles embed.FS

// docsPolicy lets the page load its own style and script, and nothing else from anywhere.
const docsPolicy = "default-src 'none'; style-src 'self'; script-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

// docs are the OpenAPI document, ready to send, and the page made of it, which is rendered when first asked for: that
// takes as long as an eighth of a start.
type docs struct {
	yaml   reply
	html   func() (reply, error)
	assets map[string]reply
}

// newDocs makes the page from the document itself, so that the two cannot differ.
func newDocs(yaml []byte) (*docs, error) {
	d := &docs{yaml: file("application/yaml", yaml), assets: map[string]reply{}}
	d.html = sync.OnceValues(func() (reply, error) { return docsPage(yaml) })
	for name, kind := range map[string]string{"docs.css": "text/css; charset=utf-8", "docs.js": "text/javascript; charset=utf-8"} {
		asset, err := docsFiles.ReadFile("docs/" + name)
		if err != nil {
			return nil, err
		}
		d.assets[name] = file(kind, asset)
	}
	return d, nil
}

func docsPage(yaml []byte) (reply, error) {
	model, err := readDocs(yaml)
	if err != nil {
		return reply{}, err
	}
	page, err := template.New("page.html").Funcs(template.FuncMap{"prose": prose}).ParseFS(docsFiles, "docs/page.html")
	if err != nil {
		return reply{}, fmt.Errorf("parse docs page: %w", err)
	}
	var b bytes.Buffer
	if err := page.Execute(&b, model); err != nil {
		return reply{}, fmt.Errorf("render docs page: %w", err)
	}
	r := file("text/html; charset=utf-8", b.Bytes())
	r.header.Set("Content-Security-Policy", docsPolicy)
	r.header.Set("Referrer-Policy", "no-referrer")
	return r, nil
}

func file(kind string, b []byte) reply {
	return reply{status: http.StatusOK, body: b, header: http.Header{"Content-Type": {kind}, "Cache-Control": {"no-cache"}}}
}

func (d *docs) document(context.Context, *call) (any, error) { return d.yaml, nil }

func (d *docs) page(context.Context, *call) (any, error) {
	r, err := d.html()
	if err != nil {
		return nil, err
	}
	return r, nil
}

func (d *docs) asset(_ context.Context, c *call) (any, error) {
	if a, ok := d.assets[c.r.PathValue("file")]; ok {
		return a, nil
	}
	return nil, errNoRoute
}
