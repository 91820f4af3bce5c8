package logistic

import (
	"errors"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/mercer-go/mercer/mllib/data"
	"github.com/mercer-go/mercer/mllib/input"
	"github.com/mercer-go/mercer/mllib/internal/testkit"
	"github.com/mercer-go/mercer/mllib/kernels"
	"github.com/mercer-go/mercer/mllib/validate"
	"gonum.org/v1/gonum/mat"
)

// ring draws n points of the square with the classes inside and outside of a circle.
func ring(seed uint64, n int) (x *mat.Dense, y []int) {
	r := rand.New(rand.NewPCG(seed, 1))
	x, y = mat.NewDense(n, 2, nil), make([]int, n)
	for i := range n {
		a, b := 2*r.Float64()-1, 2*r.Float64()-1
		x.SetRow(i, []float64{a, b})
		if a*a+b*b < .6 {
			y[i] = 1
		}
	}
	return x, y
}

// TestKernelFit: a fit with a kernel is that with its Gram matrix, and with explicit features a ridge fit (N6.3h).
func TestKernelFit(t *testing.T) {
	x, y := ring(3, 60)
	next, truth := ring(4, 5000)
	for _, k := range []kernels.Kernel{kernels.Gaussian(.5), kernels.Polynomial(2, 1, 1), kernels.Linear(), kernels.On(kernels.Matern(1.5, .3), 1)} {
		p := Smooth{Kernel: k, Lambda: .3}
		m, err := p.Fit(x, y)
		if err != nil {
			t.Fatal(err)
		}
		gram, _ := k.Gram(x)
		same, err := p.FitGram(gram, y)
		if err != nil || !testkit.Bits(m.Alpha, same.Alpha) || m.B != same.B {
			t.Errorf("%v: %v, with the Gram matrix %v (%v)", k, m.Alpha, same.Alpha, err)
		}
		cross, _ := k.Cross(next, x)
		want, _ := same.Scores(cross)
		scores, err := m.Scores(next)
		if err != nil || !testkit.Bits(scores, want) {
			t.Errorf("%v: other scores (%v)", k, err)
		}
		back := testkit.RoundTrip(t, m)
		if again, err := back.Scores(next); err != nil || !testkit.Bits(again, scores) {
			t.Errorf("%v: scores changed (%v)", k, err)
		}
	}
	m, err := Smooth{Kernel: kernels.Polynomial(2, 1, 1), Lambda: .3, NoB: true}.Fit(x, y)
	if err != nil {
		t.Fatal(err)
	}
	features, _, _ := m.Kernel.Features(x)
	nextFeatures, _, _ := m.Kernel.Features(next)
	explicit, err := Binary{Ridge: .6, Intercept: NoIntercept}.Fit(features, y)
	if err != nil {
		t.Fatal(err)
	}
	got, _ := m.Posterior(next)
	want, _ := explicit.Posterior(nextFeatures)
	testkit.Near(t, "explicit features", got, want, 1e-8)
	if yhat, err := m.Predict(next); err != nil || wrong(yhat, truth) > 750 {
		t.Errorf("%d of 5000 wrong (%v)", wrong(yhat, truth), err)
	}
	row := m.X[0][0]
	if x.Zero(); m.X[0][0] != row {
		t.Error("the model keeps the observations of its caller")
	}
}

func wrong(a, b []int) (n int) {
	for i := range a {
		if a[i] != b[i] {
			n++
		}
	}
	return n
}

// TestKernelCrossValidation: a kernel is chosen like any parameter.
func TestKernelCrossValidation(t *testing.T) {
	x, y := ring(5, 80)
	s := &data.Set{X: x, Y: y}
	folds, err := validate.KFold{K: 4, Stratified: true}.Split(y)
	if err != nil {
		t.Fatal(err)
	}
	var errorRates []float64
	for _, k := range []kernels.Kernel{kernels.Linear(), kernels.Gaussian(.5)} {
		cv, err := validate.CrossValidate(s, folds, Smooth{Kernel: k, Lambda: .1})
		if err != nil {
			t.Fatal(err)
		}
		errorRates = append(errorRates, float64(wrong(cv.Predicted, y)))
	}
	if !(errorRates[1] < 10 && errorRates[0] > 20) {
		t.Errorf("errors of 80: %v", errorRates)
	}
}

func TestKernelRefuses(t *testing.T) {
	x, y := ring(6, 8)
	good, err := Smooth{Kernel: kernels.Gaussian(1)}.Fit(x, y)
	if err != nil {
		t.Fatal(err)
	}
	fit := func(p Smooth, x mat.Matrix, y []int) error { _, err := p.Fit(x, y); return err }
	predict := func(m *KernelModel, x mat.Matrix) error { _, err := m.Predict(x); return err }
	ragged := *good
	ragged.X = slices.Clone(good.X)
	ragged.X[3] = []float64{1}
	for i, c := range []struct{ got, want error }{
		{fit(Smooth{Kernel: kernels.Gaussian(0)}, x, y), input.ErrParam},
		{fit(Smooth{Kernel: kernels.Min()}, x, y), input.ErrShape},
		{fit(Smooth{}, x, y[:3]), input.ErrShape},
		{fit(Smooth{}, nil, y), input.ErrEmpty},
		{fit(Smooth{Kernel: kernels.Scaled(-1, kernels.Gaussian(1)), Lambda: .01}, x, y), input.ErrParam},
		{predict(nil, x), input.ErrEmpty},
		{predict(&KernelModel{}, x), input.ErrShape},
		{predict(&ragged, x), input.ErrShape},
		{predict(good, mat.NewDense(1, 3, nil)), input.ErrShape},
		{predict(good, nil), input.ErrEmpty},
	} {
		if !errors.Is(c.got, c.want) {
			t.Errorf("case %d: error %v, want %v", i, c.got, c.want)
		}
	}
}
