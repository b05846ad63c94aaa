package httpapi

import (
	"bytes"
	"encoding/json"
	"fmt"
	"net/url"
	"unicode/utf8"

	"anamnesis/internal/jsontext"
)

// maxFaults bounds the list of faults: a body of 64 KiB has room for thousands.
const maxFaults = 100

// input is a request's content while it is read. Its methods note every fault and go on, so that a client
// learns all of them at once. Faults name fields and never repeat what was sent.
type input struct {
	call   *call
	faults []string
	more   int // faults beyond maxFaults

	parsed bool
	broken bool // no object could be read: its fields are not missed one by one
	object []bodyMember

	values url.Values
}

func (in *input) fault(format string, args ...any) {
	if len(in.faults) == maxFaults {
		in.more++
		return
	}
	in.faults = append(in.faults, fmt.Sprintf(format, args...))
}

func (in *input) err() error {
	if len(in.faults) == 0 {
		return nil
	}
	if in.more > 0 {
		in.faults = append(in.faults, fmt.Sprintf("and %d more", in.more))
	}
	return &invalidError{faults: in.faults}
}

// bodyMember is one of a JSON object.
type bodyMember struct {
	name  string
	value json.RawMessage
}

// parse reads the body as one JSON object. Unknown fields are nobody's concern.
func (in *input) parse() {
	if in.parsed {
		return
	}
	in.parsed = true
	if in.object = parseObject(in.call.body, in.fault); in.object == nil {
		in.broken = true
	}
}

// parseObject gives the members of a JSON object; nil with a fault where it is none.
func parseObject(b []byte, fault func(string, ...any)) []bodyMember {
	b = bytes.TrimLeft(b, " \t\r\n")
	switch {
	case len(b) == 0:
		fault("body: a JSON object must be given")
		return nil
	case !utf8.Valid(b):
		fault("body: not valid UTF-8")
		return nil
	case !json.Valid(b):
		fault("body: malformed JSON, or more than one value")
		return nil
	case b[0] != '{':
		fault("body: must be a JSON object")
		return nil
	}
	members := make([]bodyMember, 0, 4)
	jsontext.Members(b, func(name, value []byte) {
		s, _ := stringOf(name)
		members = append(members, bodyMember{s, value})
	})
	return members
}

// field gives a member of the body; ok is false where it is absent or null, or was given twice, which is a fault.
func (in *input) field(name string) (v json.RawMessage, ok bool) {
	in.parse()
	v, n := in.find(name)
	if n > 1 {
		in.fault("%s: given more than once", name)
		return nil, false
	}
	return v, n == 1 && string(v) != "null"
}

// find counts the members of that name and gives the last.
func (in *input) find(name string) (v json.RawMessage, n int) {
	for _, m := range in.object {
		if m.name == name {
			v = m.value
			n++
		}
	}
	return v, n
}

// twice says that a member was given more than once.
func (in *input) twice(name string) bool {
	_, n := in.find(name)
	return n > 1
}

// required is field, where absence is a fault.
func (in *input) required(name string) (json.RawMessage, bool) {
	v, ok := in.field(name)
	if !ok && !in.broken && !in.twice(name) {
		in.fault("%s: must be given", name)
	}
	return v, ok
}

// param gives a query parameter; a query that cannot be read is a fault, once.
func (in *input) param(name string) []string {
	if in.values == nil {
		v, err := url.ParseQuery(in.call.r.URL.RawQuery)
		if err != nil {
			in.fault("query: malformed")
		}
		in.values = v
		in.broken = err != nil
	}
	return in.values[name]
}
