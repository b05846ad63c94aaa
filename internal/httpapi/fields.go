package httpapi

import (
	"encoding/json"
	"strconv"
	"unicode/utf8"

	"anamnesis/api"
	"anamnesis/internal/jsontext"
	"anamnesis/internal/text"
)

// exact reads a required string that is compared and not shown: it stays as it is.
func (in *input) exact(name string) string {
	v, ok := in.required(name)
	if !ok {
		return ""
	}
	s, ok := stringOf(v)
	switch {
	case !ok:
		in.fault("%s: must be a string", name)
	case s == "":
		in.fault("%s: must not be empty", name)
	}
	return s
}

// words reads a required string that a person wrote, cleaned, of min to max code points.
func (in *input) words(name string, least, most int) string {
	v, ok := in.required(name)
	if !ok {
		return ""
	}
	return in.clean(name, v, least, most)
}

// optionalWords is words where absence is fine.
func (in *input) optionalWords(name string, most int) string {
	v, ok := in.field(name)
	if !ok {
		return ""
	}
	return in.clean(name, v, 0, most)
}

func (in *input) clean(name string, v json.RawMessage, least, most int) string {
	s, ok := stringOf(v)
	if !ok {
		in.fault("%s: must be a string", name)
		return ""
	}
	return in.bounded(name, text.Clean(s), least, most)
}

// bounded counts code points.
func (in *input) bounded(name, s string, least, most int) string {
	n := utf8.RuneCountInString(s)
	switch {
	case n < least || n > most && least > 0:
		in.fault("%s: must have %d to %d characters", name, least, most)
	case n > most:
		in.fault("%s: must have at most %d characters", name, most)
	}
	return s
}

// integer reads a required whole number. 30.0 and 3e1 are none: who sends them computed something.
func (in *input) integer(name string, least, most int) int {
	v, ok := in.required(name)
	if !ok {
		return 0
	}
	if !isInteger(v) {
		in.fault("%s: must be an integer", name)
		return 0
	}
	n, err := strconv.Atoi(string(v)) // fails only where it is too large for any range
	if err != nil || n < least || n > most {
		in.fault("%s: must be between %d and %d", name, least, most)
	}
	return n
}

func isInteger(v json.RawMessage) bool {
	for i, c := range v {
		if (c < '0' || c > '9') && (c != '-' || i > 0) {
			return false
		}
	}
	return true
}

// oneOf reads a required string out of a few.
func (in *input) oneOf(name string, values ...string) string {
	v, ok := in.required(name)
	if !ok {
		return ""
	}
	s, ok := stringOf(v)
	if !ok {
		in.fault("%s: must be a string", name)
		return ""
	}
	for _, want := range values {
		if s == want {
			return s
		}
	}
	in.fault("%s: must be one of %s", name, list(values))
	return ""
}

// strings reads an optional list of strings; each element of another type is a fault.
func (in *input) strings(name string) []string {
	v, ok := in.field(name)
	if !ok {
		return nil
	}
	out := make([]string, 0, 8)
	if !jsontext.Elements(v, func(item []byte) {
		s, ok := stringOf(item)
		if !ok {
			in.fault("%s[%d]: must be a string", name, len(out))
		}
		out = append(out, s)
	}) {
		in.fault("%s: must be an array of strings", name)
		return nil
	}
	return out
}

// idempotencyKey reads the header of that name; "" is none.
func (in *input) idempotencyKey() string {
	key := in.call.r.Header.Get(api.HeaderIdempotencyKey)
	if utf8.RuneCountInString(key) > api.MaxIdempotencyKey {
		in.fault("%s: must have at most %d characters", api.HeaderIdempotencyKey, api.MaxIdempotencyKey)
	}
	return key
}

// stringOf decodes a JSON string; valid JSON begins with a quote only where it is one.
func stringOf(v json.RawMessage) (s string, ok bool) {
	if len(v) == 0 || v[0] != '"' {
		return "", false
	}
	if s, ok = jsontext.String(v); ok {
		return s, true
	}
	return s, json.Unmarshal(v, &s) == nil
}

func list(values []string) string {
	b, sep := "", ""
	for _, v := range values {
		b, sep = b+sep+v, ", "
	}
	return b
}
