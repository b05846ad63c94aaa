package engine

import (
	"slices"
	"sync"

	"anamnesis/internal/clinical"
	"anamnesis/internal/kb"
)

// modified is a link with modifiers.
type modified struct {
	cond int32
	link *kb.Link
}

// modifiers are the findings whose figures depend on the person, and the columns made of them so far. There are a few
// of each, so that they are kept.
type modifiers struct {
	place    []int32      // by concept: index of modified plus one, 0 for most
	modified [][]modified // by place
	variants sync.Map     // of pattern to *column
}

// pattern says which modifiers of a finding apply.
type pattern struct {
	concept kb.ConceptID
	which   uint64
}

func newModifiers(concepts int) modifiers { return modifiers{place: make([]int32, concepts)} }

func (m *modifiers) modify(l *kb.Link, cond int32) {
	if m.place[l.Concept] == 0 {
		m.modified = append(m.modified, nil)
		m.place[l.Concept] = int32(len(m.modified))
	}
	at := m.place[l.Concept] - 1
	m.modified[at] = append(m.modified[at], modified{cond, l})
}

// variant is the column of a modified finding for the case.
func (p *Posterior) variant(place int32, id kb.ConceptID) *column {
	v := p.variants[place]
	if v == nil {
		v = p.m.variant(p.m.modified[place], id, p.c)
		p.variants[place] = v
	}
	return v
}

func (m *Model) variant(links []modified, id kb.ConceptID, c *Case) *column {
	key, n := pattern{concept: id}, 0
	for _, l := range links {
		for _, mod := range l.link.Modifiers {
			if n < 64 && mod.When.Eval(plain{c}) == clinical.True {
				key.which |= 1 << n
			}
			n++
		}
	}
	if n > 64 { // too many to tell apart: made anew
		return m.makeVariant(links, id, c)
	}
	if v, ok := m.variants.Load(key); ok {
		return v.(*column)
	}
	v, _ := m.variants.LoadOrStore(key, m.makeVariant(links, id, c))
	return v.(*column)
}

func (m *Model) makeVariant(links []modified, id kb.ConceptID, c *Case) *column {
	col := &m.columns[id]
	out := make([]row, len(col.cells))
	for i, c := range col.cells {
		out[i] = row{int32(c.cond), figures{col.p[c.at], col.yes[c.at], col.no[c.at], col.volunteer[c.at], col.asked[c.at].dYes, col.asked[c.at].dEnt}}
	}
	for _, md := range links {
		for _, mod := range md.link.Modifiers {
			if mod.When.Eval(plain{c}) != clinical.True {
				continue
			}
			i, ok := slices.BinarySearchFunc(out, md.cond, func(r row, d int32) int { return int(r.cond - d) })
			if ok {
				s := md.link.Presenting
				if md.link.P > 0 {
					s *= min(1, mod.P/md.link.P)
				}
				out[i] = m.row(id, md.cond, mod.P, s, m.Base.Concepts[id].Background)
			}
		}
	}
	made := newColumn(out, col.answers)
	for i, c := range made.cells {
		if now, usual := made.asked[c.at], col.asked[col.cells[i].at]; now != usual {
			made.others = append(made.others, other{asked{now.dYes - usual.dYes, now.dEnt - usual.dEnt}, c.cond})
		}
	}
	return &made
}
