package consult

import (
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"math"
)

// recordVersion is the first byte of the stored form below. Records of version 1 were JSON, which begins with a
// brace, and are read still.
const recordVersion = 2

// errRecord says that a stored record ends too soon or goes on after its end.
var errRecord = errors.New("decode consultation: damaged")

// Encode gives the record's stored form: its fields in their order, numbers as varints, texts and lists with their
// length before them.
func (r *Record) Encode() ([]byte, error) {
	w := packer{b: make([]byte, 0, r.room())}
	w.b = append(w.b, recordVersion)
	w.texts(r.Edition, r.SID, r.Sex, r.Query, r.Lang, r.Date, r.End)
	w.number(r.Age)
	w.b = binary.LittleEndian.AppendUint64(w.b, math.Float64bits(r.Days))
	w.flags(r.Crisis, r.Asked, r.Reported, r.Open != nil)
	w.number(len(r.Heard))
	for i := range r.Heard {
		h := &r.Heard[i]
		w.texts(h.Kind, h.ID, h.State)
		w.flags(h.Other)
		w.list(h.Attrs)
	}
	w.number(len(r.Done))
	for i := range r.Done {
		w.step(&r.Done[i])
	}
	if r.Open != nil {
		w.step(r.Open)
	}
	return w.b, nil
}

// room is what the stored form takes at most, unless something in it is longer than anything is.
func (r *Record) room() int {
	n := 256 + len(r.Query) + len(r.Edition)
	for i := range r.Heard {
		n += 64 + 32*len(r.Heard[i].Attrs)
	}
	for i := range r.Done {
		n += r.Done[i].room()
	}
	if r.Open != nil {
		n += r.Open.room()
	}
	return n
}

func (s *Step) room() int {
	n := 16 + len(s.Ref) + len(s.Why)
	for _, list := range [...][]string{s.Items, s.Included, s.Excluded} {
		for _, t := range list {
			n += 1 + len(t)
		}
	}
	return n
}

// Decode reads a stored record.
func Decode(b []byte) (*Record, error) {
	r := &Record{}
	switch {
	case len(b) > 0 && b[0] == '{':
		if err := json.Unmarshal(b, r); err != nil {
			return nil, fmt.Errorf("decode consultation: %w", err)
		}
		if r.V != 1 {
			return nil, fmt.Errorf("decode consultation: version %d is not known", r.V)
		}
		r.V = recordVersion
		return r, nil
	case len(b) == 0 || b[0] != recordVersion:
		return nil, errors.New("decode consultation: version is not known")
	}
	u := unpacker{s: string(b[1:])} // all texts share it
	r.V = recordVersion
	u.texts(&r.Edition, &r.SID, &r.Sex, &r.Query, &r.Lang, &r.Date, &r.End)
	r.Age = u.number()
	r.Days = u.float()
	open := false
	u.flags(&r.Crisis, &r.Asked, &r.Reported, &open)
	r.Heard = make([]Heard, u.count())
	for i := range r.Heard {
		h := &r.Heard[i]
		u.texts(&h.Kind, &h.ID, &h.State)
		u.flags(&h.Other)
		h.Attrs = u.list()
	}
	n := u.count()
	r.Done = make([]Step, n, n+1) // room for the answer that follows
	for i := range r.Done {
		u.step(&r.Done[i])
	}
	if open {
		r.Open = &Step{}
		u.step(r.Open)
	}
	if u.bad || u.s != "" {
		return nil, errRecord
	}
	return r, nil
}

type packer struct{ b []byte }

func (w *packer) number(n int) { w.b = binary.AppendVarint(w.b, int64(n)) }

func (w *packer) texts(list ...string) {
	for _, s := range list {
		w.number(len(s))
		w.b = append(w.b, s...)
	}
}

func (w *packer) list(list []string) {
	w.number(len(list))
	w.texts(list...)
}

func (w *packer) flags(list ...bool) {
	var bits byte
	for i, f := range list {
		if f {
			bits |= 1 << i
		}
	}
	w.b = append(w.b, bits)
}

func (w *packer) step(s *Step) {
	w.texts(s.Kind, s.Ref, s.Why)
	w.list(s.Items)
	w.list(s.Included)
	w.list(s.Excluded)
}

// unpacker takes values from the front of s. After damage everything is empty.
type unpacker struct {
	s   string
	bad bool
}

func (u *unpacker) take(n int) string {
	if u.bad || n < 0 || n > len(u.s) {
		u.bad, u.s = true, ""
		return ""
	}
	t := u.s[:n]
	u.s = u.s[n:]
	return t
}

func (u *unpacker) number() int {
	var n uint64
	for i := 0; i < len(u.s) && i < binary.MaxVarintLen64; i++ {
		c := u.s[i]
		n |= uint64(c&0x7f) << (7 * i)
		if c < 0x80 {
			u.s = u.s[i+1:]
			return int(int64(n>>1) ^ -int64(n&1))
		}
	}
	u.bad, u.s = true, ""
	return 0
}

// count is the length of a list, each entry of which takes a byte at least.
func (u *unpacker) count() int {
	n := u.number()
	if n < 0 || n > len(u.s) {
		u.bad, u.s = true, ""
		return 0
	}
	return n
}

func (u *unpacker) float() float64 {
	b := u.take(8)
	if b == "" {
		return 0
	}
	return math.Float64frombits(binary.LittleEndian.Uint64([]byte(b)))
}

func (u *unpacker) flags(list ...*bool) {
	b := u.take(1)
	if b == "" {
		return
	}
	for i, f := range list {
		*f = b[0]&(1<<i) != 0
	}
}

func (u *unpacker) texts(list ...*string) {
	for _, s := range list {
		*s = u.take(u.number())
	}
}

func (u *unpacker) list() []string {
	n := u.count()
	if n == 0 {
		return nil
	}
	out := make([]string, n)
	for i := range out {
		out[i] = u.take(u.number())
	}
	return out
}

func (u *unpacker) step(s *Step) {
	u.texts(&s.Kind, &s.Ref, &s.Why)
	s.Items, s.Included, s.Excluded = u.list(), u.list(), u.list()
}
