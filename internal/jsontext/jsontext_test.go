package jsontext

import (
	"bytes"
	"encoding/json"
	"testing"

	"pgregory.net/rapid"
)

func encoded(s string) []byte {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	_ = e.Encode(s)
	return bytes.TrimSuffix(b.Bytes(), []byte("\n"))
}

func FuzzAppendString(f *testing.F) {
	for _, s := range []string{"", "plain", "\"\\\b\f\n\r\t\x00\x1f\x7f", "é<&>\u2028\u2029", "\xff\xc3", "a\xe2\x80"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		if got, want := AppendString(nil, s), encoded(s); !bytes.Equal(got, want) {
			t.Errorf("%q gives %s, encoding/json %s", s, got, want)
		}
	})
}

func FuzzTakeApart(f *testing.F) {
	for _, s := range []string{`{}`, `[]`, ` {"a" : [1, "b\"]", {"c":null}] , "d":-1.5e3}`, `["x","y\\", {"z":"}"}]`, `"s"`, `12`, `{"a":{"b":[]},"a":true}`} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, b []byte) {
		if !json.Valid(b) {
			return
		}
		var object map[string]json.RawMessage
		got := map[string]json.RawMessage{}
		isObject := Members(b, func(name, value []byte) {
			var s string
			if json.Unmarshal(name, &s) != nil || !json.Valid(value) {
				t.Fatalf("%q: member %q: %q", b, name, value)
			}
			got[s] = value
			if plain, ok := String(name); ok && bytes.Equal(bytes.ToValidUTF8(name, []byte("?")), name) && plain != s {
				t.Fatalf("%q is %q", name, plain)
			}
		})
		if isObject != (json.Unmarshal(b, &object) == nil && object != nil) {
			t.Fatalf("%q: an object: %t", b, isObject)
		}
		for k, v := range object {
			if !bytes.Equal(got[k], v) {
				t.Fatalf("%q: member %q is %q, should be %q", b, k, got[k], v)
			}
		}
		var array, elements []json.RawMessage
		isArray := Elements(b, func(e []byte) { elements = append(elements, e) })
		if isArray != (json.Unmarshal(b, &array) == nil && array != nil) || isArray && len(array) != len(elements) {
			t.Fatalf("%q: an array: %t of %d", b, isArray, len(elements))
		}
		for i := range elements {
			if !bytes.Equal(elements[i], array[i]) {
				t.Fatalf("%q: element %d is %q, should be %q", b, i, elements[i], array[i])
			}
		}
	})
}

func TestAnyString(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := rapid.String().Draw(t, "s") + string(rapid.SliceOf(rapid.Byte()).Draw(t, "bytes"))
		if got, want := AppendString(nil, s), encoded(s); !bytes.Equal(got, want) {
			t.Errorf("%q gives %s, encoding/json %s", s, got, want)
		}
	})
}
