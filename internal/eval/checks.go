package eval

import (
	"fmt"
	"io/fs"
	"math"
	"slices"
	"strings"

	"go.yaml.in/yaml/v4"

	"anamnesis/internal/kb"
)

// Work is a publication that a check rests on.
type Work struct {
	Title string `yaml:"title"`
	URL   string `yaml:"url"`
}

// RatioRow is one published figure about a finding in a condition.
type RatioRow struct {
	Of       []string  `yaml:"of"`     // conditions, taken together by how common they are
	Within   string    `yaml:"within"` // complaint of those who were studied; empty: all who seek advice
	Finding  string    `yaml:"finding"`
	LR       float64   `yaml:"lr"`        // given the finding; 0 = not published
	LRAbsent float64   `yaml:"lr_absent"` // given its absence; 0 = not published
	P        []float64 `yaml:"p"`         // share of patients with the condition who have it, from and to
	Source   string    `yaml:"source"`
	Apart    string    `yaml:"apart"` // why ours is meant to differ by more than a factor of 3
}

// Ratios are the published figures that the base is held against.
type Ratios struct {
	Sources   map[string]Work `yaml:"sources"`
	Rows      []RatioRow      `yaml:"rows"`
	Uncovered []string        `yaml:"uncovered"` // rows of the public tables that nothing of ours stands for, and why
}

// LoadRatios reads checks/likelihood_ratios.yaml.
func LoadRatios(fsys fs.FS) (*Ratios, error) {
	r := new(Ratios)
	err := loadCheck(fsys, "checks/likelihood_ratios.yaml", r)
	for _, row := range r.Rows {
		if _, ok := r.Sources[row.Source]; !ok && err == nil {
			err = fmt.Errorf("likelihood_ratios.yaml: the row on %s names the unknown source %q", row.Finding, row.Source)
		}
	}
	return r, err
}

func loadCheck(fsys fs.FS, file string, into any) error {
	data, err := fs.ReadFile(fsys, file)
	if err != nil {
		return err
	}
	l, err := yaml.NewLoader(strings.NewReader(string(data)), yaml.WithKnownFields())
	if err == nil {
		err = l.Load(into)
	}
	if err != nil {
		return fmt.Errorf("%s: %w", file, err)
	}
	return nil
}

// Compared is one published figure beside the base's own.
type Compared struct {
	Row       RatioRow
	What      string // "lr", "lr_absent" or "p"
	Published float64
	Ours      float64
	// Factor is how many times too large or too small ours is, from 1; for a share, of the nearer end of
	// the published range.
	Factor    float64
	Direction bool // both on the same side of 1, a published figure between 4/5 and 5/4 being on both
}

// CompareRatios computes the base's own figure for each published one.
func CompareRatios(b *kb.Base, r *Ratios) ([]Compared, error) {
	var out []Compared
	for _, row := range r.Rows {
		m, err := newMixture(b, &row)
		if err != nil {
			return nil, err
		}
		in, rest := m.shares()
		add := func(what string, published, ours float64) {
			c := Compared{Row: row, What: what, Published: published, Ours: ours, Factor: math.Exp(math.Abs(math.Log(ours / published)))}
			c.Direction = published > 0.8 && published < 1.25 || (published > 1) == (ours > 1)
			out = append(out, c)
		}
		if row.LR > 0 {
			add("lr", row.LR, in/rest)
		}
		if row.LRAbsent > 0 {
			add("lr_absent", row.LRAbsent, (1-in)/(1-rest))
		}
		if len(row.P) == 2 {
			near := min(max(in, row.P[0]), row.P[1])
			add("p", near, in)
			out[len(out)-1].Direction = true
		}
	}
	return out, nil
}

// mixture is the people who come with a complaint, or all who seek advice, by condition.
type mixture struct {
	b       *kb.Base
	of      map[kb.ConditionID]bool
	within  kb.ConceptID
	finding kb.ConceptID
}

func newMixture(b *kb.Base, row *RatioRow) (*mixture, error) {
	m := &mixture{b: b, of: map[kb.ConditionID]bool{}, within: kb.None}
	for _, id := range row.Of {
		d, ok := b.Condition(id)
		if !ok {
			return nil, fmt.Errorf("likelihood_ratios.yaml: unknown condition %q", id)
		}
		m.of[d] = true
	}
	var ok bool
	if m.finding, ok = b.Concept(row.Finding); !ok {
		return nil, fmt.Errorf("likelihood_ratios.yaml: unknown concept %q", row.Finding)
	}
	if row.Within != "" {
		if m.within, ok = b.Concept(row.Within); !ok {
			return nil, fmt.Errorf("likelihood_ratios.yaml: unknown concept %q", row.Within)
		}
	}
	return m, nil
}

// shares gives P(finding) among those with the conditions and among the rest.
func (m *mixture) shares() (in, rest float64) {
	var with, without, inAll, restAll float64
	for i := range m.b.Conditions {
		c := &m.b.Conditions[i]
		w := c.MeanRate()
		if m.within != kb.None {
			w *= probability(m.b, c, m.within)
		}
		p := probability(m.b, c, m.finding)
		if m.of[kb.ConditionID(i)] {
			with += w * p
			inAll += w
		} else {
			without += w * p
			restAll += w
		}
	}
	if m.within == kb.None { // most who seek advice have none of a condition's own findings
		return with / inAll, m.b.Concepts[m.finding].Background
	}
	return with / inAll, without / restAll
}

// probability is P(concept | condition): as listed, of a factor by its odds ratio, of an attribute given
// its parent, else at the background rate.
func probability(b *kb.Base, c *kb.Condition, id kb.ConceptID) float64 {
	for _, l := range c.Findings {
		if l.Concept == id {
			return l.P
		}
	}
	bg := b.Concepts[id].Background
	p := bg
	for _, f := range c.Factors {
		if f.Concept == id {
			p = f.Share(bg)
		}
	}
	for _, ch := range b.Concepts[id].Children { // who has the special form has the general one
		if slices.Contains(b.Concepts[ch].Parents, id) {
			for _, l := range c.Findings {
				if l.Concept == ch {
					p = max(p, l.P)
				}
			}
		}
	}
	return p
}

// ShareRow is the published share of one group of causes among those who come with a complaint.
type ShareRow struct {
	Complaint string     `yaml:"complaint"`
	Causes    string     `yaml:"causes"` // name of the group
	Of        []string   `yaml:"of"`     // conditions
	Published []float64  `yaml:"published"`
	Bounds    [2]float64 `yaml:"bounds"` // within which ours must lie
	Why       string     `yaml:"why"`    // of bounds that do not simply contain what was published
	Source    string     `yaml:"source"`
}

// Shares are the published shares of causes that the priors must reproduce.
type Shares struct {
	Sources map[string]Work `yaml:"sources"`
	Rows    []ShareRow      `yaml:"rows"`
}

// LoadShares reads checks/shares.yaml.
func LoadShares(fsys fs.FS) (*Shares, error) {
	s := new(Shares)
	err := loadCheck(fsys, "checks/shares.yaml", s)
	for _, row := range s.Rows {
		if _, ok := s.Sources[row.Source]; !ok && err == nil {
			err = fmt.Errorf("shares.yaml: the row on %s, %s names the unknown source %q", row.Complaint, row.Causes, row.Source)
		}
	}
	return s, err
}

// ComparedShare is one published share beside the base's own.
type ComparedShare struct {
	Row    ShareRow
	Ours   float64
	Within bool // the bounds
}

// CompareShares gives the share of each group of causes among those who bring the complaint up first:
// each condition's rate times its presenting share, adults of all ages and both sexes together.
func CompareShares(b *kb.Base, s *Shares) ([]ComparedShare, error) {
	var out []ComparedShare
	for _, row := range s.Rows {
		id, ok := b.Concept(row.Complaint)
		if !ok {
			return nil, fmt.Errorf("shares.yaml: unknown concept %q", row.Complaint)
		}
		of := map[kb.ConditionID]bool{}
		for _, name := range row.Of {
			d, ok := b.Condition(name)
			if !ok {
				return nil, fmt.Errorf("shares.yaml: unknown condition %q", name)
			}
			of[d] = true
		}
		all, group := 0.0, 0.0
		for i := range b.Conditions {
			w := b.Conditions[i].MeanRate() * presenting(&b.Conditions[i], id)
			all += w
			if of[kb.ConditionID(i)] {
				group += w
			}
		}
		c := ComparedShare{Row: row, Ours: group / all}
		c.Within = c.Ours >= row.Bounds[0] && c.Ours <= row.Bounds[1]
		out = append(out, c)
	}
	return out, nil
}

// unnamed is the share of those who have a finding that bring it up first, where the base gives none.
const unnamed = 0.1

func presenting(c *kb.Condition, id kb.ConceptID) float64 {
	for _, l := range c.Findings {
		if l.Concept == id {
			if l.Presenting > 0 {
				return l.Presenting
			}
			return unnamed * l.P
		}
	}
	return 0
}
