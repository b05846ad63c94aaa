package web

import (
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"fmt"
	"io/fs"
	"mime"
	"net/http"
	"path"
	"strings"
)

// file is one static file, ready to send.
type file struct {
	kind, tag   string
	plain, tiny []byte // tiny is gzip; nil where that saves nothing
}

// files are all static files by path. They are checked for news with each use (no-cache), which costs an empty answer
// while they are the same.
type files map[string]file

func loadFiles(in fs.FS) (files, error) {
	out := files{}
	err := fs.WalkDir(in, ".", func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		b, err := fs.ReadFile(in, name)
		if err != nil {
			return err
		}
		f := file{kind: kindOf(name), plain: b, tag: fmt.Sprintf(`"%x"`, sha256.Sum256(b))[:18] + `"`}
		if tiny, err := compress(b, gzip.BestCompression); err == nil && len(tiny) < len(b) {
			f.tiny = tiny
		}
		out["/"+name] = f
		if dir, base := path.Split("/" + name); base == "index.html" {
			out[dir] = f
		}
		return nil
	})
	return out, err
}

func compress(b []byte, level int) ([]byte, error) {
	var out bytes.Buffer
	z, err := gzip.NewWriterLevel(&out, level)
	if err != nil {
		return nil, err
	}
	if _, err := z.Write(b); err != nil {
		return nil, err
	}
	err = z.Close()
	return out.Bytes(), err
}

func takesGzip(r *http.Request) bool {
	return strings.Contains(r.Header.Get("Accept-Encoding"), "gzip")
}

// kindOf does not ask the machine, whose table of types may differ.
func kindOf(name string) string {
	switch path.Ext(name) {
	case ".js":
		return "text/javascript; charset=utf-8"
	case ".css":
		return "text/css; charset=utf-8"
	case ".html":
		return "text/html; charset=utf-8"
	case ".json":
		return "application/json"
	case ".svg":
		return "image/svg+xml"
	}
	return mime.TypeByExtension(path.Ext(name))
}

func (f files) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	file, ok := f[r.URL.Path]
	if !ok {
		if _, dir := f[r.URL.Path+"/"]; dir {
			http.Redirect(w, r, path.Base(r.URL.Path)+"/", http.StatusMovedPermanently)
			return
		}
		http.NotFound(w, r)
		return
	}
	h := w.Header()
	h.Set("Content-Security-Policy", policy)
	h.Set("X-Content-Type-Options", "nosniff")
	h.Set("Referrer-Policy", "no-referrer")
	h.Set("Cache-Control", "no-cache")
	h.Set("Vary", "Accept-Encoding")
	h.Set("ETag", file.tag)
	h.Set("Content-Type", file.kind)
	if strings.Contains(r.Header.Get("If-None-Match"), file.tag) {
		w.WriteHeader(http.StatusNotModified)
		return
	}
	body := file.plain
	if file.tiny != nil && takesGzip(r) {
		h.Set("Content-Encoding", "gzip")
		body = file.tiny
	}
	h.Set("Content-Length", fmt.Sprint(len(body)))
	if r.Method != http.MethodHead {
		w.Write(body)
	}
}
