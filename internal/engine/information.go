package engine

import (
	"cmp"
	"slices"

	"anamnesis/internal/kb"
)

// Candidate is a question worth asking.
type Candidate struct {
	Concept kb.ConceptID
	// Cause is the expected information about the cause, Danger about "is it an emergency", in nats.
	Cause, Danger float64
	Value         float64 // the two weighed together, less the cost of asking
}

// Rank lists the askable findings and factors that are worth their cost, best first. What it returns is good until
// the next Update.
func (p *Posterior) Rank() []Candidate {
	if p.fresh {
		return p.order
	}
	p.prepare()
	p.fresh = true
	p.gather()
	p.considerQuestions()
	for _, id := range p.c.said {
		p.considerAll(p.m.attributes[id])
	}
	return p.sorted()
}

// RankAmong is Rank of some concepts only, which takes far less time where they are few. What it returns is good until
// the next Rank.
func (p *Posterior) RankAmong(ids []kb.ConceptID) []Candidate {
	p.prepare()
	p.fresh = false
	p.considerAll(ids)
	return p.sorted()
}

// Expected is the probability of a yes in the mixture that questions are chosen for.
func (p *Posterior) Expected(id kb.ConceptID) float64 {
	p.prepare()
	return p.m.columns[id].answers + p.tally(id).yes
}

// sorted puts the candidates in order by their value, to 12 digits, then by concept.
func (p *Posterior) sorted() []Candidate {
	p.weighUp()
	p.order = p.order[:0]
	for _, k := range p.sortedKeys() {
		id := kb.ConceptID(k & (maxRanked - 1))
		at := p.placed[id]
		w, lane := &p.worths[at/block], at%block
		p.order = append(p.order, Candidate{id, w.cause[lane], w.danger[lane], w.value[lane]})
	}
	return p.order
}

// keyBuckets are a sixteenth of an octave wide each: from values of 4, or more, to those of 2^-30, or less.
const (
	keyBuckets = 512
	firstKey   = 0xbff0 // upper bits of the key of a value of nearly 4
)

// sortedKeys puts the keys in order: into buckets of about the same value first, then each past those before it. Some
// hundred plain integers are in order in a fifth of the time that sorting them by comparisons alone takes.
func (p *Posterior) sortedKeys() []uint64 {
	var ends [keyBuckets + 1]uint16
	bucket := func(k uint64) int { return max(0, min(keyBuckets-1, int(k>>48)-firstKey)) }
	for _, k := range p.keys {
		ends[bucket(k)+1]++
	}
	for b := range keyBuckets {
		ends[b+1] += ends[b]
	}
	p.keysInOrder = slices.Grow(p.keysInOrder[:0], len(p.keys))[:len(p.keys)]
	for _, k := range p.keys {
		b := bucket(k)
		p.keysInOrder[ends[b]] = k
		ends[b]++
	}
	for i := 1; i < len(p.keysInOrder); i++ {
		k, at := p.keysInOrder[i], i
		for ; at > 0 && p.keysInOrder[at-1] > k; at-- {
			p.keysInOrder[at] = p.keysInOrder[at-1]
		}
		p.keysInOrder[at] = k
	}
	return p.keysInOrder
}

// maxRanked bounds the number of concepts of a base.
const maxRanked = 1 << 13

func sortDue(out []Due) {
	slices.SortStableFunc(out, func(a, b Due) int {
		if c := cmp.Compare(a.Level, b.Level); c != 0 {
			return c
		}
		if c := cmp.Compare(b.Share, a.Share); c != 0 {
			return c
		}
		return cmp.Compare(a.Concept, b.Concept)
	})
}
