package consult

import (
	"crypto/sha256"
	"encoding/base32"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"anamnesis/internal/clinical"
	"anamnesis/internal/jsontext"
	"anamnesis/internal/kb"
)

// maxFound bounds the suggestions in one autocomplete answer.
const maxFound = 5

// Render makes the question of an open step. It depends on the step, its position and the
// language only, so that a question stepped back to is the same as before.
func (iv *Interview) Render(r *Record) *Question {
	if r.Open == nil {
		return nil
	}
	q := iv.render(r)
	q.ID = questionID(len(r.Done), r.Open)
	return q
}

// render is Render without the id, which an answer need not name.
func (iv *Interview) render(r *Record) *Question {
	q := &Question{}
	v := renderer{iv, iv.wording(r.Lang), q}
	switch r.Open.Kind {
	case stepRatify:
		v.ratify(r)
	case stepContinue:
		v.actions("continue.text", choiceContinue, choiceAdd)
	case stepSearch:
		v.search(r)
	case stepClarify:
		v.clarify(r.Open.Ref)
	case stepDuration:
		v.duration(r.Open.Items[0])
	case stepHealth:
		v.health()
	case stepNotice:
		v.notice()
	case stepSingle:
		v.single(r.Open.Items[0])
	case stepBatch:
		v.batch(r.Open)
	case stepContrast:
		v.contrast(r.Open.Items)
	}
	return q
}

func questionID(position int, st *Step) string {
	b := append(strconv.AppendInt(append(make([]byte, 0, 256), '['), int64(position), 10), ',')
	b = append(jsontext.AppendString(b, st.Kind), ',')
	if st.Items == nil {
		b = append(b, "null"...)
	}
	for i, item := range st.Items {
		b = jsontext.AppendString(append(b, "[,"[min(i, 1)]), item)
		if i == len(st.Items)-1 {
			b = append(b, ']')
		}
	}
	b = append(jsontext.AppendString(append(b, ','), st.Ref), ']')
	sum := sha256.Sum256(b)
	return "q" + idEncoding.EncodeToString(sum[:10])
}

var idEncoding = base32.NewEncoding("abcdefghijklmnopqrstuvwxyz234567").WithPadding(base32.NoPadding)

// renderer fills one question.
type renderer struct {
	iv *Interview
	w  *wording
	q  *Question
}

func (v *renderer) text(s string) string { return v.w.text(s) }

func (v *renderer) message(key, name string) string {
	text := v.w.message(key)
	if name == "" && !strings.Contains(text, "{") {
		return text
	}
	return strings.ReplaceAll(text, "{name}", name)
}

// about words a message about one of the person's complaints: in English "your" takes no article after it.
func (v *renderer) about(key, lay string) string {
	if v.w.base.Language() != kb.Language {
		return v.message(key, lay)
	}
	for _, article := range [...]string{"a ", "an ", "the ", "some "} {
		if rest, ok := strings.CutPrefix(lay, article); ok {
			lay = rest
			break
		}
	}
	return v.message(key, lay)
}

func (v *renderer) say(kind, text string) {
	if text != "" {
		v.q.Messages = append(v.q.Messages, Message{Value: text, Type: kind, Format: "PLAIN_TEXT"})
	}
}

func (v *renderer) choose(id, text, definition string) {
	v.q.Choices = append(v.q.Choices, Choice{ID: id, Text: text, Definition: definition})
}

func (v *renderer) ratify(r *Record) {
	v.q.Type = TypeGeneric
	v.say("HEADER", v.message("ratify.text", ""))
	for _, h := range r.Heard {
		if h.Other && h.State == statePresent {
			v.say("PARAGRAPH", v.message("ratify.other", ""))
			break
		}
	}
	for _, item := range r.Open.Items {
		if code, ok := strings.CutPrefix(item, "clarify_"); ok {
			if cl, ok := v.w.base.ClarificationByCode(code); ok {
				v.choose(item, v.text(v.w.base.Clarifications[cl].Name), "")
			}
			continue
		}
		if id, ok := v.w.base.ConceptByCode(strings.TrimPrefix(item, "assessment_")); ok {
			con := &v.w.base.Concepts[id]
			v.choose(item, v.withAttributes(r, con), v.text(con.Definition))
		}
	}
}

// withAttributes names a finding with what the text said of it, so that the person confirms both.
func (v *renderer) withAttributes(r *Record, con *kb.Concept) string {
	label := v.w.capital(con.Lay)
	var said []string
	for _, h := range r.Heard {
		if h.ID != con.ID || h.Kind != heardConcept {
			continue
		}
		for _, a := range h.Attrs {
			if id, ok := v.w.base.Concept(a); ok {
				said = append(said, v.text(v.w.base.Short(&v.w.base.Concepts[id])))
			}
		}
	}
	if len(said) == 0 {
		return label
	}
	if all := strings.Join(said, ", "); !strings.Contains(all, "(") {
		return label + " (" + all + ")"
	}
	return label + ": " + strings.Join(said, ", ") // no brackets within brackets
}

func (v *renderer) actions(header string, ids ...string) {
	v.q.Type, v.q.Min, v.q.Max = TypeGeneric, 1, 1
	v.say("HEADER", v.message(header, ""))
	for _, id := range ids {
		v.choose(id, v.message("continue."+id, ""), "")
	}
}

func (v *renderer) search(r *Record) {
	v.q.Type, v.q.Min, v.q.Max = TypeAutocomplete, 1, maxFound
	if r.Open.Ref == "add" {
		v.say("HEADER", v.message("search.add", ""))
	} else {
		v.say("HEADER", v.message("search.text", ""))
		if len(r.Done) == 0 {
			v.say("PARAGRAPH", v.message("search.none", ""))
		}
	}
	v.say("INPUT_HINT", v.message("search.hint", ""))
	v.choose(choiceSkip, v.message("search.skip", ""), "")
}

func (v *renderer) clarify(ref string) {
	v.q.Type = TypeGeneric
	cl := clarification(v.w.base, ref)
	if cl == nil {
		return
	}
	v.say("HEADER", v.text(cl.Question))
	for _, o := range cl.Options {
		v.choose(o.ID, v.text(o.Text), "")
	}
}

func (v *renderer) duration(id string) {
	v.q.Type, v.q.Min, v.q.Max = TypeGeneric, 1, 1
	v.say("HEADER", v.message("duration.text", v.lay(id)))
	for b := clinical.Hour; b <= clinical.Year; b++ {
		v.choose(b.String(), v.message("duration."+b.String(), ""), "")
	}
}

func (v *renderer) health() {
	v.q.Type = TypeHealthBackground
	v.say("HEADER", v.message("health.text", ""))
	v.say("PARAGRAPH", v.message("select.many", ""))
	for _, code := range healthBackground {
		if id, ok := v.w.base.ConceptByCode(code); ok {
			v.q.Choices = append(v.q.Choices, v.w.choice(id))
		}
	}
}

func (v *renderer) notice() {
	v.q.Type, v.q.Min, v.q.Max = TypeGeneric, 1, 1
	v.say("HEADER", v.message("emergency.notice", ""))
	v.choose(choiceOK, v.message("emergency.ok", ""), "")
}

func (v *renderer) single(item string) {
	v.q.Min, v.q.Max = 1, 1
	id, ok := v.w.base.Concept(item)
	if !ok {
		return
	}
	con := &v.w.base.Concepts[id]
	v.q.Type, v.q.About = TypeFactor, con.Code
	if con.Kind.Finding() {
		v.q.Type = TypeSymptom
	}
	v.say("HEADER", v.text(con.Question))
	v.say("PARAGRAPH", v.text(con.Definition))
	for _, a := range [...][2]string{{"y", "answer.yes"}, {"n", "answer.no"}, {"?", "answer.unsure"}} {
		v.choose(a[0], v.message(a[1], ""), "")
	}
}

func (v *renderer) batch(st *Step) {
	v.q.Type = TypeSymptoms
	v.say("HEADER", v.heading(st.Items))
	v.say("PARAGRAPH", v.message("select.many", ""))
	v.concepts(st.Items)
}

func (v *renderer) contrast(items []string) {
	v.q.Type, v.q.Min, v.q.Max = TypeSymptomsOne, 1, 2
	name := ""
	if id, ok := v.w.base.Concept(items[0]); ok {
		if p := v.w.base.Concepts[id].AttributeOf; p != kb.None {
			name = v.text(v.w.base.Concepts[p].Lay)
		}
	}
	if name == "" {
		name = v.lay(items[0])
	}
	v.say("HEADER", v.about("one.text", name))
	v.concepts(items)
}

func (v *renderer) concepts(items []string) {
	v.q.Choices = make([]Choice, 0, len(items))
	named := v.w.lang != kb.Language && v.ofOne(items)
	for _, item := range items {
		if id, ok := v.w.base.Concept(item); ok {
			c := v.w.choice(id)
			if con := &v.w.base.Concepts[id]; named && con.Standard != "" {
				c.Text = v.w.capital(v.w.base.Short(con))
			}
			v.q.Choices = append(v.q.Choices, c)
		}
	}
}

// ofOne tells whether all items are attributes of one complaint, which the heading then names.
func (v *renderer) ofOne(items []string) bool {
	of := kb.ConceptID(kb.None)
	for _, item := range items {
		id, ok := v.w.base.Concept(item)
		if !ok || v.w.base.Concepts[id].AttributeOf == kb.None || of != kb.None && v.w.base.Concepts[id].AttributeOf != of {
			return false
		}
		of = v.w.base.Concepts[id].AttributeOf
	}
	return true
}

// heading words a question about several findings: by the dimension they share, or by their batch.
func (v *renderer) heading(items []string) string {
	id, ok := v.w.base.Concept(items[0])
	if !ok {
		return v.message("batch.default", "")
	}
	first := &v.w.base.Concepts[id]
	dim := first.Dimension
	for _, item := range items[1:] {
		o, ok := v.w.base.Concept(item)
		if !ok || v.w.base.Concepts[o].AttributeOf != first.AttributeOf || first.AttributeOf == kb.None && v.w.base.Concepts[o].Batch != first.Batch {
			return v.message("batch.default", "")
		}
		if v.w.base.Concepts[o].Dimension != dim {
			dim = kb.Other
		}
	}
	if first.AttributeOf != kb.None {
		return v.about(dimensionKey(dim), v.text(v.w.base.Concepts[first.AttributeOf].Lay))
	}
	for i := range v.w.base.Batches {
		if v.w.base.Batches[i].ID == first.Batch {
			return v.text(v.w.base.Batches[i].Heading)
		}
	}
	return v.message("batch.default", "")
}

func dimensionKey(d kb.Dimension) string {
	keys := map[kb.Dimension]string{
		kb.Site: "site", kb.Radiation: "radiation", kb.Character: "character", kb.Onset: "onset", kb.Course: "course",
		kb.Timing: "timing", kb.Severity: "severity", kb.Better: "better", kb.Worse: "worse",
	}
	if k, ok := keys[d]; ok {
		return "attribute." + k
	}
	return "attribute.other"
}

func (v *renderer) lay(item string) string {
	if id, ok := v.w.base.Concept(item); ok {
		return v.text(v.w.base.Concepts[id].Lay)
	}
	return ""
}

func capital(s string) string {
	r, n := utf8.DecodeRuneInString(s)
	return string(unicode.ToUpper(r)) + s[n:]
}
