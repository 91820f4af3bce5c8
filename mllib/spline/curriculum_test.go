package spline

import (
	"fmt"
	"math"
	"testing"

	"github.com/mercer-go/mercer/mllib/internal/testkit"
	"gonum.org/v1/gonum/floats"
)

func must[T any](v T, err error) T {
	if err != nil {
		panic(err)
	}
	return v
}

// d9 is data set D9 of the curriculum: x_i = i/10, y_i = sin(2πx_i) + 0.3(−1)^i.
func d9() (x, y []float64) {
	for i := 1; i <= 9; i++ {
		v := float64(i) / 10
		sign := 1.0
		if i%2 == 1 {
			sign = -1
		}
		x, y = append(x, v), append(y, math.Sin(2*math.Pi*v)+.3*sign)
	}
	return x, y
}

// TestCurriculum holds the printed numbers of N6.2e, N6.2p and N6.2v, six digits each.
func TestCurriculum(t *testing.T) {
	x, y := d9()
	n := float64(len(x))
	for _, c := range []struct {
		kind       Kind
		pinned     bool
		lambda     float64 // beside the mean
		values     []float64
		df         float64
		rss, norm2 float64 // RSS/n and the penalty, 0 where none is printed
	}{
		{Linear, true, 1e-3, []float64{.330739, 1.138739, .698761, .788831, -.220592, -.347700, -1.140531, -.705296, -.872717}, 7.778536, .005756, 28.450750},
		{Linear, true, 1e-2, []float64{.348370, .764058, .638635, .499411, -.071341, -.388028, -.816096, -.760873, -.827669}, 4.320702, 0, 0},
		{Linear, true, .1, nil, 1.542576, 0, 0},
		{Linear, false, 1e-3, []float64{.358222, 1.140847, .698923, .788843, -.220591, -.347700, -1.140531, -.705296, -.872717}, 7.849789, 0, 0},
		{Linear, false, 1e-2, []float64{.547771, .836644, .665058, .509029, -.067840, -.386752, -.815629, -.760696, -.827585}, 4.587576, .072435, 7.631437},
		{Linear, false, .1, []float64{.375790, .385569, .299182, .173698, -.031129, -.206082, -.371957, -.440154, -.484917}, 1.973636, 0, 0},
		{Cubic, false, 1e-6, []float64{.310400, 1.187072, .735937, .796893, -.209554, -.376926, -1.164501, -.706379, -.872943}, 8.324771, 0, 0},
		{Cubic, false, 1e-5, []float64{.393859, 1.011067, .894102, .636404, -.058982, -.523345, -.971548, -.837500, -.844057}, 6.305335, .046610, 2075.4866},
		{Cubic, false, 1e-4, []float64{.599045, .834897, .801970, .511808, .010855, -.461452, -.794156, -.889835, -.913132}, 4.163756, 0, 0},
		{Cubic, false, 1e-2, []float64{.972088, .734853, .490970, .237913, -.023502, -.287856, -.550580, -.808909, -1.064977}, 2.148120, 0, 0},
	} {
		what := fmt.Sprintf("%v, pinned %v, λ = %v", c.kind, c.pinned, c.lambda)
		m := must(Smoothing{Kind: c.kind, Pinned: c.pinned, Choose: Given, Lambda: n * c.lambda}.Fit(Matrix(x), y))
		if c.values != nil {
			testkit.Near(t, what, must(m.Predict(Matrix(x))), c.values, 5e-7)
		}
		testkit.Near(t, what+": degrees of freedom", []float64{m.DF}, []float64{c.df}, 5e-7)
		if c.rss != 0 {
			testkit.Near(t, what+": RSS/n and penalty", []float64{m.RSS / n, m.Penalty}, []float64{c.rss, c.norm2}, 5e-7)
		}
	}
	m := must(Smoothing{Choose: Given, Lambda: n * 1e-5}.Fit(Matrix(x), y))
	testkit.Near(t, "f(0) and f'(0)", []float64{m.At(0), m.Derivative(1, 0)}, []float64{-.419782, 8.136412}, 5e-7)
	line := must(Smoothing{Choose: Given, Lambda: 1e300}.Fit(Matrix(x), y))
	testkit.Near(t, "the line of λ = ∞", []float64{line.At(0), line.Derivative(1, .5), line.DF}, []float64{1.249035, -2.564736, 2}, 5e-7)
	mean := must(Smoothing{Kind: Linear, Choose: Given, Lambda: 1e300}.Fit(Matrix(x), y))
	testkit.Near(t, "the mean of λ = ∞", append(mean.Values, mean.DF), append(repeat(-.033333, 9), 1), 5e-7)
	if got, want := floats.Sum(mean.Values)/n, floats.Sum(y)/n; math.Abs(got-want) > 1e-15 {
		t.Errorf("the mean is %v, want %v", got, want)
	}
}

func repeat(v float64, n int) []float64 {
	all := make([]float64, n)
	for i := range all {
		all[i] = v
	}
	return all
}
