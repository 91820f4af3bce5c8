package svm_test

import (
	"math"
	"testing"

	"github.com/mercer-go/mercer/mllib/internal/testkit"
	"github.com/mercer-go/mercer/mllib/kernels"
	"github.com/mercer-go/mercer/mllib/svm"
	"gonum.org/v1/gonum/mat"
)

// sample is a small set of observations with its labels.
type sample struct {
	x [][]float64
	y []int
}

func line(x []float64, y ...int) sample {
	s := sample{y: y}
	for _, v := range x {
		s.x = append(s.x, []float64{v})
	}
	return s
}

func plane(y []int, x ...float64) sample {
	s := sample{y: y}
	for i := range y {
		s.x = append(s.x, x[2*i:2*i+2])
	}
	return s
}

// The sets of the curriculum.
var (
	three      = plane([]int{1, 1, -1}, 3, 3, 4, 3, 1, 1)                                                   // N7.0h, Y21c
	five       = plane([]int{1, 1, 1, -1, -1}, 1, 2, 2, 3, 3, 3, 2, 1, 3, 2)                                // Y21c
	or         = plane([]int{-1, 1, 1, 1}, 0, 0, 0, 1, 1, 0, 1, 1)                                          // Y21c
	degenerate = plane([]int{-1, 1, 1, 1}, -1, 0, 1, 0, 1, 1, 1, -1)                                        // N7.0h
	toy8       = plane([]int{1, 1, 1, 1, -1, -1, -1, -1}, 2, 2, 2, 1, 3, 3, 3, 4, -1, 1, 2, 0, 1, 0, -4, 0) // S5, V6
	toy6       = plane([]int{-1, -1, -1, 1, 1, 1}, 0, 0, 1, 0, 0, 1, 1, 1, 2, 0, 2, 2)                      // S5
	toy8s      = plane([]int{1, 1, 1, 1, -1, -1, -1, -1}, 2, 2, 2, 1, 3, 3, 0, 0, -1, 1, 2, 0, 1, 0, 2, 3)  // S6, V8
	six        = line([]float64{-3, -1.5, -1, .5, 2, 4}, -1, -1, -1, 1, 1, 1)                               // N7.0l
	crossed    = line([]float64{-1, -.5, .5, 1}, -1, 1, -1, 1)                                              // N7.1a, N7.1c
	crossed6   = line([]float64{-2, -1, .5, 0, 1, 2}, -1, -1, -1, 1, 1, 1)                                  // Y29c
	steps      = line([]float64{0, 1, 2, 3}, -1, -1, 1, 1)                                                  // B3.2.2h
	pair       = line([]float64{1, -1}, 1, -1)                                                              // Y30c
	outlier    = line([]float64{-2, -3, -4, 2, 3, 4, 1.5}, -1, -1, -1, 1, 1, 1, -1)                         // S6a
	xor        = plane([]int{1, -1, -1, 1}, 1, 1, 1, -1, -1, 1, -1, -1)                                     // N7.2a
)

func TestHardMargin(t *testing.T) {
	for _, c := range []struct {
		name  string
		s     sample
		alpha []float64 // nil where it is not unique
		w     []float64
		b     float64
		value float64 // of both objectives
	}{
		{"three points", three, []float64{.25, 0, .25}, []float64{.5, .5}, -2, .25},
		{"five points", five, []float64{.5, 0, 2, 0, 2.5}, []float64{-1, 2}, -2, 2.5},
		{"or", or, []float64{4, 2, 2, 0}, []float64{2, 2}, -1, 4},
		{"degenerate", degenerate, nil, []float64{1, 0}, 0, .5},
		{"six on a line", six, []float64{0, 0, 8. / 9, 8. / 9, 0, 0}, []float64{4. / 3}, 1. / 3, 8. / 9},
		{"two points", plane([]int{-1, 1}, 1, 1, 3, 2), []float64{.4, .4}, []float64{.8, .4}, -2.2, .4},
		{"TOY-8", toy8, []float64{0, 20. / 9, 0, 0, 2. / 9, 2, 0, 0}, []float64{2. / 3, 2}, -7. / 3, 20. / 9},
		{"TOY-6", toy6, nil, []float64{2, 2}, -3, 4},
		{"outlier", outlier, []float64{0, 0, 0, 8, 0, 0, 8}, []float64{4}, -7, 8},
	} {
		for form, p := range map[string]svm.Classifier{"hard": {Form: svm.Hard}, "C infinite": {C: math.Inf(1)}, "C = 100": {C: 100}} {
			p.Tolerance = 1e-12
			m, err := p.Fit(testkit.Matrix(t, c.s.x), c.s.y)
			if err != nil {
				t.Errorf("%s, %s: %v", c.name, form, err)
				continue
			}
			if c.alpha != nil {
				testkit.Near(t, c.name+", "+form+": α", m.Alpha, c.alpha, 1e-9)
			}
			h, err := m.Hyperplane()
			if err != nil {
				t.Error(err)
			}
			testkit.Near(t, c.name+", "+form+": w, b", append(h.W, h.B), append(append([]float64{}, c.w...), c.b), 1e-9)
			testkit.Near(t, c.name+", "+form+": primal, dual", []float64{m.Primal(), m.Dual()}, []float64{c.value, c.value}, 1e-9)
			norm := mat.Norm(mat.NewVecDense(len(c.w), c.w), 2)
			testkit.Near(t, c.name+", "+form+": margins", []float64{m.Margin(), m.DualMargin()}, []float64{1 / norm, 1 / norm}, 1e-9)
			if k := m.KKT(); k.Largest() > 1e-9 {
				t.Errorf("%s, %s: KKT %+v", c.name, form, k)
			}
		}
	}
}

func TestPrice(t *testing.T) {
	for _, c := range []struct {
		name    string
		s       sample
		c       float64
		alpha   []float64
		w       []float64
		offsets [2]float64
		value   float64
	}{
		{"crossed", crossed, 2, []float64{1.5, 2, 2, 1.5}, []float64{1}, [2]float64{0, 0}, 6.5},
		{"crossed, all bounded", crossed, .5, []float64{.5, .5, .5, .5}, []float64{.5}, [2]float64{-.5, .5}, 1.875},
		{"crossed, all bounded, one offset", crossed, 1, []float64{1, 1, 1, 1}, []float64{1}, [2]float64{0, 0}, 3.5},
		{"steps", steps, 1, []float64{0, 1, 1, 0}, []float64{1}, [2]float64{-2, -1}, 1.5},
		{"steps, all bounded, one offset", steps, 2, []float64{0, 2, 2, 0}, []float64{2}, [2]float64{-3, -3}, 2},
		{"pair, cheap", pair, .25, []float64{.25, .25}, []float64{.5}, [2]float64{-.5, .5}, .375},
		{"pair, dear", pair, 1, []float64{.5, .5}, []float64{1}, [2]float64{0, 0}, .5},
		{"xor", xor, 1, []float64{1, 1, 1, 1}, []float64{0, 0}, [2]float64{-1, 1}, 4},
		{"TOY-8S, C = 1/20", toy8s, .05, nil, nil, [2]float64{-.95, .25}, 307. / 800},
		{"TOY-8S, C = 1/10", toy8s, .1, nil, nil, [2]float64{-.9, -.5}, 147. / 200},
		{"TOY-8S, C = 1/4", toy8s, .25, nil, []float64{.35, .3}, [2]float64{-.95, -.95}, 271. / 160},
		{"TOY-8S, C = 1", toy8s, 1, []float64{1, 1, 9. / 32, 1, 11. / 32, 1, 15. / 16, 1}, []float64{.25, .5}, [2]float64{-1.25, -1.25}, 205. / 32},
		{"TOY-8S, C = 4", toy8s, 4, []float64{4, 4, 21. / 32, 4, 47. / 32, 4, 51. / 16, 4}, []float64{.25, .5}, [2]float64{-1.25, -1.25}, 805. / 32},
		{"six crossed, C = .05", crossed6, .05, nil, []float64{.275}, [2]float64{-.45, .45}, .2621875},
		{"six crossed, C = .5", crossed6, .5, nil, []float64{.75}, [2]float64{-.25, .25}, 1.71875},
		{"six crossed, C = 2", crossed6, 2, []float64{0, 1, 2, 2, 1, 0}, []float64{1}, [2]float64{0, 0}, 5.5},
		{"outlier, C = 1", outlier, 1, nil, []float64{.5}, [2]float64{-.5, 0}, 1.875},
	} {
		m, err := svm.Classifier{C: c.c}.Fit(testkit.Matrix(t, c.s.x), c.s.y)
		if err != nil {
			t.Errorf("%s: %v", c.name, err)
			continue
		}
		if c.alpha != nil {
			testkit.Near(t, c.name+": α", m.Alpha, c.alpha, 1e-8)
		}
		h, _ := m.Hyperplane()
		if c.w != nil {
			testkit.Near(t, c.name+": w", h.W, c.w, 1e-8)
		}
		testkit.Near(t, c.name+": offsets", m.Offsets[:], c.offsets[:], 1e-8)
		testkit.Near(t, c.name+": b", []float64{m.B}, []float64{(c.offsets[0] + c.offsets[1]) / 2}, 1e-8)
		testkit.Near(t, c.name+": primal, dual", []float64{m.Primal(), m.Dual()}, []float64{c.value, c.value}, 1e-8)
	}
}

func TestKernels(t *testing.T) {
	x := testkit.Matrix(t, xor.x)
	m, err := svm.Classifier{Form: svm.Hard, Kernel: kernels.Polynomial(2, 1, 1)}.Fit(x, xor.y)
	if err != nil {
		t.Fatal(err)
	}
	testkit.Near(t, "α", m.Alpha, []float64{.125, .125, .125, .125}, 1e-9)
	testkit.Near(t, "b, ‖w‖², margin", []float64{m.B, m.NormSquared(), m.Margin()}, []float64{0, .5, math.Sqrt2}, 1e-9)
	m, err = svm.Classifier{Form: svm.Hard, Kernel: kernels.Gaussian(1)}.Fit(x, xor.y)
	if err != nil {
		t.Fatal(err)
	}
	a := 1 / math.Pow(1-math.Exp(-2), 2)
	testkit.Near(t, "α of Gaussian", m.Alpha, []float64{a, a, a, a}, 1e-9)
}

// TestWithoutOffset: one observation (N7.2d), and an offset that is penalised (B3.2.2d).
func TestWithoutOffset(t *testing.T) {
	for _, c := range []float64{.1, .25, 3} { // K(x, x) = 4
		for _, y := range []int{-1, 1} {
			m := must(svm.Classifier{C: c, NoIntercept: true}.Fit(mat.NewDense(1, 1, []float64{2}), []int{y}))
			testkit.Near(t, "one observation: f", m.F, []float64{float64(y) * min(1, 4*c)}, 1e-12)
		}
	}
	x := mat.NewDense(2, 2, []float64{3, 1, 1, 0})
	m := must(svm.Classifier{Form: svm.Hard, NoIntercept: true, Kernel: kernels.Sum(kernels.Linear(), kernels.Constant(1))}.Fit(x, []int{1, -1}))
	at := must(m.Scores(mat.NewDense(3, 2, []float64{0, 0, 1, 0, 0, 1})))
	testkit.Near(t, "penalised offset: b, w", []float64{at[0], at[1] - at[0], at[2] - at[0]}, []float64{-1.5, .5, 1}, 1e-9)
}

// TestMistakes: the number of mistakes is not monotone in C (S6.2b).
func TestMistakes(t *testing.T) {
	mis6 := line([]float64{-5, -1, 1, 4, 5, 6}, -1, -1, 1, 1, -1, 1)
	x := testkit.Matrix(t, mis6.x)
	for c, want := range map[float64]int{1. / 64: 1, 1. / 32: 1, 1. / 16: 1, 1. / 8: 1, .5: 2, 1: 2, 2: 2, 4: 2, 8: 2, 16: 2} {
		m, got := must(svm.Classifier{C: c}.Fit(x, mis6.y)), 0
		for _, at := range m.Positions() {
			if at == svm.Wrong {
				got++
			}
		}
		if got != want {
			t.Errorf("C = %v: %d mistakes, want %d", c, got, want)
		}
	}
}
