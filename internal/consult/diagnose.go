package consult

import (
	"fmt"
	"slices"

	"anamnesis/internal/clinical"
	"anamnesis/internal/engine"
	"anamnesis/internal/kb"
)

// diagnose asks what the red flags wait for, then what must be known of the main complaint,
// then what tells most for its cost.
func (s *session) diagnose() *Step {
	if len(s.c.Complaints()) == 0 {
		return nil
	}
	if st := s.redFlags(); st != nil {
		return st
	}
	for _, stage := range [...]func(*session) *Step{(*session).mainComplaint, (*session).fever, (*session).raises} {
		if st := stage(s); st != nil {
			return st
		}
	}
	if s.running() {
		if st := s.dangers(); st != nil {
			return st
		}
	}
	cands := s.iv.rank(s.p)
	if len(cands) == 0 || cands[0].Value < s.worth() {
		return s.dangers()
	}
	return s.ask(cands)
}

func (s *session) worth() float64 {
	pol := &s.iv.policy
	switch {
	case s.asked < pol.FewQuestions:
		return pol.WorthFirst
	case s.asked < pol.SoftQuestions || s.asked < pol.UnsureQuestions && s.unsure():
		return pol.WorthEarly
	case s.asked < pol.SoftQuestions*3/2 || s.unsure():
		return pol.WorthLate
	}
	return pol.WorthLast
}

// unsure says that nothing stands out and that it matters: which of several colds it is matters to nobody.
func (s *session) unsure() bool {
	pol := &s.iv.policy
	first, three := s.p.Top()
	return first < pol.SureShare && three < pol.SureThree && s.p.Minor() < pol.MinorShare
}

// redFlags puts up to four findings of open rules into one question; a factor is asked alone.
func (s *session) redFlags() *Step {
	due := s.p.FlagsDue()
	if len(due) == 0 {
		return nil
	}
	var items []string
	seen := map[kb.ConceptID]bool{}
	for _, d := range due {
		d.Concept = s.general(d.Concept)
		con := &s.iv.base.Concepts[d.Concept]
		if !con.Kind.Finding() {
			if len(items) == 0 {
				return &Step{Kind: stepSingle, Items: []string{con.ID}, Why: "red flag " + s.iv.base.RedFlags[d.Rule].ID}
			}
			continue
		}
		if !seen[d.Concept] && len(items) < s.iv.policy.BatchSize && !s.related(items, d.Concept) {
			seen[d.Concept] = true
			items = append(items, con.ID)
		}
	}
	items = s.fill(items)
	return together(items, "", "red flag "+s.iv.base.RedFlags[due[0].Rule].ID)
}

// fill adds to a question about findings what else tells most, up to the most choices of one question.
func (s *session) fill(items []string) []string {
	room := s.iv.policy.BatchSize - len(items)
	if room <= 0 || len(items) == 0 {
		return items
	}
	more, _ := s.p.Batch(s.mixable(s.iv.rank(s.p)), room, func(id kb.ConceptID) bool {
		return !slices.Contains(items, s.iv.base.Concepts[id].ID) && !s.related(items, id)
	})
	return append(items, s.iv.ids(more)...)
}

// general is what is asked in place of a finding that is a special form of another one: that one, while nothing is known
// of it. Who has no thoughts of suicide is not asked for a plan, and one answer settles all its forms.
func (s *session) general(id kb.ConceptID) kb.ConceptID {
	for _, up := range s.iv.base.Concepts[id].Parents {
		if s.iv.base.Concepts[up].Kind.Finding() && s.p.Askable(up) {
			return s.general(up)
		}
	}
	return id
}

// maxRaises bounds the questions about what would make the leading causes emergencies.
const maxRaises = 2

// refRaises marks them.
const refRaises = "raises"

// raises asks, once a few questions have brought causes to the fore, what would make them emergencies.
func (s *session) raises() *Step {
	if s.asked < s.iv.policy.SoftQuestions/2 {
		return nil
	}
	n := s.counted(refRaises)
	var items []string
	for _, d := range s.p.RaisesDue() {
		d.Concept = s.general(d.Concept)
		id := s.iv.base.Concepts[d.Concept].ID
		if n < maxRaises && len(items) < s.iv.policy.BatchSize && !slices.Contains(items, id) && !s.related(items, d.Concept) {
			items = append(items, id)
		}
	}
	return bounded(s.fill(items), refRaises, "would make a leading cause an emergency")
}

// bounded is together for a kind of question of which an interview has a few at most: ref marks a single one too.
func bounded(items []string, ref, why string) *Step {
	st := together(items, ref, why)
	if st != nil {
		st.Ref = ref
	}
	return st
}

// counted is the number of questions of such a kind so far.
func (s *session) counted(ref string) (n int) {
	for i := range s.r.Done {
		if s.r.Done[i].Ref == ref {
			n++
		}
	}
	return n
}

// together asks for several findings in one question, for one alone, and for none not at all. ref
// goes with a question about several.
func together(items []string, ref, why string) *Step {
	switch len(items) {
	case 0:
		return nil
	case 1:
		return &Step{Kind: stepSingle, Items: items, Why: why}
	}
	return &Step{Kind: stepBatch, Items: items, Ref: ref, Why: why}
}

// related says that one of items is a parent or child of id: they are not asked side by side.
func (s *session) related(items []string, id kb.ConceptID) bool {
	for _, item := range items {
		o, _ := s.iv.base.Concept(item)
		if s.iv.isParent(o, id) || s.iv.isParent(id, o) {
			return true
		}
	}
	return false
}

// courseOf are the standard attributes that every main complaint is asked about, the most needed first:
// there may be more than one question takes.
var courseOf = []string{"severe", "sudden", "worsening", "recurrent", "nocturnal"}

// mainComplaint asks for onset, site, severity and course of the chief complaint.
func (s *session) mainComplaint() *Step {
	main := s.c.Complaints()[0]
	if st := s.contrast(main); st != nil {
		return st
	}
	if s.open(main, kb.Site) {
		if st := s.attributes(main, kb.Site); st != nil {
			return st
		}
	}
	var items []string
	for _, standard := range courseOf {
		for _, id := range s.iv.base.Concepts[main].Children {
			con := &s.iv.base.Concepts[id]
			if con.AttributeOf == main && con.Standard == standard && s.p.Askable(id) {
				items = append(items, con.ID)
			}
		}
	}
	ref := "severity " + s.iv.base.Concepts[main].ID
	if s.done(stepBatch, ref) {
		return nil
	}
	return together(items[:min(len(items), s.iv.policy.BatchSize)], ref, "severity and course of the main complaint")
}

// fever asks about a temperature wherever a new complaint could come with one, as every first
// contact does, with what else of the body as a whole tells most.
func (s *session) fever() *Step {
	id, ok := s.iv.base.Concept("fever")
	if !ok || !s.p.Askable(id) || s.c.Duration > clinical.Week {
		return nil
	}
	cands := s.iv.among(s.p, s.iv.general)
	for _, c := range cands {
		if c.Concept == id && c.Value > feverWorth {
			list, _ := s.p.Batch(cands, s.iv.policy.BatchSize, s.beside(id))
			items := s.iv.ids(list)
			if !slices.Contains(items, "fever") {
				items = append([]string{"fever"}, items[:min(len(items), s.iv.policy.BatchSize-1)]...)
			}
			return &Step{Kind: stepBatch, Items: items, Ref: "batch general", Why: "a new complaint"}
		}
	}
	return nil
}

// feverWorth is the least value, in nats, for which a temperature is asked about.
const feverWorth = 0.005

// open says that nothing is known of a dimension of a finding.
func (s *session) open(parent kb.ConceptID, dim kb.Dimension) bool {
	some := false
	for _, id := range s.iv.base.Concepts[parent].Children {
		con := &s.iv.base.Concepts[id]
		if con.AttributeOf == parent && con.Dimension == dim && s.c.Fits(con) {
			if s.c.Known[id].Assertion != 0 {
				return false
			}
			some = true
		}
	}
	return some
}

// contrast asks how the chief complaint began, where the base has both ways and that tells enough for a
// question of its own; else it is asked with its severity and course. Other pairs are asked when they
// tell most.
func (s *session) contrast(main kb.ConceptID) *Step {
	for _, id := range s.iv.base.Concepts[main].Children {
		con := &s.iv.base.Concepts[id]
		if con.AttributeOf != main || con.Dimension != kb.Onset || id > con.Contrast || !s.contrasts(id) {
			continue
		}
		for _, c := range s.iv.among(s.p, []kb.ConceptID{id, con.Contrast}) {
			if c.Value >= s.iv.policy.OnsetAlone {
				return &Step{Kind: stepContrast, Items: []string{con.ID, s.iv.base.Concepts[con.Contrast].ID}, Why: "onset of the main complaint"}
			}
		}
	}
	return nil
}

// attributes asks the most telling values of one dimension of a finding.
func (s *session) attributes(parent kb.ConceptID, dim kb.Dimension) *Step {
	keep := func(id kb.ConceptID) bool {
		con := &s.iv.base.Concepts[id]
		return con.AttributeOf == parent && con.Dimension == dim && con.Standard == ""
	}
	list, _ := s.p.Batch(s.iv.among(s.p, s.iv.base.Concepts[parent].Children), s.iv.policy.BatchSize, keep)
	if dim == kb.Site && len(list) > 0 {
		list = s.withLikeliest(parent, list)
	}
	return together(s.iv.ids(list), s.iv.base.Concepts[parent].ID, "tells most")
}

// likelySite is the probability from which a place is offered although it tells little.
const likelySite = 0.35

// withLikeliest puts the likeliest place of a finding in front. Who is asked where the swollen glands are looks for "in
// the neck", even if hardly anybody would say no to it.
func (s *session) withLikeliest(parent kb.ConceptID, list []kb.ConceptID) []kb.ConceptID {
	best, most := kb.ConceptID(kb.None), likelySite
	for _, id := range s.iv.base.Concepts[parent].Children {
		con := &s.iv.base.Concepts[id]
		if con.AttributeOf == parent && con.Dimension == kb.Site && con.Standard == "" && s.p.Askable(id) {
			if p := s.p.Expected(id); p > most {
				best, most = id, p
			}
		}
	}
	if best == kb.None || slices.Contains(list, best) {
		return list
	}
	return append([]kb.ConceptID{best}, list[:min(len(list), s.iv.policy.BatchSize-1)]...)
}

// ask turns the best group of candidates into a question: values of one dimension of one
// finding, or findings under one heading, as far as each still tells something.
func (s *session) ask(cands []engine.Candidate) *Step {
	best := cands[s.leader(cands)]
	con := &s.iv.base.Concepts[best.Concept]
	if con.Kind == kb.State { // "are you pregnant" comes before "in which weeks"
		if id, ok := s.p.Opener(best.Concept); ok {
			con = &s.iv.base.Concepts[id]
		}
	}
	why := fmt.Sprintf("information %.3f, about danger %.3f", best.Cause, best.Danger)
	if s.contrasts(best.Concept) {
		return &Step{Kind: stepContrast, Items: []string{con.ID, s.iv.base.Concepts[con.Contrast].ID}, Why: why}
	}
	if alone(con) {
		return &Step{Kind: stepSingle, Items: []string{con.ID}, Why: why}
	}
	list, mixed := s.companions(cands, best.Concept)
	if con.AttributeOf != kb.None && con.Dimension == kb.Site && !mixed {
		list = s.withLikeliest(con.AttributeOf, list)
	}
	items := s.iv.ids(list)
	if len(items) < 2 {
		return &Step{Kind: stepSingle, Items: []string{con.ID}, Why: why}
	}
	st := &Step{Kind: stepBatch, Items: items, Why: why}
	if mixed {
		return st
	}
	if con.AttributeOf != kb.None {
		st.Ref = s.iv.base.Concepts[con.AttributeOf].ID
	} else {
		st.Ref = "batch " + con.Batch
	}
	return st
}

// companions picks what to ask in one question: what goes with the leader, or what may be asked side by side whatever the
// heading, where that tells more by far (mixed). Mostly one of the two is enough to know that the other cannot win.
func (s *session) companions(cands []engine.Candidate, leader kb.ConceptID) (list []kb.ConceptID, mixed bool) {
	n, gain, all := s.iv.policy.BatchSize, s.iv.policy.MixGain, func(kb.ConceptID) bool { return true }
	siblings := s.siblingsOf(cands, leader)
	if gain <= 0 {
		list, _ = s.p.Batch(siblings, n, all)
		return list, false
	}
	mixable := s.mixable(cands)
	most, mostMixed := s.p.BatchAtMost(siblings, n, all), s.p.BatchAtMost(mixable, n, all)
	var any []kb.ConceptID
	more := 0.0
	if mostMixed > gain*most {
		if any, more = s.p.Batch(mixable, n, all); more > gain*most {
			return any, true
		}
	}
	list, told := s.p.Batch(siblings, n, all)
	if any == nil && mostMixed > gain*told {
		any, more = s.p.Batch(mixable, n, all)
	}
	if more > gain*told {
		return any, true
	}
	return list, false
}

// contrasts says that a finding is one of two values of which one usually applies, and neither is known.
// Only attributes are asked so: their finding is present, so that one of the two must fit.
func (s *session) contrasts(id kb.ConceptID) bool {
	other := s.iv.manner[id].contrast
	return other != kb.None && s.p.Askable(id) && s.p.Askable(other)
}

// leader is the first candidate of the group whose best members together are worth most. Candidates are in order, so that
// a look at the first of them mostly shows that the others change nothing.
func (s *session) leader(cands []engine.Candidate) int {
	best, value, seen := 0, 0.0, 0
	for i, c := range cands {
		if i > 0 && i%leaderStep == 0 && s.settled(cands[:i], c.Value, best, value) {
			break
		}
		seen = i + 1
		g := &s.groups[s.group(c.Concept)]
		if g.n == 0 {
			g.first = i
		}
		if g.n < s.iv.policy.BatchSize {
			g.value += c.Value
			g.n++
		}
		if g.value > value {
			best, value = g.first, g.value
		}
	}
	for _, c := range cands[:seen] {
		s.groups[s.group(c.Concept)] = group{}
	}
	return best
}

// leaderStep is the number of candidates after which leader looks whether the rest matters.
const leaderStep = 16

// settled says that no group comes to more than the best, which begins there and has value, by candidates after those seen,
// each of which is worth next at most. The slack covers what is lost in rounding sums.
func (s *session) settled(seen []engine.Candidate, next float64, best int, value float64) bool {
	const slack = 1e-12
	size := s.iv.policy.BatchSize
	if float64(size)*next >= value-slack {
		return false
	}
	for _, c := range seen {
		if g := &s.groups[s.group(c.Concept)]; g.first != best && g.value+float64(size-g.n)*next >= value-slack {
			return false
		}
	}
	return true
}

// group is what leader has counted of the candidates under one heading.
type group struct {
	first, n int
	value    float64
}

// group numbers the group that a candidate belongs to: one of its own where it is asked by itself or as one of two.
func (s *session) group(id kb.ConceptID) int32 {
	if s.contrasts(id) {
		return int32(id)
	}
	return s.iv.manner[id].heading
}

// beside keeps what may be asked together with the leader: values of the same dimension of the
// same finding, or findings under the same heading.
func (s *session) beside(leader kb.ConceptID) func(kb.ConceptID) bool {
	l := s.iv.manner[leader].sibling
	return func(id kb.ConceptID) bool {
		m := &s.iv.manner[id]
		return id == leader || m.listed && m.sibling == l && !s.iv.isParent(id, leader) && !s.iv.isParent(leader, id)
	}
}

// siblingsOf lists what beside keeps, as far as a question is put together from it.
func (s *session) siblingsOf(cands []engine.Candidate, leader kb.ConceptID) []engine.Candidate {
	keep := s.beside(leader)
	s.siblings = s.siblings[:0]
	for i := range cands {
		if len(s.siblings) == engine.PoolSize {
			break
		}
		if keep(cands[i].Concept) {
			s.siblings = append(s.siblings, cands[i])
		}
	}
	return s.siblings
}

// mixable lists what may be asked in one question whatever the heading: findings of their own, none of which is a
// kind of another.
func (s *session) mixable(cands []engine.Candidate) []engine.Candidate {
	s.mixed = s.mixed[:0]
	for _, c := range cands {
		if len(s.mixed) == engine.PoolSize {
			break
		}
		if s.iv.manner[c.Concept].mixes && !slices.ContainsFunc(s.mixed, func(t engine.Candidate) bool {
			return s.iv.isParent(t.Concept, c.Concept) || s.iv.isParent(c.Concept, t.Concept)
		}) {
			s.mixed = append(s.mixed, c)
		}
	}
	return s.mixed
}
