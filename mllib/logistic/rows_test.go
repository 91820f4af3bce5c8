package logistic

import (
	"math"
	"testing"
)

// TestManyRows holds the losses, which are computed chunk by chunk, against the plain sum: with many chunks, and with scores so large that
// 1 + e^-|z| has no digits left.
func TestManyRows(t *testing.T) {
	const n, d = 5000, 3
	x, y := drawn(n, d)
	l, err := NewLikelihood(x, y, FreeIntercept, Reference, 0)
	if err != nil {
		t.Fatal(err)
	}
	for _, scale := range []float64{0, 1e-3, 1, 30, 1e4} {
		theta := []float64{scale, -scale / 2, scale / 3, scale / 5}
		want := 0.0
		for i := range n {
			z := theta[d]
			for j := range d {
				z += theta[j] * x.At(i, j)
			}
			if y[i] == 1 {
				z = -z
			}
			want += Log1pExp(z) / n
		}
		if got := l.Value(theta); math.Abs(got-want) > 1e-12*(1+want) {
			t.Errorf("coefficients of size %v: got %v, want %v", scale, got, want)
		}
	}
	// The event is certain, up to a loss of e^-40 in each row.
	for i := range l.class {
		l.class[i] = 1
	}
	if got, want := l.Value([]float64{0, 0, 0, 40}), math.Exp(-40); math.Abs(got-want) > 1e-12*want {
		t.Errorf("losses of e^-40: got a mean of %v, want %v", got, want)
	}
}
