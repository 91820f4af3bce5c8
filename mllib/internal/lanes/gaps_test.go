package lanes

import (
	"math"
	"math/rand/v2"
	"testing"
)

// TestGaps holds the version in use against the plain formula, box by box, to the last bit.
func TestGaps(t *testing.T) {
	rnd := rand.New(rand.NewPCG(1, 3))
	for n := 0; n <= 28; n += Width {
		for d := range 20 {
			x, boxes := make([]float64, d), make([]float64, 2*n*d)
			for j := range x {
				x[j] = rnd.NormFloat64() * math.Exp(5*rnd.NormFloat64())
				for k := range n {
					a, b := x[j]+rnd.NormFloat64(), x[j]+rnd.NormFloat64()
					boxes[2*j*n+k], boxes[(2*j+1)*n+k] = min(a, b), max(a, b)
					if rnd.IntN(20) == 0 { // no point is in the box
						boxes[2*j*n+k], boxes[(2*j+1)*n+k] = math.Inf(1), math.Inf(-1)
					}
				}
			}
			got, plain := make([]float64, n), make([]float64, n)
			Gaps(got, x, boxes)
			gapsGo(plain, x, boxes)
			for k := range got {
				want := 0.0
				for j, v := range x {
					a := max(boxes[2*j*n+k]-v, v-boxes[(2*j+1)*n+k], 0)
					want += float64(a * a)
				}
				if !same(got[k], want) || !same(plain[k], want) {
					t.Fatalf("n = %d, d = %d, box %d: got %v, the version in Go %v, want %v", n, d, k, got[k], plain[k], want)
				}
			}
		}
	}
}

// TestGapsAreBelow: no point of a box is nearer than the box, to the last bit.
func TestGapsAreBelow(t *testing.T) {
	rnd := rand.New(rand.NewPCG(1, 4))
	const n, d, each = 8, 5, 6
	for range 2000 {
		boxes, points := make([]float64, 2*n*d), make([]float64, n*d*each)
		x := make([]float64, d)
		for j := range d {
			x[j] = 10 * rnd.NormFloat64()
			for k := range n {
				low, high := math.Inf(1), math.Inf(-1)
				for i := range each {
					v := rnd.NormFloat64() + float64(k)
					points[i*n*d+j*n+k] = v
					low, high = min(low, v), max(high, v)
				}
				boxes[2*j*n+k], boxes[(2*j+1)*n+k] = low, high
			}
		}
		below, squares := make([]float64, n), make([]float64, n)
		Gaps(below, x, boxes)
		for i := range each {
			Squared(squares, x, points[i*n*d:][:n*d])
			for k := range n {
				if squares[k] < below[k] {
					t.Fatalf("a point at %v in a box at %v", squares[k], below[k])
				}
			}
		}
	}
}

func TestGapsPanics(t *testing.T) {
	for _, lengths := range [][3]int{{3, 2, 12}, {4, 2, 15}, {4, 2, 17}} {
		func() {
			defer func() {
				if recover() == nil {
					t.Errorf("%v: no panic", lengths)
				}
			}()
			Gaps(make([]float64, lengths[0]), make([]float64, lengths[1]), make([]float64, lengths[2]))
		}()
	}
}
