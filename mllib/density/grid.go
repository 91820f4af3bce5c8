package density

import (
	"fmt"
	"math"

	"github.com/mercer-go/mercer/mllib/input"
	"gonum.org/v1/gonum/dsp/fourier"
)

// Grid is the estimate on equally spaced points of the line, from observations that are moved to the points around them.
type Grid struct {
	X       []float64 // the points
	Density []float64 // the estimate there
	// Bound is what no entry of Density is off by more than: each observation is shared between the two points around it, which is linear interpolation of the kernel.
	Bound float64
}

// Grid returns the estimate at m points from lo to hi, in O(n + m log m) by the fast Fourier transform, whatever the width. Its error is at most δ²max|K”|/(8h³) for the normal
// kernel, with the step δ, and δL/(2h²) for others, with the Lipschitz constant L of K; halving the step divides the first by four. It returns an error that wraps input.ErrParam
// for m < 2, lo >= hi, m·(hi-lo+20h)/(hi-lo) > 2^26, more than one column, or the kernel Tophat, which jumps, and those of LogProbs for a model that Fit did not make.
//
// Reference: B. W. Silverman, Kernel density estimation using the fast Fourier transform, JRSS C 31 (1982). Curriculum: Y40b.
func (m *KDEModel) Grid(lo, hi float64, points int) (*Grid, error) {
	f, err := m.whole()
	if err == nil {
		err = m.checkGrid(lo, hi, points)
	}
	if err != nil {
		return nil, fmt.Errorf("density: grid: %w", err)
	}
	g := &Grid{X: make([]float64, points), Density: make([]float64, points)}
	step := (hi - lo) / float64(points-1)
	h := m.Width()
	for i := range g.X {
		g.X[i] = lo + float64(i)*step
	}
	g.X[points-1] = hi
	margin := int(math.Ceil(margin(m.Kernel)*h/step)) + 1
	counts := m.linearBins(f, lo-float64(margin)*step, step, points+2*margin)
	bumps := make([]float64, margin+1)
	value := onLine(m.Kernel)
	for k := range bumps {
		bumps[k] = value(float64(k)*step/h) / h
	}
	copy(g.Density, convolve(counts, bumps)[margin:])
	g.Bound = binned(m.Kernel, step/h)/h + 1e-15/h
	for i, v := range g.Density {
		g.Density[i] = max(0, v)
	}
	return g, nil
}

// margin is the reach of a kernel, of which next to nothing lies outside.
func margin(k Kernel) float64 {
	switch k {
	case Gaussian:
		return 8.5
	case Exponential:
		return 36
	}
	return 1
}

// binned bounds the error of linear interpolation of the kernel between points of distance step.
func binned(k Kernel, step float64) float64 {
	lipschitz := map[Kernel]float64{Epanechnikov: 1.5, Triangular: 1, Cosine: math.Pi * math.Pi / 8, Exponential: .5, Biweight: 1.45, Triweight: 1.88}
	if k == Gaussian {
		return step * step / 8 / math.Sqrt(2*math.Pi)
	}
	return step / 2 * lipschitz[k]
}

func (m *KDEModel) checkGrid(lo, hi float64, points int) error {
	if m.Dim > 1 {
		return input.Errorf(input.ErrParam, "model", "a grid is for one column, this estimate has %d", m.Dim)
	}
	if m.Kernel == Tophat {
		return input.Errorf(input.ErrParam, "Kernel", "a grid is for continuous kernels, tophat jumps")
	}
	if err := input.Param(points >= 2, "points", points, "at least 2"); err != nil {
		return err
	}
	if !(lo < hi) || math.IsInf(hi-lo, 0) {
		return input.Param(false, "lo, hi", fmt.Sprint(lo, ", ", hi), "finite ends, lo < hi")
	}
	need := float64(points) * (1 + 2*margin(m.Kernel)*m.Width()/(hi-lo))
	return input.Param(need <= 1<<26, "points", points, "so few that the grid, with its margins, has at most 2^26")
}

// linearBins shares the weight of each observation between the two grid points around it.
func (m *KDEModel) linearBins(f *frame, from, step float64, points int) []float64 {
	counts := make([]float64, points)
	for i, v := range m.Points {
		at := (v - from) / step
		k := math.Floor(at)
		if k < 0 || k >= float64(points-1) {
			continue // beyond the margin
		}
		w, part := f.weight(i), at-k
		counts[int(k)] += w * (1 - part)
		counts[int(k)+1] += w * part
	}
	return counts
}

// convolve is Σ_l counts_l bumps_|k-l|, by the fast Fourier transform.
func convolve(counts, bumps []float64) []float64 {
	size := 1
	for size < len(counts)+len(bumps) {
		size *= 2
	}
	a, b := make([]float64, size), make([]float64, size)
	copy(a, counts)
	for k, v := range bumps {
		b[k] = v
		b[(size-k)%size] = v
	}
	fft := fourier.NewFFT(size)
	fa, fb := fft.Coefficients(nil, a), fft.Coefficients(nil, b)
	for i := range fa {
		fa[i] *= complex(real(fb[i]), 0)
	}
	fft.Sequence(a, fa)
	for i := range a {
		a[i] /= float64(size)
	}
	return a[:len(counts)]
}
