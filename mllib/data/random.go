package data

import (
	"fmt"
	"math"
	"math/rand/v2"

	"github.com/mercer-go/mercer/mllib/input"
	"github.com/mercer-go/mercer/mllib/linear"
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
)

// TwoGaussians is two clouds of normal points, label -1 around the first mean and +1 around the second, with
// independent coordinates of equal standard deviation.
type TwoGaussians struct {
	N     [2]int       // points of each class, >= 1; {0, 0} means {50, 50}
	Mean  [2][]float64 // two means of equal length d >= 1, entries of size at most 1e300; nil means (-2,-2) and (2,2)
	Sigma float64      // standard deviation > 0, at most 1e300; 0 means 1
}

// Draw returns the points of class -1, then those of class +1. It returns an error that wraps input.ErrParam, or input.ErrShape
// for means of different length, if a parameter is out of range, there are more than 2^31 numbers to draw, or src is nil.
func (g TwoGaussians) Draw(src rand.Source) (*Set, error) {
	if g.N == [2]int{} {
		g.N = [2]int{50, 50}
	}
	if g.Mean[0] == nil && g.Mean[1] == nil {
		g.Mean = [2][]float64{{-2, -2}, {2, 2}}
	}
	if g.Sigma == 0 {
		g.Sigma = 1
	}
	if err := g.check(src); err != nil {
		return nil, fmt.Errorf("data: two Gaussian clouds: %w", err)
	}
	rnd := rand.New(src)
	n, d := g.N[0]+g.N[1], len(g.Mean[0])
	s := &Set{Name: "two Gaussian clouds", X: mat.NewDense(n, d, nil), Y: make([]int, n)}
	for i := range n {
		class := 0
		if i >= g.N[0] {
			class = 1
		}
		for j := range d {
			s.X.Set(i, j, g.Mean[class][j]+g.Sigma*rnd.NormFloat64())
		}
		s.Y[i] = 2*class - 1
	}
	return s, nil
}

func (g TwoGaussians) check(src rand.Source) error {
	d := len(g.Mean[0])
	for _, err := range []error{
		input.Param(src != nil, "src", nil, "a source of randomness"),
		input.Param(g.N[0] > 0 && g.N[1] > 0, "TwoGaussians.N", g.N, "two positive numbers"),
		input.Param(g.Sigma > 0 && g.Sigma <= largest, "TwoGaussians.Sigma", g.Sigma, "a positive number, at most 1e300"),
		input.Param(d > 0, "TwoGaussians.Mean[0]", g.Mean[0], "a point of R^d, d >= 1"),
		input.Vector("TwoGaussians.Mean[0]", g.Mean[0], d),
		input.Vector("TwoGaussians.Mean[1]", g.Mean[1], d),
		notTooLarge("TwoGaussians.Mean[0]", g.Mean[0]), notTooLarge("TwoGaussians.Mean[1]", g.Mean[1]),
		input.Size("TwoGaussians.N[0]", g.N[0], 2*d), input.Size("TwoGaussians.N[1]", g.N[1], 2*d),
	} {
		if err != nil {
			return err
		}
	}
	return nil
}

// Separable is points drawn uniformly from the unit ball of R^D, labelled by a hyperplane with a random normal direction; points
// nearer to it than Margin are drawn again, so that the set has at least that geometric margin.
//
// Curriculum: N3i (D = 2, Offset = 0.2), V4f (Offset = 0), B2.1.1d, Y19a.
type Separable struct {
	N      int     // points, >= 1, and N·D at most 2^31; 0 means 100
	D      int     // dimension, >= 1; 0 means 2
	Margin float64 // >= 0, and small enough for both sides of the ball: Margin + |Offset| < 1, in many dimensions much less
	Offset float64 // intercept b of the labelling hyperplane ⟨w, x⟩ + b = 0 with ‖w‖ = 1
}

// Draw returns the points and the hyperplane that labelled them. With few points it can happen that all have the same
// label. It returns an error that wraps input.ErrParam if a parameter is out of range, src is nil, or no point is found beyond the
// margin in some 10^7/D draws: in many dimensions nearly all points of the ball are near any hyperplane through its middle.
func (g Separable) Draw(src rand.Source) (*Set, linear.Hyperplane, error) {
	if g.N == 0 {
		g.N = 100
	}
	if g.D == 0 {
		g.D = 2
	}
	if err := g.check(src); err != nil {
		return nil, linear.Hyperplane{}, fmt.Errorf("data: separable set: %w", err)
	}
	rnd := rand.New(src)
	h := linear.Hyperplane{W: make([]float64, g.D), B: g.Offset}
	onSphere(rnd, h.W)
	s := &Set{Name: "separable set", X: mat.NewDense(g.N, g.D, nil), Y: make([]int, g.N)}
	for i, tries := 0, 0; i < g.N; {
		inBall(rnd, s.Row(i))
		score := h.Score(s.Row(i))
		if math.Abs(score) < g.Margin || score == 0 {
			if tries++; tries > 1000+10_000_000/g.D {
				return nil, linear.Hyperplane{}, fmt.Errorf("data: separable set: %w", input.Param(false, "Separable.Margin", g.Margin, fmt.Sprintf("less: of %d points none is so far from the hyperplane", tries)))
			}
			continue
		}
		tries = 0
		s.Y[i] = 1
		if score < 0 {
			s.Y[i] = -1
		}
		i++
	}
	return s, h, nil
}

func (g Separable) check(src rand.Source) error {
	for _, err := range []error{
		input.Param(src != nil, "src", nil, "a source of randomness"),
		input.Param(g.N > 0, "Separable.N", g.N, "a positive number"),
		input.Param(g.D > 0, "Separable.D", g.D, "a positive number"),
		input.Size("Separable.N, D", g.N, g.D),
		input.Param(g.Margin >= 0 && g.Margin+math.Abs(g.Offset) < 1, "Separable.Margin", g.Margin, "a number >= 0 that leaves points of both classes: Margin + |Offset| < 1"),
	} {
		if err != nil {
			return err
		}
	}
	return nil
}

// onSphere fills x with a uniform point of the unit sphere.
func onSphere(rnd *rand.Rand, x []float64) {
	norm := 0.0
	for norm == 0 {
		for j := range x {
			x[j] = rnd.NormFloat64()
		}
		norm = floats.Norm(x, 2)
	}
	floats.Scale(1/norm, x)
}

// inBall fills x with a uniform point of the unit ball: a uniform direction, and a radius whose d-th power is uniform.
func inBall(rnd *rand.Rand, x []float64) {
	onSphere(rnd, x)
	floats.Scale(math.Pow(rnd.Float64(), 1/float64(len(x))), x)
}
