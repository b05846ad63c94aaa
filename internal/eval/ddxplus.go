package eval

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"anamnesis/internal/clinical"
	"anamnesis/internal/engine"
	"anamnesis/internal/kb"
)

// DDXPlus is a data set of simulated patients whose likelihoods are known (Fansi Tchango et al., NeurIPS
// 2022, CC BY). Its tables become a knowledge base for the engine, so that the choice of questions can be
// measured beside published agents. Nothing of it is medicine, and no clinical parameter is tuned on it.
type DDXPlus struct {
	base      *kb.Base
	model     *engine.Model
	questions []ddxQuestion
	byCode    map[string]int // question by evidence
	names     []string       // conditions as in the data
	patients  []ddxPatient
}

type ddxQuestion struct {
	code     string
	values   []string       // of a question with several answers
	concepts []kb.ConceptID // one a value; one for yes/no
	normal   string         // the value of who has nothing to say
}

type ddxPatient struct {
	Pathology string              `json:"PATHOLOGY"`
	Evidences []string            `json:"EVIDENCES"`
	Initial   string              `json:"INITIAL_EVIDENCE"`
	Diff      [][]json.RawMessage `json:"DIFFERENTIAL_DIAGNOSIS"`

	has  map[string][]string // values by evidence; nil for a plain yes
	diff map[string]bool     // conditions of the true differential
}

// ddxThreshold is the probability from which a condition belongs to a differential, as in the paper's code.
const ddxThreshold = 0.01

// ddxPublished says where the data are published.
const ddxPublished = "the DDXPlus data are published at https://figshare.com/articles/dataset/DDXPlus_Dataset/20043374; see docs/evaluation.md for the tables"

// LoadDDXPlus reads the tables and patients in folder/ddxplus.
func LoadDDXPlus(folder string) (*DDXPlus, error) {
	dir := filepath.Join(folder, "ddxplus")
	var evidences map[string]struct {
		Type    string          `json:"data_type"`
		Default json.RawMessage `json:"default_value"`
	}
	var table struct {
		Counts map[string]float64            `json:"condition_counts"`
		P      map[string]map[string]float64 `json:"probabilities"`
	}
	var top map[string]struct {
		Values map[string]map[string]float64 `json:"value_freq_top"`
	}
	var shares map[string]struct {
		Findings map[string]json.RawMessage `json:"findings"`
	}
	for name, into := range map[string]any{
		"release_evidences.json": &evidences, "evidence_given_condition_train.json": &table,
		"multivalue_freq_top_train.json": &top, "value_given_condition_bed_stats.json": &shares,
	} {
		data, err := os.ReadFile(filepath.Join(dir, name))
		if errors.Is(err, fs.ErrNotExist) {
			return nil, fmt.Errorf("%w; %s", err, ddxPublished)
		}
		if err == nil {
			err = json.Unmarshal(data, into)
		}
		if err != nil {
			return nil, fmt.Errorf("DDXPlus %s: %w", name, err)
		}
	}
	x := &DDXPlus{base: &kb.Base{}, byCode: map[string]int{}}
	for name := range table.Counts {
		x.names = append(x.names, name)
	}
	slices.Sort(x.names)
	value := map[string]map[string]map[string]float64{} // condition, evidence, value -> share
	for name, s := range shares {
		value[name] = map[string]map[string]float64{}
		for code, raw := range s.Findings {
			var m map[string]float64
			if json.Unmarshal(raw, &m) == nil {
				value[name][code] = m
			}
		}
	}
	figure := func(name, code, v, normal string) float64 {
		m := value[name][code]
		if several := top[name].Values[code]; several != nil && evidences[code].Type == "M" {
			if p, ok := several[v]; ok {
				return p
			}
			// The table names the five most frequent values of several that a patient may have together; the
			// shares of the others count only the patients in whom they come first.
			if v != normal && m[v] > 0.0002 {
				return ddxTail * slices.Min(slices.Collect(maps.Values(several)))
			}
		}
		if m != nil {
			return m[v]
		}
		if v == normal {
			return 1
		}
		return 0
	}
	var codes []string
	for code := range evidences {
		codes = append(codes, code)
	}
	slices.Sort(codes)
	p := map[kb.ConceptID]map[string]float64{}
	for _, code := range codes {
		e := evidences[code]
		q := ddxQuestion{code: code}
		if e.Type == "B" {
			id := x.concept(code)
			q.concepts = []kb.ConceptID{id}
			p[id] = map[string]float64{}
			for _, name := range x.names {
				p[id][name] = table.P[name][code]
			}
		} else {
			q.normal = strings.Trim(string(e.Default), `"`)
			q.values = []string{q.normal}
			for _, name := range x.names {
				for v := range value[name][code] {
					if !slices.Contains(q.values, v) {
						q.values = append(q.values, v)
					}
				}
			}
			slices.Sort(q.values)
			for _, v := range q.values {
				id := x.concept(code + " " + v)
				q.concepts = append(q.concepts, id)
				p[id] = map[string]float64{}
				for _, name := range x.names {
					p[id][name] = figure(name, code, v, q.normal)
				}
			}
		}
		x.byCode[code] = len(x.questions)
		x.questions = append(x.questions, q)
	}
	x.conditions(table.Counts, p)
	x.model = engine.New(x.base, exactParams())
	return x, x.load(dir)
}

// exactParams is the engine for patients who answer exactly and whose likelihoods are known: no answer is
// noisy, nothing is capped or damped, and every patient has one of the conditions.
func exactParams() engine.Params {
	p := engine.DefaultParams()
	p.Alpha, p.Hit, p.Slip, p.Unticked = 1, 1-ddxNever, ddxNever, 0.2 // a patient names five of several values, so that the others tell little
	p.AskedCap, p.NegativeCap, p.Damping, p.Focus = 50, 1e6, 1, 1
	p.RateFloor, p.NoneRate, p.ActiveShare, p.DangerValue, p.CostWeight = 0, 1e-300, 1e-4, 0, 0
	return p
}

// ddxTail is how frequent a value beyond the named ones is taken to be, against the least frequent of them.
const ddxTail = 0.5

// ddxNever is the probability of an answer that the tables never saw.
const ddxNever = 1e-4

func (x *DDXPlus) concept(id string) kb.ConceptID {
	x.base.Concepts = append(x.base.Concepts, kb.Concept{
		ID: id, Code: id, Kind: kb.Symptom, Question: id, Background: 0.5, Correlation: kb.None, AttributeOf: kb.None, Contrast: kb.None,
	})
	return kb.ConceptID(len(x.base.Concepts) - 1)
}

func (x *DDXPlus) conditions(counts map[string]float64, p map[kb.ConceptID]map[string]float64) {
	all := 0.0
	for _, n := range counts {
		all += n
	}
	for _, name := range x.names {
		c := kb.Condition{ID: name, Code: name, Name: name, Level: clinical.Routine2w, MaxAge: 0}
		for sex := range c.Rate {
			for band := range c.Rate[sex] {
				c.Rate[sex][band] = 1e4 * counts[name] / all
			}
		}
		for id := range x.base.Concepts {
			c.Findings = append(c.Findings, kb.Link{Concept: kb.ConceptID(id), P: p[kb.ConceptID(id)][name]})
		}
		x.base.Conditions = append(x.base.Conditions, c)
	}
	for id := range x.base.Concepts {
		sum := 0.0
		for _, name := range x.names {
			sum += counts[name] / all * p[kb.ConceptID(id)][name]
		}
		x.base.Concepts[id].Background = min(max(sum, ddxNever), 1-ddxNever)
	}
}

func (x *DDXPlus) load(dir string) error {
	files, err := filepath.Glob(filepath.Join(dir, "patients_*.jsonl"))
	if err != nil || len(files) == 0 {
		return fmt.Errorf("there are no patients_*.jsonl in %s; %s", dir, ddxPublished)
	}
	for _, file := range files {
		f, err := os.Open(file)
		if err != nil {
			return err
		}
		sc := bufio.NewScanner(f)
		sc.Buffer(nil, 1<<20)
		for sc.Scan() {
			var p ddxPatient
			if err = json.Unmarshal(sc.Bytes(), &p); err == nil {
				err = x.prepare(&p)
			}
			if err != nil {
				f.Close()
				return fmt.Errorf("%s: %w", filepath.Base(file), err)
			}
			x.patients = append(x.patients, p)
		}
		err = errors.Join(sc.Err(), f.Close())
		if err != nil {
			return fmt.Errorf("%s: %w", filepath.Base(file), err)
		}
	}
	return nil
}

func (x *DDXPlus) prepare(p *ddxPatient) error {
	p.has, p.diff = map[string][]string{}, map[string]bool{}
	for _, e := range p.Evidences {
		code, v, multi := strings.Cut(e, "_@_")
		if _, ok := x.byCode[code]; !ok {
			return fmt.Errorf("unknown evidence %q", e)
		}
		if multi {
			p.has[code] = append(p.has[code], v)
		} else {
			p.has[code] = nil
		}
	}
	for _, d := range p.Diff {
		var name string
		var share float64
		if len(d) != 2 || json.Unmarshal(d[0], &name) != nil || json.Unmarshal(d[1], &share) != nil {
			return errors.New("a differential is no list of names and shares")
		}
		if share > ddxThreshold {
			p.diff[name] = true
		}
	}
	if !slices.Contains(x.names, p.Pathology) {
		return fmt.Errorf("unknown pathology %q", p.Pathology)
	}
	return nil
}

// OneSought stops as soon as one condition is as good as certain; DifferentialSought asks on, as the
// published agents that were trained to give the whole differential do.
var (
	OneSought          = DDXPolicy{Sure: 0.998, Max: 30}
	DifferentialSought = DDXPolicy{Sure: 2, Max: 17}
)

// DDXPolicy is when to stop asking.
type DDXPolicy struct {
	Sure float64 // share of the first condition from which it is settled
	Max  int     // interactions, the initial evidence counted
}

// DDXScore are the measures of the paper's code, means over the patients, shares as fractions of 1.
type DDXScore struct {
	Patients              int
	Length                float64 // interactions, the initial evidence counted
	First, First3, First5 float64 // the true condition ranked there, above the threshold
	Precision, Recall, F1 float64 // of the differential
	EvidenceRecall        float64 // of what the patient has, what was asked about
	MedianLength          float64
	MaxLength             int
	Brier                 float64 // of the probability given to the first condition
}

// Run asks every patient and measures.
func (x *DDXPlus) Run(pol DDXPolicy) DDXScore {
	s := DDXScore{Patients: len(x.patients)}
	post := x.model.NewPosterior()
	n := float64(len(x.patients))
	var lengths []int
	for i := range x.patients {
		p := &x.patients[i]
		asked := x.ask(post, p, pol)
		s.Length += float64(len(asked)) / n
		lengths = append(lengths, len(asked))
		x.measure(&s, post, p, asked, n)
	}
	s.MedianLength, s.MaxLength = median(lengths)
	return s
}

// ask runs one interview and leaves its end in post; it gives the questions asked, the initial one first.
func (x *DDXPlus) ask(post *engine.Posterior, p *ddxPatient, pol DDXPolicy) []int {
	c := x.model.NewCase(clinical.Female, 40)
	first := x.byCode[p.Initial]
	asked := []int{first}
	x.answer(c, p, first)
	for {
		post.Update(c)
		if first, _ := post.Top(); first >= pol.Sure || len(asked) >= pol.Max {
			return asked
		}
		q := x.best(post, asked)
		if q < 0 {
			return asked
		}
		asked = append(asked, q)
		x.answer(c, p, q)
	}
}

// best is the question that tells most, -1 where none tells anything.
func (x *DDXPlus) best(post *engine.Posterior, asked []int) int {
	value := map[kb.ConceptID]float64{}
	for _, cand := range post.Rank() {
		value[cand.Concept] = cand.Cause
	}
	best, most := -1, 0.0
	for i := range x.questions {
		if slices.Contains(asked, i) {
			continue
		}
		q := &x.questions[i]
		v := value[q.concepts[0]]
		if q.values != nil {
			v = post.Categorical(q.concepts)
		}
		if v > most {
			best, most = i, v
		}
	}
	return best
}

func (x *DDXPlus) answer(c *engine.Case, p *ddxPatient, question int) {
	q := &x.questions[question]
	vals, has := p.has[q.code]
	if q.values == nil {
		a := clinical.Denied
		if has {
			a = clinical.Present
		}
		c.Assert(q.concepts[0], a, clinical.Asked)
		return
	}
	if !has {
		vals = []string{q.normal}
	}
	for i, v := range q.values {
		if slices.Contains(vals, v) {
			c.Assert(q.concepts[i], clinical.Present, clinical.Asked)
		} else {
			c.Assert(q.concepts[i], clinical.Denied, clinical.Unticked)
		}
	}
}

func (x *DDXPlus) measure(s *DDXScore, post *engine.Posterior, p *ddxPatient, asked []int, n float64) {
	order := make([]int, len(x.names))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int {
		switch {
		case post.Full[a] > post.Full[b]:
			return -1
		case post.Full[a] < post.Full[b]:
			return 1
		}
		return 0
	})
	s.Brier += square(post.Full[order[0]]-float64(btoi(x.names[order[0]] == p.Pathology))) / n
	for rank, d := range order[:min(5, len(order))] {
		if x.names[d] != p.Pathology || post.Full[d] <= ddxThreshold {
			continue
		}
		if rank < 1 {
			s.First += 1 / n
		}
		if rank < 3 {
			s.First3 += 1 / n
		}
		s.First5 += 1 / n
	}
	both, said := 0.0, 0.0
	for d, name := range x.names {
		if post.Full[d] > ddxThreshold {
			said++
			if p.diff[name] {
				both++
			}
		}
	}
	prec, rec := both/max(1, said), both/max(1, float64(len(p.diff)))
	s.Precision += prec / n
	s.Recall += rec / n
	s.F1 += 2 * prec * rec / (prec + rec + 1e-10) / n
	found := 0.0
	for _, q := range asked {
		if _, ok := p.has[x.questions[q].code]; ok {
			found++
		}
	}
	s.EvidenceRecall += found / max(1, float64(len(p.has))) / n
}

// Score gives the measures the form that all suites share.
func (s *DDXScore) Score(name string) Score {
	hits := func(share float64) Share { return wilson(int(math.Round(share*float64(s.Patients))), s.Patients) }
	return Score{
		Name: name, Cases: s.Patients, Coverage: hits(1), M1: hits(s.First), M3: hits(s.First3), M5: hits(s.First5),
		QuestionsMedian: s.MedianLength, QuestionsMax: s.MaxLength, Brier: s.Brier, DDX: s,
	}
}

func (s *DDXScore) write(w io.Writer, name string) {
	fmt.Fprintf(w, "%s: %d simulated patients, interaction length %.2f (median %.0f, max %d)\n", name, s.Patients, s.Length, s.MedianLength, s.MaxLength)
	for _, line := range []struct {
		name  string
		value float64
	}{
		{"ranked first", s.First}, {"in first 3", s.First3}, {"in first 5", s.First5}, {"differential P", s.Precision},
		{"differential R", s.Recall}, {"differential F1", s.F1}, {"evidence recall", s.EvidenceRecall},
	} {
		fmt.Fprintf(w, "  %-16s %5.1f %%\n", line.name, 100*line.value)
	}
}
