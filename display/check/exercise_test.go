package check

import (
	"errors"
	"math"
	"strings"
	"testing"

	"github.com/mercer-go/mercer/display/internal/golden"
	"github.com/mercer-go/mercer/display/internal/send"
)

type vector []float64

// hypotenuse is a rule for a function of two numbers.
var hypotenuse = Trials(50, func(f func(a, b float64) float64, t *Trial) {
	a, b := t.Number("a"), t.Number("b")
	t.Near("the hypotenuse", f(a, b), math.Hypot(a, b), 1e-9)
})

func TestJudge(t *testing.T) {
	unit := Trials(1, func(w []float64, t *Trial) { t.Near("the length", math.Hypot(w[0], w[1]), 1, 1e-9) })
	for _, c := range []struct {
		name   string
		answer any
		rule   Rule
		want   Outcome
		says   string
	}{
		{"number", 0.25, Number(.25, 1e-9), Right, ""},
		{"whole number", 16, Number(16, 0), Right, ""},
		{"small float", float32(.5), Number(.5, 0), Right, ""},
		{"too large", 17.0, Number(16, .5), Wrong, "17 is too large, by less than 10 %"},
		{"too small", 3, Number(16, .5), Wrong, "3 is too small, by a factor of 2 to 10"},
		{"wrong sign", -16.0, Number(16, .5), Wrong, "−16 has the wrong sign"},
		{"NaN", math.NaN(), Number(16, .5), Wrong, "NaN is no finite number"},
		{"zero", 0, Number(16, .5), Wrong, "0 is too small"},
		{"a wrong class", 0, Exactly(2), Wrong, "0 is wrong"},
		{"1/200, a quotient of whole numbers", 0, Number(.005, 1e-9), Wrong, "in Go 1/3 divides whole numbers"},
		{"14 % too large", 4.5, Number(3.955, .01), Wrong, "4.5 is too large, by 10 to 50 %"},
		{"a word for a number", "16", Number(16, .5), Wrong, "a number is wanted, and this is a string"},
		{"unanswered", Unanswered, Number(16, .5), NotAnswered, ""},
		{"nothing", nil, Number(16, .5), NotAnswered, ""},
		{"vector", []float64{1, 2}, Vector([]float64{1, 2}, 0), Right, ""},
		{"vector of a named type", vector{1, 2}, Vector([]float64{1, 2}, 0), Right, ""},
		{"vector of integers", []int{1, 2}, Vector([]float64{1, 2}, 0), Right, ""},
		{"vector of anything", []any{1, 2.0}, Vector([]float64{1, 2}, 0), Right, ""},
		{"wrong vector", []float64{1, 3, 5}, Vector([]float64{1, 2, 3}, 0), Wrong, "entry [1] = 3 is too large, by 10 to 50 %; 2 of 3 entries are wrong"},
		{"short vector", []float64{1}, Vector([]float64{1, 2}, 0), Wrong, "it has 1 entries, 2 are wanted"},
		{"nil vector", []float64(nil), Vector([]float64{1, 2}, 0), NotAnswered, ""},
		{"class", 1, Exactly(1), Right, ""},
		{"other class", -1, Exactly(1), Wrong, "−1 is wrong"},
		{"word", " B ", Exactly("b"), Right, ""},
		{"other word", "c", Exactly("b"), Wrong, `"c" is wrong`},
		{"empty word", " ", Exactly("b"), NotAnswered, ""},
		{"truth", false, Exactly(false), Right, ""},
		{"list", []int{1, 4}, Exactly([]int{1, 4}), Right, ""},
		{"other list", []int{1, 5}, Exactly([]int{1, 4}), Wrong, "entry [1] = 5 is wrong"},
		{"function", math.Hypot, hypotenuse, Right, "50 trials"},
		{"other function", func(a, b float64) float64 { return a + b }, hypotenuse, Wrong, " of 50 trials"},
		{"function of another kind", math.Sqrt, hypotenuse, Wrong, "a func(float64, float64) float64 is wanted, and this is a func(float64) float64"},
		{"function to be written", func(a, b float64) float64 { panic(Unanswered) }, hypotenuse, NotAnswered, ""},
		{"nil function", (func(a, b float64) float64)(nil), hypotenuse, NotAnswered, ""},
		{"function that panics", func(a, b float64) float64 { return []float64{a, b}[2] }, hypotenuse, Wrong, "it panics at exercise_test.go:"},
		{"property", []float64{.6, .8}, unit, Right, ""},
		{"property that does not hold", []float64{3, 4}, unit, Wrong, "the length 5 is too large, by a factor of 2 to 10 (off by 4)"},
		{"property that panics", []float64{3}, unit, Wrong, "index out of range"},
		{"trials that state nothing", 1, Trials(3, func(int, *Trial) {}), Wrong, "the trial states nothing; wrong in 3 of 3 trials"},
		{"no trials", 1, Trials(0, func(int, *Trial) {}), Wrong, "no trial was made"},
		{"no rule", 1, Rule{}, Faulty, "it has no rule"},
		{"no rule, no answer", Unanswered, Rule{}, Faulty, "it has no rule"},
		{"a rule with power", 16, Number(16, .5).Refutes(15, 17), Right, ""},
		{"a slip that is known", .5, Number(.25, 1e-9).Slip(.5, "this is the mean of one rule"), Wrong, "0.5 is too large, by 50 to 100 %: this is the mean of one rule"},
		{"a slip, rounded", .333, Number(.25, 1e-9).Refutes(0).Slip(1./3, "this is a third"), Wrong, ": this is a third"},
		{"another slip", .6, Number(.25, 1e-9).Slip(.5, "this is the mean of one rule"), Wrong, "0.6 is too large, by a factor of 2 to 10"},
		{"a slip of another kind", "0.5", Number(.25, 1e-9).Slip(.5, "this is the mean of one rule"), Wrong, "a number is wanted"},
		{"a vector's slip", []int{2, 1}, Vector([]float64{1, 2}, 0).Slip([]float64{2, 1}, "the order is turned round"), Wrong, ": the order is turned round"},
		{"a word's slip", "FISHER", Exactly("bayes").Slip("Fisher", "it needs no law"), Wrong, ": it needs no law"},
		{"a slip that is right", 1, Number(1, 1).Slip(.5, "half"), Faulty, "wrong answer 1 of Refutes is accepted"},
		{"a function has no slip", math.Hypot, Trials(1, func(f func(a, b float64) float64, t *Trial) { t.Near("f", f(3, 4), 25, 0) }).Slip(math.Max, "no"), Wrong, "f 5 is too small"},
		{"a rule without power", 16, Number(16, 2).Refutes(19, 17), Faulty, "wrong answer 2 of Refutes is accepted"},
		{"a rule that refutes nothing", 16, Number(16, 2).Refutes(nil), Faulty, "wrong answer 1 of Refutes is no answer"},
	} {
		r := Judge(c.name, c.answer, c.rule)
		if r.Outcome != c.want || !strings.Contains(r.Says, c.says) || (c.says == "" && r.Says != "") {
			t.Errorf("%s: %s, %q; want %s, %q", c.name, r.Outcome, r.Says, c.want, c.says)
		}
	}
}

// TestTrialStates has for each statement of a trial a case that holds and one that does not.
func TestTrialStates(t *testing.T) {
	nan := math.NaN()
	for _, c := range []struct {
		name  string
		state func(t *Trial)
		says  string // "" where it holds
	}{
		{"near", func(t *Trial) { t.Near("x", 1, 1, 0) }, ""},
		{"not near", func(t *Trial) { t.Near("x", -1, 1, 0) }, "x −1 has the wrong sign (off by 2)"},
		{"near NaN", func(t *Trial) { t.Near("x", nan, nan, 1) }, "x NaN is no finite number"},
		{"slice", func(t *Trial) { t.Slice("w", []float64{1, 2}, []float64{1, 2}, 0) }, ""},
		{"not the slice", func(t *Trial) { t.Slice("w", []float64{1, 2}, []float64{1, 1}, 0) }, "w is wrong: entry [1] = 2 is too large, by 50 to 100 %"},
		{"equal", func(t *Trial) { t.Equal("k", 3, 3) }, ""},
		{"not equal", func(t *Trial) { t.Equal("k", 3, 4) }, "k 3 is wrong"},
		{"at most", func(t *Trial) { t.AtMost("k", 3, 3) }, ""},
		{"not at most", func(t *Trial) { t.AtMost("k", 4, 3) }, "k 4 is too large, by 10 to 50 %"},
		{"at most NaN", func(t *Trial) { t.AtMost("k", nan, 3) }, "k NaN is no finite number"},
		{"at least", func(t *Trial) { t.AtLeast("k", 2.9, 3, .2) }, ""},
		{"not at least", func(t *Trial) { t.AtLeast("k", 2, 3) }, "k 2 is too small, by 10 to 50 %"},
		{"true", func(t *Trial) { t.True("it is", true) }, ""},
		{"not true", func(t *Trial) { t.True("every point is on its side", false) }, "this should hold and does not: “every point is on its side”"},
		{"the first is kept", func(t *Trial) { t.True("a", false); t.True("b", false) }, "this should hold and does not: “a”"},
		{"inputs are told", func(t *Trial) { t.Given("w", vector{1, -2}); t.Given("y", -1); t.True("a", false) }, "for w = [1 −2], y = −1 this should hold and does not: “a”"},
	} {
		r := Judge("", 1, Trials(1, func(_ int, t *Trial) { c.state(t) }))
		if r.Says != c.says || (r.Outcome == Right) != (c.says == "") {
			t.Errorf("%s: %s, %q; want %q", c.name, r.Outcome, r.Says, c.says)
		}
	}
}

// TestTrialsDraw: the inputs are the same in each run, differ between the trials, and stay in their ranges.
func TestTrialsDraw(t *testing.T) {
	var runs [2][]float64
	for k := range runs {
		Judge("", 1, Trials(20, func(_ int, t *Trial) {
			n := t.Int("n", 2, 4)
			y := t.Sign("y")
			v := t.Vector("v", n)
			runs[k] = append(append(runs[k], t.Number("x"), float64(n), float64(y)), v...)
			t.True("ranges", n >= 2 && n <= 4 && y*y == 1 && len(v) == n)
		}))
	}
	if worst(runs[0], runs[1]) != 0 || len(runs[0]) != len(runs[1]) {
		t.Error("two runs differ")
	}
	if runs[0][0] == runs[0][6] || len(runs[0]) < 100 {
		t.Errorf("the trials are alike: %v", runs[0])
	}
}

// TestWrongAnswersDoNotTell: what is said of a wrong number holds neither the right one nor what gives it away.
func TestWrongAnswersDoNotTell(t *testing.T) {
	for _, got := range []float64{-3.75, -1, 0, .1, 3.7, 3.76, 4, 10, 1e9} {
		if r := Judge("", got, Number(3.75, 1e-3)); r.Outcome != Wrong || strings.Contains(strings.TrimPrefix(r.Says, num(got)), "3.75") || strings.Contains(r.Says, "off by") {
			t.Errorf("%v: %v", got, r)
		}
	}
}

func TestExerciseGolden(t *testing.T) {
	var page, text strings.Builder
	for _, r := range []Result{
		Judge("1. <Updates>", Unanswered, Number(16, 0)), Judge("2. Updates", 16, Number(16, 0)), Judge("3. Updates", 12, Number(16, 0)),
		Judge("4. A distance", math.Hypot, hypotenuse), Judge("5. A distance", math.Max, hypotenuse), Judge("6. A slip", 1, Number(1, 1).Refutes(1)), Judge("", 1, Number(1, 1)),
	} {
		page.WriteString(r.HTML())
		text.WriteString(r.String() + "\n")
	}
	golden.Check(t, "exercise_golden.html", page.String())
	golden.Check(t, "exercise_golden.txt", text.String())
}

func TestExerciseFails(t *testing.T) {
	for _, c := range []struct {
		answer any
		rule   Rule
		want   string // name of the failure, or "" for none
	}{
		{Unanswered, Number(1, 0), ""}, {1, Number(1, 0), ""}, {2, Number(1, 0), "WrongAnswer"}, {Unanswered, Number(1, 1).Refutes(2), "FaultyExercise"},
	} {
		func() {
			defer func() {
				err, _ := recover().(error)
				var failed *send.Error
				if got := errors.As(err, &failed); got != (c.want != "") || got && failed.Name != c.want {
					t.Errorf("%v: panic %v, want %q", c.answer, err, c.want)
				}
			}()
			Exercise("e", c.answer, c.rule)
		}()
	}
}
