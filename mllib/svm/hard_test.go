package svm_test

import (
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/mercer-go/mercer/mllib/input"
	"github.com/mercer-go/mercer/mllib/internal/testkit"
	"github.com/mercer-go/mercer/mllib/kernels"
	"github.com/mercer-go/mercer/mllib/svm"
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
)

// TestHugePrices: overlapping classes with prices up to 1e12. The steps are few; no two observations contradict each other about the offset by more than the tolerance, or than sums of α as large
// as the price lose to rounding, and the objectives differ by what that costs. Newton's method sees f in its coordinates, so that linear machines lose nothing.
func TestHugePrices(t *testing.T) {
	if testing.Short() {
		t.Skip("slow under the race detector, and alone in what it computes")
	}
	all := map[string]kernels.Kernel{"linear": {}, "Gaussian": kernels.Gaussian(1), "polynomial": kernels.Polynomial(2, 1, 1), "Laplacian": kernels.Laplacian(.5)}
	for _, size := range [][2]int{{50, 2}, {200, 10}} {
		n := size[0]
		x, y := clouds(rand.New(rand.NewPCG(5, 6)), n, size[1], .3)
		z := mat.Col(nil, 1, x)
		for name, k := range all {
			for _, c := range []float64{1e4, 1e8, 1e12} {
				m := must(svm.Classifier{C: c, Kernel: k}.Fit(x, y))
				r := must(svm.Regressor{C: c, Epsilon: .1, Kernel: k}.Fit(x, z))
				for kind, e := range map[string]struct {
					svm.Report
					gap, primal float64
				}{"classes": {m.Report, m.Gap(), m.Primal()}, "numbers": {r.Report, r.Gap(), r.Primal()}} {
					what := fmt.Sprintf("n = %d, d = %d, %s, %s, C = %g: gap %.2g of %.2g, %+v", n, size[1], name, kind, c, e.gap, e.primal, e.Report)
					most := 5e-8 // the tolerance of targets is in units of half their range
					if k.Kind != kernels.KindLinear {
						most = max(most, 1e-12*c)
					}
					if e.Report.Gap > most || e.Iterations > 50_000 || e.Stop == svm.IterationLimit {
						t.Error(what)
					}
					if !(math.Abs(e.gap) <= 1e-7*e.primal+float64(2*n)*c*e.Report.Gap) {
						t.Error(what)
					}
				}
			}
		}
	}
}

// TestPriceApproachesHardMargin: of separable classes the solution does not change from the largest α of the hard margin on.
func TestPriceApproachesHardMargin(t *testing.T) {
	rnd := rand.New(rand.NewPCG(31, 4))
	for round := range 8 {
		x, y := clouds(rnd, 30, 2, 4)
		k := []kernels.Kernel{{}, kernels.Gaussian(2)}[round%2]
		hard := must(svm.Classifier{Form: svm.Hard, Kernel: k}.Fit(x, y))
		for _, c := range []float64{2 * hard.C, 1e6, 1e12, math.Inf(1)} {
			m := must(svm.Classifier{C: c, Kernel: k}.Fit(x, y))
			what := fmt.Sprintf("round %d, %v, C = %g: %+v", round, k, c, m.Report)
			testkit.Near(t, what+": f", m.F, hard.F, 1e-6)
			testkit.Near(t, what+": margin", []float64{m.Margin()}, []float64{hard.Margin()}, 1e-6)
		}
		squares := must(svm.Classifier{Form: svm.Squares, C: 1e9, Kernel: k}.Fit(x, y))
		testkit.Near(t, "squares: f", squares.F, hard.F, 1e-5)
	}
}

// TestFewObservations: one and two, by hand.
func TestFewObservations(t *testing.T) {
	one, two := mat.NewDense(1, 1, []float64{3}), mat.NewDense(2, 1, []float64{0, 2})
	m := must(svm.Classifier{NoIntercept: true}.Fit(one, []int{1})) // ½w² + max(0, 1 − 3w): w = 1/3
	testkit.Near(t, "one observation without offset", []float64{m.W[0], m.Alpha[0], m.Primal()}, []float64{1. / 3, 1. / 9, 1. / 18}, 1e-9)
	for _, c := range []float64{1e-6, .1, .5, 10, 1e12} { // α = min(C, 1/2), w = 2α
		m := must(svm.Classifier{C: c}.Fit(two, []int{-1, 1}))
		a := min(c, .5)
		testkit.Near(t, fmt.Sprintf("two observations, C = %g", c), []float64{m.Alpha[0], m.Alpha[1], m.W[0], m.B}, []float64{a, a, 2 * a, -2 * a}, 1e-9)
		// α − α²/C − 2α² is largest at α = 1/(4 + 2/C)
		s, a := must(svm.Classifier{Form: svm.Squares, C: c}.Fit(two, []int{-1, 1})), 1/(2+1/c)
		testkit.Near(t, fmt.Sprintf("two observations, squares, C = %g", c), []float64{s.Alpha[0], s.Alpha[1], s.W[0]}, []float64{a, a, 2 * a}, 1e-9)
	}
	for _, y := range [][]float64{{5}, {-2}} {
		r := must(svm.Regressor{Epsilon: 1}.Fit(one, y))
		testkit.Near(t, "one target", []float64{r.W[0], r.Offsets[0], r.Offsets[1], r.Primal()}, []float64{0, y[0] - 1, y[0] + 1, 0}, 1e-12)
	}
	r := must(svm.Regressor{C: 1e6, Epsilon: .5}.Fit(two, []float64{1, 5})) // the flattest line through both tubes
	testkit.Near(t, "two targets", []float64{r.W[0], r.B}, []float64{1.5, 1.5}, 1e-9)
}

// TestCoincidentPoints: pairs of both labels at the same points cannot be told apart, whatever the price; f is what the others say, and they all pay.
func TestCoincidentPoints(t *testing.T) {
	rnd := rand.New(rand.NewPCG(32, 4))
	x, y := clouds(rnd, 40, 2, 4)
	double, labels := mat.NewDense(60, 2, nil), make([]int, 60)
	for i := range 60 {
		labels[i] = 2*(i%2) - 1
		if i < 40 {
			labels[i] = y[i]
			double.SetRow(i, x.RawRowView(i))
		} else {
			double.SetRow(i, []float64{float64(i/2-25) / 10, 7})
		}
	}
	for _, k := range []kernels.Kernel{{}, kernels.Gaussian(1), kernels.Gaussian(.01), kernels.Gaussian(1e4), kernels.Polynomial(3, 1, 1)} {
		for _, c := range []float64{1e-9, 1, 1e6} {
			m := must(svm.Classifier{C: c, Kernel: k}.Fit(double, labels))
			what := fmt.Sprintf("%v, C = %g: %+v", k, c, m.Report)
			if gap := m.Gap(); !(math.Abs(gap) <= 1e-6*m.Primal()+120*c*m.Report.Gap) || m.Report.Gap > max(1e-8, 1e-10*c) {
				t.Errorf("%s: gap %v of %v", what, gap, m.Primal())
			}
			if paid := m.Paid(); paid < 20*c*(1-1e-6) { // ten pairs, of each of which the slacks add up to 2 at least
				t.Errorf("%s: %v is paid", what, paid)
			}
		}
	}
}

// TestWidths: a Gaussian kernel that is far too narrow has the unit matrix, one that is far too wide hardly tells any points apart.
func TestWidths(t *testing.T) {
	x, y := clouds(rand.New(rand.NewPCG(33, 4)), 61, 2, 1)
	low, high := 0., 0.
	for _, v := range y {
		if v < 0 {
			low++
		} else {
			high++
		}
	}
	for _, c := range []float64{.1, 3, 1e8} {
		m := must(svm.Classifier{C: c, Kernel: kernels.Gaussian(1e-8)}.Fit(x, y)) // minimise ½Σ α² − Σ α with both sums equal
		if f := must(m.Scores(mat.NewDense(1, 2, []float64{50, 50}))); math.Abs(f[0]-m.B) > 1e-12 {
			t.Errorf("far from all points of a narrow kernel f = %v, b = %v", f[0], m.B)
		}
		few, many := min(low, high), max(low, high)
		want := .5 * c * c * (few + few*few/many) // the smaller class at the bound, the larger with the same sum
		if c > 1 {                                // α of a class is 1 ∓ b with (1 + b)·low = (1 − b)·high
			b := (high - low) / (high + low)
			want = .5 * (low*(1+b)*(1+b) + high*(1-b)*(1-b))
		}
		if got := m.NormSquared() / 2; math.Abs(got-want) > 1e-8*want {
			t.Errorf("narrow, C = %v: ½‖w‖² = %v, want %v", c, got, want)
		}
	}
	wide := must(svm.Classifier{C: 1, Kernel: kernels.Gaussian(1e8)}.Fit(x, y))
	if n := wide.Norm(); n > 1e-6 || math.Abs(wide.Primal()-2*min(low, high)) > 1e-6 {
		t.Errorf("wide: ‖w‖ = %v, objective %v, want 0 and %v", n, wide.Primal(), 2*min(low, high))
	}
	if got := must(wide.Predict(x)); floats.Sum(toFloats(got)) != math.Copysign(61, high-low) {
		t.Errorf("wide: predictions %v", got)
	}
}

func toFloats(y []int) []float64 {
	f := make([]float64, len(y))
	for i, v := range y {
		f[i] = float64(v)
	}
	return f
}

// TestOverlapInOtherForms: what has no solution says so, and not after a million steps.
func TestOverlapInOtherForms(t *testing.T) {
	if testing.Short() {
		t.Skip("slow under the race detector, and alone in what it computes")
	}
	x, y := clouds(rand.New(rand.NewPCG(5, 6)), 200, 10, .3)
	for _, k := range []kernels.Kernel{{}, kernels.Polynomial(2, 1, 1)} {
		for what, e := range map[string]struct {
			svm.Classifier
			want error
		}{
			"hard":          {svm.Classifier{Form: svm.Hard}, svm.ErrNotSeparable},
			"infinite":      {svm.Classifier{C: math.Inf(1)}, svm.ErrNotSeparable},
			"small share":   {svm.Classifier{Form: svm.Share, Nu: .01}, input.ErrParam},
			"no budget":     {svm.Classifier{Form: svm.Budget}, svm.ErrBudget},
			"squares, hard": {svm.Classifier{Form: svm.Squares, C: math.Inf(1)}, svm.ErrNotSeparable},
		} {
			e.Kernel = k
			if m, err := e.Fit(x, y); !errors.Is(err, e.want) || m != nil {
				t.Errorf("%v, %s: %v, want %v", k, what, err, e.want)
			}
		}
		half := must(svm.Classifier{Form: svm.Share, Nu: .8, Kernel: k}.Fit(x, y))
		price := must(svm.Classifier{C: half.C, Kernel: k}.Fit(x, y))
		testkit.Near(t, k.String()+": f of a share and of its price", half.F, price.F, 1e-5)
	}
}
