package validate

import (
	"errors"
	"math"
	"math/rand/v2"
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
