package check

import (
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/mercer-go/mercer/display/internal/golden"
	"github.com/mercer-go/mercer/display/internal/numeral"
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
		{"simulated", true, func(l *List) { l.Simulated("", []float64{1, 2, 3, 4}, 3.5, 4) }},
		{"not simulated", false, func(l *List) { l.Simulated("", []float64{1, 2, 3, 4}, 6, 4) }},
		{"simulated far on the other side", false, func(l *List) { l.Simulated("", []float64{1, 2, 3, 4}, -1, 4) }},
		{"simulated without variance", false, func(l *List) { l.Simulated("", []float64{2, 2, 2}, 2, 4) }},
		{"simulated once", false, func(l *List) { l.Simulated("", []float64{2}, 2, 4) }},
		{"not run", false, func(l *List) { l.Simulated("", nil, 0, 4) }},
		{"simulated NaN", false, func(l *List) { l.Simulated("", []float64{1, nan, 3}, 2, 4) }},
		{"simulated infinity", false, func(l *List) { l.Simulated("", []float64{1, inf, 3}, inf, 4) }},
		{"simulated NaN wanted", false, func(l *List) { l.Simulated("", []float64{1, 2}, nan, 4) }},
		{"simulated with k = 0", false, func(l *List) { l.Simulated("", []float64{1, 3}, 2, 0) }},
		{"simulated with negative k", false, func(l *List) { l.Simulated("", []float64{1, 3}, 2, -4) }},
		{"simulated with NaN k", false, func(l *List) { l.Simulated("", []float64{1, 3}, 2, nan) }},
		{"simulated with infinite k", false, func(l *List) { l.Simulated("", []float64{1, 3}, 2, inf) }},
		{"simulated, spread lost to rounding", true, func(l *List) { l.Simulated("", []float64{1e9, 1e9 + 2}, 1e9, 1.1) }},
		{"simulated, huge", false, func(l *List) { l.Simulated("", []float64{-1e308, 1e308}, 0, 4) }},
		{"paired", true, func(l *List) { l.Paired("", []float64{10, 21, 30}, []float64{9, 18, 29}, 2, 4) }},
		{"not paired", false, func(l *List) { l.Paired("", []float64{10, 21, 30}, []float64{9, 18, 29}, 6, 4) }},
		{"paired of other lengths", false, func(l *List) { l.Paired("", []float64{1, 2, 3}, []float64{1, 2}, 0, 4) }},
		{"paired with itself", false, func(l *List) { l.Paired("", []float64{1, 2, 3}, []float64{1, 2, 3}, 0, 4) }},
		{"paired less", true, func(l *List) { l.PairedLess("", []float64{9, 18, 29, 39}, []float64{10, 20, 30, 41}, 4) }},
		{"paired more", false, func(l *List) { l.PairedLess("", []float64{10, 20, 30, 41}, []float64{9, 18, 29, 39}, 4) }},
		{"paired hardly less", false, func(l *List) { l.PairedLess("", []float64{9, 21, 29}, []float64{10, 20, 30}, 4) }},
		{"paired less of other lengths", false, func(l *List) { l.PairedLess("", []float64{1, 2, 3}, []float64{1, 2}, 4) }},
		{"paired less, NaN", false, func(l *List) { l.PairedLess("", []float64{1, nan}, []float64{3, 4}, 4) }},
		{"share", true, func(l *List) { l.Share("", 52, 100, .5, 1) }},
		{"share at its edge", true, func(l *List) { l.Share("", 60, 100, .5, 2) }},
		{"not the share", false, func(l *List) { l.Share("", 61, 100, .5, 2) }},
		{"not the share, below", false, func(l *List) { l.Share("", 39, 100, .5, 2) }},
		{"share of nothing", false, func(l *List) { l.Share("", 0, 0, .5, 4) }},
		{"share above 1", false, func(l *List) { l.Share("", 101, 100, .99, 400) }},
		{"negative share", false, func(l *List) { l.Share("", -1, 100, .01, 400) }},
		{"share of probability 0", false, func(l *List) { l.Share("", 0, 100, 0, 4) }},
		{"share of probability 1", false, func(l *List) { l.Share("", 100, 100, 1, 4) }},
		{"share of NaN", false, func(l *List) { l.Share("", 50, 100, nan, 4) }},
		{"share with k = 0", false, func(l *List) { l.Share("", 50, 100, .5, 0) }},
		{"share at most", true, func(l *List) { l.ShareAtMost("", 0, 100, .05, 4) }},
		{"share at most, by chance above", true, func(l *List) { l.ShareAtMost("", 60, 100, .5, 2) }},
		{"share not at most", false, func(l *List) { l.ShareAtMost("", 61, 100, .5, 2) }},
		{"share at most 0", false, func(l *List) { l.ShareAtMost("", 0, 100, 0, 4) }},
		{"share at most NaN", false, func(l *List) { l.ShareAtMost("", 0, 100, nan, 4) }},
		{"mean at most", true, func(l *List) { l.SimulatedAtMost("", []float64{1, 2, 3}, 9, 4) }},
		{"mean at most, by chance above", true, func(l *List) { l.SimulatedAtMost("", []float64{1, 2, 3}, 1.5, 1) }},
		{"mean not at most", false, func(l *List) { l.SimulatedAtMost("", []float64{1, 2, 3}, 1, 1) }},
		{"mean at most infinity", false, func(l *List) { l.SimulatedAtMost("", []float64{1, 2, 3}, inf, 4) }},
		{"mean at most NaN", false, func(l *List) { l.SimulatedAtMost("", []float64{1, 2, 3}, nan, 4) }},
		{"mean at most without variance", false, func(l *List) { l.SimulatedAtMost("", []float64{1, 1, 1}, 9, 4) }},
		{"bound", true, func(l *List) { l.Bound("", []float64{1, 2}, []float64{2, 3}) }},
		{"bound attained", true, func(l *List) { l.Bound("", []float64{1, 3}, []float64{2, 3}) }},
		{"bound attained but for rounding", true, func(l *List) { l.Bound("", []float64{3 * (1 + 1e-15)}, []float64{3}) }},
		{"bound broken", false, func(l *List) { l.Bound("", []float64{1, 3.01}, []float64{2, 3}) }},
		{"bound of 0 broken", false, func(l *List) { l.Bound("", []float64{1e-9}, []float64{0}) }},
		{"bound of 0 attained", true, func(l *List) { l.Bound("", []float64{0}, []float64{0}) }},
		{"negative bound", true, func(l *List) { l.Bound("", []float64{-3, 1}, []float64{-2, 2}) }},
		{"negative bound broken", false, func(l *List) { l.Bound("", []float64{-1}, []float64{-2}) }},
		{"bound NaN", false, func(l *List) { l.Bound("", []float64{1}, []float64{nan}) }},
		{"run NaN", false, func(l *List) { l.Bound("", []float64{nan, 1}, []float64{2, 2}) }},
		{"run infinite", false, func(l *List) { l.Bound("", []float64{inf}, []float64{inf}) }},
		{"bound infinite once", true, func(l *List) { l.Bound("", []float64{1, 1}, []float64{inf, 2}) }},
		{"bound infinite", false, func(l *List) { l.Bound("", []float64{1, 1}, []float64{inf, inf}) }},
		{"no bounds", false, func(l *List) { l.Bound("", nil, nil) }},
		{"fewer bounds", false, func(l *List) { l.Bound("", []float64{1, 1}, []float64{2}) }},
		{"extremal case", true, func(l *List) { l.Bound("", []float64{1}, []float64{2}, Attained("two points", 4, 4, 0)) }},
		{"extremal case that is not", false, func(l *List) { l.Bound("", []float64{1}, []float64{2}, Attained("two points", 3.9, 4, 1e-9)) }},
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

// long has more rows than stand open; the worst of those that are folded is in the middle.
func long() *List {
	l := &List{title: "Twelve values"}
	for i := range 12 {
		l.Near(fmt.Sprintf("value %d", i), float64(i)+1e-3*float64(i%5), float64(i), 1e-2)
	}
	return l
}

// failing has rows that do not hold among many that do, more than can stand open.
func failing() *List {
	l := &List{title: "Twenty values"}
	for i := range 20 {
		if i%2 == 0 {
			l.True(fmt.Sprintf("even %d", i), true)
		} else {
			l.Near(fmt.Sprintf("odd %d", i), float64(i), 0, 2)
		}
	}
	return l
}

func simulations() *List {
	l := &List{title: "Runs"}
	l.Simulated("risk", []float64{.21, .25, .22, .24}, .2248, 4)
	l.Simulated("large", []float64{21000, 25000, 22000}, 2e5, 4)
	l.Simulated("always the same", []float64{.5, .5}, .5, 4)
	l.Simulated("broken", []float64{.5, math.NaN()}, .5, 4)
	l.Paired("LDA − logistic", []float64{.21, .25, .22, .24}, []float64{.22, .25, .23, .25}, 0, 4)
	l.PairedLess("LDA < logistic", []float64{.21, .25, .22, .24}, []float64{.22, .27, .23, .25}, 4)
	l.Share("share of class 1", 317, 1000, .3, 4)
	l.ShareAtMost("runs above the bound", 3, 1000, .05, 4)
	l.SimulatedAtMost("E L ≤ 0.25", []float64{.21, .25, .22, .24}, .25, 4)
	return l
}

func bounds() *List {
	l := &List{title: "Bounds"}
	l.Bound("mistakes ≤ R²/γ²", []float64{3, 11, 5}, []float64{9, 18, 80}, Where(func(i int) string { return []string{"OR", "AND", "toy"}[i] }),
		Attained("two opposite points", 1, 1, 0))
	l.Bound("broken", []float64{3, 11, 5}, []float64{9, 10, 4})
	l.Bound("negative", []float64{-3, -1}, []float64{-2, -1})
	l.Bound("nothing", nil, []float64{1})
	return l
}

// TestFold: what fails is never folded while a place is free, and no row is lost.
func TestFold(t *testing.T) {
	for _, l := range []*List{mixed(), long(), failing(), simulations(), bounds()} {
		open, folded := l.fold()
		if len(open) > maxOpen || len(open)+len(folded) != len(l.rows) {
			t.Errorf("%s: %d rows open, %d folded, of %d", l.title, len(open), len(folded), len(l.rows))
		}
		held := slices.ContainsFunc(open, func(r row) bool { return r.ok })
		if held && slices.ContainsFunc(folded, func(r row) bool { return !r.ok }) {
			t.Errorf("%s: a row that does not hold is folded, one that holds is open", l.title)
		}
		for _, r := range l.rows {
			if !strings.Contains(l.html(), numeral.HTML(strings.TrimSpace(r.name))) {
				t.Errorf("%s: the page lacks %q", l.title, r.name)
			}
		}
	}
}

func TestSummary(t *testing.T) {
	for _, c := range []struct {
		rows []row
		want string
	}{
		{[]row{{load: math.NaN(), ok: true}, {load: math.NaN(), ok: true}}, "2 more hold; none has a tolerance"},
		{[]row{{load: math.NaN(), ok: true}, {load: 0, ok: true}}, "2 more hold; none deviates"},
		{[]row{{load: 0, ok: true}, {name: "  b", dev: "0.30 tol", load: .3, ok: true}}, "2 more hold; worst: b, deviation 0.30 tol"},
		{[]row{{name: "a", got: "1", want: "2", load: math.NaN()}, {load: .3, ok: true}}, "2 more, 1 of them does not hold; worst: a, got 1, want 2"},
		{[]row{{name: "a", dev: "NaN", load: math.NaN()}, {name: "b", dev: "3.00 tol", load: 3}}, "2 more, 2 of them do not hold; worst: a, deviation NaN"},
	} {
		if got := summary(c.rows); got != c.want {
			t.Errorf("got %q, want %q", got, c.want)
		}
	}
}

func TestWorst(t *testing.T) {
	type pair struct {
		load float64
		ok   bool
	}
	nan := math.NaN()
	for _, c := range []struct {
		rows []pair
		want int
	}{
		{[]pair{{.1, true}, {.9, true}, {.5, true}}, 1},
		{[]pair{{nan, true}, {.2, true}}, 1},
		{[]pair{{.9, true}, {nan, false}}, 1},
		{[]pair{{3, false}, {7, false}, {.5, true}}, 1},
		{[]pair{{nan, true}}, -1},
	} {
		var rows []row
		for i, r := range c.rows {
			rows = append(rows, row{name: fmt.Sprint(i), load: r.load, ok: r.ok})
		}
		w, found := worstRow(rows)
		if found != (c.want >= 0) || found && w.name != rows[c.want].name {
			t.Errorf("%v: worst is %q", c.rows, w.name)
		}
	}
}

// TestFalseAlarms holds the documented probability 2Φ(−k) of a false alarm against simulated samples of normal runs.
func TestFalseAlarms(t *testing.T) {
	const studies, k = 20000, 2.0
	r := rand.New(rand.NewPCG(1, 2))
	alarms := 0.0
	for range studies {
		sample := make([]float64, 400)
		for i := range sample {
			sample[i] = 3 + r.NormFloat64()
		}
		l := &List{}
		if l.Simulated("", sample, 3, k); !l.OK() {
			alarms++
		}
	}
	p := math.Erfc(k / math.Sqrt2) // 0.0455
	if se := math.Sqrt(p * (1 - p) / studies); math.Abs(alarms/studies-p) > 4*se {
		t.Errorf("share of false alarms %v, want %v ± %v", alarms/studies, p, se)
	}
}

func TestGolden(t *testing.T) {
	golden.Check(t, "group_golden.html", mixed().html())
	golden.Check(t, "group_golden.txt", mixed().text())
	golden.Check(t, "folded_golden.html", long().html())
	golden.Check(t, "folded_golden.txt", long().text())
	golden.Check(t, "failing_golden.txt", failing().text())
	golden.Check(t, "simulated_golden.txt", simulations().text())
	golden.Check(t, "bound_golden.txt", bounds().text())
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
				if !errors.As(err, &failed) || failed.Name != "CheckFailed" || failed.Value == "" || !failed.Shown {
					t.Errorf("%s: panic %v", name, err)
				}
			}()
			state()
		}()
	}
}
