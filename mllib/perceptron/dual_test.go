package perceptron

import (
	"errors"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/mercer-go/mercer/mllib/data"
	"github.com/mercer-go/mercer/mllib/input"
	"github.com/mercer-go/mercer/mllib/internal/testkit"
	"github.com/mercer-go/mercer/mllib/kernels"
	"gonum.org/v1/gonum/mat"
)

// TestDualNumbers: the reference runs of items N5.2a, N5.2b (whole numbers, exact).
func TestDualNumbers(t *testing.T) {
	quadratic := kernels.Polynomial(2, 1, 1)
	for _, c := range []struct {
		name            string
		s               *data.Set
		k               kernels.Kernel
		alpha           []int
		b               float64
		updates, epochs int
	}{
		{"AND, linear", data.AND(), kernels.Linear(), []int{3, 4, 3, 7}, -6, 17, 9},
		{"XOR, quadratic", data.XOR(), quadratic, []int{22, 17, 17, 13}, -9, 69, 27},
		{"XOR, Gaussian", data.XOR(), kernels.GaussianGamma(1), []int{1, 1, 1, 1}, 0, 4, 2},
		{"XOR ±, quadratic", data.XORSigned(), quadratic, []int{1, 1, 1, 1}, 0, 4, 2},
	} {
		m, err := Dual{Kernel: c.k, Intercept: RadiusStep}.Fit(c.s.X, c.s.Y)
		if err != nil {
			t.Fatal(c.name, err)
		}
		if !slices.Equal(m.Alpha, c.alpha) || m.B != c.b || m.Report.Updates != c.updates || m.Report.Stop != NoMistakes || c.name != "AND, linear" && m.Report.Epochs != c.epochs {
			t.Errorf("%s: α = %v, b = %v, %v", c.name, m.Alpha, m.B, m.Report)
		}
		if says, err := m.Predict(c.s.X); err != nil || !slices.Equal(says, c.s.Y) {
			t.Errorf("%s: %v, %v", c.name, says, err)
		}
	}
	m, err := Dual{MaxEpochs: 7, Intercept: RadiusStep}.Fit(data.XORSigned().X, data.XORSigned().Y)
	if err != nil || m.Report.Stop != EpochLimit || m.Report.Updates != 28 || m.Report.Epochs != 7 {
		t.Errorf("XOR ±, linear: %v, %v", m, err)
	}
}

// TestDualMin: D-ALT(n) with (2n−1)·min (item N5.4s): corrections and passes without and with intercept.
func TestDualMin(t *testing.T) {
	for n, want := range map[int][4]int{2: {3, 3, 7, 5}, 4: {11, 6, 27, 10}, 6: {33, 14, 63, 15}, 8: {45, 10, 117, 19}, 10: {55, 9, 187, 23}, 12: {100, 15, 273, 27}} {
		x, y := mat.NewDense(n, 1, nil), make([]int, n)
		for i := range n {
			x.Set(i, 0, float64(2*i+1))
			y[i] = 1 - 2*(i%2)
		}
		a, err := Dual{Kernel: kernels.Min(), Intercept: NoIntercept}.Fit(x, y)
		b, err2 := Dual{Kernel: kernels.Min(), Intercept: RadiusStep}.Fit(x, y)
		if err != nil || err2 != nil {
			t.Fatal(err, err2)
		}
		if got := [4]int{a.Report.Updates, a.Report.Epochs, b.Report.Updates, b.Report.Epochs}; got != want {
			t.Errorf("n = %d: %v, want %v", n, got, want)
		}
	}
}

// TestDualIsRosenblatt: on whole numbers the same corrections as Rosenblatt on explicit features, with every intercept, and a FitGram that forgets the points.
func TestDualIsRosenblatt(t *testing.T) {
	for seed := range uint64(60) {
		r := rand.New(rand.NewPCG(7, seed))
		n, d := 1+r.IntN(12), 1+r.IntN(3)
		x, y := mat.NewDense(n, d, nil), make([]int, n)
		x.Apply(func(int, int, float64) float64 { return float64(r.IntN(9) - 4) }, x)
		for i := range y {
			y[i] = 2*r.IntN(2) - 1
		}
		for _, c := range []Intercept{UnitStep, RadiusStep, NoIntercept} {
			m, err := Dual{Intercept: c, MaxEpochs: 40}.Fit(x, y)
			p, err2 := Rosenblatt{Intercept: c, MaxEpochs: 40, IgnoreCycles: true}.Fit(x, y)
			if err != nil || err2 != nil {
				t.Fatal(err, err2)
			}
			if !slices.Equal(m.Alpha, p.Alpha) || m.B != p.B || m.Report.Stop != p.Report.Stop || m.Report.Mistakes != p.Report.Mistakes || m.Report.Ties != p.Report.Ties {
				t.Errorf("seed %d, %v: %v %v, want %v %v", seed, c, m.Alpha, m.Report, p.Alpha, p.Report)
			}
			back := testkit.RoundTrip(t, m)
			a, _ := m.Scores(x)
			b, err := back.Scores(x)
			want, _ := p.Scores(x)
			if err != nil || !testkit.Bits(a, b) || !slices.Equal(a, want) {
				t.Errorf("seed %d: scores %v, %v, want %v", seed, a, b, want)
			}
		}
	}
}

func TestDualBadInput(t *testing.T) {
	x := mat.NewDense(2, 1, []float64{0, 1})
	y := []int{-1, 1}
	fit := func(p Dual, x mat.Matrix, y []int) error { _, err := p.Fit(x, y); return err }
	fitGram := func(g mat.Matrix, y []int) error { _, err := Dual{}.FitGram(g, y); return err }
	good, err := Dual{}.Fit(x, y)
	if err != nil {
		t.Fatal(err)
	}
	scores := func(m *KernelModel, x mat.Matrix) error { _, err := m.Predict(x); return err }
	dual := func(m *DualModel, x mat.Matrix) error { _, err := m.Predict(x); return err }
	for _, c := range []struct {
		name string
		err  error
		kind error
	}{
		{"no X", fit(Dual{}, nil, y), input.ErrEmpty},
		{"kernel", fit(Dual{Kernel: kernels.Gaussian(-1)}, x, y), input.ErrParam},
		{"epochs", fit(Dual{MaxEpochs: -1}, x, y), input.ErrParam},
		{"intercept", fit(Dual{Intercept: 9}, x, y), input.ErrParam},
		{"label", fit(Dual{}, x, []int{0, 1}), input.ErrLabel},
		{"few labels", fit(Dual{}, x, []int{1}), input.ErrShape},
		{"NaN", fitGram(mat.NewDense(1, 1, []float64{math.NaN()}), []int{1}), input.ErrNotFinite},
		{"not symmetric", fitGram(mat.NewDense(2, 2, []float64{1, 2, 3, 1}), y), input.ErrParam},
		{"not square", fitGram(mat.NewDense(2, 1, nil), y), input.ErrShape},
		{"no matrix", fitGram(nil, y), input.ErrEmpty},
		{"no model", scores(nil, x), input.ErrEmpty},
		{"empty model", scores(&KernelModel{}, x), input.ErrEmpty},
		{"ragged model", scores(&KernelModel{X: [][]float64{{1, 2}, {1}}, DualModel: good.DualModel}, mat.NewDense(1, 2, nil)), input.ErrShape},
		{"other points", scores(good, mat.NewDense(1, 3, nil)), input.ErrShape},
		{"no dual model", dual(nil, x), input.ErrEmpty},
		{"other columns", dual(&good.DualModel, mat.NewDense(1, 3, nil)), input.ErrShape},
	} {
		if !errors.Is(c.err, c.kind) {
			t.Errorf("%s: got %v, want %v", c.name, c.err, c.kind)
		}
	}
	if _, err := (Dual{}).FitGram(mat.NewDense(2, 2, []float64{1e308, 1.7e308, 1.7e308, 1e308}), y); !errors.Is(err, input.ErrNotFinite) {
		t.Errorf("overflow of scores: %v", err)
	}
}
