package regression

import (
	"errors"
	"math"
	"testing"

	"github.com/mercer-go/mercer/mllib/input"
	"github.com/mercer-go/mercer/mllib/internal/testkit"
	"github.com/mercer-go/mercer/mllib/kernels"
	"gonum.org/v1/gonum/mat"
)

// TestGramOfRounding: what is negative by rounding alone, or 0, is no reason to refuse a Gram matrix, and a kernel that need not be positive definite may be so at the points.
func TestGramOfRounding(t *testing.T) {
	x, y := draw(3, 30, 2)
	wide := must(kernels.Gaussian(200).Gram(x)) // of numerical rank 6 or so: its other eigenvalues are rounding
	a := must(KernelRidge{Lambda: 1e-3}.FitGram(wide, nil, y))
	b := must(KernelRidge{Kernel: kernels.Gaussian(200), Lambda: 1e-3}.Fit(x, y))
	testkit.Near(t, "α", a.Alpha, b.Alpha, 1e-9)
	zero := must(KernelRidge{Lambda: 2}.FitGram(mat.NewDense(2, 2, nil), nil, []float64{1, 3}))
	testkit.Near(t, "α for K = 0", zero.Alpha, []float64{.5, 1.5}, 1e-15)
	one := mat.NewDense(1, 1, []float64{1})
	m := must(KernelRidge{Kernel: kernels.Sigmoid(1, 0), Lambda: 1}.Fit(one, []float64{1}))
	testkit.Near(t, "α of one point", m.Alpha, []float64{1 / (1 + math.Tanh(1))}, 1e-15)
}

// TestFilter: the shrinkage for λ = 0, and none for what is no λ.
func TestFilter(t *testing.T) {
	p := &KernelPath{Eigenvalues: []float64{3, 1, 0}}
	testkit.Near(t, "λ = 0", p.Filter(0), []float64{1, 1, 0}, 0)
	testkit.Near(t, "λ = 1", p.Filter(1), []float64{.75, .5, 0}, 0)
	for _, l := range []float64{-1, math.NaN(), math.Inf(1)} {
		if f := p.Filter(l); f != nil {
			t.Errorf("λ = %v: %v", l, f)
		}
	}
}

// TestPathBegins: at the first α that a path chooses all coefficients are 0, and not at one that is smaller by a thousandth.
func TestPathBegins(t *testing.T) {
	for seed := range uint64(150) {
		x, y := draw(seed, 20, 5)
		for _, ratio := range []float64{1, .5, .3} {
			p := ElasticNet{Ratio: ratio}
			first := must(p.Path(x, y, nil))[0]
			p.Alpha = first.Alpha * .999
			if second := must(p.Fit(x, y)); len(first.Support()) != 0 || len(second.Support()) == 0 {
				t.Errorf("seed %d, ratio %v: %v and %v", seed, ratio, first.W, second.W)
			}
		}
	}
}

// TestPathDigits: a path is that of exact arithmetic, or an error. Polynomials of degree 3 on ten points have rank 4, so that the degrees of freedom go to 4, and a constant that is
// added to a kernel changes nothing where a constant is free.
func TestPathDigits(t *testing.T) {
	x, y := mat.NewDense(10, 1, nil), make([]float64, 10)
	for i := range y {
		x.Set(i, 0, float64(i)/9)
		y[i] = math.Sin(5 * x.At(i, 0))
	}
	refused := 0
	for λ := 1e-2; λ > 1e-14; λ /= 4 {
		p, err := KernelRidgePath{Kernel: kernels.Polynomial(3, 1, 1), Lambdas: []float64{λ}}.Fit(x, y)
		if err == nil {
			if df := p.DF[0]; λ < 1e-6 && math.Abs(df-4) > 1e-2*math.Sqrt(λ/1e-6)+1e-5 {
				t.Errorf("λ = %v: %v degrees of freedom", λ, df)
			}
		} else if refused++; !errors.Is(err, input.ErrSingular) {
			t.Errorf("λ = %v: %v", λ, err)
		}
		k := kernels.Gaussian(.3)
		far, err := KernelRidgePath{Kernel: kernels.Sum(kernels.Constant(1e6), k), Lambdas: []float64{λ}, Free: FreeConstant}.Fit(x, y)
		if err != nil {
			continue
		}
		near := must(KernelRidgePath{Kernel: k, Lambdas: []float64{λ}, Free: FreeConstant}.Fit(x, y))
		testkit.Near(t, "with a constant", []float64{far.DF[0], far.LeaveOneOut[0] / near.LeaveOneOut[0]}, []float64{near.DF[0], 1}, 1e-5)
	}
	if refused < 4 || refused > 12 {
		t.Errorf("%d of 20 refused", refused)
	}
}

// TestDigitsOfShiftedTargets: with a free constant, a fit is refused for y + c where it is for y, but for a λ at the limit; a constant y is always fitted.
func TestDigitsOfShiftedTargets(t *testing.T) {
	x, y, c := mat.NewDense(20, 1, nil), make([]float64, 20), make([]float64, 20)
	for i := range y {
		x.Set(i, 0, float64(i)/19)
		y[i] = math.Round(1024*math.Sin(7*x.At(i, 0)))/1024 + float64(i%3)
		c[i] = 1e9
	}
	for _, λ := range []float64{1e-3, 1e-6, 1e-8, 1e-11, 1e-12, 1e-13} {
		p := KernelRidge{Kernel: kernels.Gaussian(.2), Lambda: λ, Free: FreeConstant}
		for _, shift := range []float64{0, 1 << 10, 1 << 20} {
			far := append([]float64(nil), y...)
			for i := range far {
				far[i] += shift
			}
			if _, err := p.Fit(x, far); (err != nil) != (λ < 1e-10) || err != nil && !errors.Is(err, input.ErrSingular) {
				t.Errorf("λ = %v, shift %v: %v", λ, shift, err)
			}
		}
		testkit.Near(t, "a constant", must(must(p.Fit(x, c)).Predict(x)), c, 1e-15)
	}
}
