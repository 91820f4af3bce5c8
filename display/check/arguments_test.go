package check

import (
	"slices"
	"testing"

	"gonum.org/v1/gonum/mat"
)

func TestKeepsArguments(t *testing.T) {
	median := Trials(3, func(f func(x []float64) float64, t *Trial) {
		t.Near("the median", f([]float64{3, 1, 2}), 2, 0)
	}).KeepsArguments()
	trace := Trials(1, func(f func(a *mat.SymDense, rows ...[]float64) float64, t *Trial) {
		t.Near("the trace", f(mat.NewSymDense(2, []float64{1, 0, 0, 2}), []float64{1}), 3, 0)
	}).KeepsArguments()
	for _, test := range []struct {
		name   string
		rule   Rule
		answer any
		want   string
	}{
		{"a copy is sorted", median, func(x []float64) float64 { return slices.Sorted(slices.Values(x))[1] }, ""},
		{"the argument is sorted", median, func(x []float64) float64 { slices.Sort(x); return x[1] },
			"the function changes its argument 1: work on a copy"},
		{"another fault comes first", median, func(x []float64) float64 { x[0] = 7; return 1 },
			"the median 1 is too small, by 10 to 50 % (off by 1); wrong in 3 of 3 trials"},
		{"a matrix", trace, func(a *mat.SymDense, rows ...[]float64) float64 { s := mat.Trace(a); a.SetSym(0, 1, 5); return s },
			"the function changes its argument 1: work on a copy"},
		{"variadic", trace, func(a *mat.SymDense, rows ...[]float64) float64 { rows[0][0] = 2; return mat.Trace(a) },
			"the function changes its argument 2: work on a copy"},
	} {
		r := Judge("", test.answer, test.rule)
		if (r.Outcome == Right) != (test.want == "") || test.want != "" && r.Says != test.want {
			t.Errorf("%s: %s %q, want %q", test.name, r.Outcome, r.Says, test.want)
		}
	}
	if r := Judge("", func(x []float64) float64 { panic(Unanswered) }, median); r.Outcome != NotAnswered {
		t.Errorf("not answered: %s", r.Outcome)
	}
}
