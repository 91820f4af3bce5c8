package validate

import (
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/mercer-go/mercer/mllib/input"
	"github.com/mercer-go/mercer/mllib/regression"
	"gonum.org/v1/gonum/mat"
)

// TestBiasVariance: ridge regression through the origin on fixed x has the bias −λw/(s + λ) and the variance s/(s + λ)² at x = 1, s = Σx², for noise of variance 1.
func TestBiasVariance(t *testing.T) {
	x, at := mat.NewDense(4, 1, []float64{1, -1, 2, 2}), mat.NewDense(2, 1, []float64{1, 3})
	draw := func(r *rand.Rand) (mat.Matrix, []float64, error) {
		y := make([]float64, 4)
		for i := range y {
			y[i] = 2*x.At(i, 0) + r.NormFloat64()
		}
		return x, y, nil
	}
	l := regression.Ridge{Lambda: 5, NoIntercept: true}
	d, err := BiasVariance(4000, 7, l, at, []float64{2, 6}, draw)
	if err != nil {
		t.Fatal(err)
	}
	for i, a := range []float64{1, 9} { // x²
		bias, variance := a*100/225, a*10/225
		if math.Abs(d.SquaredBias[i]-bias) > 4*2*math.Sqrt(bias*variance/4000) || math.Abs(d.Variance[i]-variance) > 4*variance*math.Sqrt(2./4000) {
			t.Errorf("row %d: bias² %v, want %v; variance %v, want %v", i, d.SquaredBias[i], bias, d.Variance[i], variance)
		}
		if math.Abs(d.Errors[i]-d.SquaredBias[i]-d.Variance[i]) > 1e-12 {
			t.Errorf("row %d: %v is not the sum of %v and %v", i, d.Errors[i], d.SquaredBias[i], d.Variance[i])
		}
	}
	own := errors.New("own")
	func() {
		defer func() {
			if err, ok := recover().(error); !ok || !errors.Is(err, own) || !strings.Contains(err.Error(), "sample 1") {
				t.Errorf("a panic in draw: %v", err)
			}
		}()
		calls := 0
		_, _ = BiasVariance(2, 7, l, at, []float64{2, 6}, func(r *rand.Rand) (mat.Matrix, []float64, error) {
			if calls++; calls == 2 {
				panic(own)
			}
			return draw(r)
		})
	}()
	_, few := BiasVariance(1, 7, l, at, []float64{2, 6}, draw)
	_, short := BiasVariance(2, 7, l, at, []float64{2}, draw)
	_, none := BiasVariance(2, 7, l, at, []float64{2, 6}, nil)
	_, failed := BiasVariance(2, 7, l, at, []float64{2, 6}, func(*rand.Rand) (mat.Matrix, []float64, error) { return nil, nil, own })
	for i, c := range [][2]error{{few, input.ErrParam}, {short, input.ErrShape}, {none, input.ErrEmpty}, {failed, own}} {
		if !errors.Is(c[0], c[1]) {
			t.Errorf("case %d: %v, want %v", i, c[0], c[1])
		}
	}
}

func ExampleBiasVariance() {
	x := mat.NewDense(5, 1, []float64{-2, -1, 0, 1, 2})
	parabola := func(r *rand.Rand) (mat.Matrix, []float64, error) { // y = x² and normal noise
		y := make([]float64, 5)
		for i := range y {
			y[i] = x.At(i, 0)*x.At(i, 0) + r.NormFloat64()
		}
		return x, y, nil
	}
	at := mat.NewDense(2, 1, []float64{0, 2})
	d, err := BiasVariance(1000, 1, regression.LeastSquares{}, at, []float64{0, 4}, parabola) // a line misses the parabola by 2
	fmt.Printf("bias² %.1f, variance %.1f %v\n", d.SquaredBias, d.Variance, err)
	// Output:
	// bias² [4.0 4.0], variance [0.2 0.6] <nil>
}
