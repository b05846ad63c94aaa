package consult

import "anamnesis/internal/kb"

// manner is how a concept is asked about. A turn looks at it for each of some hundred candidates, and the base's
// entries are too far apart for that.
type manner struct {
	heading  int32        // number of the group that leader counts it in
	sibling  int32        // number of those with which it can stand in one list
	listed   bool         // it may stand in one
	mixes    bool         // it may stand in a list whatever its heading
	contrast kb.ConceptID // of an attribute: the value of which one or the other usually applies, else None
}

// alone says that a finding is asked by itself: a factor, or a danger that a list might hide.
func alone(con *kb.Concept) bool {
	return !con.Kind.Finding() || con.Danger && con.AttributeOf == kb.None
}

// manners gives each concept's. Values of one dimension of one finding are siblings, and findings under one heading; what
// is asked alone is a group of its own for all that.
func manners(b *kb.Base) []manner {
	type key struct {
		of    kb.ConceptID
		dim   kb.Dimension
		batch string
	}
	numbers, out := map[key]int32{}, make([]manner, len(b.Concepts))
	for id := range b.Concepts {
		con := &b.Concepts[id]
		m := manner{
			heading: int32(id), sibling: int32(id), listed: con.Kind.Finding() && con.Contrast == kb.None,
			mixes: !alone(con) && con.AttributeOf == kb.None && con.Contrast == kb.None, contrast: kb.None,
		}
		k := key{batch: con.Batch, of: kb.None}
		if con.AttributeOf != kb.None {
			m.contrast, k = con.Contrast, key{of: con.AttributeOf, dim: con.Dimension}
		}
		if k != (key{of: kb.None}) {
			n, ok := numbers[k]
			if !ok {
				n = int32(len(b.Concepts) + len(numbers))
				numbers[k] = n
			}
			m.sibling = n
			if !alone(con) {
				m.heading = n
			}
		}
		out[id] = m
	}
	return out
}

// groups is one more than the greatest heading.
func groups(list []manner) int {
	most := 0
	for _, m := range list {
		most = max(most, int(m.heading))
	}
	return most + 1
}
