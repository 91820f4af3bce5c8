package density

import (
	"fmt"
	"math"
	"math/rand/v2"

	"github.com/mercer-go/mercer/mllib/dist"
	"github.com/mercer-go/mercer/mllib/input"
	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/stat/distuv"
)

// Sample draws n points of the estimated density, the rows of an n×d matrix: an observation at random, moved by a draw from the kernel. It returns an error that wraps input.ErrParam for n < 1,
// n·d > 2^31 or no source, and those of LogProbs for a model that Fit did not make.
func (m *KDEModel) Sample(n int, src rand.Source) (*mat.Dense, error) {
	f, err := m.whole()
	if err == nil {
		err = input.Size("n", n, m.Dim)
	}
	if err == nil && input.IsNil(src) {
		err = input.Param(false, "src", "nil", "a source")
	}
	if err != nil {
		return nil, fmt.Errorf("density: sample: %w", err)
	}
	rnd, x := rand.New(src), mat.NewDense(n, m.Dim, nil)
	z := make([]float64, m.Dim)
	for i := range n {
		row := x.RawRowView(i)
		copy(row, m.Points[dist.Index(rnd, m.Weights, m.Len())*m.Dim:])
		drawKernel(z, m.Kernel, rnd)
		for j := range row {
			for k, v := range z[:j+1] {
				row[j] += f.law.L[j*m.Dim+k] * v
			}
		}
	}
	return x, nil
}

// drawKernel draws from the kernel: a direction, and a length with the density k(r)r^(d-1).
func drawKernel(z []float64, k Kernel, rnd *rand.Rand) {
	norm := 0.0
	for j := range z {
		z[j] = rnd.NormFloat64()
		norm += z[j] * z[j]
	}
	if k == Gaussian {
		return
	}
	r := drawLength(k, float64(len(z)), rnd) / math.Sqrt(norm)
	for j := range z {
		z[j] *= r
	}
}

// drawLength draws the length: those of powers of 1 - r² have squares with a beta law, that of the cosine is drawn until it is taken.
func drawLength(k Kernel, d float64, rnd *rand.Rand) float64 {
	beta := func(a, b float64) float64 { return distuv.Beta{Alpha: a, Beta: b, Src: rnd}.Rand() }
	switch k {
	case Epanechnikov:
		return math.Sqrt(beta(d/2, 2))
	case Tophat:
		return math.Pow(rnd.Float64(), 1/d)
	case Triangular:
		return beta(d, 2)
	case Biweight:
		return math.Sqrt(beta(d/2, 3))
	case Triweight:
		return math.Sqrt(beta(d/2, 4))
	case Exponential:
		return distuv.Gamma{Alpha: d, Beta: 1, Src: rnd}.Rand()
	}
	for {
		if r := math.Pow(rnd.Float64(), 1/d); rnd.Float64() < math.Cos(math.Pi*r/2) {
			return r
		}
	}
}
