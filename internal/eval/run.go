package eval

import (
	"runtime"
	"slices"
	"sync"
	"sync/atomic"

	"anamnesis/internal/consult"
	"anamnesis/internal/engine"
	"anamnesis/internal/kb"
	"anamnesis/internal/recognize"
	"anamnesis/internal/report"
)

// Outcome is what one case led to.
type Outcome struct {
	Case      string
	Covered   bool     // the base has an expected condition
	Rank      int      // of the first expected condition, from 1; 0 = not among the ranked
	Share     float64  // its probability
	Level     string   // advised
	Right     bool     // level among the accepted ones; true where the case names none
	Safe      bool     // never less urgent than the least urgent accepted level
	Emergency bool     // the case is an emergency
	Over      bool     // more urgent than every accepted level
	Questions int      // answered
	Top       []string // names of the first three causes
	First     float64  // probability given to the first cause
	Missing   []string // concepts of the case that the base lacks
	Reason    string   // why it missed
	Trace     []string // each question and its answer, for reading
}

// date is the day on which all virtual patients write; any fixed day does.
var date = recognize.Date{Year: 2026, Month: 6, Day: 17}

// Run lets one patient through a whole consultation.
func Run(iv *consult.Interview, b *kb.Base, c *Case, trace bool) Outcome {
	p := NewPatient(b, c)
	r := iv.Begin("virtual", "en-US", consult.Start{Sex: c.Sex, Age: max(18, c.Age), Query: c.Opening}, date)
	o := Outcome{Case: c.ID, Missing: p.missing}
	for r.Open != nil && o.Questions < 60 {
		q := iv.Render(r)
		a := p.Answer(q)
		if trace {
			o.Trace = append(o.Trace, q.Type+" "+q.Messages[0].Value+" ["+labels(q, offered(q))+"] -> "+labels(q, a.Included))
		}
		if e := iv.Check(q, a); e != nil {
			o.Reason = "the patient gave an answer that was refused: " + e.Error()
			break
		}
		iv.Apply(r, a)
		o.Questions++
	}
	o.judge(b, c, iv.Report(r))
	return o
}

// offered are the ids of a question's choices.
func offered(q *consult.Question) []string {
	out := make([]string, len(q.Choices))
	for i, c := range q.Choices {
		out[i] = c.ID
	}
	return out
}

func labels(q *consult.Question, in []string) string {
	s := ""
	for _, id := range in {
		label := id
		for _, c := range q.Choices {
			if c.ID == id {
				label = c.Text
			}
		}
		if s != "" {
			s += "; "
		}
		s += label
	}
	if s == "" {
		return "(none)"
	}
	return s
}

func (o *Outcome) judge(b *kb.Base, c *Case, rep *report.Report) {
	want := map[string]bool{}
	for _, id := range c.Expect {
		if d, ok := b.Condition(id); ok {
			want[b.Conditions[d].Code] = true
			o.Covered = true
		}
	}
	for i, rk := range rep.Summary.Ranked {
		if want[rk.Code] && o.Rank == 0 {
			o.Rank, o.Share = i+1, rk.Probability
		}
		if i == 0 {
			o.First = rk.Probability
		}
		if i < 3 {
			o.Top = append(o.Top, rk.Name)
		}
	}
	o.Level = rep.Level.ID
	o.judgeLevel(c)
	if o.Reason == "" {
		o.Reason = o.reason(b, c, rep)
	}
}

func (o *Outcome) judgeLevel(c *Case) {
	got := four(o.Level)
	o.Right, o.Safe = true, true
	if len(c.Triage) == 0 {
		return
	}
	least, most := 0, len(fourLevels)
	for _, t := range c.Triage {
		i := slices.Index(fourLevels, t)
		least, most = max(least, i), min(most, i)
	}
	o.Right = slices.Contains(c.Triage, fourLevels[min(got, len(fourLevels)-1)]) && got < len(fourLevels)
	o.Safe = got <= least
	o.Over = got < most
	o.Emergency = least == 0
}

// reason says why the expected condition is not among the first three.
func (o *Outcome) reason(b *kb.Base, c *Case, rep *report.Report) string {
	switch {
	case len(c.Expect) == 0 || o.Rank > 0 && o.Rank <= 3:
		return ""
	case !o.Covered:
		return "not in the base"
	case len(rep.Summary.InitialSymptoms) == 0:
		return "not understood"
	case !told(b, c, rep):
		return "not asked"
	}
	return "wrong weight"
}

// told says whether at least half of the case's findings reached the consultation.
func told(b *kb.Base, c *Case, rep *report.Report) bool {
	known := map[string]bool{}
	for _, f := range slices.Concat(rep.Summary.InitialSymptoms, rep.Summary.AdditionalSymptoms, rep.Summary.Factors) {
		known[f.Code] = true
	}
	n, all := 0, 0
	for _, id := range c.Present {
		if con, ok := b.Concept(id); ok {
			all++
			n += btoi(known[b.Concepts[con].Code])
		}
	}
	return 2*n >= all
}

// RunAll lets all patients through consultations on a base, under the policy and the parameters in use.
func RunAll(b *kb.Base, cases []Case) []Outcome {
	iv := consult.NewInterview(engine.New(b, engine.DefaultParams()), recognize.New(b))
	return RunWith(iv, b, cases)
}

// RunWith lets all patients through consultations of one interview, as many at a time as there are processors.
func RunWith(iv *consult.Interview, b *kb.Base, cases []Case) []Outcome {
	out := make([]Outcome, len(cases))
	var next atomic.Int64
	var wait sync.WaitGroup
	for range runtime.GOMAXPROCS(0) {
		wait.Go(func() {
			for i := next.Add(1) - 1; i < int64(len(cases)); i = next.Add(1) - 1 {
				out[i] = Run(iv, b, &cases[i], false)
			}
		})
	}
	wait.Wait()
	return out
}
