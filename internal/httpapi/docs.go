package httpapi

import (
	"bytes"
	"context"
	"embed"
	"fmt"
	"html/template"
	"net/http"
)

//go:embed docs/page.html docs/docs.css docs/docs.js
var docsFiles embed.FS

// docsPolicy lets the page load its own style and script, and nothing else from anywhere.
const docsPolicy = "default-src 'none'; style-src 'self'; script-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

// docs are the OpenAPI document and the page made of it, both ready to send.
type docs struct {
	yaml, html reply
	assets     map[string]reply
}

// newDocs renders the page once, from the document itself, so that the two cannot differ.
func newDocs(yaml []byte) (*docs, error) {
	model, err := readDocs(yaml)
	if err != nil {
		return nil, err
	}
	page, err := template.New("page.html").Funcs(template.FuncMap{"prose": prose}).ParseFS(docsFiles, "docs/page.html")
	if err != nil {
		return nil, fmt.Errorf("parse docs page: %w", err)
	}
	var b bytes.Buffer
	if err := page.Execute(&b, model); err != nil {
		return nil, fmt.Errorf("render docs page: %w", err)
	}
	d := &docs{yaml: file("application/yaml", yaml), html: file("text/html; charset=utf-8", b.Bytes()), assets: map[string]reply{}}
	d.html.header.Set("Content-Security-Policy", docsPolicy)
	d.html.header.Set("Referrer-Policy", "no-referrer")
	for name, kind := range map[string]string{"docs.css": "text/css; charset=utf-8", "docs.js": "text/javascript; charset=utf-8"} {
		asset, err := docsFiles.ReadFile("docs/" + name)
		if err != nil {
			return nil, err
		}
		d.assets[name] = file(kind, asset)
	}
	return d, nil
}

func file(kind string, b []byte) reply {
	return reply{status: http.StatusOK, body: b, header: http.Header{"Content-Type": {kind}, "Cache-Control": {"no-cache"}}}
}

func (d *docs) document(context.Context, *call) (any, error) { return d.yaml, nil }

func (d *docs) page(context.Context, *call) (any, error) { return d.html, nil }

func (d *docs) asset(_ context.Context, c *call) (any, error) {
	if a, ok := d.assets[c.r.PathValue("file")]; ok {
		return a, nil
	}
	return nil, errNoRoute
}
