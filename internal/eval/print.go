package eval

import (
	"encoding/json"
	"fmt"
	"io"
	"math"
	"strings"
)

// suiteJSON is the stable JSON form of a scorecard; shares are fractions of 1.
type suiteJSON struct {
	Name              string  `json:"name"`
	Cases             int     `json:"cases"`
	Coverage          float64 `json:"coverage"`
	M1                float64 `json:"m1"`
	M3                float64 `json:"m3"`
	M5                float64 `json:"m5"`
	TriageRight       float64 `json:"triage_right"`
	TriageSafe        float64 `json:"triage_safe"`
	OverTriage        float64 `json:"over_triage"`
	EmergenciesMissed int     `json:"emergencies_missed"`
	QuestionsMedian   float64 `json:"questions_median"`
	QuestionsMean     float64 `json:"questions_mean"`
	QuestionsMax      int     `json:"questions_max"`
	Brier             float64 `json:"brier"`
	// Further measures, where a suite has them.
	First             *float64              `json:"first,omitempty"`              // true condition ranked first
	InteractionLength *float64              `json:"interaction_length,omitempty"` // the initial complaint counted
	DDF1              *float64              `json:"ddf1,omitempty"`               // of the differential
	DDPrecision       *float64              `json:"ddp,omitempty"`
	DDRecall          *float64              `json:"ddr,omitempty"`
	EvidenceRecall    *float64              `json:"evidence_recall,omitempty"`
	Calibration       []binJSON             `json:"calibration,omitempty"`
	Intervals         map[string][2]float64 `json:"intervals,omitempty"` // 95 %, by measure
	Misses            []missJSON            `json:"misses,omitempty"`
}

// binJSON is a tenth of the probabilities given to the first cause.
type binJSON struct {
	From  float64 `json:"from"`
	To    float64 `json:"to"`
	Cases int     `json:"cases"`
	Given float64 `json:"given"` // mean probability
	Right float64 `json:"right"` // share of cases
}

type missJSON struct {
	Case   string   `json:"case"`
	Rank   int      `json:"rank"` // 0 = not among the ranked causes
	Level  string   `json:"level"`
	Reason string   `json:"reason"`
	Top    []string `json:"top"`
}

// WriteJSON prints {"suites":[…]}.
func WriteJSON(w io.Writer, scores []Score) error {
	out := struct {
		Suites []suiteJSON `json:"suites"`
	}{Suites: []suiteJSON{}}
	for i := range scores {
		out.Suites = append(out.Suites, scores[i].json())
	}
	enc := json.NewEncoder(w)
	enc.SetIndent("", "  ")
	return enc.Encode(out)
}

func (s *Score) json() suiteJSON {
	j := suiteJSON{
		Name: s.Name, Cases: s.Cases, Coverage: round(s.Coverage.Value), M1: round(s.M1.Value), M3: round(s.M3.Value), M5: round(s.M5.Value),
		TriageRight: round(s.TriageRight.Value), TriageSafe: round(s.TriageSafe.Value), OverTriage: round(s.OverTriage.Value),
		EmergenciesMissed: s.EmergenciesMissed, QuestionsMedian: s.QuestionsMedian, QuestionsMean: round(s.QuestionsMean), QuestionsMax: s.QuestionsMax, Brier: round(s.Brier),
		Intervals: map[string][2]float64{},
	}
	if d := s.DDX; d != nil {
		at := func(x float64) *float64 { x = round(x); return &x }
		j.First, j.InteractionLength, j.EvidenceRecall = at(d.First), at(d.Length), at(d.EvidenceRecall)
		j.DDF1, j.DDPrecision, j.DDRecall = at(d.F1), at(d.Precision), at(d.Recall)
	}
	for name, sh := range map[string]Share{"coverage": s.Coverage, "m1": s.M1, "m3": s.M3, "m5": s.M5, "triage_right": s.TriageRight, "triage_safe": s.TriageSafe} {
		j.Intervals[name] = [2]float64{round(sh.Low), round(sh.High)}
	}
	for _, b := range s.Calibration {
		j.Calibration = append(j.Calibration, binJSON{b.From, b.To, b.Cases, round(b.Given), round(b.Right)})
	}
	for _, o := range s.Outcomes {
		if o.missed() {
			j.Misses = append(j.Misses, missJSON{o.Case, o.Rank, o.Level, o.Reason, o.Top})
		}
	}
	return j
}

func (o *Outcome) missed() bool { return o.Reason != "" || !o.Right || !o.Safe }

func round(x float64) float64 { return math.Round(x*10000) / 10000 }

// WriteTable prints scorecards for reading, then each miss with its reason.
func WriteTable(w io.Writer, scores []Score) {
	for i := range scores {
		s := &scores[i]
		if s.DDX != nil {
			s.DDX.write(w, s.Name)
			continue
		}
		fmt.Fprintf(w, "%s: %d cases, questions median %.1f, mean %.1f, max %d\n", s.Name, s.Cases, s.QuestionsMedian, s.QuestionsMean, s.QuestionsMax)
		line := func(name string, sh Share) {
			if sh.High > 0 {
				fmt.Fprintf(w, "  %-14s %5.1f %%  (95 %%: %.1f to %.1f)\n", name, 100*sh.Value, 100*sh.Low, 100*sh.High)
			}
		}
		line("coverage", s.Coverage)
		line("M1", s.M1)
		line("M3", s.M3)
		line("M5", s.M5)
		line("triage right", s.TriageRight)
		line("triage safe", s.TriageSafe)
		if s.TriageRight.High > 0 {
			fmt.Fprintf(w, "  %-14s %5.1f %%\n  %-14s %5d\n", "over-triage", 100*s.OverTriage.Value, "missed emerg.", s.EmergenciesMissed)
		}
		fmt.Fprintf(w, "  %-14s %7.3f\n", "Brier", s.Brier)
		plot(w, s.Calibration)
		for j := range s.Outcomes {
			writeMiss(w, &s.Outcomes[j])
		}
	}
}

// WriteSummary prints one line a suite: shares in per cent, and nothing of single cases.
func WriteSummary(w io.Writer, scores []Score) {
	fmt.Fprintf(w, "%-20s %5s %6s %6s %6s %6s %6s %6s %6s %9s %4s %6s %s\n", "suite", "cases", "M1", "M3", "M5", "right", "safe", "over", "missed", "questions", "max", "Brier", "not in the first three, by reason")
	for i := range scores {
		s := &scores[i]
		if s.DDX != nil {
			fmt.Fprintf(w, "%-20s %5d first %.1f, length %.2f, F1 %.3f\n", s.Name, s.Cases, 100*s.DDX.First, s.DDX.Length, s.DDX.F1)
			continue
		}
		why := map[string]int{}
		for j := range s.Outcomes {
			if r := s.Outcomes[j].Reason; r != "" {
				why[r]++
			}
		}
		fmt.Fprintf(w, "%-20s %5d %6.1f %6.1f %6.1f %6.1f %6.1f %6.1f %6d %9.2f %4d %6.3f %v\n", s.Name, s.Cases, 100*s.M1.Value, 100*s.M3.Value, 100*s.M5.Value,
			100*s.TriageRight.Value, 100*s.TriageSafe.Value, 100*s.OverTriage.Value, s.EmergenciesMissed, s.QuestionsMean, s.QuestionsMax, s.Brier, why)
	}
}

func writeMiss(w io.Writer, o *Outcome) {
	if !o.missed() {
		return
	}
	triage := ""
	if !o.Right {
		triage = ", level " + o.Level
		if !o.Safe {
			triage += " TOO LOW"
		}
	}
	fmt.Fprintf(w, "    %-14s rank %d%s: %s; first %v", o.Case, o.Rank, triage, o.Reason, o.Top)
	if len(o.Missing) > 0 {
		fmt.Fprintf(w, "; the base lacks %v", o.Missing)
	}
	fmt.Fprintln(w)
}

// plot draws how often the first cause was right against the probability it was given: # is the share
// that was right, | where it would be if the probabilities were exact.
func plot(w io.Writer, bins []Bin) {
	const width = 40
	for _, b := range bins {
		line := []byte(strings.Repeat(" ", width+1))
		for i := range int(math.Round(width * b.Right)) {
			line[i] = '#'
		}
		line[int(math.Round(width*b.Given))] = '|'
		fmt.Fprintf(w, "    given %.1f-%.1f %s right %3.0f %% of %d\n", b.From, b.To, line, 100*b.Right, b.Cases)
	}
}
