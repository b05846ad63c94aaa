package eval

import (
	"math"
	"slices"
)

// Share is a share of cases with its 95 % interval (Wilson).
type Share struct{ Value, Low, High float64 }

// Score is a suite's scorecard. All shares are fractions of 1.
type Score struct {
	Name              string
	Cases             int
	Coverage          Share // cases whose condition the base has
	M1, M3, M5        Share // condition in the first 1, 3, 5; all cases with an expected condition in the denominator
	TriageRight       Share // all cases with an accepted level in the denominator
	TriageSafe        Share
	OverTriage        Share
	EmergenciesMissed int
	QuestionsMedian   float64
	QuestionsMean     float64
	QuestionsMax      int
	Brier             float64 // of the probability given to the first cause
	Calibration       []Bin   // of the same, by tenths
	Outcomes          []Outcome
	DDX               *DDXScore // of the suites over simulated patients
}

// Measure makes a scorecard; outcomes belong to cases by position.
func Measure(name string, cases []Case, out []Outcome) Score {
	s := Score{Name: name, Cases: len(cases), Outcomes: out}
	var diag, covered, m1, m3, m5, triage, right, safe, over int
	var questions []int
	brier := 0.0
	for i, o := range out {
		questions = append(questions, o.Questions)
		if len(cases[i].Expect) > 0 || cases[i].Diagnosis != "" {
			diag++
			covered += btoi(o.Covered)
			m1 += btoi(o.Rank == 1)
			m3 += btoi(o.Rank >= 1 && o.Rank <= 3)
			m5 += btoi(o.Rank >= 1 && o.Rank <= 5)
			brier += square(o.First - float64(btoi(o.Rank == 1)))
		}
		if len(cases[i].Triage) > 0 {
			triage++
			right += btoi(o.Right)
			safe += btoi(o.Safe)
			over += btoi(o.Over)
			s.EmergenciesMissed += btoi(o.Emergency && !o.Safe)
		}
	}
	s.Coverage, s.M1, s.M3, s.M5 = wilson(covered, diag), wilson(m1, diag), wilson(m3, diag), wilson(m5, diag)
	s.TriageRight, s.TriageSafe, s.OverTriage = wilson(right, triage), wilson(safe, triage), wilson(over, triage)
	s.QuestionsMedian, s.QuestionsMax = median(questions)
	for _, n := range questions {
		s.QuestionsMean += float64(n) / float64(len(questions))
	}
	s.Calibration = calibration(cases, out)
	if diag > 0 {
		s.Brier = brier / float64(diag)
	}
	return s
}

// Bin is one tenth of the probabilities given to the first cause, and how often it was right.
type Bin struct {
	From, To float64
	Cases    int
	Given    float64 // mean probability
	Right    float64 // share
}

// calibration sorts the cases that have a diagnosis into tenths; empty ones are left out.
func calibration(cases []Case, out []Outcome) []Bin {
	var bins [10]Bin
	for i, o := range out {
		if len(cases[i].Expect) == 0 && cases[i].Diagnosis == "" {
			continue
		}
		b := &bins[min(9, int(10*o.First))]
		b.Cases++
		b.Given += o.First
		b.Right += float64(btoi(o.Rank == 1))
	}
	var list []Bin
	for i, b := range bins {
		if b.Cases > 0 {
			n := float64(b.Cases)
			list = append(list, Bin{float64(i) / 10, float64(i+1) / 10, b.Cases, b.Given / n, b.Right / n})
		}
	}
	return list
}

func square(x float64) float64 { return x * x }

func btoi(b bool) int {
	if b {
		return 1
	}
	return 0
}

// wilson is the score interval for k of n; with n = 0 all is zero.
func wilson(k, n int) Share {
	if n == 0 {
		return Share{}
	}
	const z = 1.959964
	p, m := float64(k)/float64(n), float64(n)
	mid := (p + z*z/(2*m)) / (1 + z*z/m)
	half := z / (1 + z*z/m) * math.Sqrt(p*(1-p)/m+z*z/(4*m*m))
	return Share{p, max(0, mid-half), min(1, mid+half)}
}

func median(v []int) (float64, int) {
	if len(v) == 0 {
		return 0, 0
	}
	slices.Sort(v)
	n := len(v)
	return float64(v[(n-1)/2]+v[n/2]) / 2, v[n-1]
}
