package kb

import (
	"fmt"
	"strings"
	"testing"

	"anamnesis/internal/clinical"

	"github.com/google/go-cmp/cmp"
)

// abc knows the concepts a, b, c and a.severe and the condition flu.
func abc() Names {
	return Names{
		Concept: func(id string) (ConceptID, bool) {
			k, ok := map[string]ConceptID{"a": 0, "b": 1, "c": 2, "a.severe": 3}[id]
			return k, ok
		},
		Condition: func(id string) (ConditionID, bool) { return 7, id == "flu" },
	}
}

// prefix writes an expression with its operator in front.
func prefix(e *Expr) string {
	switch e.Op {
	case OpConcept:
		return fmt.Sprintf("#%d", e.Concept)
	case OpAge, OpSex, OpDuration:
		return fmt.Sprintf("%d.%d.%d", e.Op, e.Cmp, e.N)
	case OpLikely:
		return fmt.Sprintf("likely%d.%d.%v", e.Condition, e.Cmp, e.Share)
	}
	args := make([]string, len(e.Args))
	for i, a := range e.Args {
		args[i] = prefix(a)
	}
	name := map[Op]string{OpAnd: "and", OpOr: "or", OpNot: "not", OpAtLeast: fmt.Sprint(e.N, "of")}[e.Op]
	return name + "(" + strings.Join(args, " ") + ")"
}

func TestParseExpr(t *testing.T) {
	for text, want := range map[string]string{
		"a":                        "#0",
		"a.severe":                 "#3",
		"always":                   "and()",
		"a and b or c":             "or(and(#0 #1) #2)",
		"a and (b or c)":           "and(#0 or(#1 #2))",
		"not a and not (b or c)":   "and(not(#0) not(or(#1 #2)))",
		"2 of (a, b and c, not c)": "2of(#0 and(#1 #2) not(#2))",
		"age >= 65":                "6.4.65",
		"age<18 or a":              "or(6.1.18 #0)",
		"sex is female":            "7.0.1",
		"duration <= day":          "8.2.2",
		"likely(flu) >= .05":       "likely7.4.0.05",
		"a\n  or b":                "or(#0 #1)",
	} {
		e, err := ParseExpr(text, abc())
		if err != nil {
			t.Errorf("%q: %v", text, err)
			continue
		}
		if got := prefix(e); got != want {
			t.Errorf("%q is %s, not %s", text, got, want)
		}
	}
}

func TestParseExprErrors(t *testing.T) {
	for text, want := range map[string]string{
		"":                    "but found the end",
		"a b":                 "expected and, or or the end before \"b\"",
		"a and":               "but found the end",
		"(a or b":             "expected ) before the end",
		"a and x or y":        "unknown finding x, finding y",
		"likely(x) > .1 or x": "unknown condition x, finding x",
		"likely(flu) > 5":     "share between 0 and 1",
		"likely flu > .5":     "likely is written as",
		"age > old":           "whole years",
		"age is 5":            `expected <, <=, =, >= or > but found "is"`,
		"sex = female":        "sex is female",
		"sex is f":            "female or male",
		"duration > decade":   "hour, day, week",
		"4 of (a, b)":         "never or always true",
		"2 a":                 "a number starts only",
		"2 of (a b)":          "expected , or )",
		"a and or b":          `"or" where a finding was expected`,
		"a & b":               `unexpected character '&'`,
		"a > 3":               `before ">"`,
	} {
		_, err := ParseExpr(text, abc())
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, want %q", text, err, want)
		}
	}
}

type world struct {
	answers  map[ConceptID]clinical.Assertion
	age      int
	duration clinical.Bucket
}

func (w world) Assertion(k ConceptID) clinical.Assertion { return w.answers[k] }
func (w world) Age() int                                 { return w.age }
func (w world) Sex() clinical.Sex                        { return clinical.Female }
func (w world) Duration() clinical.Bucket                { return w.duration }
func (w world) Share(ConditionID) float64                { return .1 }

func TestEval(t *testing.T) {
	w := world{answers: map[ConceptID]clinical.Assertion{0: clinical.Present, 1: clinical.Denied, 2: clinical.Unsure}, age: 70}
	for text, want := range map[string]clinical.Truth{
		"always": clinical.True, "a": clinical.True, "b": clinical.False, "c": clinical.Unknown, "not c": clinical.Unknown,
		"a and c": clinical.Unknown, "b and c": clinical.False, "a or c": clinical.True, "b or c": clinical.Unknown,
		"2 of (a, b, c)": clinical.Unknown, "3 of (a, b, c)": clinical.False, "1 of (a, b)": clinical.True,
		"age >= 70": clinical.True, "age < 70": clinical.False, "sex is male": clinical.False, "duration < week": clinical.Unknown,
		"likely(flu) >= .1": clinical.True, "likely(flu) > .1": clinical.False,
	} {
		e, err := ParseExpr(text, abc())
		if err != nil {
			t.Fatal(err)
		}
		if got := e.Eval(w); got != want {
			t.Errorf("%q is %v, not %v", text, got, want)
		}
	}
}

// FuzzParseExpr: no input panics, and what parses still means the same when parsed from its own text.
func FuzzParseExpr(f *testing.F) {
	for _, s := range []string{"a and (b or not c)", "2 of (a, b)", "age >= 65", "likely(flu) >= .05", "((((", "not not not", "sex is male", "always"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		e, err := ParseExpr(s, abc())
		if err != nil {
			return
		}
		again, err := ParseExpr(e.Text, abc())
		if err != nil {
			t.Fatalf("%q: %v", e.Text, err)
		}
		if diff := cmp.Diff(e, again); diff != "" {
			t.Fatal(diff)
		}
		e.Eval(world{})
	})
}
