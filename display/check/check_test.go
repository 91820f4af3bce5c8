package check

import (
	"errors"
	"math"
	"strings"
	"testing"

	"github.com/mercer-go/mercer/display/internal/golden"
	"github.com/mercer-go/mercer/display/internal/send"
)

type dense [][]float64

func (d dense) Dims() (r, c int)    { return len(d), len(d[0]) }
func (d dense) At(i, j int) float64 { return d[i][j] }

// TestHolds has for each check cases that hold and cases that do not.
func TestHolds(t *testing.T) {
	nan, inf := math.NaN(), math.Inf(1)
	for _, c := range []struct {
		name  string
		want  bool
		state func(l *List)
	}{
		{"near", true, func(l *List) { l.Near("", 1, 1+1e-12, 1e-9) }},
		{"near exactly", true, func(l *List) { l.Near("", 1, 1, 0) }},
		{"not near", false, func(l *List) { l.Near("", 1, 1.1, 1e-9) }},
		{"near NaN", false, func(l *List) { l.Near("", nan, nan, 1) }},
		{"near with NaN tolerance", false, func(l *List) { l.Near("", 1, 1, nan) }},
		{"near with infinite tolerance", false, func(l *List) { l.Near("", 1, 2, inf) }},
		{"near with negative tolerance", false, func(l *List) { l.Near("", 1, 1, -1) }},
		{"near infinity", false, func(l *List) { l.Near("", inf, 1, 1) }},
		{"relative", true, func(l *List) { l.Relative("", 1001, 1000, 2e-3) }},
		{"not relative", false, func(l *List) { l.Relative("", 1003, 1000, 2e-3) }},
		{"relative to 0", false, func(l *List) { l.Relative("", 1e-30, 0, 1) }},
		{"relative NaN", false, func(l *List) { l.Relative("", nan, 1, 1) }},
		{"relative with infinite tolerance", false, func(l *List) { l.Relative("", 1, 2, inf) }},
		{"equal ints", true, func(l *List) { l.Equal("", 3, int64(3)) }},
		{"equal float and int", true, func(l *List) { l.Equal("", 3.0, 3) }},
		{"equal slices", true, func(l *List) { l.Equal("", []int{1, 2}, []int{1, 2}) }},
		{"not equal", false, func(l *List) { l.Equal("", "a", "b") }},
		{"equal NaN", false, func(l *List) { l.Equal("", nan, nan) }},
		{"equal NaN in a slice", false, func(l *List) { l.Equal("", []float64{nan}, []float64{nan}) }},
		{"true", true, func(l *List) { l.True("", true) }},
		{"false", false, func(l *List) { l.True("", false) }},
		{"no error", true, func(l *List) { l.NoError("", nil) }},
		{"an error", false, func(l *List) { l.NoError("", errors.New("e")) }},
		{"less", true, func(l *List) { l.Less("", 1, 2) }},
		{"not less", false, func(l *List) { l.Less("", 2, 2) }},
		{"less NaN", false, func(l *List) { l.Less("", nan, 2) }},
		{"greater", true, func(l *List) { l.Greater("", 3, 2) }},
		{"greater NaN", false, func(l *List) { l.Greater("", 3, nan) }},
		{"at most", true, func(l *List) { l.AtMost("", 2, 2) }},
		{"at most with tolerance", true, func(l *List) { l.AtMost("", 2.1, 2, 0.2) }},
		{"not at most", false, func(l *List) { l.AtMost("", 2.1, 2) }},
		{"at most with infinite tolerance", false, func(l *List) { l.AtMost("", 2.1, 2, inf) }},
		{"at most NaN", false, func(l *List) { l.AtMost("", nan, 2) }},
		{"at least", true, func(l *List) { l.AtLeast("", 2, 2) }},
		{"not at least", false, func(l *List) { l.AtLeast("", 1, 2, 0.5) }},
		{"within", true, func(l *List) { l.Within("", 1, 0, 1) }},
		{"not within", false, func(l *List) { l.Within("", 1.01, 0, 1) }},
		{"within NaN", false, func(l *List) { l.Within("", nan, 0, 1) }},
		{"slice", true, func(l *List) { l.Slice("", []float64{1, 2}, []float64{1, 2.001}, 0.01) }},
		{"slice of another length", false, func(l *List) { l.Slice("", []float64{1}, []float64{1, 2}, 1) }},
		{"slice with NaN", false, func(l *List) { l.Slice("", []float64{1, nan}, []float64{1, nan}, 1) }},
		{"slice with a late NaN", false, func(l *List) { l.Slice("", []float64{nan, 1}, []float64{1, 1.5}, 1) }},
		{"matrix", true, func(l *List) { l.Matrix("", dense{{1, 2}}, dense{{1, 2}}, 0) }},
		{"matrix of another shape", false, func(l *List) { l.Matrix("", dense{{1, 2}}, dense{{1}, {2}}, 1) }},
		{"nil matrix", false, func(l *List) { l.Matrix("", nil, dense{{1}}, 1) }},
	} {
		l := &List{}
		c.state(l)
		if l.OK() != c.want {
			t.Errorf("%s: %t, want %t", c.name, l.OK(), c.want)
		}
	}
}

func mixed() *List {
	l := &List{title: "The perceptron on <AND>"}
	l.Near("margin", 0.23570226, 0.2357022604, 1e-8)
	l.Equal("updates", 11, 12)
	l.AtMost("mistakes", 11, 18)
	l.Near("  of which late", 1.1102230246e-16, 0, 1e-12)
	l.AtMost("residual", 5.898059818e-17, 1e-8)
	l.Slice("weights", []float64{-4, 3, 2}, []float64{-4, 3, 2}, 0)
	return l
}

func TestGolden(t *testing.T) {
	golden.Check(t, "group_golden.html", mixed().html())
	golden.Check(t, "group_golden.txt", mixed().text())
	one := &List{}
	one.Near("Bayes error", 0.22484589, 0.2248458990, 1e-7)
	golden.Check(t, "one_golden.html", one.html())
}

func TestFailureIsNotSilent(t *testing.T) {
	for name, state := range map[string]func(){
		"one":          func() { Near("x", 1, 2, 0) },
		"group":        func() { Group("g", func(c *List) { c.True("no", false); c.True("yes", true) }) },
		"empty group":  func() { Group("g", func(*List) {}) },
		"nil function": func() { Group("g", nil) },
	} {
		func() {
			defer func() {
				err, _ := recover().(error)
				var failed *send.Error
				if !errors.As(err, &failed) || failed.Name != "CheckFailed" || !strings.Contains(failed.Trace, "✗") {
					t.Errorf("%s: panic %v", name, err)
				}
			}()
			state()
		}()
	}
}
