package eval

import (
	"fmt"
	"hash/fnv"
	"io"
	"runtime"
	"slices"
	"strings"
	"sync"

	"anamnesis/internal/consult"
	"anamnesis/internal/engine"
	"anamnesis/internal/kb"
	"anamnesis/internal/recognize"
)

// Alternative is one way to set the engine and the interview.
type Alternative struct {
	Name   string
	Change func(*engine.Params, *consult.Policy)
}

// Alternatives are those that are compared, each a change of one thing to what is in use.
func Alternatives() []Alternative {
	par := func(name string, f func(*engine.Params)) Alternative {
		return Alternative{name, func(p *engine.Params, _ *consult.Policy) { f(p) }}
	}
	pol := func(name string, f func(*consult.Policy)) Alternative {
		return Alternative{name, func(_ *engine.Params, p *consult.Policy) { f(p) }}
	}
	return []Alternative{
		{"in use", func(*engine.Params, *consult.Policy) {}},
		par("priors full (alpha 1)", func(p *engine.Params) { p.Alpha = 1 }),
		par("priors alpha 0.5", func(p *engine.Params) { p.Alpha = 0.5 }),
		par("priors alpha 0.2", func(p *engine.Params) { p.Alpha = 0.2 }),
		par("priors flat (alpha 0)", func(p *engine.Params) { p.Alpha = 0 }),
		par("age and sex tempered like rates (0.3)", func(p *engine.Params) { p.Demography = 0.3 }),
		par("answers taken as exact", func(p *engine.Params) { p.Hit, p.Slip = 0.999, 0.001 }),
		par("answers noisier (slip 0.03)", func(p *engine.Params) { p.Slip = 0.03 }),
		par("unticked counts as no", func(p *engine.Params) { p.Unticked = 1 }),
		par("unticked counts for little (0.4)", func(p *engine.Params) { p.Unticked = 0.4 }),
		par("answers noisier (hit 0.9)", func(p *engine.Params) { p.Hit = 0.9 }),
		par("negatives capped at 8 nats", func(p *engine.Params) { p.NegativeCap = 8 }),
		par("negatives capped at 4 nats", func(p *engine.Params) { p.NegativeCap = 4 }),
		par("negatives capped at 2.5 nats", func(p *engine.Params) { p.NegativeCap = 2.5 }),
		par("negatives not capped", func(p *engine.Params) { p.NegativeCap = 1e6 }),
		par("positives capped at 2.7 nats", func(p *engine.Params) { p.AskedCap = 2.7 }),
		par("positives not capped", func(p *engine.Params) { p.AskedCap, p.VolunteeredCap = 50, 50 }),
		par("correlated findings in full", func(p *engine.Params) { p.Damping = 1 }),
		par("denials beside a correlated finding in full", func(p *engine.Params) { p.Neighbor = 1 }),
		par("denials beside a correlated finding by half", func(p *engine.Params) { p.Neighbor = 0.5 }),
		par("only the strongest of correlated findings", func(p *engine.Params) { p.Damping = 0 }),
		par("volunteered complaints capped like asked ones", func(p *engine.Params) { p.VolunteeredCap = p.AskedCap }),
		par("no penalty for explaining no complaint", func(p *engine.Params) { p.Stray = 0 }),
		par("penalty for explaining no complaint 4", func(p *engine.Params) { p.Stray = 4 }),
		par("one unexplained complaint costs at most 2", func(p *engine.Params) { p.ForeignCap = 2 }),
		par("every unexplained complaint costs in full", func(p *engine.Params) { p.ForeignCap = 50 }),
		par("names for what is left ranked in full", func(p *engine.Params) { p.Residual = 1 }),
		par("names for what is left ranked by a seventh", func(p *engine.Params) { p.Residual = 0.15 }),
		par("a form before its illness where it is likelier", func(p *engine.Params) { p.FormLead = 1 }),
		par("a form never before its illness", func(p *engine.Params) { p.FormLead = 1e9 }),
		par("questions for the full posterior", func(p *engine.Params) { p.RankedMix = 0 }),
		par("questions for half of each posterior", func(p *engine.Params) { p.RankedMix = 0.5 }),
		par("danger counts once", func(p *engine.Params) { p.DangerValue = 1 }),
		par("danger counts six times", func(p *engine.Params) { p.DangerValue = 6 }),
		par("questions for the long tail of causes (focus 0.8)", func(p *engine.Params) { p.Focus = 0.8 }),
		par("questions for the leading causes (focus 1.2)", func(p *engine.Params) { p.Focus = 1.2 }),
		par("questions for the leading causes (focus 1.4)", func(p *engine.Params) { p.Focus = 1.4 }),
		pol("stops sooner while unsure (14)", func(p *consult.Policy) { p.UnsureQuestions = 14 }),
		pol("asks what is worth less (0.03)", func(p *consult.Policy) { p.WorthEarly = 0.03 }),
		pol("asks only what is worth more (0.08)", func(p *consult.Policy) { p.WorthEarly = 0.08 }),
		pol("goes on longer while unsure (24)", func(p *consult.Policy) { p.UnsureQuestions = 24 }),
		pol("headings kept together", func(p *consult.Policy) { p.MixGain = 0 }),
		pol("headings never kept", func(p *consult.Policy) { p.MixGain = 1 }),
		pol("asks no longer while unsure", func(p *consult.Policy) { p.SureShare = 0 }),
		pol("asks longer while unsure (0.8)", func(p *consult.Policy) { p.SureShare = 0.8 }),
		pol("onset asked by itself", func(p *consult.Policy) { p.OnsetAlone = 0 }),
	}
}

// comparedSeed draws other patients than the suite "sampled_even" has.
const comparedSeed = 20260103

// Comparable are the cases that alternatives are compared on: our own, the same thinned once, and 600 patients drawn
// evenly from the base. The public cases stay out: settings picked on them could not be judged by them.
func Comparable(b *kb.Base, own []Case) []Case {
	thin := Thin(b, recognize.New(b), own, Thinning{Draws: 1, Keep: DefaultThinning().Keep})
	d := DefaultDraw()
	d.Patients, d.Seed, d.Even = 600, comparedSeed, true
	return slices.Concat(own, thin, Sample(b, d))
}

// alternativeScore is what one alternative reached.
type alternativeScore struct {
	name                  string
	m1, m3, safe, n, tris float64
	questions             float64
	objective             []float64 // by case
}

// folds of the cross-validation, by case id.
const folds = 5

// CompareAlternatives runs every alternative over the cases and prints what each reaches; then, for each
// fold, it picks the best on the other folds and prints what the picks reach on the folds that they did
// not see: the gain that picking really brings.
func CompareAlternatives(w io.Writer, b *kb.Base, cases []Case) {
	list := Alternatives()
	scores := make([]alternativeScore, len(list))
	rec := recognize.New(b)
	var wait sync.WaitGroup
	next := make(chan int)
	for range runtime.GOMAXPROCS(0) {
		wait.Go(func() {
			for i := range next {
				scores[i] = scoreAlternative(b, rec, &list[i], cases)
			}
		})
	}
	for i := range list {
		next <- i
	}
	close(next)
	wait.Wait()
	fmt.Fprintf(w, "%d cases; objective a case: 1/2 for rank 1, 1/2 for rank 1 to 3, and -1 for an advice that is too low\n", len(cases))
	fmt.Fprintf(w, "%-46s %6s %6s %6s %9s %9s\n", "", "M1", "M3", "safe", "questions", "objective")
	for _, s := range scores {
		fmt.Fprintf(w, "%-46s %5.1f%% %5.1f%% %5.1f%% %9.1f %9.4f\n", s.name, 100*s.m1/s.n, 100*s.m3/s.n, 100*s.safe/max(1, s.tris), s.questions/float64(len(cases)), mean(s.objective))
	}
	picked, used := 0.0, 0.0
	for f := range folds {
		best := 0
		for i := range scores {
			if sumFold(&scores[i], cases, f, false) > sumFold(&scores[best], cases, f, false) {
				best = i
			}
		}
		picked += sumFold(&scores[best], cases, f, true)
		used += sumFold(&scores[0], cases, f, true)
		fmt.Fprintf(w, "best without fold %d: %s\n", f+1, scores[best].name)
	}
	fmt.Fprintf(w, "objective on the folds not seen: picked %.4f, in use %.4f\n", picked/float64(len(cases)), used/float64(len(cases)))
}

func scoreAlternative(b *kb.Base, rec *recognize.Recognizer, a *Alternative, cases []Case) alternativeScore {
	par, pol := engine.DefaultParams(), consult.DefaultPolicy()
	a.Change(&par, &pol)
	iv := consult.NewInterviewWith(engine.New(b, par), rec, pol)
	s := alternativeScore{name: a.Name}
	for i := range cases {
		o := Run(iv, b, &cases[i], false)
		value := 0.0
		if len(cases[i].Expect) > 0 {
			one, three := float64(btoi(o.Rank == 1)), float64(btoi(o.Rank >= 1 && o.Rank <= 3))
			s.n, s.m1, s.m3 = s.n+1, s.m1+one, s.m3+three
			value += (one + three) / 2
		}
		if len(cases[i].Triage) > 0 {
			s.tris++
			s.safe += float64(btoi(o.Safe))
			value -= float64(btoi(!o.Safe))
		}
		s.questions += float64(o.Questions)
		s.objective = append(s.objective, value)
	}
	return s
}

// sumFold sums the objective over one fold, or over all others.
func sumFold(s *alternativeScore, cases []Case, fold int, inside bool) float64 {
	sum := 0.0
	for i, v := range s.objective {
		h := fnv.New32a()
		id, _, _ := strings.Cut(cases[i].ID, "#") // a case and what was thinned from it share a fold
		h.Write([]byte("fold " + id))
		if (int(h.Sum32()%folds) == fold) == inside {
			sum += v
		}
	}
	return sum
}

func mean(v []float64) float64 {
	sum := 0.0
	for _, x := range v {
		sum += x
	}
	return sum / float64(max(1, len(v)))
}
